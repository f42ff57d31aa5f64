package program

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"bloodline/internal/system"
)

// MaxAnswer is the largest number of bytes that a program may print for one question.
const MaxAnswer = 64 << 10

const maxUnread = 16 << 10 // bytes that a program may print without being asked

// Pipe is a process that lives on and is spoken to over pipes, by one goroutine. The clock of a program runs only while the
// referee waits for it.
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
	err := p.connect(cmd)
	if err == nil {
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

// connect makes the pipes. They are ours and not exec's, since exec closes its own
// as soon as the program ends, and with them the last answer.
func (p *Pipe) connect(cmd *exec.Cmd) error {
	ours, theirs, err := system.PipeTo()
	if err != nil {
		return err
	}
	cmd.Stdin, p.in = theirs, ours
	if ours, theirs, err = system.PipeFrom(); err != nil {
		return err
	}
	cmd.Stdout, p.out = theirs, ours
	return nil
}

func (p *Pipe) disconnect() {
	for _, f := range []*os.File{p.in, p.out} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// Kind is a kind of fault.
type Kind string

// The kinds of a pipe.
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

// Line waits for the next line, its end stripped. limit is for all lines since the last Send together. A kind other than
// None says why there is none; a line that the program did not end before it did is lost.
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

// Close kills the program.
func (p *Pipe) Close() {
	p.End()
	p.disconnect()
}
