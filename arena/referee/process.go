package referee

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	stderrKept = 4 << 10 // bytes at the end of what a program writes to stderr
	// escaped is how long to wait for output pipes that somebody still holds who
	// has left the process group.
	escaped = 100 * time.Millisecond
)

// process is a program at the head of its own process group. One goroutine waits
// for its end, kills what is left of the group, and only then reaps it, so that
// the number of the group cannot have gone to anybody else.
type process struct {
	cmd    *exec.Cmd
	stderr tail
	mu     sync.Mutex
	reaped bool
	done   chan struct{} // closed when the process is reaped
	detach func() bool   // from the context
}

// launch starts a command whose streams are set, but for stderr. A cancelled
// context kills the group.
func launch(ctx context.Context, cmd *exec.Cmd) (*process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Stderr = &p.stderr
	cmd.WaitDelay = escaped
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.detach = context.AfterFunc(ctx, p.kill)
	go p.watch()
	return p, nil
}

func (p *process) watch() {
	defer close(p.done)
	waitable(p.cmd.Process.Pid)
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	_ = p.cmd.Wait() // ProcessState says how it ended
	p.reaped = true
	p.detach()
}

// waitable returns when a child has ended, without reaping it.
func waitable(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// kill kills the group.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// ended waits for the end for a while.
func (p *process) ended(limit time.Duration) bool {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// end kills the group and waits for it.
func (p *process) end() {
	p.kill()
	<-p.done
}

// cpu returns the processor time, after the end.
func (p *process) cpu() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// tail keeps the last bytes that were written to it.
type tail struct {
	mu    sync.Mutex
	bytes []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes = append(t.bytes, b[max(0, len(b)-stderrKept):]...)
	if n := len(t.bytes) - stderrKept; n > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return printable(string(t.bytes))
}

// head keeps the first bytes that were written to it.
type head struct {
	bytes []byte
	max   int
}

func (h *head) Write(b []byte) (int, error) {
	h.bytes = append(h.bytes, b[:min(len(b), h.max-len(h.bytes))]...)
	return len(b), nil
}
