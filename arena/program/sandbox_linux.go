package program

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// host is the launcher, around which Linux has the layers.
type host struct {
	missing  []string  // layers
	launcher *exec.Cmd // nil when it could not be started
	socket   *os.File
	spaces   bool
	lost     bool // the launcher is gone
}

// Check reports why programs can't run in a mode here, as a rule; foreign: their commands are from elsewhere.
func (Mode) Check(foreign bool) error { return nil }

func (s *Sandbox) begin() error {
	s.missing = nil
	if s.mode == Off {
		return failed("launcher", errors.Join(s.ensure(), s.launch(false)))
	}
	err := s.launch(true)
	if err != nil {
		missing := fmt.Sprintf("namespaces (%v)", RootCause(err))
		if err = s.launch(false); err != nil {
			return fmt.Errorf("sandbox: %w", err)
		}
		s.missing = append([]string{missing}, s.missing...)
	}
	if s.mode == Require && len(s.missing) > 0 {
		return errors.New(s.lacks())
	}
	return nil
}

// lacks says which layers the sandbox lacks, with the reasons; empty for none.
func (s *Sandbox) lacks() string {
	if len(s.missing) == 0 || s.mode == Off {
		return ""
	}
	return "sandbox: without " + strings.Join(s.missing, ", without ")
}

// ready makes the sandbox anew if a program has managed to end its launcher.
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
	p, err := json.Marshal(plan{Off: s.mode == Off, Spaces: spaces})
	if err != nil {
		return err
	}
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: append([]string{launcherName, string(p), s.dir}, s.reads...), Env: []string{},
		ExtraFiles: []*os.File{theirs}, SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	if attr := cmd.SysProcAttr; spaces { // the user is the same outside; inside it has no rights, whatever it has outside
		const nobody = 65534
		attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC
		user, group := os.Geteuid(), os.Getegid()
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: cmp.Or(user, nobody), HostID: user, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: cmp.Or(group, nobody), HostID: group, Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_RESOURCE}
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
	defer unix.Close(rights[0])
	s.missing = hello.Missing
	return s.enter(fmt.Sprintf("/proc/self/fd/%d", rights[0]))
}

// end kills the launcher, and with it all processes in its namespace. Without a namespace
// the launcher ends when its connection is closed, after it has killed its descendants.
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
	s.leave()
}

// start makes the launcher start a command. wait waits for its end.
func (s *Sandbox) start(p *Process, cmd *exec.Cmd, with *streams) (wait func() State, err error) {
	var fds []int
	for _, f := range with.theirs {
		fds = append(fds, int(f.Fd()))
	}
	var answer started
	o := order{[]byte(cmd.Path), convert[[]byte](cmd.Args), []byte(cmd.Dir), convert[[]byte](cmd.Env)}
	err = s.send(o, unix.UnixRights(fds...))
	if errors.Is(err, unix.EMSGSIZE) {
		answer.Errno, err = unix.E2BIG, nil
	} else if err == nil {
		_, err = s.receive(&answer, 10*time.Second)
	}
	if err != nil {
		s.lost = true
		return nil, fmt.Errorf("%w: %w", ErrSandbox, err)
	}
	if answer.Errno != 0 {
		return nil, &os.PathError{Op: "start", Path: cmd.Path, Err: answer.Errno}
	}
	p.stop = func() { _ = s.send(order{}, nil) }
	p.last = func() { _ = s.launcher.Process.Kill() }
	return func() (e State) {
		if _, err := s.receive(&e, 0); err != nil {
			s.lost, e.Status = true, syscall.WaitStatus(syscall.SIGKILL) // with its launcher
		}
		return e
	}, nil
}

func (s *Sandbox) send(message any, rights []byte) error {
	raw, err := s.socket.SyscallConn()
	if err != nil {
		return err
	}
	_ = s.socket.SetWriteDeadline(time.Now().Add(time.Second))
	failed := raw.Write(func(fd uintptr) bool {
		err = sendMessage(int(fd), message, rights)
		return !errors.Is(err, unix.EAGAIN)
	})
	return errors.Join(failed, err)
}

// receive waits for the launcher's next message, with a limit of time unless it is 0.
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
	var buf [4 << 10]byte
	failed := raw.Read(func(fd uintptr) bool {
		rights, err = receiveMessage(int(fd), buf[:], message)
		return !errors.Is(err, unix.EAGAIN)
	})
	return rights, errors.Join(failed, err)
}
