// Package program runs programs of others: it starts them, talks to them over pipes and
// kills them.
//
//   - [Command] makes a program's words out of a command line.
//   - A [Process] is a program at the head of a process group of its own, which is
//     killed as a whole when the program ends, when [Process.End] says so, or when the
//     context is cancelled. Only a process that left the group on purpose can stay
//     behind.
//   - A [Pipe] is a process that lives on, and is asked and answers in lines.
//
// Starting a program takes a millisecond, a question over a pipe some 20 µs. The package
// reads the clock and knows no game.
package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

const (
	stderrKept = 4 << 10 // bytes at the end of what a program writes to stderr
	// Escaped is how long to wait for output pipes that somebody still holds who
	// has left the process group.
	Escaped = 100 * time.Millisecond
)

// Process is a program at the head of its own process group. One goroutine waits
// for its end, kills what is left of the group, and only then reaps it, so that
// the number of the group cannot have gone to anybody else.
type Process struct {
	stderr tail
	state  State
	done   chan struct{} // closed when the process is reaped
	detach func() bool   // from the context
	stop   func()        // kills it
	last   func()        // does so where stop is of no avail; nil if it always is

	cmd    *exec.Cmd // nil in a sandbox
	mu     sync.Mutex
	reaped bool
}

// Launch starts a command whose streams are set, but for stderr. A cancelled
// context kills the group.
func Launch(ctx context.Context, cmd *exec.Cmd) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, done: make(chan struct{})}
	// The kernel kills it when the thread that started it ends, which is with this program.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = &p.stderr
	cmd.WaitDelay = 10 * Escaped // a busy machine may take longer to read what is there
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.stop = p.kill
	p.detach = context.AfterFunc(ctx, p.stop)
	go p.watch()
	return p, nil
}

func (p *Process) watch() {
	defer close(p.done)
	waitable(p.cmd.Process.Pid)
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	_ = p.cmd.Wait() // ProcessState says how it ended
	status, _ := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	p.state = State{status, p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()}
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
func (p *Process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// Ended waits for the end for a while.
func (p *Process) Ended(limit time.Duration) bool {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// hopeless is how long a launcher may take to kill.
const hopeless = 2 * time.Second

// End kills the process and all that it has started, and waits for it.
func (p *Process) End() {
	select {
	case <-p.done:
		return
	default:
	}
	p.stop()
	if p.last != nil && !p.Ended(hopeless) {
		p.last()
	}
	<-p.done
}

// Stderr returns the end of what the program wrote there, fit for a terminal.
func (p *Process) Stderr() string { return p.stderr.String() }

// State says how the program ended, after the end.
func (p *Process) State() State { return p.state }

// CPU returns the processor time, after the end.
func (p *Process) CPU() time.Duration { return p.state.cpu }

// State is how a program ended.
type State struct {
	status syscall.WaitStatus
	cpu    time.Duration
}

// Success reports whether it exited with status 0.
func (s State) Success() bool { return s.status.Exited() && s.status.ExitStatus() == 0 }

func (s State) String() string {
	if s.status.Signaled() {
		return "signal: " + s.status.Signal().String()
	}
	return fmt.Sprintf("exit status %d", s.status.ExitStatus())
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

// ReadFrom is Write of all that is read: io.Copy would take 32 KB for each stream of each
// program.
func (t *tail) ReadFrom(r io.Reader) (int64, error) { return copyTo(t, r) }

func copyTo(w io.Writer, r io.Reader) (n int64, err error) {
	b := make([]byte, 1<<10)
	for {
		k, err := r.Read(b)
		_, _ = w.Write(b[:k])
		n += int64(k)
		if errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
		if k == len(b) && k < 32<<10 {
			b = make([]byte, 4*k)
		}
	}
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Printable(string(t.bytes))
}

// Head keeps the first Max bytes that were written to it.
type Head struct {
	Bytes []byte
	Max   int
}

func (h *Head) Write(b []byte) (int, error) {
	h.Bytes = append(h.Bytes, b[:min(len(b), h.Max-len(h.Bytes))]...)
	return len(b), nil
}

// ReadFrom is Write of all that is read.
func (h *Head) ReadFrom(r io.Reader) (int64, error) { return copyTo(h, r) }

// Reason drops the path of a command that cannot be started, which tests and
// people need not see twice.
func Reason(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}

// Printable is text fit for a terminal and for JSON, clipped.
func Printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) && r != '\n' && r != '\t' {
			return '.'
		}
		return r
	}, s)
	if n := len(s) - stderrKept; n > 0 {
		s = "..." + strings.ToValidUTF8(s[n:], "")
	}
	return strings.TrimSpace(s)
}
