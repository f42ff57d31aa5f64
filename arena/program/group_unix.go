//go:build unix && !linux

package program

import (
	"os/exec"
	"syscall"
)

// group is a program and everything that it has started, except what leaves its process group.
type group struct{ leader int }

func startGroup(cmd *exec.Cmd) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &group{cmd.Process.Pid}, nil
}

func (g *group) kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// end kills what the leader has left, after its end.
func (g *group) end() { g.kill() }
