package referee_test

import (
	"fmt"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// misuse is the test binary as a program that misuses a system call: it says what it got.
func misuse(how, with string) int {
	number, _ := strconv.Atoi(with)
	text := make([]byte, 100)
	n, err := 0, error(nil)
	switch how {
	case "speak": // what a launcher says
		for _, message := range []string{`{"Status":0}`, "garbage"} {
			_ = unix.Sendmsg(number, []byte(message), nil, nil, unix.MSG_NOSIGNAL)
		}
		return 0
	case "descriptor":
		n, err = unix.Pread(number, text, 0)
	case "key":
		var key int
		if key, err = unix.KeyctlSearch(unix.KEY_SPEC_SESSION_KEYRING, "user", with, 0); err == nil {
			n, err = unix.KeyctlBuffer(unix.KEYCTL_READ, key, text, 0)
		}
	case "socket":
		if _, err = unix.Socket(number, unix.SOCK_STREAM, 0); err == nil {
			n = copy(text, secret)
		}
	case "memory":
		if err = uncounted(with); err == nil {
			n = copy(text, secret)
		}
	}
	fmt.Printf("%s %v\n", text[:max(n, 0)], err)
	return 0
}

// uncounted takes 3 GiB that RLIMIT_DATA does not count. It touches none of them.
func uncounted(how string) error {
	const size = 3 << 30
	fd, flags := -1, 0
	var err error
	switch how {
	case "shared":
		flags = unix.MAP_SHARED | unix.MAP_ANONYMOUS
	case "grows":
		flags = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_GROWSDOWN
	case "zero":
		flags = unix.MAP_SHARED
		fd, err = unix.Open("/dev/zero", unix.O_RDWR, 0)
	case "memfd":
		flags = unix.MAP_SHARED
		if fd, err = unix.MemfdCreate("x", 0); err == nil {
			err = unix.Ftruncate(fd, size)
		}
	case "segment":
		_, err = unix.SysvShmGet(unix.IPC_PRIVATE, size, 0o600)
		return err
	}
	if err == nil {
		_, err = unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, flags)
	}
	return err
}

// keep puts the secret into the session keyring of this process.
func keep(t *testing.T, name string) {
	t.Helper()
	key, err := unix.AddKey("user", name, []byte(secret), unix.KEY_SPEC_SESSION_KEYRING)
	if err != nil {
		t.Logf("no keyring: %v", err)
		return
	}
	t.Cleanup(func() { _, _ = unix.KeyctlInt(unix.KEYCTL_UNLINK, key, unix.KEY_SPEC_SESSION_KEYRING, 0, 0) })
}
