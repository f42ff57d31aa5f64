package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is the os.Args[0] that makes this program's binary a launcher. A launcher ends soon after this program,
// and kills its descendants: the kernel reparents every orphan among them to it, even from another group and session.
const launcherName = "bloodline: launcher"

var prepared bool // this program recognises a launcher's name

// Launcher makes this process a launcher, which does not return, if it was started as one. It must come first in main:
// without the call a program that starts others could start itself without end, so it may not.
func Launcher() {
	if len(os.Args) > 2 && os.Args[0] == launcherName {
		os.Exit(launcherMain(os.Args[1], os.Args[2], os.Args[3:]))
	}
	prepared = true
}

const launcherSocket = 3 // its end of the connection: the first descriptor after the standard streams

// plan is the command line of a launcher. Paths are words of their own, since they need not be UTF-8 as JSON.
type plan struct {
	Dir    string   `json:"-"` // the program's own folder
	Reads  []string `json:"-"` // folders and files that it may read
	Off    bool     // nothing is confined, and programs inherit the environment
	Spaces bool     // the launcher has namespaces of its own
}

// greeting is a launcher's first message, with a descriptor of the program's folder.
type greeting struct {
	Missing []string // layers that the kernel did not give
	Err     string
}

// order starts a program, with descriptors of its standard streams; an empty one kills what runs.
type order struct {
	Path []byte
	Args [][]byte
	Dir  []byte
	Env  [][]byte // when nothing is confined, beside the launcher's own
}

// convert turns words into the bytes of a message, or back.
func convert[To, From string | []byte](words []From) (out []To) {
	for _, w := range words {
		out = append(out, To(w))
	}
	return out
}

type started struct{ Errno syscall.Errno } // the answer to an order, and a State follows when all processes are gone

// launcherMain confines itself and then starts programs, one at a time, until the other
// end of its connection is closed. It stays on one thread, whose confinement the programs inherit.
func launcherMain(arg, dir string, reads []string) int {
	runtime.LockOSThread() // confine and Pdeathsig concern a thread
	runtime.GOMAXPROCS(1)
	signal.Notify(make(chan os.Signal, 1)) // what it runs can send it any
	// A program gets three descriptors: not this connection, nor any that the caller has left open.
	err := unix.CloseRange(launcherSocket, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) { // before Linux 5.11
		var open []os.DirEntry
		open, err = os.ReadDir("/proc/self/fd")
		for _, d := range open {
			if fd, err := strconv.Atoi(d.Name()); err == nil && fd >= launcherSocket {
				unix.CloseOnExec(fd)
			}
		}
	}
	if err != nil {
		return 1
	}
	var hello greeting
	var home int
	l := &launcher{plan: plan{Dir: dir, Reads: reads}}
	err = json.Unmarshal([]byte(arg), &l.plan)
	if err == nil {
		hello.Missing, err = confine(&l.plan)
	}
	if err == nil {
		home, err = unix.Open(l.Dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	}
	var rights []byte
	if err != nil {
		hello.Err = err.Error()
	} else {
		rights = unix.UnixRights(home)
	}
	if sendMessage(launcherSocket, hello, rights) != nil || err != nil {
		return 1
	}
	_ = unix.Close(home)
	for l.serve() {
	}
	l.sweep()
	return 0
}

type launcher struct {
	plan
	buf [192 << 10]byte // for the largest message
}

func sendMessage(fd int, message any, rights []byte) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return unix.Sendmsg(fd, data, rights, nil, unix.MSG_NOSIGNAL)
}

// receiveMessage waits for the next message, and returns the descriptors that came with it.
func receiveMessage(fd int, buf []byte, message any) (files []int, err error) {
	var oob [128]byte
	n, oobn, _, _, err := unix.Recvmsg(fd, buf, oob[:], unix.MSG_CMSG_CLOEXEC)
	for errors.Is(err, unix.EINTR) {
		n, oobn, _, _, err = unix.Recvmsg(fd, buf, oob[:], unix.MSG_CMSG_CLOEXEC)
	}
	if err == nil && n == 0 {
		err = errors.New("the launcher has ended")
	}
	if err != nil {
		return nil, err
	}
	if parts, err := unix.ParseSocketControlMessage(oob[:oobn]); err == nil && len(parts) == 1 {
		files, _ = unix.ParseUnixRights(&parts[0])
	}
	return files, json.Unmarshal(buf[:n], message)
}

func (l *launcher) receive() (o order, files []int, ok bool) {
	files, err := receiveMessage(launcherSocket, l.buf[:], &o)
	return o, files, err == nil
}

// serve carries out one order; it is false when no more can come.
func (l *launcher) serve() bool {
	o, files, ok := l.receive()
	if !ok || len(o.Path) == 0 {
		return ok // it had ended when it was to be killed
	}
	pid, pidfd, errno := l.start(&o, files)
	for _, f := range files {
		_ = unix.Close(f)
	}
	if sendMessage(launcherSocket, started{errno}, nil) != nil {
		return false
	}
	if errno != 0 {
		return true
	}
	ok = l.watch(pidfd)
	_ = unix.Close(pidfd)
	var e State
	var usage syscall.Rusage
	l.kill(pid)
	for {
		if _, err := syscall.Wait4(pid, &e.Status, 0, &usage); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	l.sweep()
	e.CPU, e.Memory = time.Duration(usage.Utime.Nano()+usage.Stime.Nano()), 1024*usage.Maxrss
	return ok && sendMessage(launcherSocket, e, nil) == nil
}

func (l *launcher) start(o *order, files []int) (pid, pidfd int, errno syscall.Errno) {
	var fds []uintptr
	for _, f := range files {
		fds = append(fds, uintptr(f))
	}
	env := convert[string](o.Env)
	if l.Off {
		env = (&exec.Cmd{Dir: string(o.Dir), Env: append(os.Environ(), env...)}).Environ()
	}
	pid, err := syscall.ForkExec(string(o.Path), convert[string](o.Args), &syscall.ProcAttr{
		Dir: string(o.Dir), Env: env, Files: fds,
		// The kernel ends what this thread started when it ends.
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, PidFD: &pidfd},
	})
	if err != nil && !errors.As(err, &errno) {
		errno = syscall.EINVAL
	}
	return pid, pidfd, errno
}

// watch returns when the program has ended or is to be killed; it is false when the connection is closed.
func (l *launcher) watch(pidfd int) bool {
	wait := []unix.PollFd{{Fd: launcherSocket, Events: unix.POLLIN}, {Fd: int32(pidfd), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(wait, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return false
		}
		if wait[0].Revents != 0 {
			_, _, ok := l.receive()
			return ok
		}
		if wait[1].Revents != 0 {
			return true
		}
	}
}

// kill kills everything in the sandbox, or at least a child and its group.
func (l *launcher) kill(child int) {
	if l.Spaces {
		_ = syscall.Kill(-1, syscall.SIGKILL) // all but this process, the first of its namespace
		return
	}
	// The whole group at once, since one process after the other could fork meanwhile.
	if group, err := syscall.Getpgid(child); err == nil && group != syscall.Getpgrp() {
		_ = syscall.Kill(-group, syscall.SIGKILL)
	}
	_ = syscall.Kill(child, syscall.SIGKILL)
}

// sweep kills and reaps the processes that a program has left, which are reparented to this one
// (PR_SET_CHILD_SUBREAPER). In a namespace there may be no /proc to list them.
func (l *launcher) sweep() {
	for {
		if l.Spaces {
			l.kill(0)
		}
		lists, _ := filepath.Glob("/proc/self/task/*/children")
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			for word := range strings.FieldsSeq(string(text)) {
				if pid, err := strconv.Atoi(word); err == nil {
					l.kill(pid)
				}
			}
		}
		if _, err := syscall.Wait4(-1, nil, 0, nil); errors.Is(err, syscall.ECHILD) {
			return
		}
	}
}

func failed(step string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", step, err)
}
