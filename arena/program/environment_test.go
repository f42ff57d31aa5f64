package program_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bloodline/arena/program"
	"bloodline/internal/guard"
)

// A program finds what it was given in its environment, and no key of the user's. With Off, which is for programs of the
// user's own, it inherits all. The program is this test itself.
func TestEnvironment(t *testing.T) {
	const given, key = "BLOODLINE_SEED", "AWS_SECRET_ACCESS_KEY"
	if os.Getenv(given) != "" {
		fmt.Println("environment:", strings.Join(os.Environ(), "\n"))
		return
	}
	program.Launcher()
	t.Setenv(key, "a key of the user")
	self, err := os.Executable()
	guard.Must(t, err)
	words := []string{self, "-test.run=^TestEnvironment$"}
	for mode, inherits := range map[program.Mode]bool{program.Auto: false, program.Off: true} {
		s, err := program.NewSandbox(mode, t.TempDir(), "x", words)
		guard.Must(t, err)
		out := program.Head{Max: 1 << 16}
		cmd := s.Command(words, given+"=7")
		cmd.Stdout = &out
		p, err := s.Launch(t.Context(), cmd)
		guard.Must(t, err)
		p.WaitEnd(time.Minute)
		text := string(out.Bytes)
		if !p.State.Success() || !strings.Contains(text, given+"=7") || !strings.Contains(text, "PATH=") || strings.Contains(text, key) != inherits {
			t.Errorf("%s: %v, environment %s\n%s", mode, p.State, text, p.Stderr())
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
