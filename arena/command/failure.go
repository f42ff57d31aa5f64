package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
)

// failure is a game that a program, which could be started, did not play to its end.
type failure struct {
	error        // with up to three lines of the last words
	short string // with the last line
	help  string // more lines about an output without a result: what may be read instead, and the output or its end
}

func noResult(rule, have string) *failure {
	err := errors.New("no result: " + rule)
	return &failure{error: err, short: fmt.Sprintf("%v, have %#.80q", err, have)}
}

func (f *failure) Unwrap() error { return f.error }

// lastWords returns a failure with the end of a program's stderr or stdout, at most three lines and 300 characters.
func lastWords(err error, stderr, stdout string) *failure {
	text := strings.TrimSpace(stderr)
	if text == "" {
		text = program.Printable(stdout)
	}
	if text == "" {
		return &failure{error: fmt.Errorf("%w; it wrote nothing", err), short: err.Error()}
	}
	return &failure{error: fmt.Errorf("%w; its last words: %s", err, endOf(text, 3, 300)), short: err.Error() + ": " + endOf(text, 1, 300)}
}

// refereeFailed begins the errors of a game in which the referee failed.
const refereeFailed = "the referee failed: "

// noEnd begins the words of a referee that did not end in time.
const noEnd = "no end within "

// RefereeFailed reports whether the errors of a game's seats say that the referee failed, and returns its last words.
func RefereeFailed(errors []string) (words string, failed bool) {
	return strings.CutPrefix(slices.Max(errors), refereeFailed)
}

// rankFailed returns the result of a game in which the referee failed, probably because of values of the bot. The
// suspects lose: the genomes; of these, those that are not the defaults; of these, those with which the game fails when
// the defaults stand in for the others. Where all seats are suspects, all ranks are equal.
func (t *table) rankFailed(ctx context.Context, seed uint64, bots []*Bot, f *failure) (engine.Ranking, error) {
	g := t.game
	defaults, fails := g.Bot(g.Schema.Default()), map[string]bool{} // by the lines of genomes other than the defaults
	for _, b := range bots {
		if b.genome && b.line != defaults.line {
			fails[b.line] = true
		}
	}
	if len(fails) > 1 { // a single one needs no proof
		for line := range fails {
			alone := slices.Clone(bots)
			for i, b := range bots {
				if b.genome && b.line != line {
					alone[i] = defaults
				}
			}
			_, err := t.playRetrying(ctx, seed, alone)
			if fails[line] = err != nil; ctx.Err() != nil {
				return engine.Ranking{}, err
			}
		}
	}
	lost := uint8(1)<<len(bots) - 1 // the suspects, by seat
	for _, guilty := range []func(*Bot) bool{
		func(b *Bot) bool { return b.genome },
		func(b *Bot) bool { _, changed := fails[b.line]; return changed },
		func(b *Bot) bool { return fails[b.line] },
	} {
		some := uint8(0)
		for i, b := range bots {
			if lost>>i&1 != 0 && guilty(b) {
				some |= 1 << i
			}
		}
		lost = cmp.Or(some, lost)
	}
	return g.lostBy(lost, len(bots), f.short), nil
}

// PlayRated plays a game between bots of which none is bred, whatever the book says. See blame for a failing referee.
func (g *Game) PlayRated(ctx context.Context, at engine.SlowTable, seed uint64, seats []engine.Player,
) (engine.Ranking, error) {
	t := at.(*table)
	bots, _ := botsAndLines(seats)
	r, err := t.playRetrying(ctx, seed, bots)
	if f, failed := errors.AsType[*failure](err); failed {
		return t.blame(ctx, seed, bots, f)
	}
	return r, err
}

// blame returns the result of a game between bots of which none is bred, and in which the referee failed twice. The
// bots lose with which it fails without the others. If it fails with all of them, or with none alone but again with all
// together, the game is [Void]. A bot against itself is the error.
func (t *table) blame(ctx context.Context, seed uint64, bots []*Bot, f *failure) (r engine.Ranking, err error) {
	begin, lost, all := time.Now(), uint8(0), uint8(1)<<len(bots)-1
	if !slices.ContainsFunc(bots, func(b *Bot) bool { return b.line != bots[0].line }) {
		return r, f
	}
	for i, b := range bots {
		if k := slices.IndexFunc(bots, func(other *Bot) bool { return other.line == b.line }); k < i {
			lost |= lost >> k & 1 << i
			continue
		}
		alone, wrong := slices.Repeat([]*Bot{b}, len(bots)), error(nil)
		for range 2 { // a bot may fail now and then
			if _, wrong = t.playOnce(ctx, seed, alone); wrong != nil {
				break
			}
		}
		if _, failed := errors.AsType[*failure](wrong); failed {
			lost |= 1 << i
		}
	}
	if lost == 0 && ctx.Err() == nil {
		if r, err = t.playOnce(ctx, seed, bots); err == nil {
			return r, nil
		}
		lost = all
	}
	r = t.game.lostBy(lost, len(bots), f.short)
	r.Millis = float64(time.Since(begin).Microseconds()) / 1000 // a game that was not played has none
	return r, ctx.Err()
}

// Void reports whether no bot is to blame for the failure of the referee in a game, which then counts for none.
func Void(r engine.Ranking) bool {
	return !slices.ContainsFunc(r.Errors, func(text string) bool { return !strings.HasPrefix(text, refereeFailed) })
}

// lostBy returns the result of a game that some seats have lost by a failure of the referee; if all have, it is a tie.
func (g *Game) lostBy(seats uint8, players int, words string) engine.Ranking {
	r := engine.Ranking{Ranks: make([]int, players), Errors: make([]string, players), Answer: words}
	for i := range players {
		score := (g.least + g.most) / 2
		if seats>>i&1 != 0 {
			r.Errors[i] = refereeFailed + words
			if bits.OnesCount8(seats) < players || players == 1 {
				r.Ranks[i], score = 1, g.least
			}
		}
		if g.scored {
			r.Scores = append(r.Scores, score)
		}
	}
	return r
}

// playDefaults plays the defaults in place of genomes, on other maps and seeds, after a failure of the referee. It
// returns nil if one game works, because then values or the seed caused the failure; else the referee's error.
func (t *table) playDefaults(ctx context.Context, seed uint64, bots []*Bot) (err error) {
	bots = slices.Clone(bots)
	for i, b := range bots {
		if b.genome {
			bots[i] = t.game.Bot(t.game.Schema.Default())
		}
	}
	for k := uint64(1); k <= 2; k++ {
		other := t.game.DealNumber(engine.MapSeed(int(seed>>seedBits+k), seed+k))
		if _, err = t.playOnce(ctx, other, bots); err == nil {
			return nil
		}
	}
	return cmp.Or(ctx.Err(), err)
}
