//go:build !linux

package program

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"bloodline/internal/system"
)

// name is the system's name for messages.
var name = cmp.Or(map[string]string{"darwin": "macOS", "windows": "Windows"}[runtime.GOOS], runtime.GOOS)

// host starts programs as a shell does, each in a group that ends with it.
type host struct{}

var prepared bool // says that this program has called Launcher, as it must on Linux

// Launcher comes first in main: on Linux it makes this process a launcher if it was started as one.
func Launcher() { prepared = true }

// Check reports why programs can't run in a mode here, as a rule; foreign: their commands are from elsewhere.
func (m Mode) Check(foreign bool) error {
	switch {
	case m == Require:
		return errors.New("must be auto or off: bloodline confines programs on Linux only")
	case m != Off && foreign:
		return errors.New("must be off for commands from elsewhere: bloodline confines programs on Linux only")
	}
	return nil
}

func (s *Sandbox) begin() error {
	if !prepared {
		return errUnprepared
	}
	if err := s.mode.Check(false); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return s.ensure()
}

// lacks says which layers the sandbox lacks; empty for none.
func (s *Sandbox) lacks() string {
	if s.mode == Off {
		return ""
	}
	return "bloodline confines programs on Linux only: on " + name + " they may do what you may"
}

func (s *Sandbox) ready() error { return s.ensure() }
func (s *Sandbox) end()         { s.leave() }

// start starts a command. wait waits for its end.
func (s *Sandbox) start(p *Process, cmd *exec.Cmd, with *streams) (wait func() State, err error) {
	env := cmd.Env
	if s.mode == Off {
		env = append(os.Environ(), env...)
	}
	own := exec.Cmd{
		Path: cmd.Path, Args: cmd.Args, Dir: cmd.Dir, Env: env,
		Stdin: with.theirs[0], Stdout: with.theirs[1], Stderr: with.theirs[2],
	}
	g, err := system.StartGroup(&own)
	if err != nil {
		return nil, err
	}
	p.stop = g.Kill
	p.last = func() { _ = own.Process.Kill() }
	return func() State {
		_ = own.Wait()
		g.Close()
		var state State
		if s := own.ProcessState; s != nil {
			state.Status, _ = s.Sys().(syscall.WaitStatus)
			state.CPU = s.UserTime() + s.SystemTime()
		}
		return state
	}, nil
}
