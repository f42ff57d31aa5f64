package program

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// ErrSandbox is returned by [Sandbox.Launch] and [Sandbox.Open] when the sandbox failed, not the command.
var ErrSandbox = errors.New("sandbox")

var errUnprepared = errors.New("to start programs, main must begin with program.Launcher() of bloodline/arena/program")

// Mode says how programs are kept apart from each other and from everything else.
type Mode string

const (
	Auto    Mode = "auto"    // with every layer that the kernel has
	Require Mode = "require" // with all layers, or not at all
	Off     Mode = "off"     // as a shell would run them
)

// Sandbox confines the programs of one player, which run one at a time, each with the same folder of its own. What runs
// there sees the system's folders and the files of its command, and may write into its own folder only. It sees no
// process outside, has no network, and finds PATH, LANG, HOME and TMPDIR in its environment. All that it leaves running
// dies with it; all that it has written lasts until [Sandbox.Close].
//
// On Linux a launcher, this program's own binary run anew, has new namespaces (user, process, mount, network, IPC),
// landlock and a seccomp filter, where the kernel has them, and always no_new_privs and limits of memory, files and
// processes. A sandbox takes some 10 ms to make, a program in it hardly longer than outside.
//
// Off, and every mode of another system, has only the folder. With Off programs inherit the environment.
type Sandbox struct {
	mode  Mode
	dir   string
	reads []string
	home  *os.File // the folder, as the programs see it
	root  *os.Root // the folder as an os.Root
	host
}

// NewSandbox makes a sandbox for a command, in a new folder below parent whose name begins with name. Of the user's
// files it shows those that the command names, and files. With [Require] it is an error if a layer is missing.
func NewSandbox(mode Mode, parent, name string, command []string, files ...string) (*Sandbox, error) {
	dir, err := os.MkdirTemp(parent, name+"-")
	if err != nil {
		return nil, err
	}
	s := &Sandbox{mode: mode, dir: dir, reads: readable(command, files)}
	if err := s.begin(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Dir returns the path of the programs' own folder, as they see it.
func (s *Sandbox) Dir() string { return s.dir }

// ensure makes the folder of a program without a sandbox anew if it has been removed.
func (s *Sandbox) ensure() error {
	if s.home != nil && s.inPlace() {
		return nil
	}
	err := os.MkdirAll(s.dir, 0o700)
	if err == nil {
		err = s.enter(s.dir)
	}
	if err == nil && !s.inPlace() {
		err = errors.New("another file has its name")
	}
	return err
}

// inPlace reports whether the folder has its name, and no link has it.
func (s *Sandbox) inPlace() bool {
	at, err := s.home.Stat()
	is, failed := os.Lstat(s.dir)
	return err == nil && failed == nil && os.SameFile(at, is)
}

func (s *Sandbox) enter(path string) error {
	s.leave()
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	home, err := root.Open(".")
	if err != nil {
		return errors.Join(err, root.Close())
	}
	s.home, s.root = home, root
	return nil
}

func (s *Sandbox) leave() {
	if s.home != nil {
		_, _ = s.home.Close(), s.root.Close()
		s.home, s.root = nil, nil
	}
}

// Close ends what runs and removes the folder.
func (s *Sandbox) Close() error {
	s.end()
	return system.RemoveAll(s.dir)
}

// readable returns the paths that a command needs: these files and folders, each file that it names, and the targets of
// links; for an installed program, in a folder bin or shims of PATH, also its libraries beside it, and those of the
// interpreter of a script. Of a folder above a bin that is directly in the user's home (~/.local, ~/.cargo, ~/go) only
// the libraries are shown, since it has more than programs, keyrings among it.
func readable(command, files []string) (out []string) {
	for i, word := range slices.Concat(command, files) {
		if _, err := os.Stat(word); err != nil || !filepath.IsAbs(word) {
			continue
		}
		installed := i == 0 && len(command) > 0 && slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(word))
		paths := shown(word, installed)
		if by := Interpreter(word); by != "" && installed {
			paths = append(paths, shown(by, true)...)
		}
		for _, path := range paths {
			if i >= len(command) || !HoldsHome(path) {
				out = append(out, path)
			}
		}
	}
	slices.Sort(out) // a folder before what is in it
	return slices.Compact(out)
}

// shown returns a path and the targets of links on its way; of an installed program also its libraries.
func shown(word string, installed bool) (out []string) {
	paths := []string{filepath.Clean(word)}
	for to, err := os.Readlink(word); err == nil && len(paths) < 10; to, err = os.Readlink(to) {
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(paths[len(paths)-1]), to)
		}
		paths = append(paths, to)
	}
	if to, err := filepath.EvalSymlinks(word); err == nil {
		paths = append(paths, to)
	}
	for _, path := range paths {
		up, in := filepath.Dir(filepath.Dir(path)), filepath.Base(filepath.Dir(path))
		switch {
		case !installed || in != "bin" && in != "shims" || HoldsHome(up):
			out = append(out, path)
		case in == "bin" && HoldsHome(filepath.Dir(up)):
			out = append(out, path)
			for _, name := range []string{"lib", "lib64", "libexec", "conf"} {
				lib := filepath.Join(up, name)
				if info, err := os.Stat(lib); err == nil && info.IsDir() {
					out = append(out, lib)
				}
			}
		default:
			out = append(out, up)
		}
	}
	return out
}

// Interpreter returns the absolute path in the first line of a script; empty for other files.
func Interpreter(path string) string {
	f, err := disk.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	rest, isScript := strings.CutPrefix(line, "#!")
	if by := strings.Fields(rest); isScript && len(by) > 0 && filepath.IsAbs(by[0]) {
		return by[0]
	}
	return ""
}

// HoldsHome reports whether a folder contains the user's home.
func HoldsHome(dir string) bool {
	home, _ := os.UserHomeDir()
	below, err := filepath.Rel(dir, home)
	return filepath.Dir(dir) == dir || home != "" && err == nil && filepath.IsLocal(below)
}

// Command returns a command to launch in the sandbox, with further variables of its environment.
func (s *Sandbox) Command(words []string, env ...string) *exec.Cmd {
	cmd := exec.Command(words[0], words[1:]...)
	if cmd.Dir, cmd.Env = s.dir, env; s.mode != Off {
		cmd.Env = append(environment(runtime.GOOS, s.dir, os.Getenv), env...)
	}
	return cmd
}

// environment returns what programs of a system get of the variables that get has: none with the user's keys and paths.
func environment(system, dir string, get func(string) string) []string {
	env := []string{"PATH=" + get("PATH"), "LANG=" + cmp.Or(get("LANG"), "C.UTF-8"), "HOME=" + dir, "TMPDIR=" + dir}
	if system != "windows" {
		return env
	}
	for _, name := range []string{"APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "USERPROFILE"} {
		env = append(env, name+"="+dir)
	}
	for name := range strings.FieldsSeq(`ComSpec NUMBER_OF_PROCESSORS OS PATHEXT PROCESSOR_ARCHITECTURE ProgramData
		ProgramFiles ProgramFiles(x86) SystemDrive SystemRoot windir`) { // without which programs find no system
		if value := get(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Launch starts a command by its Path, Args, Dir, Env, Stdin and Stdout. The process is killed when ctx is cancelled.
func (s *Sandbox) Launch(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if cmd.Err != nil {
		return nil, cmd.Err
	}
	if err := s.ready(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	p := &Process{done: make(chan struct{})}
	streams, err := p.streams(cmd)
	var wait func() State
	if err == nil {
		wait, err = s.start(p, cmd, streams)
	}
	for _, f := range streams.close {
		_ = f.Close()
	}
	if err != nil {
		for _, f := range streams.read {
			_ = f.Close()
		}
		return nil, err
	}
	detach := context.AfterFunc(ctx, p.stop)
	go func() {
		copied := make(chan struct{}, len(streams.read))
		for i, r := range streams.read {
			go func() {
				defer func() { copied <- struct{}{} }()
				_, _ = io.Copy(streams.into[i], r)
			}()
		}
		state := wait()
		for _, r := range streams.read { // the other ends are closed by now, unless a program has escaped
			_ = r.SetReadDeadline(time.Now().Add(hopeless))
		}
		hope := time.After(2 * hopeless) // Windows has no such deadline
		for range streams.read {
			select {
			case <-copied:
			case <-hope:
			}
		}
		for _, r := range streams.read {
			_ = r.Close()
		}
		detach()
		p.State = state
		close(p.done)
	}()
	return p, nil
}

type streams struct {
	theirs [3]*os.File
	close  []*os.File // when they have them
	read   []*os.File // the other ends
	into   []io.Writer
}

func (p *Process) streams(cmd *exec.Cmd) (*streams, error) {
	s := new(streams)
	for i, stream := range []any{cmd.Stdin, cmd.Stdout, &p.stderr} {
		switch to := stream.(type) {
		case *os.File:
			s.theirs[i] = to
		case io.Writer:
			r, w, err := os.Pipe()
			if err != nil {
				return s, err
			}
			s.theirs[i] = w
			s.close, s.read, s.into = append(s.close, w), append(s.read, r), append(s.into, to)
		default:
			null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
			if err != nil {
				return s, err
			}
			s.theirs[i] = null
			s.close = append(s.close, null)
		}
	}
	return s, nil
}

// Write puts a file into the programs' folder, in the place of whatever has that name.
func (s *Sandbox) Write(name, text string, mode fs.FileMode) error {
	if err := s.ready(); err != nil {
		return fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	err := s.create(name, text, mode)
	if err != nil { // it may have been locked, or the name be that of a folder
		_ = s.home.Chmod(0o700)
		_ = s.root.Rename(name, rand.Text())
		err = s.create(name, text, mode)
	}
	if err != nil {
		return fmt.Errorf("its folder cannot be written to: %w", RootCause(err))
	}
	return nil
}

func (s *Sandbox) create(name, text string, mode fs.FileMode) error {
	syscall.ForkLock.RLock() // a program that starts now would hold the file open, and no system runs such a script
	defer syscall.ForkLock.RUnlock()
	_ = s.root.Remove(name)
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
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

func (s *Sandbox) Remove(name string) {
	if s.home != nil {
		_ = s.root.Remove(name)
	}
}
