package configs_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"bloodline/configs/trust"
)

// Trusted commands are not written through a link nor into a pipe, and a line that was not written to its end
// takes no other with it.
func TestList_file(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("letter", at("link")),
		os.WriteFile(at("letter"), []byte("Dear Anna"), 0o600), os.WriteFile(at("half"), []byte("0123abc"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	mine := trust.Commands{Lines: []string{"bot: sh b.sh"}}
	for _, name := range []string{"pipe", "link"} {
		l := &trust.List{Path: at(name)}
		if err := l.Add(mine, false); err == nil {
			t.Errorf("%s: it was added", name)
		}
		if _, err := l.Check(mine); err == nil {
			t.Errorf("%s: it is trusted", name)
		}
	}
	if text, err := os.ReadFile(at("letter")); string(text) != "Dear Anna" {
		t.Errorf("the letter is %s, %v", text, err)
	}
	l := &trust.List{Path: at("half")}
	if err := l.Add(mine, false); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Check(mine); err != nil {
		t.Error(err)
	}
}
