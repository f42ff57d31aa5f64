package system_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"bloodline/internal/system"
)

// A remedy fits the kind of an error, whatever its text and however deep it is.
func TestRemedy(t *testing.T) {
	_, missing := exec.LookPath("no-such-program")
	for _, c := range []struct {
		err  error
		want string
	}{
		{system.ErrDiskFull, "disk space"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "disk space"},
		{os.NewSyscallError("pipe", syscall.EMFILE), "open files"},
		{syscall.ENFILE, "open files"},
		{&exec.Error{Name: "x", Err: syscall.EAGAIN}, "processes"},
		{syscall.EACCES, "permission"},
		{missing, "bring the file back"},
		{&fs.PathError{Op: "fork/exec", Path: "x", Err: syscall.ENOENT}, "bring the file back"},
		{errors.New("exit status 1; its last words: no space left on device"), ""},
	} {
		got := system.Remedy(fmt.Errorf("generation 3: %w", errors.Join(c.err)))
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: have %q, want %q", c.err, got, c.want)
		}
	}
}
