package system

import (
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// CPU returns the processor time that this process has used, all threads together.
func CPU() time.Duration {
	var begin, end, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &begin, &end, &kernel, &user); err != nil {
		return 0
	}
	ticks := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(ticks(kernel)+ticks(user)) * 100
}

// Detach has a command that is yet to be started go on when this process and its console end.
func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP}
}
