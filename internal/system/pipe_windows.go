package system

import (
	"crypto/rand"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// PipeTo returns a pipe to a program's standard input, [PipeFrom] one from its standard output. Our end
// keeps deadlines, which those of os.Pipe don't on Windows: it is a named pipe's, opened for overlapped
// reads and writes.
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
