package program

import (
	_ "embed"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"bloodline/internal/guard"
)

// call is what the kernel shows a filter, as the interpreter of package bpf reads it.
func call(machine, number uint32, args ...uint64) []byte {
	out := binary.BigEndian.AppendUint32(nil, number)
	out = binary.BigEndian.AppendUint32(out, machine)
	out = append(out, make([]byte, 8)...) // the instruction
	for i := range 6 {
		x := uint64(0)
		if i < len(args) {
			x = args[i]
		}
		out = binary.BigEndian.AppendUint32(out, uint32(x))
		out = binary.BigEndian.AppendUint32(out, uint32(x>>32))
	}
	return out
}

// Every call of the table is refused, and so is each of another architecture, whose numbers
// mean other calls.
func TestFilter(t *testing.T) {
	machine, err := arch.GetInfo("")
	if err != nil {
		t.Skip("no filter for this processor: ", err)
	}
	code := guard.Value(filter())(t)
	vm := guard.Value(bpf.NewVM(code))(t)
	verdict := func(machine, number uint32, args ...uint64) uint32 {
		got := guard.Value(vm.Run(call(machine, number, args...)))(t)
		return uint32(got)
	}
	const allow = unix.SECCOMP_RET_ALLOW
	fails := func(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }
	for _, r := range refused {
		for _, name := range strings.Fields(r.calls) {
			if number, ok := machine.SyscallNames[name]; ok && verdict(uint32(machine.ID), uint32(number)) != fails(r.errno) {
				t.Errorf("%s is let through", name)
			}
		}
	}
	for _, other := range []*arch.Info{arch.I386, arch.ARM, arch.X86_64, arch.AARCH64} {
		if other.ID == machine.ID {
			continue
		}
		for _, number := range []uint32{0, 1, 288, 500} {
			if got := verdict(uint32(other.ID), number); got != fails(unix.ENOSYS) {
				t.Errorf("call %d of %s: %#x", number, other.Name, got)
			}
		}
	}
	for name, want := range map[string]uint32{"read": allow, "write": allow, "execve": allow, "socketpair": allow, "clone": allow, "futex": allow} {
		if got := verdict(uint32(machine.ID), uint32(machine.SyscallNames[name])); got != want {
			t.Errorf("%s: %#x, want %#x", name, got, want)
		}
	}
	mmap := func(flags uint64) uint32 {
		return verdict(uint32(machine.ID), uint32(machine.SyscallNames["mmap"]), 0, 4096, 3, flags)
	}
	for flags, want := range map[uint64]uint32{
		unix.MAP_PRIVATE | unix.MAP_ANONYMOUS: allow, unix.MAP_SHARED: allow, unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_STACK: allow,
		unix.MAP_SHARED | unix.MAP_ANONYMOUS: fails(unix.ENOMEM), unix.MAP_SHARED_VALIDATE | unix.MAP_ANONYMOUS: fails(unix.ENOMEM),
		unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_GROWSDOWN: fails(unix.ENOMEM),
	} {
		if got := mmap(flags); got != want {
			t.Errorf("mmap with flags %#x: %#x, want %#x", flags, got, want)
		}
	}
	if got := verdict(uint32(machine.ID), uint32(machine.SyscallNames["clone"]), unix.CLONE_NEWUSER|unix.CLONE_NEWPID); got != fails(unix.EPERM) {
		t.Errorf("clone of a user namespace: %#x", got)
	}
}

//go:embed testdata/calls.txt
var letThrough string

// Every system call of both architectures is either refused or listed with the reason why not, and no name is a slip.
func TestFilter_all(t *testing.T) {
	listed := map[string]bool{}
	for line := range strings.Lines(letThrough) {
		if strings.ContainsAny(line, "#:") {
			continue
		}
		for _, name := range strings.Fields(line) {
			if listed[name] {
				t.Errorf("%s is listed twice", name)
			}
			listed[name] = true
		}
	}
	var calls []string
	for _, a := range []*arch.Info{arch.X86_64, arch.AARCH64} {
		calls = slices.AppendSeq(calls, maps.Keys(a.SyscallNames))
	}
	names := slices.Collect(maps.Keys(listed))
	for _, r := range refused {
		names = append(names, strings.Fields(r.calls)...)
	}
	for _, r := range refusedWith {
		names = append(names, r.call)
	}
	for _, name := range names {
		if !slices.Contains(calls, name) {
			t.Errorf("%s is no system call", name)
		}
	}
	for _, name := range calls {
		refuses := slices.ContainsFunc(refused, func(r refusal) bool { return slices.Contains(strings.Fields(r.calls), name) })
		if refuses == listed[name] {
			t.Errorf("%s: refused is %v, and listed as let through is %v", name, refuses, listed[name])
		}
	}
}
