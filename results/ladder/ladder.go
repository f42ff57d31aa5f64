// Package ladder keeps the bots of a contest of programs for weeks, and the games that they play against each other.
//
//  1. [Open] opens the ladder of a run file. What decides a game beside the bots is its digest: with another referee,
//     other maps or other points another ladder begins, with the same bots.
//  2. [Ladder.Add] copies the files of a bot beside the store, so that the bot stays as it is.
//  3. [Ladder.Play] plays what [arena.Ladder] chooses. A pair's deals are the same for ever: no game is played twice.
//  4. [Ladder.Standings], [Ladder.Pair] and [Ladder.Log] are what commands and pages show of it.
package ladder

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve/store"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
	"bloodline/results/report"
	"bloodline/results/run"
)

// Ladder is the ladder of a contest in a store.
type Ladder struct {
	Bots    []store.Bot // in the order in which they were added
	Changed string      // why another ladder has begun, in a sentence; empty if none has, or it has games

	finder *player.Finder
	store  *store.Store
	file   string // the run file's path
	game   *game.Game
	row    store.Ladder
	games  []store.LadderGame
	maps   arena.Maps

	workers   int   // of the run file; 0: as many as processors
	untrusted error // why no game may be played
}

// Open opens the ladder of a run file; with an empty path that of the only contest of the store. To write, it makes the
// store if there is none. To play, the contest's commands must be trusted: those of a run file that the user names are.
func Open(f *player.Finder, file string, write bool) (l *Ladder, err error) {
	l = &Ladder{finder: f, file: file}
	if write && file != "" {
		l.store, err = run.OpenStore(f)
	} else if l.store, err = f.OpenStore(); err == nil && write {
		err = l.store.Close()
		if err == nil {
			l.store, err = run.OpenStore(f)
		}
	}
	if errors.Is(err, store.ErrMissing) {
		return nil, setting.Usagef("there is no ladder: the store %s is missing; ladder add makes it", f.Store)
	} else if err != nil {
		return nil, err
	}
	if err = l.open(write); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (l *Ladder) Close() error { return l.store.Close() }

func (l *Ladder) open(write bool) error {
	all, err := l.store.Ladders()
	if err != nil {
		return err
	}
	given := l.file != ""
	if !given {
		switch files := contestFiles(l.finder, all); len(files) {
		case 0:
			return setting.Usagef("there is no ladder: %s has none; ladder add RUNFILE NAME PLAYER begins one", l.finder.Store)
		case 1:
			l.file = files[0]
		default:
			return setting.Usagef("--contest: must name the run file, since %s has the ladders of %s", l.finder.Store, report.List(files))
		}
	}
	c, err := configs.Load(l.file, configs.Overrides{}, l.finder.Games)
	if err != nil {
		return setting.Usagef("%w", err)
	}
	switch {
	case c.Game != command.Name:
		return setting.Usagef("%s: a ladder has bots that are programs: tournament plays the players of %s", l.file, c.Game)
	case c.Simulator():
		return setting.Usagef("%s: a simulator plays settings of one process: tournament and compare rate them", l.file)
	case write && given:
		err = l.finder.AddTrust(c)
	case write:
		if wrong := l.finder.CheckTrust(c); wrong != nil { // the user may have changed the run file
			l.untrusted = fmt.Errorf("%s: %w; --contest %[1]s says that it is yours", l.file, wrong)
		}
	}
	if err != nil {
		return err
	}
	l.workers = c.Workers
	if l.game, err = player.ConfigGame(l.finder.Games, nil, c); err != nil {
		return fmt.Errorf("%s: %w", l.file, err)
	}
	switch i := l.game.Info(); {
	case i.Seats != 2:
		return setting.Usagef("%s: a ladder has games of two, this contest seats %d: tournament plays it", l.file, i.Seats)
	case !i.Meets():
		return setting.Usagef("%s: %s; compare plays all players on the same deals", l.file, report.NoMeeting(i))
	}
	if !given {
		l.row.Contest = all[0].Contest
	} else { // as both can be moved
		l.row.Contest = filepath.ToSlash(disk.Near(filepath.Dir(l.finder.Store), l.file))
	}
	return l.read(all)
}

// contestFiles lists the run files of ladders, each once.
func contestFiles(f *player.Finder, all []store.Ladder) (files []string) {
	for _, x := range all {
		file := filepath.FromSlash(x.Contest)
		if !filepath.IsAbs(file) { // else it is on another drive
			file = filepath.Join(filepath.Dir(f.Store), file)
		}
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// read reads the rows of the ladder, among all of the store.
func (l *Ladder) read(all []store.Ladder) (err error) {
	if l.row.Parts, err = l.game.Stored.Parts(); err != nil {
		return err
	}
	text, _ := json.Marshal(l.row.Parts) // of words
	sum := sha256.Sum256(text)
	l.row.Digest = hex.EncodeToString(sum[:16])
	l.maps = arena.MapsOf(l.game.Info(), true)
	for _, x := range all {
		switch {
		case x.Digest == l.row.Digest:
			contest := l.row.Contest
			l.row, l.row.Contest, l.Changed = x, contest, ""
		case x.Contest == l.row.Contest && l.row.Begun.IsZero():
			l.Changed = changedText(x.Parts, l.row.Parts)
		}
	}
	if l.Bots, err = l.store.Bots(l.row.Contest); err != nil || l.row.Begun.IsZero() {
		return err
	}
	l.games, err = l.store.LadderGames(l.row.Digest)
	return err
}

// changedText says that another ladder begins, and what has changed.
func changedText(before, now map[string]string) string {
	both := maps.Clone(before)
	maps.Copy(both, now)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(both)), func(name string) bool { return before[name] == now[name] })
	return fmt.Sprintf("Another ladder begins, because %s changed: the games before are kept, and don't count here.",
		report.List(names))
}

// Shim returns a warning; see [command.Game.Shim].
func (l *Ladder) Shim() string { return l.game.Stored.Shim() }

func (l *Ladder) bot(name string) (*store.Bot, error) {
	var names []string
	for i := range l.Bots {
		if l.Bots[i].Name == name {
			return &l.Bots[i], nil
		}
		names = append(names, l.Bots[i].Name)
	}
	near := cmp.Or(setting.DidYouMean(name, names), " (have "+cmp.Or(report.List(names), "none")+")")
	return nil, setting.Usagef("the ladder of %s has no bot %q%s", l.file, name, near)
}

func (l *Ladder) folder(b *store.Bot) string {
	dir, err := filepath.Abs(filepath.Join(l.botsFolder(), b.Folder))
	if err != nil {
		return b.Folder
	}
	return dir
}

func (l *Ladder) botsFolder() string { return filepath.Join(filepath.Dir(l.finder.Store), "bots") }

// outcome returns the points of a game; none if it is void. A bot that failed has lost to one that didn't, whatever the
// referee's ranks are; scores are the referee's.
func (l *Ladder) outcome(r engine.Ranking) (engine.Outcome, bool) {
	if command.Void(r) {
		return engine.Outcome{}, false
	}
	if a, b := r.Errors[0] != "", r.Errors[1] != ""; a != b {
		r.Ranks = []int{0, 1}
		if a {
			r.Ranks = []int{1, 0}
		}
	}
	return l.game.Stored.Outcome(r), true
}

// seating is a game of a meeting: the number of the deal, and the bots by seat, as digests.
type seating struct {
	deal uint64
	bots [2]string
}

func seatingOf(g *store.LadderGame) (s seating) {
	copy(s.bots[:], g.Bots) // of which a damaged store may have one
	s.deal = g.Seed
	return s
}

// Deals are those of two bots, by their digests: the same for ever.
func (l *Ladder) Deals(bots [2]string) arena.Pair {
	slices.Sort(bots[:])
	sum := sha256.Sum256([]byte(bots[0] + bots[1]))
	p := arena.Pair{Blocks: math.MaxInt32, Seed: roll.Mix(binary.LittleEndian.Uint64(sum[:]), arena.StageLadder), Maps: l.maps}
	if n := len(p.Maps.Numbers); n > 0 {
		p.Maps.First = int(p.Seed % uint64(n))
	}
	return p
}

// seatings returns the games of a block of two bots, by rotation.
func (l *Ladder) seatings(p store.PlannedBlock) (out []seating) {
	s := seating{l.game.Stored.DealNumber(l.Deals(p.Bots).Block(p.Block).Seed), p.Bots}
	for range l.game.Info().Seatings() {
		out = append(out, s)
		s.bots[0], s.bots[1] = s.bots[1], s.bots[0]
	}
	return out
}

// table is what bots have played, as the arena rates it.
type table struct {
	*arena.Ladder
	bots   []store.Bot // by player
	number map[string]int
	deal   map[[2]int]map[uint64]int // of a pair, by its number
	played map[seating]engine.Ranking
}

func (l *Ladder) newTable(bots []store.Bot, games []store.LadderGame) *table {
	t := &table{bots: bots, number: map[string]int{}, deal: map[[2]int]map[uint64]int{}, played: map[seating]engine.Ranking{}}
	t.Ladder = &arena.Ladder{Arena: arena.New(l.game, 1), Deals: func(players [2]int) arena.Pair {
		return l.Deals([2]string{bots[players[0]].Digest, bots[players[1]].Digest})
	}}
	for i, b := range bots {
		t.number[b.Digest] = i
		t.Active = append(t.Active, b.State == store.Active)
	}
	met := map[[2]int]int{}
	for _, g := range games {
		s := seatingOf(&g)
		t.played[s] = g.Ranking
		if m, ok := t.meeting(store.PlannedBlock{Bots: s.bots}); ok {
			met[m.Players]++
		}
	}
	for pair, n := range met { // which plays its deals in order, so none lies behind these
		t.deal[pair] = map[uint64]int{}
		for k, deals := 0, t.Deals(pair); k < min(deals.Len(), n); k++ {
			t.deal[pair][l.game.Stored.DealNumber(deals.Block(k).Seed)] = k
		}
	}
	return t
}

// meeting returns a planned block as players; false for one of other bots.
func (t *table) meeting(p store.PlannedBlock) (m arena.Meeting, ok bool) {
	a, known1 := t.number[p.Bots[0]]
	b, known2 := t.number[p.Bots[1]]
	return arena.Meeting{Players: [2]int{min(a, b), max(a, b)}, Deal: p.Block}, known1 && known2 && a != b
}

func (t *table) planned(m arena.Meeting) store.PlannedBlock {
	return store.PlannedBlock{Bots: [2]string{t.bots[m.Players[0]].Digest, t.bots[m.Players[1]].Digest}, Block: m.Deal}
}

// complete lists the meetings whose games are all played, pair by pair.
func (t *table) complete(l *Ladder) (out []arena.Meeting) {
	for s := range t.played {
		m, ok := t.meeting(store.PlannedBlock{Bots: s.bots})
		k, known := t.deal[m.Players][s.deal]
		if m.Deal = k; known && ok && t.planned(m).Bots == s.bots && t.isComplete(l, m) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b arena.Meeting) int {
		return cmp.Or(cmp.Compare(a.Deal, b.Deal), slices.Compare(a.Players[:], b.Players[:]))
	})
	return out
}

func (t *table) isComplete(l *Ladder, m arena.Meeting) bool {
	return !slices.ContainsFunc(l.seatings(t.planned(m)), func(s seating) bool { _, ok := t.played[s]; return !ok })
}

// outcomes returns the outcomes of a meeting whose games are all played; none if one is void.
func (t *table) outcomes(l *Ladder, m arena.Meeting) (games []engine.Outcome) {
	for _, s := range l.seatings(t.planned(m)) {
		o, counts := l.outcome(t.played[s])
		if !counts {
			return nil
		}
		games = append(games, o)
	}
	return games
}
