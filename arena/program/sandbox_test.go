package program_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"bloodline/arena/program"
)

func sandbox(t *testing.T, mode program.Mode, command ...string) *program.Sandbox {
	t.Helper()
	s, err := program.NewSandbox(mode, t.TempDir(), "x", command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func run(t *testing.T, s *program.Sandbox, script string) (string, *program.Process) {
	t.Helper()
	cmd := s.Command([]string{"sh", "-c", script})
	out := program.Head{Max: 1 << 16}
	cmd.Stdout = &out
	p, err := s.Launch(context.Background(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	p.Ended(5 * time.Second)
	p.End()
	return string(out.Bytes), p
}

func TestSandbox(t *testing.T) {
	t.Logf("%v", os.Geteuid())
	begin := time.Now()
	s := sandbox(t, program.Auto)
	t.Logf("%v missing %v", time.Since(begin), s.Missing())
	for _, script := range []string{"echo hello; pwd; env", "id; ls -la / /dev /proc | head -80; cat /proc/self/status | head -50; mount", "ulimit -a; cat /proc/sys/kernel/pid_max /proc/sys/user/max_user_namespaces; unshare -Ur id", "kill -9 1; kill -TERM 1; kill -QUIT 1; sleep 0.1; echo still", "node -e 'console.log(1)'; java -version", "touch x; ls -la; touch /usr/x; sleep 100 & setsid sleep 100 & exit 3"} {
		begin := time.Now()
		out, p := run(t, s, script)
		t.Logf("%v\n%s\n%s %v %v", time.Since(begin), out, p.Stderr(), p.State(), p.CPU())
	}
	for range 5 {
		begin := time.Now()
		_, p := run(t, s, ":")
		t.Logf("%v %v", time.Since(begin), p.CPU())
	}
	_ = strings.Fields
}
