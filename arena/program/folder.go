package program

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// Write puts a file into the programs' folder, in the place of whatever has that name.
func (s *Sandbox) Write(name, text string) error {
	if err := s.ready(); err != nil {
		return fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	err := s.create(name, text)
	if err != nil { // it may have been locked, or the name be that of a folder
		_ = s.home.Chmod(0o700)
		_ = s.root.Rename(name, rand.Text())
		err = s.create(name, text)
	}
	if err != nil {
		return fmt.Errorf("its folder cannot be written to: %w", RootCause(err))
	}
	return nil
}

func (s *Sandbox) create(name, text string) error {
	_ = s.root.Remove(name)
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// Read reads a regular file of at most so many bytes from the programs' folder, without ever blocking.
func (s *Sandbox) Read(name string, most int) (string, error) {
	is, err := s.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New("the file is gone")
	case err != nil:
		return "", fmt.Errorf("the file cannot be read: %w", RootCause(err))
	case is.Mode()&(fs.ModeSymlink|fs.ModeSocket) != 0:
		return "", errors.New("the file has become something else")
	case !is.Mode().IsRegular():
		return "", fmt.Errorf("the file has become a %v", is.Mode().Type())
	}
	f, err := s.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", fmt.Errorf("the file cannot be read: %w", RootCause(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", fmt.Errorf("the file cannot be read: %w", err)
	case !os.SameFile(is, info): // meanwhile
		return "", errors.New("the file has become something else")
	case info.Size() > int64(most):
		return "", fmt.Errorf("the file has grown by %d bytes too many", info.Size()-int64(most))
	}
	text := make([]byte, info.Size())
	if n, err := io.ReadFull(f, text); err != nil {
		return "", fmt.Errorf("the file cannot be read: %d of %d bytes: %w", n, len(text), err)
	}
	return string(text), nil
}

// Clean reports whether the programs' folder is as it was made: there, empty, and theirs.
func (s *Sandbox) Clean() bool {
	if s.mode == Off && s.ensure() != nil || s.home == nil {
		return false
	}
	info, err := s.home.Stat()
	if err != nil || info.Mode().Perm() != 0o700 && runtime.GOOS != "windows" {
		return false
	}
	if _, err = s.home.Seek(0, io.SeekStart); err == nil {
		_, err = s.home.Readdirnames(1)
	}
	return errors.Is(err, io.EOF)
}

// Remove removes a file that [Sandbox.Write] has written, if it is still there.
func (s *Sandbox) Remove(name string) {
	if s.home != nil {
		_ = s.root.Remove(name)
	}
}
