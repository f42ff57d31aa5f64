package ladder

import (
	"slices"
	"sync"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
)

// Named opens the only ladder of the store if words name bots of it, to write; nil if one does not, or is a run.
func Named(f *player.Finder, file string, words ...string) (*Ladder, error) {
	runs := f.Runs()
	l, err := Open(f, file, false)
	if err != nil {
		return nil, nil // it has none, or several
	}
	other := func(word string) bool {
		return slices.Contains(runs, word) || !slices.ContainsFunc(l.Bots, func(b store.Bot) bool { return b.Name == word })
	}
	if err = l.Close(); err != nil || slices.ContainsFunc(words, other) {
		return nil, err
	}
	return Open(f, file, true)
}

// Players returns bots as players of a game whose results are those of the ladder: the games that it has are not played
// again, and the others become part of it.
func (l *Ladder) Players(names ...string) (ps []*player.Player, g *game.Game, err error) {
	if l.untrusted != nil {
		return nil, nil, l.untrusted
	}
	b := &book{Ladder: l, digests: map[string]string{}}
	for _, x := range l.games {
		b.played.Store(seatingOf(&x), x.Ranking)
	}
	g = l.game.WithBook(b)
	for _, name := range names {
		bot, err := l.bot(name)
		if err != nil {
			return nil, nil, err
		}
		p, err := l.trusted(bot)
		if err != nil {
			return nil, nil, err
		}
		b.digests[command.Line(p)] = bot.Digest
		ps = append(ps, player.OfBot(name, g, p))
	}
	if l.row.Begun.IsZero() {
		err = l.store.PutLadder(&l.row)
	}
	return ps, g, err
}

// DealsOf returns the deals of two bots, by their names, so many at most.
func (l *Ladder) DealsOf(names []string, most int) (p arena.Pair, err error) {
	var digests [2]string
	for i, name := range names {
		b, err := l.bot(name)
		if err != nil {
			return p, err
		}
		digests[i] = b.Digest
	}
	p = l.Deals(digests)
	p.Blocks = min(p.Blocks, most)
	return p, nil
}

// book has the games of a ladder, by the command lines of its bots.
type book struct {
	*Ladder
	digests map[string]string
	played  sync.Map // rankings by their seatings
}

func (b *book) Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error) {
	found, ok := b.played.Load(b.seating(seed, seats))
	r, _ = found.(engine.Ranking)
	return r, ok, nil
}

func (b *book) Enter(seed uint64, seats []string, r engine.Ranking) error {
	s := b.seating(seed, seats)
	if b.played.Store(s, r); r.Millis == 0 { // lost without being played, after hangs
		return nil
	}
	return b.store.EnterLadderGame(b.row.Digest, &store.LadderGame{Seed: seed, Bots: s.bots[:], Ranking: r})
}

func (b *book) seating(seed uint64, seats []string) seating {
	return seating{seed, [2]string{b.digests[seats[0]], b.digests[seats[1]]}}
}
