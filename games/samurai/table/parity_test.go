package table

import (
	"hash/maphash"
	"io"
	"strings"
	"testing"

	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/samurai/seat"
)

// hasher acts on everything that a view holds, so that two views that differ
// anywhere lead to different actions.
type hasher struct{ seed maphash.Seed }

func (h hasher) Act(v *seat.View, r uint64) seat.Action {
	v2 := *v
	return chancer{}.Act(v, r^maphash.Comparable(h.seed, v2))
}

// What a table's seats are told, fed through the codec as text with the seat's
// rolls, gives what the seats did at the table.
func TestServe_Parity(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	parttest.Parity(t, Game{}, p, parttest.Lines{
		Sent: Sent, Answered: Answered, Greeting: "READY\n",
		Serve: func(seed uint64, in io.Reader, out io.Writer) error { return seat.Serve(p, seed, in, out) },
	})
}

// The view of a seat is the same over the protocol, field by field.
func TestServe_SameViews(t *testing.T) {
	var table Table
	for seed := range uint64(100) {
		var recs [seat.Seats]*recorder
		for s := range recs {
			recs[s] = &recorder{Policy: chancer{}}
		}
		var sent [seat.Seats][]string
		table.Trace(func(line string) {
			if s, text, ok := Sent(line); ok {
				sent[s] = append(sent[s], text)
			}
		})
		table.Play(seed, players(recs))
		for s, r := range recs {
			again := &recorder{Policy: chancer{}}
			in := strings.NewReader(strings.Join(sent[s], "\n"))
			if err := seat.Serve(again, roll.Mix(seed, 1+uint64(s)), in, new(strings.Builder)); err != nil {
				t.Fatal(err)
			}
			for i := range r.views {
				if again.views[i] != r.views[i] {
					t.Fatalf("seed %d seat %d turn %d:\n%+v\n%+v", seed, s, i+1, again.views[i], r.views[i])
				}
			}
		}
	}
}
