package table_test

import (
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// odometer is a policy that, played again and again, makes every sequence of
// choices once.
type odometer struct {
	digit []int
	size  []int
	at    int
}

func (o *odometer) Act(v *seat.View, _ uint64) seat.Action {
	if o.at == len(o.digit) {
		o.digit = append(o.digit, 0)
		o.size = append(o.size, bits.OnesCount64(uint64(v.Legal)))
	}
	m := v.Legal
	for range o.digit[o.at] {
		m &= m - 1
	}
	o.at++
	return seat.Action(bits.TrailingZeros64(uint64(m)))
}

// next moves on to the next sequence and reports whether there is one.
func (o *odometer) next() bool {
	n := o.at - 1
	for ; n >= 0 && o.digit[n]+1 == o.size[n]; n-- {
	}
	if n < 0 {
		return false
	}
	o.digit, o.size, o.at = o.digit[:n+1], o.size[:n+1], 0
	o.digit[n]++
	return true
}

// lines are the texts of a turn: complete, without newline at the end of a game,
// and the beginnings that a program is handed.
type lines struct{ complete, last, partial map[string]bool }

// enumerate plays one turn from all hands, with all choices.
func enumerate() lines {
	l := lines{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	tab := table.NewTable()
	var file string
	tab.Watch(func(inv *table.Invocation) {
		if file != "" {
			l.partial[file] = true
		}
		file += inv.Written
	})
	for _, p := range everyHand() {
		for _, q := range everyHand() {
			if !inDeck(p + q) {
				continue
			}
			for o, more := new(odometer), true; more; more = o.next() {
				file = ""
				tab.Set(1, [2]seat.Policy{o, o}, state(p, q, 9, 9))
				over := tab.Turn()
				if strings.HasSuffix(file, "\n") {
					l.complete[file] = true
				} else if over {
					l.last[file] = true
				}
			}
		}
	}
	return l
}

func inDeck(cards string) bool {
	for i := range shown {
		if strings.Count(cards, shown[i:i+1]) > 3 {
			return false
		}
	}
	return true
}

func shapesOf(set map[string]bool) []string {
	out := map[string]bool{}
	for s := range set {
		out[shapes.Replace(s)] = true
	}
	return slices.Sorted(maps.Keys(out))
}

func byAction(set map[string]bool) map[byte]int {
	out := map[byte]int{}
	for s := range set {
		out[s[0]]++
	}
	return out
}

// The numbers were counted by enumerating the contest's own arbiter, and
// equalled those of three million simulated games.
func TestTable_ExactCounts(t *testing.T) {
	l := enumerate()
	check := func(what string, have, want int) {
		t.Helper()
		if have != want {
			t.Errorf("%s: %d, want %d", what, have, want)
		}
	}
	check("complete lines", len(l.complete), 82)
	check("last lines without newline", len(l.last), 46)
	check("partial lines", len(l.partial), 67)
	check("shapes of partial lines", len(shapesOf(l.partial)), 38)
	union, bare := map[string]bool{}, map[string]bool{}
	for _, set := range []map[string]bool{l.complete, l.last} {
		for s := range set {
			union[s], bare[strings.TrimSuffix(s, "\n")] = true, true
		}
	}
	check("all lines", len(union), 128)
	check("all lines but for the newline", len(bare), 91)

	if got, want := byAction(l.complete), (map[byte]int{'I': 1, 'F': 11, 'C': 5, 'E': 10, 'T': 10, 'A': 15, 'S': 30}); !maps.Equal(got, want) {
		t.Errorf("complete lines by action: %v, want %v", got, want)
	}
	if got, want := byAction(l.last), (map[byte]int{'F': 4, 'C': 5, 'E': 5, 'T': 5, 'A': 14, 'S': 13}); !maps.Equal(got, want) {
		t.Errorf("last lines by action: %v, want %v", got, want)
	}
	complete := strings.Fields("I. Fp. Fd. Fdq$X. FdqX. CX. Ep. Eq~X. EqX. Tp. Tq$X. TqX. AX. As. AqX. Asq!X. " +
		"Sp. Sa. Sc. Sq*X. SqX. Saq~X. SaqX. Scq*X. ScqX.")
	slices.Sort(complete)
	if got := shapesOf(l.complete); len(complete) != 25 || !slices.Equal(got, complete) {
		t.Errorf("shapes %q, want %q", got, complete)
	}
	last := strings.Fields("CX AX Aq^X AsqX Eq~X FdqX SaqX ScqX Sq*X Tq$X")
	slices.Sort(last)
	if got := shapesOf(l.last); len(last) != 10 || !slices.Equal(got, last) {
		t.Errorf("shapes %q, want %q", got, last)
	}
}
