//go:build linux

package cmd

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"bloodline/internal/guard"
)

// Commands that are given a pipe, a folder or a device as a player's file, or a pipe as the folder to write, don't wait for
// it: they say what is wrong in one line, and write nothing.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	guard.Must(t, errors.Join(syscall.Mkfifo("pipe.json", 0o600), syscall.Mkfifo("pipe", 0o600), os.Mkdir("folder.json", 0o700), os.Symlink("/dev/zero", "device.json"), os.Symlink("pipe", "link.json")))
	for line, want := range map[string]string{
		"export pipe.json --out bot":   "pipe.json: must be a regular file, have a pipe or a device",
		"export link.json --out bot":   "link.json: must be a regular file, have a pipe or a device",
		"export device.json --out bot": "device.json: must be a regular file, have a pipe or a device",
		"export folder.json --out bot": "folder.json: must be a file, have a directory",
		"inspect pipe.json":            "pipe.json: must be a regular file, have a pipe or a device",
		"verify pipe.json":             "pipe.json: must be a regular file, have a pipe or a device",
		"export coup --out pipe":       "export coup to pipe: open: not a directory",
	} {
		var out bytes.Buffer
		if err := call(strings.Fields(line), &out, &out); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%s: want %q, have %v\n%s", line, want, err, &out)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 5 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}
