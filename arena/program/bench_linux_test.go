package program_test

import (
	"context"
	"testing"
	"time"

	"bloodline/arena/program"
)

// The cost of a process, in a sandbox and outside.
func BenchmarkLaunch(b *testing.B) {
	for _, mode := range []program.Mode{program.Off, program.Auto} {
		b.Run("sandbox="+string(mode), func(b *testing.B) {
			s, err := program.NewSandbox(mode, b.TempDir(), "x", nil)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				cmd := s.Command([]string{"true"})
				cmd.Stdout = &program.Head{Max: 100}
				p, err := s.Launch(context.Background(), cmd)
				if err != nil {
					b.Fatal(err)
				}
				p.WaitEnd(time.Second)
				p.End()
			}
		})
	}
}
