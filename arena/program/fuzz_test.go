package program

import (
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// FuzzPipe reads what a program prints, in pieces, as the referees do: by lines, all at
// once, and dropped. Nothing is read twice or made up.
func FuzzPipe(f *testing.F) {
	f.Add("READY\n1 2 3\n", []byte{3, 1, 0})
	f.Add("= pass\r\n\n", []byte{0, 0, 0})
	f.Add(strings.Repeat("x", 20_000), []byte{2, 0, 1})
	f.Fuzz(func(t *testing.T, printed string, acts []byte) {
		if len(printed) > 1<<18 {
			return
		}
		r, w, err := system.PipeFrom()
		guard.Must(t, err)
		done := make(chan bool)
		go func() {
			_, _ = w.WriteString(printed)
			w.Close()
			close(done)
		}()
		p := &Pipe{Process: &Process{}, out: r}
		rest := printed
		for _, act := range acts {
			switch act % 3 {
			case 0:
				line, k := p.Line(time.Second)
				if k == None && (strings.Contains(line, "\n") || !strings.Contains(rest, line)) {
					t.Errorf("line %.100q is not in %.100q", line, rest)
				}
				if at := strings.Index(rest, line); k == None && at >= 0 {
					rest = rest[at:]
				}
			case 1:
				k := p.All(time.Second, func(text string) bool {
					if !strings.Contains(rest, text) {
						t.Errorf("%.100q is not in %.100q", text, rest)
					}
					return strings.Contains(text, "\n")
				})
				if k == Timeout {
					t.Error("a timeout of a pipe that is closed")
				}
			case 2:
				if k := p.Drop(); k != None && k != Flood {
					t.Errorf("drop: %s", k)
				}
			}
		}
		r.Close()
		<-done
	})
}
