package champion_test

import (
	"errors"
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
