// Package program runs programs of others: it starts them, talks to them over pipes and kills them.
//
//   - [Command] makes a program's words out of a command line.
//   - A [Process] is a program in a [Sandbox]. It and all that it has started are killed
//     when it ends, when [Process.End] says so, when the context is cancelled, and when
//     this program ends, even by SIGKILL.
//   - A [Pipe] is a process that lives on, and is asked and answers in lines.
//
// Starting a program takes a millisecond, a question over a pipe some 20 µs. The package
// reads the clock and knows no game.
package program

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// EndWait is how long to wait for the end of a program that has closed its output.
const EndWait = 2 * time.Second

const (
	stderrKept = 4 << 10          // bytes that are kept of a program's standard error, from its end
	hopeless   = 10 * time.Second // how long a launcher may take to kill, on a busy machine
)

// Process is a program that a launcher has started.
type Process struct {
	stderr tail
	state  State
	done   chan struct{} // closed when the process is reaped
	detach func() bool   // from the context
	stop   func()        // kills it
	last   func()        // does so where stop is of no avail
}

// WaitEnd reports whether the process ends within the limit.
func (p *Process) WaitEnd(limit time.Duration) bool {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// End kills the process and all that it has started, and waits for it.
func (p *Process) End() {
	select {
	case <-p.done:
		return
	default:
	}
	p.stop()
	if !p.WaitEnd(hopeless) {
		p.last()
	}
	<-p.done
}

// Stderr returns the end of the program's standard error, without control characters.
func (p *Process) Stderr() string { return p.stderr.String() }

// State says how the program ended, after the end.
func (p *Process) State() State { return p.state }

// CPU returns the processor time, after the end.
func (p *Process) CPU() time.Duration { return p.state.cpu }

// Memory returns the most bytes of memory that the program had at a time, after the end; 0 on other systems than Linux.
func (p *Process) Memory() int64 { return p.state.memory }

// State is the exit status of a program.
type State struct {
	status syscall.WaitStatus
	cpu    time.Duration
	memory int64
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

// RootCause returns the innermost error, without the path of a command that cannot be started.
func RootCause(err error) error {
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
