//go:build unix

package system

import (
	"os/exec"
	"syscall"
)

// Group is a program and everything that it has started, except what leaves its process group.
type Group struct{ leader int }

// StartGroup starts a command as the first program of a group.
func StartGroup(cmd *exec.Cmd) (*Group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Group{cmd.Process.Pid}, nil
}

// Kill kills all of it.
func (g *Group) Kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// Close kills what the leader has left, after its end.
func (g *Group) Close() { g.Kill() }
