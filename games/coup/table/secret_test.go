package table_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// Worlds that a seat cannot tell apart look equal to it: the opponent's hand and
// the deck are dealt anew, everybody writes what was written before, and as long
// as that is possible and the own cards come out the same, so must the views.
func TestTable_Secrecy(t *testing.T) {
	tab := table.NewTable()
	equal, apart := 0, 0
	for g := range uint64(400) {
		text := history(tab, g)
		hands := table.Deal(g)
		a := replay(tab, g, hands, text)
		for k := range uint64(8) {
			who := int(g+k) % 2
			other := resample(roll.Mix(g, k), hands, who)
			b := replay(tab, roll.Mix(g, k, 1), other, text)
			n := compareViews(t, a, b, who)
			equal += n
			if other != hands {
				apart += n
			}
		}
		if t.Failed() {
			t.Fatalf("game %d: %q", g, text)
		}
	}
	if apart < 5000 {
		t.Errorf("%d views compared, %d with another hidden hand: too few to judge by", equal, apart)
	}
}

func history(tab *table.Table, g uint64) string {
	var text []byte
	tab.Watch(func(inv *table.Invocation) { text = append(text, inv.Written...) })
	pair := stylesOf(g)
	tab.Play(g, []engine.Player{pair[0], pair[1]})
	return string(text)
}

func replay(tab *table.Table, seed uint64, hands [2]seat.Hand, text string) *script {
	s := &script{text: text}
	tab.Watch(s.watch)
	tab.PlayFrom(seed, [2]seat.Policy{s, s}, hands)
	return s
}

// resample deals another hand to the opponent of a seat.
func resample(seed uint64, hands [2]seat.Hand, who int) [2]seat.Hand {
	rng := roll.New(seed)
	var deck []seat.Role
	for r := seat.Role(0); r < seat.Roles; r++ {
		for range 3 - hands[who].Count(r) {
			deck = append(deck, r)
		}
	}
	i := rng.N(len(deck))
	j := rng.N(len(deck) - 1)
	if j >= i {
		j++
	}
	hands[who^1] = seat.HandOf(deck[i], deck[j])
	return hands
}

// compareViews compares what a seat saw in two worlds while the file and the own
// cards agree, and returns how many views that were.
func compareViews(t *testing.T, a, b *script, who int) (n int) {
	for i := range min(len(a.calls), len(b.calls)) {
		x, y := &a.calls[i], &b.calls[i]
		if string(x.History) != string(y.History) {
			return n
		}
		if int(x.Seat) != who {
			continue
		}
		if x.Hand != y.Hand || x.Coins != y.Coins && !t.Failed() {
			if x.Coins != y.Coins {
				t.Errorf("after %q: coins %v and %v", x.History, x.Coins, y.Coins)
			}
			return n
		}
		v, w := a.views[i], b.views[i]
		if x.Asked != y.Asked {
			t.Errorf("after %q: asked in one world only", x.History)
		} else if x.Asked {
			if *v.PublicState != *w.PublicState || v.Me != w.Me || v.Ask != w.Ask || v.Hand != w.Hand || v.Legal != w.Legal {
				t.Errorf("after %q: views differ:\n%+v %+v\n%+v %+v", x.History, v, *v.PublicState, w, *w.PublicState)
			}
			n++
		}
	}
	return n
}
