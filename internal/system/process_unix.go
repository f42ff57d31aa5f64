//go:build unix

package system

import (
	"os/exec"
	"syscall"
	"time"
)

// CPU returns the processor time that this process has used, all threads together.
func CPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Detach has a command that is yet to be started go on when this process and its terminal end.
func Detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
