package program

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// RemoveLeft removes what killed processes left, as the first sandbox of a process does.
var RemoveLeft = removeLeft

// Plain makes a sandbox anew as on a system that has no namespaces for it.
func (s *Sandbox) Plain() error {
	s.end()
	return s.launch(false)
}

// Broken ends the launcher, as a program may manage to.
func (s *Sandbox) Broken() { _ = s.launcher.Process.Kill() }

// Abandon orders a program and closes the connection before the launcher can answer, as a
// kill of this process may. It returns when the launcher has ended.
func (s *Sandbox) Abandon(cmd *exec.Cmd) error {
	streams, err := new(Process).streams(cmd)
	if err != nil {
		return err
	}
	_ = s.launcher.Process.Signal(syscall.SIGSTOP)
	var fds []int
	for _, f := range streams.theirs {
		fds = append(fds, int(f.Fd()))
	}
	err = s.send(order{[]byte(cmd.Path), convert[[]byte](cmd.Args), []byte(cmd.Dir), convert[[]byte](cmd.Env)}, unix.UnixRights(fds...))
	_ = s.socket.Close()
	_ = s.launcher.Process.Signal(syscall.SIGCONT)
	_ = s.launcher.Wait()
	s.launcher = nil
	return err
}
