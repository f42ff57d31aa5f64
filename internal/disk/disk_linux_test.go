package disk_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/guard"
)

// folder is a folder with a pipe, a large file of eleven bytes, a good one of ten, a link to it, one to the pipe and one to nowhere.
func folder(t *testing.T) string {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(syscall.Mkfifo(at("pipe"), 0o600), os.WriteFile(at("large"), make([]byte, 11), 0o600),
		os.WriteFile(at("good"), make([]byte, 10), 0o600), os.Symlink("good", at("link")), os.Symlink("pipe", at("topipe")), os.Symlink("none", at("broken")))
	guard.Must(t, err)
	return dir
}

// A pipe is refused without waiting for a writer, a device without reading it; a link to a good file is followed.
func TestRead(t *testing.T) {
	dir := folder(t)
	for _, path := range []string{"pipe", "large", "topipe", "broken", "none", "", "/dev/zero"} {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		_, err := disk.Read(path, 10)
		if err == nil {
			t.Errorf("%s: want an error", path)
		}
		var refused *disk.Refused
		if gone := errors.Is(err, fs.ErrNotExist); !gone && !errors.As(err, &refused) {
			t.Errorf("%s: have %v", path, err)
		}
		if filepath.Base(path) != "large" {
			if f, err := disk.Open(path); err == nil {
				t.Errorf("%s was opened: %v", path, f.Close())
			}
		}
	}
	for _, name := range []string{"good", "link"} {
		if data, err := disk.Read(filepath.Join(dir, name), 10); err != nil || len(data) != 10 {
			t.Errorf("%s: have %d bytes, %v", name, len(data), err)
		}
	}
	// It passes for a regular file, and waits for data.
	if text, err := disk.Read("/proc/kmsg", 100); len(text) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the messages of the kernel: have %q, %v", text, err)
	}
}

// The hash of a file is the first half of its SHA-256, that of abc as in FIPS 180-2, appendix B.1. What is no regular file has none.
func TestHash(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "abc")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{path: "ba7816bf8f01cfea414140de5dae2223", dir: "", path + "d": "", "-v": ""} {
		if have, err := disk.Hash(path); have != want || err != nil {
			t.Errorf("%s: have %q, %v, want %q", path, have, err, want)
		}
	}
}

// Nothing is written through a link, also in the place of the temporary file, nor into a pipe.
func TestWrite_links(t *testing.T) {
	dir := folder(t)
	whole := func() string {
		text, err := os.ReadFile(filepath.Join(dir, "good"))
		return string(text) + names(t, dir) + errText(err)
	}
	for _, name := range []string{"link", "broken", "pipe", "topipe"} {
		path, before := filepath.Join(dir, name), whole()
		if err := disk.Write(path, []byte("x"), disk.Any); err == nil {
			t.Errorf("Write replaced %s", name)
		}
		if f, err := disk.Append(path); err == nil {
			t.Errorf("Append opened %s: %v", name, f.Close())
		}
		if err := disk.Remove(path); err != nil || whole() != before {
			t.Errorf("%s: have %q, want %q (%v)", name, whole(), before, err)
		}
		other := filepath.Join(dir, "run.yaml")
		guard.Must(t, os.Rename(path, disk.Part(other)))
		before = whole()
		if err := disk.Write(other, []byte("x"), disk.Any); err == nil || whole() != before {
			t.Errorf("a temporary file that is a %s: have %q, want %q (%v)", name, whole(), before, err)
		}
		guard.Must(t, os.Remove(disk.Part(other)))
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Reads of a pipe end with the context, before a writer has come and while it is silent; what it wrote is read.
func TestStream(t *testing.T) {
	path := filepath.Join(folder(t), "pipe")
	for _, silent := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := disk.Stream(ctx, path)
		guard.Must(t, err)
		if silent {
			w, err := os.OpenFile(path, os.O_WRONLY, 0)
			guard.Must(t, err)
			defer w.Close()
		}
		time.AfterFunc(10*time.Millisecond, cancel)
		if _, err := io.ReadAll(r); !errors.Is(err, context.Canceled) {
			t.Errorf("silent %v: have %v", silent, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := disk.Stream(ctx, filepath.Join(filepath.Dir(path), "good"))
	guard.Must(t, err)
	defer r.Close()
	cancel()
	if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("a file: have %d, %v", n, err)
	}
	var refused *disk.Refused
	if _, err := disk.Stream(t.Context(), filepath.Dir(path)); !errors.As(err, &refused) {
		t.Errorf("a folder: have %v", err)
	}
	path = filepath.Join(folder(t), "pipe")
	r, err = disk.Stream(t.Context(), path)
	guard.Must(t, err)
	guard.Must(t, os.WriteFile(path, []byte("lines"), 0))
	if text, err := io.ReadAll(r); err != nil || string(text) != "lines" {
		t.Errorf("have %q, %v", text, err)
	}
}
