package program_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"bloodline/arena/program"
	"bloodline/internal/disk"
	"bloodline/internal/guard"
)

func TestMain(m *testing.M) {
	program.Launcher()
	if mode := os.Getenv(player); mode != "" {
		fmt.Fprintln(os.Stderr, playOn(program.Mode(mode)))
		os.Exit(1)
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

// sandbox returns a sandbox with all layers.
func sandbox(t *testing.T, command ...string) *program.Sandbox {
	t.Helper()
	s := guard.Value(program.NewSandbox(program.Require, t.TempDir(), "x", command))(t)
	t.Cleanup(func() { closed(t, s) })
	return s
}

// closed closes a sandbox, of which nothing must be left.
func closed(t *testing.T, s *program.Sandbox) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder is left: %v", err)
	}
	if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("a child is left: %d, %v", pid, err)
	}
}

// run runs a script and returns what it printed.
func run(t *testing.T, s *program.Sandbox, script string) (string, *program.Process) {
	t.Helper()
	cmd := s.Command([]string{"sh", "-c", script})
	out := program.Head{Max: 1 << 16}
	cmd.Stdout = &out
	p := guard.Value(s.Launch(context.Background(), cmd))(t)
	p.WaitEnd(10 * time.Second)
	p.End()
	return strings.TrimSpace(string(out.Bytes)), p
}

// The environment of a program, and how it ended.
func TestSandbox(t *testing.T) {
	t.Setenv("SECRET", "word")
	s := sandbox(t)
	for script, want := range map[string]string{
		"echo $SECRET": "", "pwd": s.Dir(), "echo $HOME": s.Dir(), "echo $TMPDIR": s.Dir(),
		fmt.Sprintf("kill -0 %d || echo no", os.Getpid()): "no",
		"ls /": listed(), "echo one > f; cat f": "one", "touch /usr/x || echo no": "no",
		"cat < /dev/zero | head -c 1": "\x00", "ulimit -c": "0", "sleep 60 & echo done": "done",
		"unshare -Ur true || echo no": "no", "readlink /proc/1/exe; true": "",
		"test -e /etc/ssl/private && echo seen; true": "", "test -e /etc/ssl/openssl.cnf && echo seen; true": seen("/etc/ssl/openssl.cnf"),
		"test -e /etc/ssl/certs && echo seen; true": seen("/etc/ssl/certs"), `[ $(id -u) != 0 ] && echo no`: "no",
	} {
		if out, p := run(t, s, script); out != want || !p.State.Success() {
			t.Errorf("%s: have %q, want %q; %v %s", script, out, want, p.State, p.Stderr())
		}
	}
	if out, _ := run(t, s, "cat f"); out != "one" {
		t.Errorf("its folder is forgotten: %q", out)
	}
	for script, want := range map[string]string{
		"exit 3": "exit status 3", "kill -SEGV $$": "signal: segmentation fault", ":": "exit status 0",
	} {
		if _, p := run(t, s, script); p.State.String() != want {
			t.Errorf("%s: have %v, want %s", script, p.State, want)
		}
	}
}

// seen says "seen" of each existing path.
func seen(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return "seen"
}

// listed are the folders that every sandbox shows, and that of tests.
func listed() string {
	var out []string
	for _, name := range []string{"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc", "sbin", "tmp", "usr"} {
		if _, err := os.Lstat("/" + name); err == nil {
			out = append(out, name)
		}
	}
	return strings.Join(out, "\n")
}

// A command's own files are readable and further files that are named, and nothing beside
// them but the libraries of an installed program.
func TestSandbox_Reads(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PATH", os.Getenv("PATH")+":"+home+"/tools/bin:"+home+"/opt/tools/bin")
	for _, path := range []string{"main", "lib", "results/store", "bin/bot", "tools/bin/tool", "tools/lib/x", "tools/share/key", "opt/tools/bin/own", "opt/tools/share/y", "vm/own/bin/python", "vm/own/lib/z"} {
		text := filepath.Base(path)
		path = filepath.Join(home, path)
		guard.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		guard.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	guard.Must(t, os.Symlink(filepath.Join(home, "main"), filepath.Join(home, "bin/link")))
	guard.Must(t, os.WriteFile(filepath.Join(home, "opt/tools/bin/script"), []byte("#!"+home+"/vm/own/bin/python -s\n"), 0o755))
	guard.Must(t, os.WriteFile(filepath.Join(home, "results/script"), []byte("#!"+home+"/vm/own/bin/python\n"), 0o755))
	for _, c := range []struct{ command, file, want string }{
		{"main", "", "main"},
		{"bin/bot", "", "bot"},
		{"tools/bin/tool", "", "tool x"},
		{"opt/tools/bin/own", "", "own y"},
		{"opt/tools/bin/script", "", "own y z"},
		{"results/script", "", ""},
		{"bin/link", "", "main"},
		{"none", "", ""},
		{"", "", ""},
		{"main", "lib", "main lib"},
		{"main", "results", "main store"},
		{"results", "", "store"},
		{"tools/lib/x", "", "x"},
	} {
		words, files := []string{filepath.Join(home, c.command)}, []string{filepath.Join(home, c.file)}
		if c.file == "" {
			files = nil
		}
		s := guard.Value(program.NewSandbox(program.Require, t.TempDir(), "x", words, files...))(t)
		for _, plain := range []bool{false, true} {
			if plain {
				guard.Must(t, s.Plain())
			}
			out, _ := run(t, s, "cd "+home+" 2>/dev/null; for f in main lib results/store bin/bot tools/bin/tool tools/lib/x tools/share/key opt/tools/bin/own opt/tools/share/y vm/own/lib/z; do cat "+home+"/$f 2>/dev/null && echo -n ' '; done")
			if out != c.want {
				t.Errorf("%+v, plain %v: it reads %q", c, plain, out)
			}
			if out, _ := run(t, s, "echo x >> "+home+"/main"); out != "" {
				t.Error(out)
			}
		}
		closed(t, s)
	}
	if text, err := os.ReadFile(filepath.Join(home, "main")); string(text) != "main" {
		t.Errorf("it has written %q, %v", text, err)
	}
}

// Without namespaces, what landlock and the launcher can do is done.
func TestSandbox_Plain(t *testing.T) {
	t.Setenv("SECRET", "word")
	outside := filepath.Join(t.TempDir(), "diary")
	guard.Must(t, os.WriteFile(outside, []byte("diary"), 0o600))
	s := sandbox(t)
	guard.Must(t, s.Plain())
	for script, want := range map[string]string{
		"echo $SECRET": "", "cat " + outside: "", "echo x > " + outside + " || echo no": "no", "echo one > f; cat f": "one",
		"cat /proc/$PPID/environ": "", "ls /root /home " + filepath.Dir(outside) + " || echo no": "no",
		"setsid sh -c 'sleep 3600; :' & echo done": "done", "(setsid sleep 3600 &); echo done": "done",
	} {
		out, p := run(t, s, script) // not as long as the sleeps, or the test ends by its timeout
		if out != want {
			t.Errorf("%s: have %q, want %q (%s)", script, out, want, p.Stderr())
		}
	}
	if text, err := os.ReadFile(outside); string(text) != "diary" {
		t.Errorf("it has written %q, %v", text, err)
	}
}

// A launcher that is gone is the sandbox's failure, once; then there is another.
func TestSandbox_Broken(t *testing.T) {
	s := sandbox(t)
	s.Broken()
	for range 2 {
		p, err := s.Launch(context.Background(), s.Command([]string{"true"}))
		if err == nil {
			p.End()
		} else if !errors.Is(err, program.ErrSandbox) {
			t.Errorf("have %v", err)
		}
	}
	if out, _ := run(t, s, "echo alive"); out != "alive" {
		t.Errorf("have %q", out)
	}
}

// Files that the referee puts and gets, whatever a program has made of them.
func TestSandbox_Files(t *testing.T) {
	for _, mode := range []program.Mode{program.Require, program.Off} {
		s := guard.Value(program.NewSandbox(mode, t.TempDir(), "x", nil))(t)
		defer s.Close()
		for script, want := range map[string]string{
			":": "", "printf b >> f": "", "rm f": "the file is gone", "rm f; mkfifo f": "the file has become a p---------",
			"rm f; mkdir f; touch f/x": "the file has become a d---------", "ln -sf /etc/passwd f": "the file has become something else",
			"printf 12345678901 > f": "the file has grown by 1 bytes too many", "rm f; ln -s f f": "the file has become something else",
		} {
			if err := s.Write("f", "a", 0o600); err != nil {
				t.Fatalf("before %s: %v", script, err)
			}
			cmd := s.Command([]string{"sh", "-c", script})
			p := guard.Value(s.Launch(context.Background(), cmd))(t)
			p.WaitEnd(10 * time.Second)
			p.End()
			text, err := s.Read("f", 10)
			if want == "" && (err != nil || !strings.HasPrefix("ab", text)) || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%s: have %q, %v, want %q", script, text, err, want)
			}
		}
	}
}

// Folders that killed processes left are removed: with a lock that is free, or empty a day later, and no others.
func TestSandboxes_left(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	long := time.Now().Add(-25 * time.Hour)
	for name, old := range map[string]bool{"bloodline-1": true, "bloodline-2": false, "bloodline-3": true, "other-4": true, "bloodline-5": true, "bloodline-6": true, "bloodline-7": false, "bloodline-hours": false} {
		path := filepath.Join(os.TempDir(), name)
		guard.Must(t, os.Mkdir(path, 0o700))
		if name == "bloodline-3" {
			guard.Must(t, os.WriteFile(filepath.Join(path, "kept"), nil, 0o600))
		}
		if name == "bloodline-hours" { // without a lock, of some hours ago: not known to be ours
			guard.Must(t, os.WriteFile(filepath.Join(path, "lock"), nil, 0o600))
			hours := time.Now().Add(-5 * time.Hour)
			guard.Must(t, os.Chtimes(path, hours, hours))
		}
		if name >= "bloodline-5" && name < "bloodline-9" {
			guard.Must(t, os.MkdirAll(filepath.Join(path, "game-1/kept"), 0o700))
			unlock := guard.Value(disk.Lock(filepath.Join(path, "bloodline.lock")))(t)
			if name == "bloodline-6" {
				defer unlock()
			} else {
				unlock()
				guard.Must(t, os.WriteFile(filepath.Join(path, "bloodline.lock"), nil, 0o600))
			}
		}
		if old {
			guard.Must(t, os.Chtimes(path, long, long))
		}
	}
	program.RemoveLeft()
	if _, err := os.Lstat(filepath.Join(os.TempDir(), "bloodline-hours", "bloodline.lock")); err == nil {
		t.Error("a folder that may be another's got a lock")
	}
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	if got := strings.Join(left, " "); strings.ReplaceAll(got, os.TempDir()+"/", "") != "bloodline-2 bloodline-3 bloodline-6 bloodline-7 bloodline-hours other-4" {
		t.Errorf("left are %s", got)
	}
}
