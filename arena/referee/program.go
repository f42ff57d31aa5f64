package referee

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// maxUnread is how much a program may have printed that nobody asked for.
	maxUnread = 16 << 10
	// exitGrace is how long a program may run on after the end of its input.
	exitGrace = 300 * time.Millisecond
)

// Program is a program that lives through a play and is spoken to over pipes. It
// belongs to one goroutine. The clock of a program runs only while somebody waits
// for it.
type Program struct {
	seat   *SeatState
	proc   *process
	in     *os.File
	out    *os.File
	buf    []byte        // printed and not yet asked for
	read   int           // bytes read since the last question
	waited time.Duration // for answers since the last question
	over   bool          // it is gone, and its record is complete
}

// Start starts the seat's program, which ends with the play if not before. It returns
// nil, with a recorded fault, if that fails.
func (c *SeatState) Start(ctx context.Context) *Program {
	p, err := start(ctx, c)
	if err != nil {
		c.Fault(NoStart, true, "%v", reason(err))
		return nil
	}
	c.program = p
	return p
}

func start(ctx context.Context, c *SeatState) (*Program, error) {
	cmd := c.cmd()
	p := &Program{seat: c}
	err := p.connect(cmd)
	if err == nil {
		p.proc, err = launch(ctx, cmd)
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
func (p *Program) connect(cmd *exec.Cmd) error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd.Stdin, p.in = inRead, inWrite
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd.Stdout, p.out = outWrite, outRead
	return nil
}

func (p *Program) disconnect() {
	for _, f := range []*os.File{p.in, p.out} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// Send sends text, which must be taken within the limit: Exit, Timeout or Flood
// tell what was wrong.
func (p *Program) Send(text string, limit time.Duration) Kind {
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

// Drop forgets what was printed before it was asked for. It does not wait.
func (p *Program) Drop() Kind {
	k := p.peek()
	p.buf = p.buf[:0]
	return k
}

// peek reads what has been printed already, without waiting. More than maxUnread
// of it is a flood.
func (p *Program) peek() Kind {
	_ = p.out.SetReadDeadline(time.Time{})
	raw, err := p.out.SyscallConn()
	if err != nil {
		return Exit
	}
	for n := 1; n > 0 && len(p.buf) <= maxUnread; {
		err := raw.Read(func(fd uintptr) bool {
			// An error or nothing there ends it; the next wait finds out which.
			n, _ = unix.Read(int(fd), p.room())
			return true
		})
		if err != nil {
			return Exit
		}
		p.buf = p.buf[:len(p.buf)+max(n, 0)]
	}
	if len(p.buf) > maxUnread {
		return Flood
	}
	return None
}

// room returns the free end of the buffer, 4 KB or more.
func (p *Program) room() []byte {
	if cap(p.buf)-len(p.buf) < 4<<10 {
		p.buf = append(make([]byte, 0, 2*cap(p.buf)+8<<10), p.buf...)
	}
	return p.buf[len(p.buf):cap(p.buf)]
}

// Line waits for the next line, its end stripped. limit is for all lines since
// the last Send together. Exit, Timeout or Flood tell why there is none; a line
// that the program did not end before it did is lost.
func (p *Program) Line(limit time.Duration) (string, Kind) {
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

// All waits until accept takes what was printed since the last question, and
// forgets it then.
func (p *Program) All(limit time.Duration, accept func(text string) bool) Kind {
	for !accept(string(p.buf)) {
		if k := p.more(limit); k != None {
			return k
		}
	}
	p.buf = p.buf[:0]
	return None
}

// more waits for some more output.
func (p *Program) more(limit time.Duration) Kind {
	if p.read > maxOutput {
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

// Waited returns how long the answer to the last question took.
func (p *Program) Waited() time.Duration { return p.waited }

// Moved counts the last answer as a move.
func (p *Program) Moved() { p.seat.record.moved(p.waited) }

// Fault records a fault that does not forfeit.
func (p *Program) Fault(k Kind, format string, args ...any) {
	p.seat.fault(k, false, fmt.Sprintf(format, args...), p.proc.stderr.String())
}

// Over tells that the program was stopped, or was never started: there is nobody to
// speak to.
func (p *Program) Over() bool { return p == nil || p.over }

// Stop ends the program for a fault that costs the rest of the play.
func (p *Program) Stop(k Kind, format string, args ...any) {
	detail := fmt.Sprintf(format, args...)
	if k == Exit && p.proc.ended(escaped) {
		detail = fmt.Sprintf("%s (%v)", detail, p.proc.cmd.ProcessState)
	}
	p.finish()
	p.seat.fault(k, true, detail, p.proc.stderr.String())
}

// Close closes the program's input, waits for its exit for exitGrace, then kills it.
// Closing it again does nothing.
func (p *Program) Close() {
	if !p.Over() {
		_ = p.in.Close()
		p.proc.ended(exitGrace)
		p.finish()
	}
}

func (p *Program) finish() {
	if p.over {
		return
	}
	p.over = true
	p.proc.end()
	p.disconnect()
	p.seat.record.CPU += p.proc.cpu()
}
