package table

import (
	"hash/maphash"
	"io"
	"testing"

	"bloodline/games/parttest"
	"bloodline/games/samurai/seat"
)

// hasher acts on everything that a view holds, so that two views that differ anywhere lead to different actions.
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
		Greeting: "READY\n",
		Serve:    func(seed uint64, in io.Reader, out io.Writer) error { return seat.Serve(p, seed, in, out) },
	})
}
