// Package program runs programs of others: it starts them, talks to them over pipes and kills them.
//
//   - [Command] makes a program's words out of a command line.
//   - A [Process] is a program in a [Sandbox]. It and all that it has started are killed when it ends, by [Process.End],
//     when the context is cancelled, and when this program ends, even by SIGKILL.
//   - A [Pipe] is a process that lives on, and is asked and answers in lines.
//
// Starting a program takes a millisecond, a question over a pipe some 20 µs. The package reads the clock.
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"bloodline/internal/system"
)

// EndWait is how long to wait for the end of a program that has closed its output.
const EndWait = 2 * time.Second

const (
	stderrKept = 4 << 10          // bytes that are kept of a program's standard error, from its end
	hopeless   = 10 * time.Second // how long a launcher may take to kill, on a busy machine
)

type Process struct {
	State  State // how the program ended, after the end
	stderr tail
	done   chan struct{} // closed when the process is reaped
	stop   func()        // kills it
	last   func()        // does so where stop is of no avail
}

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

// State is the exit status of a program, and what it used.
type State struct {
	Status syscall.WaitStatus
	CPU    time.Duration
	Memory int64 // bytes, the most at a time; 0 on other systems than Linux
}

func (s State) Success() bool { return s.Status.Exited() && s.Status.ExitStatus() == 0 }

func (s State) String() string {
	if s.Status.Signaled() {
		return "signal: " + s.Status.Signal().String()
	}
	return fmt.Sprintf("exit status %d", s.Status.ExitStatus())
}

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

// MaxAnswer is the largest number of bytes that a program may print for one question.
const MaxAnswer = 64 << 10

// Pipe is a process that one goroutine asks over pipes. Its clock runs only while the referee waits.
type Pipe struct {
	*Process
	in     *os.File
	out    *os.File
	buf    []byte        // printed and not yet asked for
	read   int           // bytes read since the last question
	waited time.Duration // for answers since the last question
}

// Open starts a command whose streams are not set in the sandbox. It must be closed.
func (s *Sandbox) Open(ctx context.Context, cmd *exec.Cmd) (*Pipe, error) {
	p := new(Pipe)
	// The pipes are not exec's, which closes its own as soon as the program ends, and with them the last answer.
	ours, theirs, err := system.PipeTo()
	if err == nil {
		cmd.Stdin, p.in = theirs, ours
		ours, theirs, err = system.PipeFrom()
	}
	if err == nil {
		cmd.Stdout, p.out = theirs, ours
		p.Process, err = s.Launch(ctx, cmd)
	}
	for _, theirs := range []any{cmd.Stdin, cmd.Stdout} {
		if f, ok := theirs.(*os.File); ok {
			_ = f.Close()
		}
	}
	if err != nil {
		p.disconnect()
		return nil, err
	}
	return p, nil
}

func (p *Pipe) disconnect() {
	for _, f := range []*os.File{p.in, p.out} {
		if f != nil {
			_ = f.Close()
		}
	}
}

type Kind string

const (
	None    Kind = ""
	Exit    Kind = "exit"    // it ended, by itself or by a signal, or closed its output
	Timeout Kind = "timeout" // no answer in time, or its input is never read
	Flood   Kind = "flood"   // too much output
)

// Send writes text to the program's standard input, within the limit. It returns None, or the kind of the failure.
func (p *Pipe) Send(text string, limit time.Duration) Kind {
	if k := p.peek(); k != None {
		return k
	}
	p.read, p.waited = 0, 0
	_ = p.in.SetWriteDeadline(time.Now().Add(limit))
	switch _, err := p.in.WriteString(text); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Timeout
	case err != nil:
		return Exit
	}
	return None
}

// Unread returns the output that no question has asked for, as far as it was read: [Pipe.Send] reads it.
func (p *Pipe) Unread() []byte { return p.buf }

// NeedsRead reports whether the next line has yet to be read from the pipe.
func (p *Pipe) NeedsRead() bool { return bytes.IndexByte(p.buf, '\n') < 0 }

// ResetLimits restarts the limits of time and output, before output that no question precedes.
func (p *Pipe) ResetLimits() { p.read, p.waited = 0, 0 }

// Drop discards the output so far, without waiting for more.
func (p *Pipe) Drop() Kind {
	k := p.peek()
	p.buf = p.buf[:0]
	return k
}

// peek reads the bytes that are already in the pipe, without waiting: more than maxUnread are a flood.
func (p *Pipe) peek() Kind {
	const maxUnread = 16 << 10 // bytes that a program may print without being asked
	_ = p.out.SetReadDeadline(time.Time{})
	for n := 1; n > 0 && len(p.buf) <= maxUnread; {
		var err error
		// An error or nothing there ends it; the next wait finds out which.
		if n, err = system.Poll(p.out, p.room()); err != nil {
			return Exit
		}
		p.buf = p.buf[:len(p.buf)+n]
	}
	if len(p.buf) > maxUnread {
		return Flood
	}
	return None
}

func (p *Pipe) room() []byte {
	if cap(p.buf)-len(p.buf) < 4<<10 {
		p.buf = append(make([]byte, 0, 2*cap(p.buf)+8<<10), p.buf...)
	}
	return p.buf[len(p.buf):cap(p.buf)]
}

// Line waits for the next line, its end stripped. limit is for all lines since the last Send together. A kind other
// than None says why there is none; a line that the program did not end before it did is lost.
func (p *Pipe) Line(limit time.Duration) (string, Kind) {
	for {
		if i := bytes.IndexByte(p.buf, '\n'); i >= 0 {
			line := string(bytes.TrimSuffix(p.buf[:i], []byte("\r")))
			p.buf = append(p.buf[:0], p.buf[i+1:]...)
			return line, None
		}
		if k := p.more(limit); k != None {
			return "", k
		}
	}
}

// All waits until accept returns true for all output since the last question, and then discards that output.
func (p *Pipe) All(limit time.Duration, accept func(text string) bool) Kind {
	for !accept(string(p.buf)) {
		if k := p.more(limit); k != None {
			return k
		}
	}
	p.buf = p.buf[:0]
	return None
}

func (p *Pipe) more(limit time.Duration) Kind {
	if p.read > MaxAnswer {
		return Flood
	}
	begin := time.Now()
	_ = p.out.SetReadDeadline(begin.Add(limit - p.waited))
	n, err := p.out.Read(p.room())
	p.buf = p.buf[:len(p.buf)+n]
	p.read += n
	p.waited += time.Since(begin)
	switch {
	case n > 0:
		return None
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Timeout
	}
	return Exit
}

// AnswerTime returns how long the answer to the last question took.
func (p *Pipe) AnswerTime() time.Duration { return p.waited }

// CloseInput closes the program's input, which ends many, and waits for its end.
func (p *Pipe) CloseInput(limit time.Duration) {
	_ = p.in.Close()
	p.WaitEnd(limit)
}

func (p *Pipe) Close() {
	p.End()
	p.disconnect()
}
