package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ErrSandbox is returned by [Sandbox.Launch] and [Sandbox.Open] when it is not the command
// that cannot be started, but the sandbox that failed.
var ErrSandbox = errors.New("sandbox")

// Mode says how programs are kept apart from each other and from everything else.
type Mode string

// The modes of a sandbox.
const (
	Auto    Mode = "auto"    // with every layer that the kernel has
	Require Mode = "require" // with all layers, or not at all
	Off     Mode = "off"     // as a shell would run them
)

// Sandbox is where the programs of one player run, one at a time, each with the same
// folder of its own. What runs there sees the system's folders and the files of its command,
// and may write into its own folder only. It sees no process outside, has no network, and
// finds PATH, LANG, HOME and TMPDIR in its environment. All that it leaves running dies
// with it; all that it has written lasts until [Sandbox.Close].
//
// The layers are new namespaces (user, process, mount, network, IPC), landlock and a seccomp
// filter, where the kernel has them, and always no_new_privs and limits of memory, files and
// processes.
// They are put around a launcher, which is this program's own binary run anew: a sandbox
// takes some 10 ms to make, a program in it less than a millisecond more than outside.
//
// Off has a folder and a launcher, but no layers: programs there inherit the environment.
type Sandbox struct {
	mode  Mode
	dir   string
	reads []string
	home  *os.File // the folder, as the programs see it

	missing  []string
	launcher *exec.Cmd // nil when it could not be started
	socket   *os.File
	spaces   bool
	lost     bool // the launcher is gone
}

// NewSandbox makes a sandbox for a command, with a folder of a random name that begins
// with name, below parent. Of the user's files it shows those that the command names, and
// these further files and folders. With [Require] it is an error if a layer is missing.
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

// lacking is told of the layers that are missing.
var lacking struct {
	sync.Mutex
	tell func(layers []string)
}

// OnMissing has the first sandbox of this process that lacks layers say which, with the
// reasons.
func OnMissing(tell func(layers []string)) {
	lacking.Lock()
	defer lacking.Unlock()
	lacking.tell = tell
}

func (s *Sandbox) tellMissing() {
	lacking.Lock()
	defer lacking.Unlock()
	if len(s.missing) > 0 && lacking.tell != nil {
		lacking.tell(s.missing)
		lacking.tell = nil
	}
}

func (s *Sandbox) begin() error {
	s.missing = nil
	if s.mode == Off {
		return failed("launcher", errors.Join(s.ensure(), s.launch(false)))
	}
	err := s.launch(true)
	if err != nil {
		missing := fmt.Sprintf("namespaces (%v)", Reason(err))
		if err = s.launch(false); err != nil {
			return fmt.Errorf("sandbox: %w", err)
		}
		s.missing = append([]string{missing}, s.missing...)
	}
	if s.mode == Require && len(s.missing) > 0 {
		return fmt.Errorf("sandbox: without %s", strings.Join(s.missing, ", without "))
	}
	s.tellMissing()
	return nil
}

// ready makes a sandbox anew whose launcher a program has managed to end.
func (s *Sandbox) ready() error {
	if s.launcher == nil || s.lost {
		s.end()
		return s.begin()
	}
	if s.mode == Off {
		return s.ensure()
	}
	return nil
}

// ensure makes the folder of a program without a sandbox anew if it has been removed.
func (s *Sandbox) ensure() error {
	if s.home != nil {
		var at, is unix.Stat_t
		if unix.Fstat(int(s.home.Fd()), &at) == nil && unix.Lstat(s.dir, &is) == nil && at.Ino == is.Ino && at.Dev == is.Dev {
			return nil
		}
		_ = s.home.Close()
	}
	err := os.MkdirAll(s.dir, 0o700)
	if err == nil {
		s.home, err = os.OpenFile(s.dir, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	}
	return err
}

// launch starts the launcher and hears its greeting.
func (s *Sandbox) launch(spaces bool) error {
	if !prepared {
		return errUnprepared
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	theirs := os.NewFile(uintptr(pair[1]), "launcher")
	defer theirs.Close()
	_ = unix.SetNonblock(pair[0], true)
	s.socket = os.NewFile(uintptr(pair[0]), "launcher")
	p, err := json.Marshal(plan{Dir: s.dir, Reads: s.reads, Off: s.mode == Off, Spaces: spaces})
	if err != nil {
		return err
	}
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{launcherName, string(p)}, Env: []string{},
		ExtraFiles: []*os.File{theirs}, SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	if spaces {
		separate(cmd.SysProcAttr)
	}
	if s.mode == Off {
		cmd.Env = nil // this program's
	}
	if err := cmd.Start(); err != nil {
		_ = s.socket.Close()
		return err
	}
	s.launcher, s.spaces, s.lost = cmd, spaces, false
	_ = theirs.Close()
	var hello greeting
	rights, err := s.receive(&hello, 10*time.Second)
	if err == nil && hello.Err != "" {
		err = errors.New(hello.Err)
	}
	if err == nil && len(rights) != 1 {
		err = errors.New("the launcher sent no folder")
	}
	if err != nil {
		s.end()
		return err
	}
	if s.home != nil {
		_ = s.home.Close()
	}
	s.home, s.missing = os.NewFile(uintptr(rights[0]), s.dir), hello.Missing
	return nil
}

// separate asks for namespaces of its own. The user is the same outside; inside it is one
// without rights, whatever it is outside.
func separate(attr *syscall.SysProcAttr) {
	const nobody = 65534
	attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
	user, group := os.Geteuid(), os.Getegid()
	inside := func(id int) int {
		if id == 0 {
			return nobody
		}
		return id
	}
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside(user), HostID: user, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: inside(group), HostID: group, Size: 1}}
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_RESOURCE}
}

// end kills the launcher, and with it all that runs in its namespace. Where there is
// none, it ends when its connection does, after what it has started.
func (s *Sandbox) end() {
	if s.launcher != nil {
		_ = s.socket.Close()
		patience := hopeless
		if s.spaces {
			patience = 0
		}
		launcher := s.launcher // the timer may fire when it is forgotten
		kill := time.AfterFunc(patience, func() { _ = launcher.Process.Kill() })
		_ = launcher.Wait()
		kill.Stop()
		s.launcher = nil
	}
	if s.home != nil {
		_ = s.home.Close()
		s.home = nil
	}
}

// Close ends what runs and removes the folder.
func (s *Sandbox) Close() error {
	s.end()
	return RemoveAll(s.dir)
}

// readable returns the paths that a command needs: these files and folders, each file that it
// names, and the target of a link. Beside an installed program, which lies in a folder of
// PATH called bin or shims, are its libraries.
func readable(command, files []string) (out []string) {
	for i, word := range slices.Concat(command, files) {
		if _, err := os.Stat(word); err != nil || !filepath.IsAbs(word) {
			continue
		}
		installed := i == 0 && len(command) > 0 && slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(word))
		paths := []string{filepath.Clean(word)}
		if to, err := filepath.EvalSymlinks(word); err == nil && to != word {
			paths = append(paths, to)
		}
		for _, path := range paths {
			if up := filepath.Dir(filepath.Dir(path)); installed && slices.Contains([]string{"bin", "shims"}, filepath.Base(filepath.Dir(path))) && !HoldsHome(up) {
				path = up
			}
			if i >= len(command) || !HoldsHome(path) {
				out = append(out, path)
			}
		}
	}
	slices.Sort(out) // a folder before what is in it
	return slices.Compact(out)
}

// HoldsHome reports whether a folder is too much to show: the user's home, or one above it.
func HoldsHome(dir string) bool {
	home, _ := os.UserHomeDir()
	return dir == "/" || home != "" && (home == dir || strings.HasPrefix(home, dir+"/"))
}

// Command returns a command to launch in the sandbox, with further variables of its
// environment.
func (s *Sandbox) Command(words []string, env ...string) *exec.Cmd {
	cmd := &exec.Cmd{Path: words[0], Args: words, Dir: s.dir}
	if s.mode == Off {
		cmd = exec.Command(words[0], words[1:]...) // which looks it up
		cmd.Dir, cmd.Env = s.dir, env
		return cmd
	}
	if path, err := exec.LookPath(words[0]); err != nil {
		cmd.Err = err
	} else {
		cmd.Path = path
	}
	lang := os.Getenv("LANG")
	if lang == "" {
		lang = "C.UTF-8"
	}
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LANG=" + lang, "HOME=" + s.dir, "TMPDIR=" + s.dir}, env...)
	return cmd
}

// Launch starts a command, whose streams are set but for stderr, in the sandbox. Of its
// fields it heeds Path, Args, Dir, Env (when off: what is added to the environment), Stdin
// and Stdout. A cancelled context kills it.
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
	if err == nil {
		err = s.order(cmd, streams)
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
	p.stop = func() { _ = s.send(order{}, nil) }
	p.detach = context.AfterFunc(ctx, p.stop)
	p.last = func() { _ = s.launcher.Process.Kill() }
	go s.watch(p, streams)
	return p, nil
}

// streams are those of a command.
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

// order has the launcher start a command.
func (s *Sandbox) order(cmd *exec.Cmd, with *streams) error {
	var fds []int
	for _, f := range with.theirs {
		fds = append(fds, int(f.Fd()))
	}
	err := s.send(order{Path: cmd.Path, Args: cmd.Args, Dir: cmd.Dir, Env: cmd.Env}, unix.UnixRights(fds...))
	if errors.Is(err, unix.EMSGSIZE) {
		return &os.PathError{Op: "start", Path: cmd.Path, Err: unix.E2BIG}
	}
	if err != nil {
		s.lost = true
		return fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	var answer started
	if _, err := s.receive(&answer, 10*time.Second); err != nil {
		s.lost = true
		return fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	if answer.Errno != 0 {
		return &os.PathError{Op: "start", Path: cmd.Path, Err: answer.Errno}
	}
	return nil
}

// watch waits for the end of a process and of what it has printed.
func (s *Sandbox) watch(p *Process, with *streams) {
	copied := make(chan struct{})
	for i, r := range with.read {
		go func() {
			defer func() { copied <- struct{}{} }()
			b := make([]byte, 4<<10)
			for {
				n, err := r.Read(b)
				_, _ = with.into[i].Write(b[:n])
				if err != nil {
					return
				}
			}
		}()
	}
	var e ended
	if _, err := s.receive(&e, 0); err != nil {
		s.lost, e.Status = true, syscall.WaitStatus(syscall.SIGKILL) // with its launcher
	}
	for _, r := range with.read {
		_ = r.SetReadDeadline(time.Now().Add(hopeless)) // the other end is closed by now
	}
	for range with.read {
		<-copied
	}
	for _, r := range with.read {
		_ = r.Close()
	}
	p.detach()
	p.state = State{e.Status, time.Duration(e.User + e.Sys)}
	close(p.done)
}

func (s *Sandbox) send(message any, rights []byte) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	raw, err := s.socket.SyscallConn()
	if err != nil {
		return err
	}
	_ = s.socket.SetWriteDeadline(time.Now().Add(time.Second))
	failed := raw.Write(func(fd uintptr) bool {
		err = unix.Sendmsg(int(fd), data, rights, nil, unix.MSG_NOSIGNAL)
		return !errors.Is(err, unix.EAGAIN)
	})
	return errors.Join(failed, err)
}

// receive waits for the launcher's next message, for so long; 0 is as long as it takes.
func (s *Sandbox) receive(message any, limit time.Duration) (rights []int, err error) {
	raw, err := s.socket.SyscallConn()
	if err != nil {
		return nil, err
	}
	deadline := time.Time{}
	if limit > 0 {
		deadline = time.Now().Add(limit)
	}
	_ = s.socket.SetReadDeadline(deadline)
	var n, oobn int
	var buf [4 << 10]byte
	var oob [64]byte
	failed := raw.Read(func(fd uintptr) bool {
		n, oobn, _, _, err = unix.Recvmsg(int(fd), buf[:], oob[:], unix.MSG_CMSG_CLOEXEC)
		return !errors.Is(err, unix.EAGAIN)
	})
	if err = errors.Join(failed, err); err == nil && n == 0 {
		err = errors.New("the launcher has ended")
	}
	if err != nil {
		return nil, err
	}
	if parts, err := unix.ParseSocketControlMessage(oob[:oobn]); err == nil && len(parts) == 1 {
		rights, _ = unix.ParseUnixRights(&parts[0])
	}
	return rights, json.Unmarshal(buf[:n], message)
}
