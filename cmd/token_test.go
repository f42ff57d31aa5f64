//go:build linux

package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bloodline/arena/swarm"
	"bloodline/internal/guard"
)

// The token of a swarm is kept in a file for its owner alone. A file that others can read, a link, a pipe and another
// text are refused in one line, and stay as they are.
func TestToken(t *testing.T) {
	const kept = "abcdefghijkl\n"
	for name, x := range map[string]struct {
		make func(path, other string) error
		want string
	}{
		"none":          {func(string, string) error { return nil }, ""},
		"of a kill":     {func(path, _ string) error { return os.WriteFile(path, nil, 0o600) }, ""},
		"kept":          {func(path, _ string) error { return os.WriteFile(path, []byte(kept), 0o600) }, ""},
		"for all":       {func(path, _ string) error { return os.WriteFile(path, []byte(kept), 0o644) }, "must be for its owner alone (mode 600), have mode 644"},
		"for the group": {func(path, _ string) error { return os.WriteFile(path, []byte(kept), 0o640) }, "have mode 640"},
		"a link":        {func(path, other string) error { return os.Symlink(other, path) }, "must be a regular file, have a link"},
		"to nowhere":    {func(path, other string) error { return os.Symlink(other+"s", path) }, "must be a regular file, have a link"},
		"a pipe":        {func(path, _ string) error { return syscall.Mkfifo(path, 0o600) }, "must be a regular file, have a pipe"},
		"a folder":      {func(path, _ string) error { return os.Mkdir(path, 0o700) }, "must be a file, have a directory"},
		"a letter":      {func(path, _ string) error { return os.WriteFile(path, []byte("Dear friend,\n"), 0o600) }, "must be 8 or more letters and digits, have another text"},
	} {
		a, dir := shipped(), t.TempDir()
		a.Store = filepath.Join(dir, "lineage.db")
		path, other := filepath.Join(dir, tokenFile), filepath.Join(dir, "other")
		guard.Must(t, errors.Join(os.WriteFile(other, []byte(kept), 0o600), x.make(path, other)))
		before, _ := os.Lstat(path)
		token, err := a.token()
		again, _ := a.token()
		after, failed := os.Lstat(path)
		text, _ := os.ReadFile(other)
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		switch {
		case x.want != "" && (err == nil || !strings.Contains(err.Error(), path+": ") || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: want %q, have %v", name, x.want, err)
		case x.want != "" && (after.Mode() != before.Mode() || after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())):
			t.Errorf("%s has changed: %v", name, after)
		case x.want == "" && (err != nil || failed != nil || len(token) < 8 || again != token || after.Mode() != 0o600):
			t.Errorf("%s: token %q, then %q, %v, file %v, %v", name, token, again, err, after, failed)
		case name == "kept" && token != strings.TrimSpace(kept):
			t.Errorf("kept is %q", token)
		}
		if string(text) != kept || len(names) != 2 {
			t.Errorf("%s: the folder has %q, the other file %q", name, names, text)
		}
	}
}

// The token of the environment opens a swarm, and leads to it by a URL without one, which ps may show.
func TestSwarm_environment(t *testing.T) {
	a, dir, address := shipped(), t.TempDir(), free(t)
	a.Store = filepath.Join(dir, "lineage.db")
	t.Setenv(tokenVariable, "a word")
	for _, args := range [][]string{{"swarm", "nats://" + address}, {"worker", "nats://" + address}} {
		if err := call(args, io.Discard, io.Discard); err == nil || err.Error() != tokenVariable+": must be 8 or more letters and digits" {
			t.Errorf("%v with a bad token: %v", args, err)
		}
	}
	if _, err := a.token(); err == nil {
		t.Error("a bad token opens a swarm")
	}
	t.Setenv(tokenVariable, "abcdefgh")
	open := guard.Value(a.openSwarm(&swarmFlags{Options: swarm.Options{Listen: address}}, 1, nil))(t)
	defer open.Close()
	if want := "nats://worker:abcdefgh@" + address; open.URL() != want {
		t.Errorf("want %s, have %s", want, open.URL())
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) > 0 {
		t.Errorf("files: %q", names)
	}
	var told bytes.Buffer
	if err := call([]string{"swarm", "nats://" + address}, io.Discard, &told); err != nil || told.Len() > 0 {
		t.Errorf("with the token of the environment: %v, %s", err, &told)
	}
	if err := call([]string{"swarm", "nats://worker:another1@" + address}, io.Discard, &told); err == nil || !strings.Contains(told.String(), "can see the token") {
		t.Errorf("the token of the URL does not come first, or without a warning: %v, %s", err, &told)
	}
	t.Setenv(tokenVariable, "")
	if err := call([]string{"swarm", "nats://" + address}, io.Discard, io.Discard); err == nil {
		t.Error("without a token: want an error")
	}
}
