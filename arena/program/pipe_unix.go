//go:build unix

package program

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeTo returns a pipe to a program's standard input, pipeFrom one from its standard output. Our end
// keeps deadlines.
func pipeTo() (ours, theirs *os.File, err error) {
	theirs, ours, err = os.Pipe()
	return ours, theirs, err
}

func pipeFrom() (ours, theirs *os.File, err error) { return os.Pipe() }

// poll reads what is there already. An error of the read itself comes again with the next one.
func poll(f *os.File, b []byte) (n int, err error) {
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
