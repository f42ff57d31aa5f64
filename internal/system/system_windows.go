package system

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// lock locks one byte far behind the text, since a locked byte can't be read by others.
func lock(f *os.File, kind LockKind, wait bool) error {
	flags := uint32(0)
	if kind == Exclusive {
		flags = windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	if !wait {
		flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	h, at := windows.Handle(f.Fd()), windows.Overlapped{OffsetHigh: 1 << 30}
	_ = windows.UnlockFileEx(h, 0, 1, 0, &at) // it would wait for its own
	err := windows.LockFileEx(h, flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrHeld
	}
	return os.NewSyscallError("LockFileEx", err)
}

// NoFollow and NoBlock do nothing here: folders have no pipes.
const NoFollow, NoBlock = 0, 0

// Open is os.OpenFile of a file that others may rename and remove meanwhile, as os.Root lets them.
func Open(path string, flag int, perm os.FileMode) (f *os.File, err error) {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	err = again(func() error {
		f, err = dir.OpenFile(filepath.Base(path), flag, perm)
		return err
	})
	return f, err
}

// Rename is os.Rename to a path that others may have open for a moment.
func Rename(from, to string) error { return again(func() error { return os.Rename(from, to) }) }

// again repeats for a second what a file forbids that is open for a moment, or removed and still open.
func again(do func() error) (err error) {
	for begun := time.Now(); time.Since(begun) < time.Second; time.Sleep(5 * time.Millisecond) {
		err = do()
		if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
			break
		}
	}
	return err
}

// Group is a program and all that it has started: a job, which Windows kills with its last handle, closed in any way.
type Group struct {
	mu  sync.Mutex
	job windows.Handle // 0 after the end
}

// StartGroup starts a program, which is suspended until it is in its job, so that nothing escapes it.
func StartGroup(cmd *exec.Cmd) (*Group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateJobObject", err)
	}
	g := &Group{job: job}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err = os.NewSyscallError("SetInformationJobObject", err); err == nil {
		// A group of its own doesn't hear the Ctrl-C of this console.
		cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP}
		err = cmd.Start()
	}
	if err == nil {
		if err = adopt(job, uint32(cmd.Process.Pid)); err != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	if err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// adopt puts a suspended process into a job and lets it run.
func adopt(job windows.Handle, pid uint32) error {
	p, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return os.NewSyscallError("OpenProcess", err)
	}
	defer windows.CloseHandle(p)
	if err := windows.AssignProcessToJobObject(job, p); err != nil {
		return os.NewSyscallError("AssignProcessToJobObject", err)
	}
	return resume(pid)
}

// resume lets the only thread of a suspended process run.
func resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return os.NewSyscallError("CreateToolhelp32Snapshot", err)
	}
	defer windows.CloseHandle(all)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &entry); err == nil; err = windows.Thread32Next(all, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		t, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return os.NewSyscallError("OpenThread", err)
		}
		_, err = windows.ResumeThread(t)
		_ = windows.CloseHandle(t)
		return os.NewSyscallError("ResumeThread", err)
	}
	return os.NewSyscallError("Thread32Next", err)
}

func (g *Group) Kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
}

// Close kills what the program has left, after its end.
func (g *Group) Close() {
	g.Kill()
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = windows.CloseHandle(g.job)
	g.job = 0
}

// Line writes words so that [Words], and a shell, read them again.
func Line(words []string) string { return windows.ComposeCommandLine(words) }

// Words splits a command line at blanks, as a shell of this system does, but expands nothing. Here only double quotes
// keep blanks, and backslashes are plain unless they stand before one.
func Words(line string) ([]string, error) {
	if line = strings.Trim(strings.NewReplacer("\r", " ", "\n", " ").Replace(line), " \t"); line == "" {
		return nil, nil
	}
	return windows.DecomposeCommandLine(line)
}

func portIsFree(port int) bool {
	var data windows.WSAData
	_ = windows.WSAStartup(0x202, &data) // for the whole process, as often as it is called
	s, err := windows.Socket(windows.AF_INET, windows.SOCK_STREAM, 0)
	defer func() { _ = windows.Closesocket(s) }()
	return err == nil && windows.Bind(s, &windows.SockaddrInet4{Port: port}) == nil
}

// LookPath is exec.LookPath, and finds python3 by the names that Python has here.
func LookPath(word string) (path string, err error) {
	if word == "python3" {
		for _, name := range []string{"python", "py"} {
			if path, err := exec.LookPath(name); err == nil {
				return path, nil
			}
		}
	}
	return exec.LookPath(word)
}

// Escapes reports whether a terminal understands escape sequences. Windows has to be asked for it.
func Escapes(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	return windows.GetConsoleMode(h, &mode) == nil &&
		windows.SetConsoleMode(h, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// PipeTo returns a pipe to a program's standard input, [PipeFrom] one from its standard output. Our end keeps
// deadlines, which those of os.Pipe don't on Windows: it is a named pipe's, opened for overlapped reads and writes.
func PipeTo() (ours, theirs *os.File, err error) {
	return pipe(windows.PIPE_ACCESS_INBOUND, os.O_WRONLY)
}

// PipeFrom is the other way round.
func PipeFrom() (ours, theirs *os.File, err error) {
	return pipe(windows.PIPE_ACCESS_OUTBOUND, os.O_RDONLY)
}

func pipe(access uint32, flag int) (ours, theirs *os.File, err error) {
	path := `\\.\pipe\bloodline-` + rand.Text()
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, nil, err
	}
	const size, noTimeout = 64 << 10, 0
	h, err := windows.CreateNamedPipe(name, access|windows.FILE_FLAG_FIRST_PIPE_INSTANCE,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, 1, size, size, noTimeout, nil)
	if err != nil {
		return nil, nil, os.NewSyscallError("CreateNamedPipe", err)
	}
	theirs = os.NewFile(uintptr(h), path)
	if ours, err = os.OpenFile(path, flag|windows.FILE_FLAG_OVERLAPPED, 0); err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	return ours, theirs, nil
}

var peekNamedPipe = windows.NewLazySystemDLL("kernel32.dll").NewProc("PeekNamedPipe")

// Poll reads what is there already. An error of the read itself comes again with the next one.
func Poll(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var there uint32
	err = raw.Control(func(fd uintptr) {
		_, _, _ = peekNamedPipe.Call(fd, 0, 0, 0, uintptr(unsafe.Pointer(&there)), 0)
	})
	if there == 0 || err != nil {
		return 0, err
	}
	n, _ = f.Read(b[:min(len(b), int(there))])
	return n, nil
}

// CPU returns the processor time that this process has used, all threads together.
func CPU() time.Duration {
	var begin, end, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &begin, &end, &kernel, &user); err != nil {
		return 0
	}
	ticks := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(ticks(kernel)+ticks(user)) * 100
}

// Detach lets a command that is yet to be started go on when this process and its console end.
func Detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP}
}

// Links returns 1: which names a file has is not read here.
func Links(os.FileInfo) uint64 { return 1 }
