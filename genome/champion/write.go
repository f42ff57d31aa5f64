package champion

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bloodline/internal/system"
)

// Unfinished matches the names of files that [WriteFile] was killed over. The next one
// for the same path takes such a file over.
const Unfinished = ".*.part"

// Part returns the name of the temporary file that [WriteFile] writes and then renames to path.
func Part(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+name+".part")
}

// WriteFile writes data to path in one step: a reader, or a power cut, sees the
// old file or the new one.
func WriteFile(path string, data []byte) error {
	dir := filepath.Dir(path)
	t, err := claim(Part(path))
	if err != nil {
		return err
	}
	_, err = t.Write(data)
	if err == nil {
		err = t.Chmod(0o644)
	}
	if err == nil {
		err = t.Sync()
	}
	if err == nil {
		err = system.Rename(t.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(t.Name()), t.Close())
	}
	return errors.Join(t.Close(), settle(dir))
}

// claim opens a file for this process alone, and empties it. Through a link it would empty a file of others.
func claim(path string) (*os.File, error) {
	for {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return nil, &Refused{path, "must be a regular file", "a link, a folder or a device"}
		}
		f, err := system.Open(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		if err := system.WaitLock(f, system.Exclusive); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if now, err := os.Lstat(path); err == nil && os.SameFile(mine, now) {
			return f, f.Truncate(0)
		}
		_ = f.Close() // the process that had it has renamed it
	}
}

// MaxSize is the size of the largest champion file that is read.
const MaxSize = 16 << 20

// Refused is a file that is not read.
type Refused struct{ Path, Rule, Have string }

func (r *Refused) Error() string { return r.Path + ": " + r.Rule + ", have " + r.Have }

// ReadFile returns the bytes of a regular file of at most that many; another one is [Refused]. Pipes and
// devices, which may block or never end, are not opened, nor are empty files: /proc/kmsg passes for one.
func ReadFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &Refused{path, "must be a file", "a directory"}
	case !info.Mode().IsRegular():
		return nil, &Refused{path, "must be a regular file", "a pipe or a device"}
	case info.Size() > most:
		return nil, &Refused{path, fmt.Sprintf("must have at most %d MB", most>>20), fmt.Sprintf("%d bytes", info.Size())}
	}
	if info.Size() == 0 {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most)) // it may have grown since
}

// settle makes sure that a renamed file keeps its name.
func settle(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every file system can
	return d.Close()
}
