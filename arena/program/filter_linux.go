package program

import (
	"errors"
	"os"
	"slices"
	"strings"
	"unsafe"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

type refusal struct {
	calls string
	errno unix.Errno
	why   string
}

// refused are the calls that fail whatever their arguments are. A name that one architecture lacks is left out there.
var refused = []refusal{
	{"keyctl add_key request_key", unix.EPERM, "keys of the user"},
	{"socket", unix.EAFNOSUPPORT, "all sockets: vsock leaves the machine's namespaces; pairs remain"},
	{"io_uring_setup io_uring_enter io_uring_register", unix.ENOSYS, "calls that no filter sees"},
	{"memfd_create memfd_secret shmget shmat shmdt shmctl", unix.ENOSYS, "memory that no limit counts"},
	{
		"semget semop semtimedop semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr",
		unix.ENOSYS, "objects of the kernel that outlive a process, and that no limit counts",
	},
	{"bpf userfaultfd perf_event_open fanotify_init kcmp syslog", unix.EPERM, "parts of the kernel with a record of faults"},
	{"ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd", unix.EPERM, "other processes"},
	{"mount umount2 move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr open_tree_attr pivot_root chroot", unix.EPERM, "the file system's shape"},
	{"unshare setns", unix.EPERM, "new namespaces"},
	{"clone3", unix.ENOSYS, "clone, whose arguments a filter sees, in its place"},
	{"open_by_handle_at name_to_handle_at", unix.EPERM, "files without a path"},
	{"init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff quotactl quotactl_fd acct " +
		"adjtimex clock_adjtime clock_settime settimeofday sethostname setdomainname vhangup", unix.EPERM, "the administrator's"},
	{"modify_ldt iopl ioperm", unix.EPERM, "old hardware"},
}

// refusedWith are the calls that fail with certain arguments: all of these bits must be set in that argument.
var refusedWith = []struct {
	call     string
	argument uint32
	bits     []uint32
	errno    unix.Errno
}{
	{"clone", 0, []uint32{unix.CLONE_NEWUSER}, unix.EPERM},
	// Memory that RLIMIT_DATA does not count.
	{"mmap", 3, []uint32{unix.MAP_SHARED, unix.MAP_ANONYMOUS}, unix.ENOMEM},
	{"mmap", 3, []uint32{unix.MAP_GROWSDOWN}, unix.ENOMEM},
}

func filter() ([]bpf.Instruction, error) {
	machine, err := arch.GetInfo("")
	if err != nil {
		return nil, errors.New("unknown architecture")
	}
	policy := seccomp.Policy{DefaultAction: seccomp.ActionAllow}
	fail := func(errno unix.Errno) seccomp.Action { return seccomp.ActionErrno | seccomp.Action(errno) }
	for _, r := range refused {
		names := slices.DeleteFunc(strings.Fields(r.calls), func(name string) bool { _, ok := machine.SyscallNames[name]; return !ok })
		policy.Syscalls = append(policy.Syscalls, seccomp.SyscallGroup{Names: names, Action: fail(r.errno)})
	}
	calls, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	// The library allows all calls of another architecture, such as those of 32 bits, and
	// after a call with arguments that differ compares an argument with the next call's number.
	out := []bpf.Instruction{
		bpf.LoadAbsolute{Off: 4, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(machine.ID), SkipTrue: 1},
		bpf.RetConstant{Val: uint32(fail(unix.ENOSYS))},
	}
	for _, r := range refusedWith {
		out = append(out, bpf.LoadAbsolute{Off: 0, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(machine.SyscallNames[r.call]), SkipTrue: uint8(2 + len(r.bits))},
			bpf.LoadAbsolute{Off: 16 + 8*r.argument, Size: 4}) // its low half
		for i, bit := range r.bits {
			out = append(out, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: bit, SkipFalse: uint8(len(r.bits) - i)})
		}
		out = append(out, bpf.RetConstant{Val: uint32(fail(r.errno))})
	}
	return append(out, calls...), nil
}

// filterCalls installs the filter for this thread and the processes that it starts. It needs no_new_privs.
func filterCalls() error {
	instructions, err := filter()
	if err != nil {
		return err
	}
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return err
	}
	code := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		code[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	return os.NewSyscallError("seccomp", unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0))
}

// leaveKeyring gives this thread, and the processes that it starts, an empty session keyring.
func leaveKeyring() error {
	_, err := unix.KeyctlInt(unix.KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0, 0)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // a kernel or a container without keys
		return nil
	}
	return err
}
