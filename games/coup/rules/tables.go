package rules

import "bloodline/games/coup/seat"

// tables has the entries that log-odds are added up from: odds in [Rules], and in a tally the derivatives by them.
type tables[N odds | int64] struct {
	turn               [lives][bands][bands][16]N // by lives, own and opponent's band of coins, and option
	oppClaims          [2][1 << seat.Roles][16]N  // by the sets of roles that the opponent has claimed and denied
	claim              [4]statement[N]            // the claims that open a turn
	challenge          [claims]weight[N]          // challenging each claim
	repeat             [claims][8]N               // added by standing claims of the role, the current one included
	trait              [2]trait[N]
	block              [blocks][2]weight[N]
	blockStory         [blocks][2][4]N // by own story about the role; 0 for a true block
	blockChallengeRate [blocks][2]N
	stake              [4]N // blocking a Steal, by coins at stake
}

// weight has the log-odds that every option has: by lives and both bands of coins, and by the opponent's record.
type weight[N odds | int64] struct {
	at        [lives][bands][bands]N
	oppClaims [2][1 << seat.Roles]N
}

// statement weighs an action that claims a role: index 0 is a bluff, 1 a true claim.
type statement[N odds | int64] struct {
	story         [2][4][4]N // by own story about the role and its face-up copies
	challengeRate [2]N
}

// trait has the log-odds by the claimant's record, for actions or for blocks.
type trait[N odds | int64] struct {
	deniedBefore, stale    [2]N // by false and true
	over                   [8]N // by roles claimed less cards, from -2 to 4
	caught, shown, passive N
}

// flow carries numbers between genes and entries: to the entries for [New], and back for [Trajectory.Flush].
type flow[N odds | int64] struct {
	genes []N
	back  bool
}

// add makes a multiple of a gene part of an entry; -1 stands for no gene.
func (f flow[N]) add(entry *N, gene int, times N) {
	if gene < 0 {
		return
	}
	if f.back {
		f.genes[gene] += times * *entry
	} else {
		*entry += times * f.genes[gene]
	}
}

func (f flow[N]) link(t *tables[N]) {
	for o := range options {
		f.turn(t, o)
	}
	for k := range claims {
		f.situated(&t.challenge[k], &at.challenge[k])
		for n := range 4 {
			f.add(&t.repeat[k][1+n], at.repeat[k], N(n)) // after the first
		}
	}
	for k := range t.trait {
		e := &t.trait[k]
		f.add(&e.deniedBefore[1], at.deniedBefore[k], 1)
		f.add(&e.stale[1], at.stale[k], 1)
		for n := range 5 {
			f.add(&e.over[2+n], at.over[k], N(min(n, overMost)))
		}
		f.add(&e.caught, at.caught[k], 1)
		f.add(&e.shown, at.shown[k], 1)
		f.add(&e.passive, at.passive[k], 1)
	}
	for k := range t.block {
		for truth := range 2 {
			f.situated(&t.block[k][truth], &at.block[k][truth])
		}
		for state := range t.blockStory[k][0] {
			f.story(&t.blockStory[k][0][state], state, at.blockStory[k])
		}
		f.add(&t.blockChallengeRate[k][0], at.blockChallengeRate[k], 1)
	}
	for n := range t.stake {
		f.add(&t.stake[n], at.stealStake, N(n))
	}
}

func (f flow[N]) turn(t *tables[N], o option) {
	var w weight[N]
	move := func(entry, own *N) {
		if f.back {
			*own = *entry
		} else {
			*entry = *own
		}
	}
	copied := func() {
		for s := range lives {
			for x := range bands {
				for y := range bands {
					move(&t.turn[s][x][y][o], &w.at[s][x][y])
				}
			}
		}
		for st := range w.oppClaims {
			for set := range w.oppClaims[st] {
				move(&t.oppClaims[st][set][o], &w.oppClaims[st][set])
			}
		}
	}
	if f.back {
		copied()
	}
	f.situated(&w, &at.turn[o])
	if !f.back {
		copied()
	}
	if o < optExchange {
		return
	}
	st, truth := &t.claim[(o-optExchange)/2], (o-optExchange)%2
	f.add(&st.challengeRate[truth], at.challengeRate[o], 1)
	for state := range 4 {
		for n := range 4 {
			e := &st.story[truth][state][n]
			f.story(e, state, at.story[o])
			f.add(e, at.faceUp[o], N(n))
		}
	}
}

func (f flow[N]) situated(w *weight[N], g *situated) {
	for s := range lives {
		for x := range bands {
			var row N // the part that all entries of a row have
			if !f.back {
				f.add(&row, g.base[s], 1)
				f.add(&row, g.own[s][x], 1)
			}
			for y := range bands {
				e := &w.at[s][x][y]
				f.add(e, g.opp[s][y], 1)
				if f.back {
					row += *e
				} else {
					*e += row
				}
			}
			if f.back {
				f.add(&row, g.base[s], 1)
				f.add(&row, g.own[s][x], 1)
			}
		}
	}
	for st := range w.oppClaims {
		for role, gene := range g.oppClaims[st] {
			for set := 1 << role; set < 1<<seat.Roles; set = (set + 1) | 1<<role { // those with the role
				f.add(&w.oppClaims[st][set], gene, 1)
			}
		}
	}
}

// story links the entry of a story about a role: 0 none, 1 claimed, 2 denied, 3 both.
func (f flow[N]) story(entry *N, state int, g [2]int) {
	for bit := range g {
		if state>>bit&1 != 0 {
			f.add(entry, g[bit], 1)
		}
	}
}
