//go:build unix

package system

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

func lock(f *os.File, kind LockKind, wait bool) error {
	op := syscall.LOCK_SH
	if kind == Exclusive {
		op = syscall.LOCK_EX
	}
	if !wait {
		op |= syscall.LOCK_NB
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), op); {
		case errors.Is(err, syscall.EINTR): // macOS doesn't go on by itself
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		default:
			return os.NewSyscallError("flock", err)
		}
	}
}

func portIsFree(port int) bool {
	syscall.ForkLock.RLock() // a program that starts now would hold the port
	defer syscall.ForkLock.RUnlock()
	s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	defer func() { _ = syscall.Close(s) }()
	return err == nil && syscall.Bind(s, &syscall.SockaddrInet4{Port: port}) == nil
}

// Flags of [Open]: fail where the path is a link, and wait for no writer of a pipe.
const NoFollow, NoBlock = syscall.O_NOFOLLOW, syscall.O_NONBLOCK

// Open is os.OpenFile of a file that others may rename and remove while it is open.
func Open(path string, flag int, perm os.FileMode) (*os.File, error) {
	return os.OpenFile(path, flag, perm)
}

// Rename is os.Rename to a path that others may have open for a moment.
func Rename(from, to string) error { return os.Rename(from, to) }

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

func (g *Group) Kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// Close kills what the leader has left, after its end.
func (g *Group) Close() { g.Kill() }

// Line writes words so that [Words], and a shell, read them again. Plain words stay bare: most referees know no quotes.
func Line(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// Words splits a command line at blanks, as a shell here does, but expands nothing. Single quotes keep everything,
// double quotes all but backslashes before a quote or a backslash, and a backslash elsewhere keeps the next character.
func Words(line string) ([]string, error) {
	var words []string
	var word []byte
	open, quote, escaped := false, byte(0), false
	for _, c := range []byte(line) {
		switch {
		case escaped:
			if quote == '"' && c != '"' && c != '\\' {
				word = append(word, '\\')
			}
			word, escaped = append(word, c), false
		case c == '\\' && quote != '\'':
			open, escaped = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			open, quote = true, c
		case quote == 0 && strings.IndexByte(" \t\n", c) >= 0:
			if open {
				words, word, open = append(words, string(word)), nil, false
			}
		default:
			open, word = true, append(word, c)
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a %c is not closed", quote)
	case escaped:
		return nil, errors.New("nothing follows the last backslash")
	case open:
		words = append(words, string(word))
	}
	return words, nil
}

func LookPath(word string) (string, error) { return exec.LookPath(word) }

// Escapes reports whether a terminal understands escape sequences.
func Escapes(*os.File) bool { return true }

// PipeTo returns a pipe to a program's standard input, [PipeFrom] one from its output. Our end keeps deadlines.
func PipeTo() (ours, theirs *os.File, err error) {
	theirs, ours, err = os.Pipe()
	return ours, theirs, err
}

// PipeFrom is the other way round.
func PipeFrom() (ours, theirs *os.File, err error) { return os.Pipe() }

// Poll reads what is there already. An error of the read itself comes again with the next one.
func Poll(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	err = raw.Read(func(fd uintptr) bool {
		n, _ = unix.Read(int(fd), b)
		return true
	})
	return max(n, 0), err
}

// CPU returns the processor time that this process has used, all threads together.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Detach lets a command that is yet to be started go on when this process and its terminal end.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// Links returns how many names a file has.
func Links(info os.FileInfo) uint64 { return uint64(info.Sys().(*syscall.Stat_t).Nlink) }
