// Package disk opens and writes files. All packages use it for files whose paths or contents come from elsewhere; a
// test in internal/house lists every other call of package os that opens, writes or removes one.
//
// Only regular files are read: a pipe would block and a device may never end. [Stream] alone takes a pipe. Nothing is
// written through a link, and only files that the program has made are replaced.
package disk

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"bloodline/internal/system"
)

// Near returns a path as it is seen from a folder, with slashes; the full path if it is on another drive.
func Near(dir, path string) string {
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(path)
	near, err3 := filepath.Rel(from, to)
	switch {
	case err2 != nil:
		return path
	case err1 != nil || err3 != nil:
		return to
	}
	return filepath.ToSlash(near)
}

// Refused is a file that is neither read nor written.
type Refused struct{ Path, Rule, Have string }

func (r *Refused) Error() string { return r.Path + ": " + r.Rule + ", have " + r.Have }

func checkRegular(path string, mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return &Refused{path, "must be a file", "a directory"}
	case mode&fs.ModeSymlink != 0:
		return &Refused{path, "must be a regular file", "a link"}
	}
	return &Refused{path, "must be a regular file", "a pipe or a device"}
}

// Open opens a regular file to read it, also through a link; another one is [Refused] without waiting for it.
func Open(path string) (*os.File, error) { return open(os.Stat, path, os.O_RDONLY, 0) }

// Own opens a regular file to read and to write, and makes it if flag has os.O_CREATE: never through a link.
func Own(path string, flag int, perm os.FileMode) (*os.File, error) {
	return open(os.Lstat, path, flag|system.NoFollow, perm)
}

// open looks at a file first, since some devices do something when they are opened, and again when it is open.
func open(look func(string) (fs.FileInfo, error), path string, flag int, perm os.FileMode) (*os.File, error) {
	info, err := look(path)
	if err == nil {
		err = checkRegular(path, info.Mode())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := system.Open(path, flag|system.NoBlock, perm)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = checkRegular(path, info.Mode())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Read returns the bytes of a regular file of at most that many.
func Read(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		return nil, nil // /proc/kmsg passes for an empty file, and blocks
	}
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, &Refused{path, fmt.Sprintf("must have at most %d MB", most>>20), "more"}
	}
	return data, err
}

// Hash returns the first half of the SHA-256 of a file. It is empty if the path names no regular file.
func Hash(path string) (string, error) {
	f, err := Open(path)
	if _, refused := errors.AsType[*Refused](err); refused || errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// Stream opens a regular file or a pipe to read it once. When ctx ends, reads return its error, even waiting ones.
func Stream(ctx context.Context, path string) (io.ReadCloser, error) {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		f, err := Open(path)
		return stream{ctx, f}, err
	}
	ours, theirs := io.Pipe()
	context.AfterFunc(ctx, func() { _ = theirs.CloseWithError(ctx.Err()) })
	go func() { // until the process ends if no writer comes
		f, err := os.Open(path)
		if err == nil {
			_, err = io.Copy(theirs, f)
			_ = f.Close()
		}
		_ = theirs.CloseWithError(err)
	}()
	return ours, nil
}

type stream struct {
	ctx context.Context
	*os.File
}

func (s stream) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.File.Read(b)
}

// ErrLong is returned by [Line] for a line that is longer than it may be.
var ErrLong = errors.New("the line is too long")

// Line reads a line with its end into buf, which grows as far as most. Of a longer line the rest is skipped.
func Line(r *bufio.Reader, buf []byte, most int) (line []byte, err error) {
	part, err := r.ReadSlice('\n')
	size := len(part)
	for line = append(buf[:0], part...); errors.Is(err, bufio.ErrBufferFull); size += len(part) {
		if part, err = r.ReadSlice('\n'); size <= most {
			line = append(line, part...)
		}
	}
	if size > most && (err == nil || errors.Is(err, io.EOF)) {
		err = ErrLong
	}
	return line, err
}

// Append opens or makes a file of lines, to add some. A last line without an end, by another process, is ended first.
func Append(path string) (*os.File, error) {
	f, err := Own(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	end, err := f.Seek(0, io.SeekEnd)
	if last := []byte{'\n'}; err == nil && end > 0 {
		if _, err = f.ReadAt(last, end-1); err == nil && last[0] != '\n' {
			_, err = f.WriteString("\n")
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Made reports by a file's first bytes, at most [Head], whether the program has made it and may replace it.
type Made func(head []byte) bool

// Head is the number of bytes that [Made] looks at.
const Head = 1024

// Containing returns the check that a file's first bytes contain a text.
func Containing(text string) Made {
	return func(head []byte) bool { return bytes.Contains(head, []byte(text)) }
}

// Any replaces any file, for a folder that is the program's own.
func Any([]byte) bool { return true }

// Write writes data to path in one step: a reader, or a power cut, sees the old file or the new one. A file that stands
// there is replaced only if made says so; a nil made replaces none.
func Write(path string, data []byte, made Made) error {
	if err := replaceable(path, made); err != nil {
		return err
	}
	t, err := claim(Part(path), system.WaitLock)
	if err != nil {
		return err
	}
	if err = t.Truncate(0); err == nil {
		_, err = t.Write(data)
	}
	return Finish(t, path, 0o644, err)
}

// Finish closes a temporary file and gives it a mode and its name in one step, or removes it after an error.
func Finish(t *os.File, path string, perm fs.FileMode, err error) error {
	if err == nil {
		err = t.Chmod(perm)
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
	err = t.Close()
	dir, failed := os.Open(filepath.Dir(path))
	if failed == nil {
		_ = dir.Sync() // so that the file keeps its name after a power cut; not every file system can
		failed = dir.Close()
	}
	return errors.Join(err, failed)
}

func replaceable(path string, made Made) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if err := checkRegular(path, info.Mode()); err != nil {
		return err
	}
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, Head))
	if err == nil && (made == nil || !made(head)) {
		err = &Refused{path, "must not exist, or be a file of this program", "another file"}
	}
	return err
}

// Unfinished matches the files that a killed [Write] leaves. The next Write to the same path takes the file over.
const Unfinished = ".*.part"

// Part returns the name of the temporary file that [Write] writes and then renames to path.
func Part(path string) string {
	dir, name := filepath.Split(path)
	return filepath.Join(dir, "."+name+".part")
}

// Lock makes an empty file that this process has until unlock removes it; [system.ErrHeld] while another has it.
func Lock(path string) (unlock func(), err error) {
	f, err := claim(path, system.TryLock)
	if err != nil {
		return nil, err
	}
	return func() {
		if info, err := f.Stat(); err == nil && info.Size() == 0 {
			_ = os.Remove(path)
		}
		_ = f.Close()
	}, nil
}

// claim makes or opens a file for this process alone.
func claim(path string, take func(*os.File, system.LockKind) error) (*os.File, error) {
	for {
		f, err := Own(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		if err := take(f, system.Exclusive); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if now, err := os.Lstat(path); err == nil && os.SameFile(mine, now) {
			return f, nil
		}
		_ = f.Close() // the process that had it has renamed or removed it
	}
}

// Remove removes a regular file, and its temporary file. Anything else at this path stays.
func Remove(path string) error {
	for _, path := range []string{Part(path), path} {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
