package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bloodline/internal/flock"
)

// File is one file of a folder that is to be written. Its path has slashes.
type File struct {
	Path string
	Text []byte
}

// Place writes files into dir, which must not exist or be empty: all of them or, on an
// error, none. Folders above it are made. They are written into a folder on the same disk first. A new
// dir appears at once; an existing dir, perhaps a shell's working folder, stays in place and
// is filled at the end.
func Place(dir string, files []File) (err error) {
	if dir == "" {
		return errors.New("the folder must have a name")
	}
	exists, err := empty(dir)
	if err != nil {
		return err
	}
	near := dir
	if !exists {
		near = filepath.Dir(dir)
		above := near // the highest folder that is not there yet
		for p := near; missing(p); p = filepath.Dir(p) {
			above = p
		}
		if made := missing(above); made {
			defer func() {
				if err != nil {
					_ = os.RemoveAll(above) // the first error tells why
				}
			}()
		}
		if err := os.MkdirAll(near, 0o777); err != nil {
			return plain(err)
		}
	}
	sweep(near)
	base, err := os.MkdirTemp(near, stages)
	if err != nil {
		return plain(err)
	}
	held, err := hold(base)
	if err != nil {
		return plain(errors.Join(err, os.RemoveAll(base)))
	}
	defer func() {
		_ = held.Close() // Windows removes no folder with an open file
		if rest := os.RemoveAll(base); err == nil {
			err = plain(rest)
		}
	}()
	stage := filepath.Join(base, "bot") // MkdirTemp's own folder is for its owner only
	if err := fill(stage, files); err != nil {
		return plain(err)
	}
	if exists {
		return plain(unpack(stage, dir))
	}
	return plain(os.Rename(stage, dir))
}

// stages begins the names of folders that are yet to be put in their place.
const stages = ".export-"

// hold locks a folder as long as this process writes into it.
func hold(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock.Try(f, flock.Exclusive); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sweep removes the folders of killed processes.
func sweep(near string) {
	left, _ := filepath.Glob(filepath.Join(near, stages+"*"))
	for _, dir := range left {
		if held, err := hold(dir); err == nil {
			_ = held.Close()
			_ = os.RemoveAll(dir)
		}
	}
}

// empty reports whether dir exists; a dir that is not empty is an error.
func empty(dir string) (exists bool, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(dir); err == nil { // a link to nowhere; on Windows a file, too
			return false, errors.New("the folder must not exist or be empty, it is a file")
		}
		return false, nil
	case err != nil:
		return false, plain(err)
	case len(entries) > 0:
		return false, fmt.Errorf("the folder must not exist or be empty, it has %s", entries[0].Name())
	}
	return true, nil
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func fill(stage string, files []File) error {
	if err := os.Mkdir(stage, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(stage, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// unpack moves what is in stage to dir, or nothing.
func unpack(stage, dir string) error {
	entries, err := os.ReadDir(stage)
	if err != nil {
		return err
	}
	for i, e := range entries {
		err := os.Rename(filepath.Join(stage, e.Name()), filepath.Join(dir, e.Name()))
		if err == nil {
			continue
		}
		for _, moved := range entries[:i] {
			_ = os.RemoveAll(filepath.Join(dir, moved.Name())) // the first error tells why
		}
		return err
	}
	return nil
}

// plain strips an error of the file that it happened to: that one has a name
// which nobody has chosen and is gone.
func plain(err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		return fmt.Errorf("%s: %w", file.Op, file.Err)
	case errors.As(err, &link):
		return fmt.Errorf("%s: %w", link.Op, link.Err)
	}
	return err
}
