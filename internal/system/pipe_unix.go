//go:build unix

package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// PipeTo returns a pipe to a program's standard input, [PipeFrom] one from its standard output. Our end
// keeps deadlines.
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
