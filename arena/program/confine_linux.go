package program

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The limits of a program in a sandbox. A Go program reserves some 100 MB of address space, a Java one some gigabytes;
// a program of any language that plays board and card games lives well within these.
const (
	mostMemory    = 2 << 30  // bytes that one process may write
	mostAddresses = 64 << 30 // bytes of address space of one process
	mostProcesses = 256      // and threads, in all
	mostFiles     = 1024     // open in one process
	mostDisk      = 256 << 20
	mostStack     = 256 << 20 // bytes, beside the memory
)

// systemPaths lists the files that every program may read. The rest of /etc stays hidden, as it may hold secrets.
var systemPaths = strings.Fields(`/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix /gnu
	/etc/alternatives /etc/fonts /etc/group /etc/java* /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d
	/etc/localtime /etc/locale.alias /etc/mime.types /etc/mono /etc/nsswitch.conf /etc/os-release /etc/passwd
	/etc/perl /etc/php* /etc/python* /etc/ssl/certs /etc/ssl/*.cnf /etc/ssl/*.pem /etc/timezone`)

// devices may be read and, but for /dev/zero, written: a shared mapping of it is memory that no limit counts.
var devices = strings.Fields("/dev/null /dev/zero /dev/full /dev/random /dev/urandom")

// confine makes this process, and all that it starts, a sandbox. It returns the layers that the kernel lacks.
func confine(p *plan) (missing []string, err error) {
	if p.Spaces {
		if err := newRoot(p); err != nil {
			return nil, err
		}
		// Not every kernel has these.
		_ = os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
		_ = os.WriteFile("/proc/sys/kernel/pid_max", []byte("512"), 0)
	} else if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, failed("reap orphans", err)
	}
	if p.Off {
		return nil, nil
	}
	// When memory runs out, it is a program's.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	if p.Spaces {
		_ = readOnly("/proc", 0)
	}
	all := map[int]uint64{
		syscall.RLIMIT_DATA: mostMemory, syscall.RLIMIT_AS: mostAddresses, syscall.RLIMIT_NOFILE: mostFiles,
		syscall.RLIMIT_FSIZE: mostDisk, syscall.RLIMIT_CORE: 0, syscall.RLIMIT_STACK: mostStack,
	}
	if p.Spaces { // else it counts what else the user runs
		all[unix.RLIMIT_NPROC] = mostProcesses
	}
	for which, most := range all {
		var have syscall.Rlimit
		err := syscall.Getrlimit(which, &have)
		if err == nil {
			err = syscall.Setrlimit(which, &syscall.Rlimit{Cur: min(most, have.Cur), Max: min(most, have.Max)})
		}
		if err != nil {
			return nil, failed("limit", err)
		}
	}
	return restrict(p)
}

// newRoot mounts the files that the program may see as a new root, in this process's own namespaces.
func newRoot(p *plan) error {
	mount := func(source, target, kind string, flags uintptr, data string) error {
		return failed("mount "+target, unix.Mount(source, target, kind, flags, data))
	}
	const plain = unix.MS_NOSUID | unix.MS_NODEV
	root := p.Dir
	if err := mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := mount("tmpfs", root, "tmpfs", plain, "mode=755,size=1m"); err != nil {
		return err
	}
	for _, path := range slices.Concat(existing(systemPaths), p.Reads, existing(devices)) {
		if err := show(root, path); err != nil {
			return err
		}
	}
	for link, to := range map[string]string{"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0", "/dev/stdout": "/proc/self/fd/1", "/dev/stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(to, root+link); err != nil {
			return err
		}
	}
	err := errors.Join(os.MkdirAll(root+"/proc", 0o755), os.MkdirAll(root+p.Dir, 0o755))
	if err != nil {
		return err
	}
	// If the kernel hides parts of /proc, as in some containers, a sandbox has none.
	_ = mount("proc", root+"/proc", "proc", plain|unix.MS_NOEXEC, "")
	if err = mount("tmpfs", root+p.Dir, "tmpfs", plain, "mode=700,size=256m,nr_inodes=16k"); err != nil {
		return err
	}
	if err = unix.Chdir(root); err == nil {
		err = unix.PivotRoot(".", ".")
	}
	if err == nil {
		err = unix.Unmount(".", unix.MNT_DETACH)
	}
	if err == nil {
		err = unix.Chdir("/")
	}
	if err == nil {
		err = readOnly("/", 0)
	}
	return failed("enter the new root", err)
}

func existing(patterns []string) (out []string) {
	for _, p := range patterns {
		found, _ := filepath.Glob(p)
		out = append(out, found...)
	}
	return out
}

// show makes a path visible below a new root: a link as a link, the rest read-only, though devices can be written to.
func show(root, path string) error {
	target := root + path
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(target); err == nil {
		return nil // a folder above it is visible
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	switch {
	case info.Mode().Type() == fs.ModeSymlink:
		to, err := os.Readlink(path)
		if err == nil {
			err = os.Symlink(to, target)
		}
		return err
	case info.IsDir():
		err = os.Mkdir(target, 0o755)
	default:
		err = os.WriteFile(target, nil, 0o644)
	}
	if err == nil {
		err = failed("mount "+path, unix.Mount(path, target, "", unix.MS_BIND|unix.MS_REC, ""))
	}
	if err == nil {
		err = readOnly(target, unix.AT_RECURSIVE)
	}
	return err
}

func readOnly(path string, flags uint) error {
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}
	return failed("make "+path+" read-only", unix.MountSetattr(unix.AT_FDCWD, path, flags, &attr))
}

// restrict takes the rights away that this thread still has.
func restrict(p *plan) (missing []string, err error) {
	if version, err := ll.LandlockGetABIVersion(); err != nil || version < 1 {
		missing = append(missing, "landlock")
	} else if err := landlock.V11.BestEffort().Restrict(rules(p)...); err != nil {
		return nil, failed("landlock", err)
	}
	for _, control := range []struct {
		step          string
		option, value uintptr
	}{
		{"drop privileges", unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL},
		{"refuse new privileges", unix.PR_SET_NO_NEW_PRIVS, 1},
		// Other processes cannot read the memory of this one.
		{"hide", unix.PR_SET_DUMPABLE, 0},
	} {
		if err := unix.Prctl(int(control.option), control.value, 0, 0, 0); err != nil {
			return nil, failed(control.step, err)
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if p.Spaces {
		err = failed("drop privileges", unix.Capset(&header, &none[0]))
	}
	if err == nil { // for an empty session keyring
		_, left := unix.KeyctlInt(unix.KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0, 0)
		if !errors.Is(left, unix.ENOSYS) && !errors.Is(left, unix.EPERM) { // a kernel or a container without keys
			err = failed("leave the keyring", left)
		}
	}
	if err == nil && filterCalls() != nil {
		missing = append(missing, "seccomp")
	}
	return missing, err
}

func rules(p *plan) []landlock.Rule {
	reads := []string{"/"}
	if !p.Spaces {
		reads = append(existing(systemPaths), p.Reads...)
		reads = append(reads, "/proc/self/task") // for children
	}
	var dirs, files []string
	for _, path := range reads {
		if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue // a link to nowhere
		} else if err == nil && info.IsDir() {
			dirs = append(dirs, path)
		} else {
			files = append(files, path)
		}
	}
	return []landlock.Rule{
		landlock.RODirs(dirs...), landlock.ROFiles(append(files, existing(devices)...)...),
		landlock.RWFiles(slices.DeleteFunc(existing(devices), func(d string) bool { return d == "/dev/zero" })...), landlock.RWDirs(p.Dir).WithRefer(),
	}
}

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
