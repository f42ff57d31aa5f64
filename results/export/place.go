package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is one file of a folder that is to be written. Its path has slashes.
type File struct {
	Path string
	Text []byte
}

// Place writes files into dir, see [Fill].
func Place(dir string, files []File) error {
	return Fill(dir, func(stage string) error {
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
	})
}

// Fill creates the folder dir and its missing parents, and calls write to put files into it: all of them or, after an
// error, none. An existing dir must be empty. The files are written into a temporary folder on the same disk first. A
// new dir appears by one rename; an existing dir, perhaps a shell's working folder, stays in place and the files are
// moved into it. The temporary folder of a killed process stays: nothing in a folder proves that this program wrote it.
func Fill(dir string, write func(stage string) error) (err error) {
	if dir == "" {
		return errors.New("the folder must have a name")
	}
	exists, err := checkEmpty(dir)
	if err != nil {
		return err
	}
	near := dir
	if !exists {
		near = filepath.Dir(filepath.Clean(dir))
		var made []string // lowest first
		for p := near; ; p = filepath.Dir(p) {
			if _, err := os.Stat(p); !errors.Is(err, fs.ErrNotExist) {
				break
			}
			made = append(made, p)
		}
		defer func() {
			for _, p := range made {
				// With a separator at its end, a path names no file. Others may have put some into the folder.
				if err == nil || os.Remove(p+string(filepath.Separator)) != nil {
					break
				}
			}
		}()
		if err := os.MkdirAll(near, 0o777); err != nil {
			return withoutPath(err)
		}
	}
	base, err := os.MkdirTemp(near, stagePrefix)
	if err != nil {
		return withoutPath(err)
	}
	defer func() {
		if rest := os.RemoveAll(base); err == nil {
			err = withoutPath(rest)
		}
	}()
	stage := filepath.Join(base, "bot") // MkdirTemp's own folder is for its owner only
	if err := os.Mkdir(stage, 0o777); err != nil {
		return withoutPath(err)
	}
	if err := write(stage); err != nil {
		return withoutPath(err)
	}
	if !exists {
		return withoutPath(os.Rename(stage, dir))
	}
	return withoutPath(unpack(stage, dir))
}

// stagePrefix begins the names of folders that are yet to be put in their place.
const stagePrefix = ".bloodline-export-"

// checkEmpty reports whether dir exists; a dir that is not empty is an error.
func checkEmpty(dir string) (exists bool, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(dir); err == nil { // a link to nowhere; on Windows a file, too
			return false, errors.New("the folder must not exist or be empty, it is a file")
		}
		return false, nil
	case err != nil:
		return false, withoutPath(err)
	case len(entries) > 0 && strings.HasPrefix(entries[0].Name(), stagePrefix):
		return false, fmt.Errorf("the folder must not exist or be empty, it has %s of an export that was killed: delete what is in it", entries[0].Name())
	case len(entries) > 0:
		return false, fmt.Errorf("the folder must not exist or be empty, it has %s", entries[0].Name())
	}
	return true, nil
}

// unpack moves all files of stage to dir; after an error dir is unchanged.
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

// withoutPath removes the file name from an error: it is the name of a temporary file that no longer exists.
func withoutPath(err error) error {
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", file.Op, file.Err)
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		return fmt.Errorf("%s: %w", link.Op, link.Err)
	}
	return err
}
