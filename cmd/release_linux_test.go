package cmd

import (
	"bufio"
	"bytes"
	"debug/elf"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"bloodline/internal/guard"
)

// emptyRoot names the folder of the archive to the test that runs again without a network.
const emptyRoot = "BLOODLINE_TEST_ROOT"

// A release is archives with the sums that its file states, and two clones in different folders give the same bytes.
// Its program breeds what README shows, as the only file of a root, without a network.
func TestRelease(t *testing.T) {
	guard.Nightly(t)
	if root := os.Getenv(emptyRoot); root != "" {
		alone(t, root)
		return
	}
	for _, tool := range []string{"make", "git", "sha256sum", "tar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("a release needs this tool: ", err)
		}
	}
	target := "linux-" + runtime.GOARCH
	targets := target
	if _, err := exec.LookPath("x86_64-w64-mingw32-gcc"); err == nil { // .ci/windows builds it in any case
		targets += " windows-amd64"
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	source := guard.Value(filepath.Abs(".."))(t)
	var sums []string
	for _, clone := range []string{"one", "another"} {
		run("git", "clone", "-q", source, clone)
		source = clone // of the same commit
		run("make", "-C", clone, "release", "TARGETS="+targets)
		sums = append(sums, read(t, filepath.Join(dir, clone, "dist", "SHA256SUMS")))
	}
	if sums[0] != sums[1] {
		t.Errorf("two releases of one commit differ:\n%s\n%s", sums[0], sums[1])
	}
	run("sh", "-c", "cd one/dist && sha256sum --check --quiet SHA256SUMS && tar -xzf bloodline-*-"+target+".tar.gz")
	folders, _ := filepath.Glob(filepath.Join(dir, "one/dist/bloodline-*-"+target))
	root := folders[0]
	program := filepath.Join(root, "bloodline")
	f := guard.Value(elf.Open(program))(t)
	defer f.Close()
	if needs, err := f.ImportedLibraries(); err != nil || len(needs) > 0 {
		t.Errorf("it needs %v (%v)", needs, err)
	}
	if version := run(program, "version"); filepath.Base(root) != "bloodline-"+strings.Fields(version)[1]+"-"+target {
		t.Errorf("the version in %s is %s", root, version)
	}
	for _, file := range strings.Fields("LICENSE README.md completions/bloodline.bash completions/bloodline.fish " +
		"completions/bloodline.zsh completions/bloodline.ps1 man/bloodline-breed.1") {
		if !strings.Contains(read(t, filepath.Join(root, file)), "bloodline") {
			t.Errorf("%s is of another program", file)
		}
	}
	licenses := read(t, filepath.Join(root, "THIRD_PARTY"))
	for _, m := range regexp.MustCompile(`(?m)^\tdep\t(\S+)\t(\S+)`).FindAllStringSubmatch(run("go", "version", "-m", program), -1) {
		if !strings.Contains(licenses, "\n==== "+m[1]+" "+m[2]+"\n") {
			t.Errorf("there is no license of %s %s", m[1], m[2])
		}
	}

	empty := filepath.Join(dir, "root")
	guard.Must(t, os.Mkdir(empty, 0o755))
	guard.Must(t, os.Rename(program, filepath.Join(empty, "bloodline")))
	c := exec.Command(os.Args[0], "-test.run=^TestRelease$", "-test.v")
	c.Env = append(os.Environ(), emptyRoot+"="+empty)
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// alone runs the program of a root that has nothing else, with a loopback interface as the only network.
func alone(t *testing.T, root string) {
	t.Helper()
	socket := guard.Value(unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0))(t)
	lo := guard.Value(unix.NewIfreq("lo"))(t)
	lo.SetUint16(unix.IFF_UP)
	guard.Must(t, unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo))
	command := func(args string) *exec.Cmd {
		c := exec.Command("/bloodline", strings.Fields(args)...)
		c.Dir, c.Env, c.Stdin = "/", []string{}, strings.NewReader("")
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
		return c
	}
	run := func(args string) string {
		t.Helper()
		out, err := command(args).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
		return string(out)
	}

	bred := run("breed coup-quick")
	blocks := guard.Value(snippets(strings.Split(read(t, "../README.md"), "\n")))(t)
	for _, line := range blocks[0].output {
		if line != "..." && !strings.Contains(bred, line+"\n") {
			t.Errorf("breed does not print %q\n%s", line, bred)
		}
	}
	run("report coup-quick-1")
	if page := read(t, filepath.Join(root, "coup-quick-1.html")); !strings.Contains(page, "84.4") {
		t.Error("the report lacks the wins against strangers")
	}
	if text := run("export coup-quick-1 --out bot"); !strings.Contains(text, "build it, with Go 1.") {
		t.Errorf("export does not say how to build the bot:\n%s", text)
	}

	serve := command("serve")
	out := guard.Value(serve.StdoutPipe())(t)
	guard.Must(t, serve.Start())
	defer func() {
		serve.Process.Kill()
		serve.Wait()
	}()
	text, page := bufio.NewScanner(out), ""
	for page == "" && text.Scan() {
		page = regexp.MustCompile(`http://\S+`).FindString(text.Text())
	}
	answer := guard.Value(http.Get(page))(t)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !bytes.Contains(body, []byte("coup-quick-1")) {
		t.Errorf("serve answers %s: %s (%v)", page, body, err)
	}
}
