package ladder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
	"bloodline/internal/system"
	"bloodline/results/report"
)

// Options say how long a ladder is played.
type Options struct {
	MaxGames int           // 0: any number
	MaxTime  time.Duration // after which no game begins; 0: none
	Focus    string        // name of the bot whose place is to be known; empty for the order of all
	Workers  int           // games at a time; 0: as many as processors
	Tell     func(text string)
	Progress func(leader string) // is called after each round
}

const (
	roundDeals    = 24 // of a round, whose results choose the next but one
	faultsInARow  = 5  // after which a bot is suspended
	fewVoid       = 8  // games after which a referee that failed in all of them is broken
	fewestOfShare = 80 // games of which command.failures is a share, at least
)

type play struct {
	*Ladder
	*table
	options Options
	players map[string]engine.Player // by digest
	tables  chan engine.SlowTable
	stop    context.CancelFunc // ends games under way
	begun   time.Time

	mu      sync.Mutex
	started int            // games of this process
	ended   int            // of these
	void    int            // of these, for which no bot is to blame
	faults  map[string]int // of a bot, by digest: in a row, of this process
	err     error          // ends the play
}

// round is meetings that are chosen together.
type round struct {
	met  []arena.Meeting
	wait sync.WaitGroup
}

// Play plays until a limit is reached, all deals are played, or ctx ends. It plays rounds, which the store has before
// their games begin: a round is chosen by the results of all before the last one, so that workers never wait, and which
// games are played does not depend on which end first, nor on interrupts. It returns how many games it has played.
func (l *Ladder) Play(ctx context.Context, o Options) (games int, err error) {
	focus, err := l.focus(o.Focus)
	if err = cmp.Or(err, l.untrusted); err != nil {
		return 0, err
	}
	if err := os.MkdirAll(l.botsFolder(), 0o700); err != nil {
		return 0, err
	}
	unlock, err := disk.Lock(filepath.Join(l.botsFolder(), "play.lock"))
	if errors.Is(err, system.ErrHeld) {
		return 0, setting.Usagef("another process plays a ladder of %s", l.finder.Store)
	} else if err != nil {
		return 0, err
	}
	defer unlock()
	if l.Changed != "" {
		o.Tell(report.Paragraph("%s", l.Changed))
		l.Changed = "" // it has games
	}
	o.Workers = cmp.Or(o.Workers, l.workers, runtime.GOMAXPROCS(0))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := &play{
		Ladder: l, table: l.newTable(l.Bots, l.games), options: o, stop: stop, begun: l.store.Now(),
		players: map[string]engine.Player{}, faults: map[string]int{},
	}
	for i := range l.Bots {
		if b := &l.Bots[i]; b.State == store.Active {
			if p.players[b.Digest], err = l.trusted(b); err != nil {
				return 0, err
			}
		}
	}
	if len(p.players) < 2 {
		return 0, setting.Usagef("a ladder needs two active bots, have %d: ladder add", len(p.players))
	}
	p.tables = make(chan engine.SlowTable, o.Workers)
	for range o.Workers {
		p.tables <- l.game.Stored.NewSlowTable()
	}
	if err = p.rounds(ctx, focus); err != nil {
		stop()
	}
	for range o.Workers {
		err = errors.Join(err, (<-p.tables).Close())
	}
	return p.ended, err
}

// focus returns the number of a bot that is to be active; -1 for none.
func (l *Ladder) focus(name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	b, err := l.bot(name)
	if err == nil && b.State != store.Active {
		err = setting.Usagef("--focus: %s is %s: ladder add makes it active again", name, b.State)
	}
	return slices.IndexFunc(l.Bots, func(x store.Bot) bool { return x.Name == name }), err
}

// trusted returns the player of a bot whose command may run here, and whose files are as they were.
func (l *Ladder) trusted(b *store.Bot) (engine.Player, error) {
	if _, err := l.finder.Trust.Check(commandOf(b)); err != nil {
		return nil, fmt.Errorf("bot %s: %w", b.Name, err)
	}
	if err := l.checkFiles(b); err != nil {
		return nil, err
	}
	return l.player(b)
}

func (p *play) rounds(ctx context.Context, focus int) error {
	before, current := p.planned(p.row.Plan[0]), p.planned(p.row.Plan[1])
	under := slices.Concat(before.met, current.met)
	for _, m := range p.complete(p.Ladder) {
		if !slices.Contains(under, m) {
			if err := p.table.Add(m, p.outcomes(p.Ladder, m)); err != nil {
				return err
			}
		}
	}
	for ok := p.start(ctx, before) && p.start(ctx, current); ok; ok = p.start(ctx, current) {
		if err := p.end(before); err != nil {
			return err
		}
		before = current
		next := p.choose(before.met, focus)
		if next == nil { // which needs the results of the round that is under way
			if err := p.end(before); err != nil {
				return err
			}
			before = &round{}
			next = p.choose(nil, focus)
		}
		if current = (&round{met: next}); next == nil {
			break // all deals are played
		}
		p.row.Plan = [2][]store.PlannedBlock{report.Map(before.met, p.table.planned), report.Map(next, p.table.planned)}
		if err := p.store.PutLadder(&p.row); err != nil {
			return err
		}
	}
	before.wait.Wait()
	current.wait.Wait()
	return cmp.Or(p.err, ctx.Err())
}

func (p *play) choose(underWay []arena.Meeting, focus int) []arena.Meeting {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Next(underWay, roundDeals, focus)
}

// planned returns a round that the store has, as far as its bots go on playing.
func (p *play) planned(blocks []store.PlannedBlock) *round {
	r := &round{}
	for _, b := range blocks {
		if m, ok := p.meeting(b); ok && p.Active[m.Players[0]] && p.Active[m.Players[1]] {
			r.met = append(r.met, m)
		}
	}
	return r
}

// start begins games of a round that were not played, one for each free table; false if no game may begin any more.
func (p *play) start(ctx context.Context, r *round) bool {
	for _, m := range r.met {
		for _, s := range p.seatings(p.table.planned(m)) {
			p.mu.Lock()
			_, done := p.played[s]
			out := !p.Active[m.Players[0]] || !p.Active[m.Players[1]] // suspended meanwhile
			ends := p.err != nil || p.options.MaxGames > 0 && p.started >= p.options.MaxGames ||
				p.options.MaxTime > 0 && p.store.Now().Sub(p.begun) >= p.options.MaxTime
			if !done && !out && !ends {
				p.started++
			}
			p.mu.Unlock()
			if done || out {
				continue
			}
			if ends {
				return false
			}
			var t engine.SlowTable
			select {
			case t = <-p.tables:
			case <-ctx.Done():
				return false
			}
			r.wait.Go(func() {
				defer func() { p.tables <- t }()
				p.enter(ctx, t, s)
			})
		}
	}
	return true
}

func (p *play) enter(ctx context.Context, t engine.SlowTable, s seating) {
	r, err := p.game.Stored.PlayRated(ctx, t, s.deal, []engine.Player{p.players[s.bots[0]], p.players[s.bots[1]]})
	g := store.LadderGame{Seed: s.deal, Bots: s.bots[:], Ranking: r}
	if err == nil {
		err = p.store.EnterLadderGame(p.row.Digest, &g)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		if p.err == nil && ctx.Err() == nil {
			p.err = err
		}
		p.stop()
		return
	}
	p.game.Count(1)
	p.ended++
	p.played[s] = r
	p.games = append(p.games, g)
	if command.Void(r) {
		p.void++
		p.checkReferee(&g)
	}
	if digest := p.count(&g); digest != "" {
		p.suspend(digest, &g)
	}
}

// count counts the faults in a row of a game's bots. It returns the digest of an active one that has too many.
func (p *play) count(g *store.LadderGame) (digest string) {
	if command.Void(g.Ranking) {
		return ""
	}
	for seat, d := range g.Bots {
		if p.faults[d]++; g.Errors[seat] == "" {
			p.faults[d] = 0
		}
		if i, known := p.number[d]; known && p.Active[i] && p.faults[d] >= faultsInARow {
			digest = d
		}
	}
	return digest
}

func (p *play) suspend(digest string, g *store.LadderGame) {
	i := p.number[digest]
	b, seat := &p.Bots[i], slices.Index(g.Bots, digest)
	b.State, b.Again = store.Suspended, p.again(g)
	b.Reason = fmt.Sprintf("it failed in %d games in a row, the last time with %s: %s", faultsInARow, p.game.Stored.DealName(g.Seed), g.Errors[seat])
	p.err = cmp.Or(p.err, p.store.PutBot(p.row.Contest, b))
	p.Active[i] = false
	p.options.Tell(report.SuspendedText(*b))
}

// again is the line of a shell that plays a game again; empty where none does.
func (p *play) again(g *store.LadderGame) string {
	return p.game.Stored.ReplayCommand(g.Seed, report.Map(g.Bots, func(d string) string { return command.Line(p.players[d]) }))
}

// checkReferee ends the play if the referee fails too often.
func (p *play) checkReferee(g *store.LadderGame) {
	share := p.game.Stored.Config().Failures
	if p.void == p.ended && p.void >= fewVoid || float64(p.void) > share*float64(max(p.ended, fewestOfShare)) {
		words, _ := command.RefereeFailed(g.Errors)
		if p.err == nil {
			p.err = fmt.Errorf("the referee failed in %s of %s, whichever bots played, the last time with %s: %s; play it again: %s",
				report.Count(p.void), report.Plural(p.ended, "game"), p.game.Stored.DealName(g.Seed), words, p.again(g))
		}
		p.stop()
	}
}

// end waits for the games of a round and adds their results.
func (p *play) end(r *round) error {
	r.wait.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range r.met {
		if !p.isComplete(p.Ladder, m) {
			continue // a bot was suspended, or the play ends
		}
		if err := p.table.Add(m, p.outcomes(p.Ladder, m)); err != nil {
			return err
		}
	}
	if len(r.met) > 0 && p.options.Progress != nil {
		p.options.Progress(p.leader())
	}
	return nil
}

// leader says by how much the first leads; empty before ratings are known.
func (p *play) leader() string {
	r, ranking, _, err := p.Ranking()
	if err != nil || len(ranking) < 2 {
		return ""
	}
	a, b := ranking[0], ranking[1]
	d, se := r.Difference(a, b)
	return fmt.Sprintf("%s leads %s by %.0f ± %.0f Elo", p.table.bots[a].Name, p.table.bots[b].Name, d, 1.96*se)
}
