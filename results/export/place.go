package export

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/internal/system"
)

// File is one file of a folder that is to be written. Its path has slashes.
type File struct {
	Path string
	Text []byte
}

// Place writes files into dir, see [Fill].
func Place(dir string, files []File) error {
	return Fill(dir, func(stage string) error { return fill(stage, files) })
}

// Fill creates the folder dir and its missing parents, and calls write to put files into it: all of them or, after an
// error, none. An existing dir must be empty. The files are written into a temporary folder on the same disk first. A
// new dir appears by one rename; an existing dir, perhaps a shell's working folder, stays in place and the files are
// moved into it. Temporary files of a killed process are removed by the next call of Fill for the same folder.
func Fill(dir string, write func(stage string) error) (err error) {
	if dir == "" {
		return errors.New("the folder must have a name")
	}
	sweep(dir)
	exists, err := empty(dir)
	if err != nil {
		return err
	}
	near := dir
	if !exists {
		near = filepath.Dir(filepath.Clean(dir))
		var made []string // lowest first
		for p := near; missing(p); p = filepath.Dir(p) {
			made = append(made, p)
		}
		defer func() {
			for _, p := range made {
				if err == nil || RemoveEmpty(p) != nil { // others may have come
					break
				}
			}
		}()
		if err := os.MkdirAll(near, 0o777); err != nil {
			return plain(err)
		}
		sweep(near)
	}
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
	stage := filepath.Join(base, staged) // MkdirTemp's own folder is for its owner only
	if err := os.Mkdir(stage, 0o777); err != nil {
		return plain(err)
	}
	if err := write(stage); err != nil {
		return plain(err)
	}
	if !exists {
		return plain(os.Rename(stage, dir))
	}
	if err := list(stage, filepath.Join(base, moved)); err != nil {
		return plain(err)
	}
	return plain(unpack(stage, dir))
}

const (
	stages = ".bloodline-export-" // begins the names of folders that are yet to be put in their place
	staged = "bot"                // what is to be put there
	moved  = "files"              // the files that are moved into a folder that exists, with their hashes
	locked = "lock"               // of the process that writes there
)

// hold locks a folder as long as this process writes into it.
func hold(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, locked), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := system.TryLock(f, system.Exclusive); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sweep removes what killed processes have left in a folder: their stages, and the files that they had moved by then.
func sweep(near string) {
	left, _ := os.ReadDir(near)
	for _, e := range left {
		base := filepath.Join(near, e.Name())
		if !strings.HasPrefix(e.Name(), stages) || !isStage(base) {
			continue
		}
		held, err := hold(base)
		if err != nil {
			continue // its process lives
		}
		if rest, _ := os.ReadDir(filepath.Join(base, staged)); len(rest) > 0 {
			takeBack(near, filepath.Join(base, moved))
		}
		_ = held.Close() // Windows removes no folder with an open file
		_ = os.RemoveAll(base)
	}
}

// isStage reports whether a folder of this name is a stage: it contains only files that a stage has.
func isStage(base string) bool {
	info, err := os.Lstat(base)
	if err != nil || !info.IsDir() {
		return false
	}
	entries, err := os.ReadDir(base)
	return err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !slices.Contains([]string{staged, moved, locked}, e.Name()) })
}

// list writes down which files are going to be moved, with a hash of each.
func list(stage, path string) error {
	var out bytes.Buffer
	err := fs.WalkDir(os.DirFS(stage), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		sum, err := hash(filepath.Join(stage, filepath.FromSlash(name)))
		fmt.Fprintf(&out, "%x %s\n", sum, name)
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o600)
}

// takeBack removes the files of a list whose hashes are unchanged, and the folders that are then empty. A file that was
// changed since belongs to the user and stays.
func takeBack(dir, path string) {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		at := filepath.Join(dir, filepath.FromSlash(name))
		if now, err := hash(at); err != nil || fmt.Sprintf("%x", now) != sum || os.Remove(at) != nil {
			continue
		}
		for at = filepath.Dir(at); at != filepath.Clean(dir) && RemoveEmpty(at) == nil; {
			at = filepath.Dir(at)
		}
	}
}

// hash returns the hash of a regular file.
func hash(path string) (sum [sha256.Size]byte, err error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return sum, err
	}
	text, err := os.ReadFile(path)
	return sha256.Sum256(text), err
}

// RemoveEmpty removes an empty folder and nothing else: with a separator at its end, a path names no file.
func RemoveEmpty(dir string) error { return os.Remove(dir + string(filepath.Separator)) }

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

// plain removes the file name from an error: it is the name of a temporary file that no longer exists.
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
