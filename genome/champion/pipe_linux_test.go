package champion_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"bloodline/genome/champion"
)

// A pipe is refused without waiting for a writer, a device without reading it.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	pipe, large, good := filepath.Join(dir, "pipe"), filepath.Join(dir, "large"), filepath.Join(dir, "good")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(large, make([]byte, 11), 0o600), os.WriteFile(good, make([]byte, 10), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, large, dir, "/dev/zero", filepath.Join(dir, "none")} {
		if _, err := champion.ReadFile(path, 10); err == nil {
			t.Errorf("%s: want an error", path)
		}
	}
	if data, err := champion.ReadFile(good, 10); err != nil || len(data) != 10 {
		t.Errorf("have %d bytes, %v", len(data), err)
	}
}

// A file that waits for data, as /proc/kmsg does, which passes for a regular one, and a pipe block no reader; a link in
// the place of a file that is being written leads to no other file.
func TestReadFile_blocking(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var refused *champion.Refused
	if _, err := champion.ReadFile(pipe, 100); !errors.As(err, &refused) {
		t.Errorf("a pipe: have %v", err)
	}
	if text, err := champion.ReadFile("/proc/kmsg", 100); len(text) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the messages of the kernel: have %q, %v", text, err)
	}
	mine, path := filepath.Join(dir, "mine"), filepath.Join(dir, "run.yaml")
	if err := errors.Join(os.WriteFile(mine, []byte("mine"), 0o600), os.Symlink("mine", champion.Part(path))); err != nil {
		t.Fatal(err)
	}
	if err := champion.WriteFile(path, []byte("x")); err == nil {
		t.Error("it has written through a link")
	}
	if text, err := os.ReadFile(mine); string(text) != "mine" {
		t.Errorf("the file has %q, %v", text, err)
	}
}
