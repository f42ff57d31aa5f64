package run_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/configs/player"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/internal/guard"
	"bloodline/results/clone"
)

func resolve(t *testing.T, d bloodline.Game) *game.Game {
	t.Helper()
	set, err := bloodline.Resolve(d)
	guard.Must(t, err)
	return set[0]
}

// played is so many games of a player of a game against others.
func played(t *testing.T, g *game.Game, games int, name string, others ...string) (*clone.Games, *player.Player, []*player.Player) {
	t.Helper()
	p := &player.Player{Name: name, Game: g}
	var against []*player.Player
	for _, o := range others {
		against = append(against, &player.Player{Name: o, Game: g})
	}
	got, err := clone.Play(t.Context(), p, against, games, 1, referee.Options{})
	if err != nil || len(got.Records) < games {
		t.Fatalf("%d records (%v), want %d", len(got.Records), err, games)
	}
	return got, p, against
}

// A clone predicts decisions that it has not seen better than the defaults do, and scores about as its player.
func TestLearn(t *testing.T) {
	g := resolve(t, coup.Game())
	games, p, others := played(t, g, 100, "Mask", "Lawyer", "Taxman")
	s := clone.NewStudy(g, "Mask")
	for _, r := range games.Records {
		guard.Must(t, s.Add(r))
	}
	genes, c, err := s.Learn(t.Context())
	if err != nil || g.Schema.Check(genes) != nil {
		t.Fatal(err)
	}
	mine, defaults := c.HeldOut[0], c.Defaults[0]
	if c.Worse() || mine.LogLoss.High > defaults.LogLoss.Low || mine.Agreement.Low < defaults.Agreement.High {
		t.Errorf("predicts %+v, the defaults %+v", mine, defaults)
	}
	sum := 0
	for _, k := range c.HeldOut[1:] {
		sum += k.Decisions
	}
	if sum != mine.Decisions || sum < c.Decisions/10 || sum > c.Decisions/3 || c.Games != 100 || c.Seen != c.Decisions {
		t.Errorf("%d decisions of each kind, %d held out, of %d in %d games", sum, mine.Decisions, c.Decisions, c.Games)
	}
	again := clone.NewStudy(g, "Mask")
	for _, r := range games.Records {
		_ = again.Add(r)
	}
	if other, _, err := again.Learn(t.Context()); err != nil || !slices.Equal(other, genes) {
		t.Errorf("the same games give other genes (%v)", err)
	}
	twin, err := games.Compare(t.Context(), p, others, g.Player(genes))
	if err != nil || twin.Player.Games != 100 || twin.Difference.Low > 0.1 || twin.Difference.High < -0.1 {
		t.Errorf("%+v (%v): want the clone's score near that of its player", twin, err)
	}
}

// The player itself in its own place has its own score in every game.
func TestGames_Compare(t *testing.T) {
	g := resolve(t, coup.Game())
	games, p, others := played(t, g, 40, "Mask", "Lawyer", "Taxman")
	twin, err := games.Compare(t.Context(), p, others, p.Seat())
	if err != nil || twin.Player != twin.Clone || twin.Difference.Mean != 0 {
		t.Errorf("%+v (%v)", twin, err)
	}
}

// What is no record of the player's games adds nothing.
func TestStudy_Add(t *testing.T) {
	g := resolve(t, coup.Game())
	games, _, _ := played(t, g, 2, "Mask", "Lawyer")
	s := clone.NewStudy(g, "Mask")
	guard.Must(t, s.Add(games.Records[0]))
	n := s.Decisions()
	for why, change := range map[string]func(r *record.Record){
		"another game":     func(r *record.Record) { r.Game = "chess" },
		"another player":   func(r *record.Record) { r.Players = []string{"Anna", "Lawyer"} },
		"three players":    func(r *record.Record) { r.Players = []string{"Mask", "Lawyer", "Anna"} },
		"no such move":     func(r *record.Record) { r.Trace = append(slices.Clone(r.Trace[:1]), "Xp ^* ^* ^*") },
		"cards too few":    func(r *record.Record) { r.Trace = []string{"Tp ^*"} },
		"cards too many":   func(r *record.Record) { r.Trace = []string{"Tp ^* ^* ^* ^* ^*"} },
		"cards that don't": func(r *record.Record) { r.Trace = []string{"Tp ^* ^* ^*", "C_ !! $$ !!"} },
	} {
		r := *games.Records[1]
		change(&r)
		if err := s.Add(&r); err == nil || s.Decisions() != n {
			t.Errorf("%s: %d decisions more (%v)", why, s.Decisions()-n, err)
		}
	}
	// Up to a forfeit, decisions count; cards that are not known leave one out.
	r := record.Record{Game: "coup", Players: []string{"Mask", "b"}, Trace: []string{"Tp ^* ? ^*", "Tp !! ? !!"}}
	if err := s.Add(&r); err != nil || s.Decisions() != n+1 {
		t.Errorf("%d decisions more (%v), want 1", s.Decisions()-n, err)
	}
	r.Forfeit = 1
	if err := s.Add(&r); err != nil || s.Decisions() != n+1 {
		t.Errorf("%d decisions more (%v), want 1: the program had forfeited", s.Decisions()-n, err)
	}
}

func TestLearn_none(t *testing.T) {
	if _, _, err := clone.NewStudy(resolve(t, coup.Game()), "Mask").Learn(t.Context()); !errors.Is(err, clone.ErrNoDecision) {
		t.Errorf("have %v", err)
	}
}

// Rules without a gradient are fitted too, and a fit ends when its context is cancelled.
func TestLearn_ranks(t *testing.T) {
	guard.Slow(t)
	g := resolve(t, samurai.Game())
	games, _, _ := played(t, g, 24, "warlord", "rebel", "avoid-last", "random")
	s := clone.NewStudy(g, "warlord")
	for _, r := range games.Records {
		guard.Must(t, s.Add(r))
	}
	if _, c, err := s.Learn(t.Context()); err != nil || c.Worse() || c.HeldOut[0].Agreement.Low < c.Defaults[0].Agreement.High {
		t.Errorf("%+v (%v)", c, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Learn(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
