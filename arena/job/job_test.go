package job_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/genome"
	"bloodline/internal/guard"
)

func shipped(t testing.TB) game.Set {
	t.Helper()
	set := guard.Value(bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game()))(t)
	return set
}

// population returns varied genomes.
func population(s *genome.Schema, n int) (out []genome.Vector) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range n {
		v := s.Default()
		if i > 0 {
			v = s.Vary(v, 0.1, rng)
		}
		out = append(out, v)
	}
	return out
}

// swarm does works by a function.
type swarm func(context.Context, work.Work) error

func (s swarm) Do(ctx context.Context, w work.Work) error { return s(ctx, w) }
func (s swarm) Slots() int                                { return 3 }

// played has a player play a job of a work.
func played(ctx context.Context, p *job.Runner, w work.Work, from, to int) ([]byte, error) {
	play, err := p.Open(w.Setting)
	if err != nil {
		return nil, err
	}
	return play(ctx, w.Job(from, to))
}

// measured has the same candidates measured by an arena and by jobs, cut at random.
func measured(t *testing.T, set game.Set, name string, learn bool) {
	g, _ := set.ByName(name)
	p := &job.Runner{Games: set}
	all := population(g.Schema, 2)
	m := job.Participants{Candidates: all, Gradients: learn}
	for _, b := range g.Baselines[:3] {
		m.Field, m.Players = append(m.Field, job.PlayerSpec{Name: b.Name}), append(m.Players, b.Player)
	}
	m.Field, m.Players = append(m.Field, job.PlayerSpec{Genes: all[1]}), append(m.Players, g.Player(all[1]))
	compile := g.Rules
	if learn {
		compile = g.Gradient
	}
	candidates := []engine.Player{compile(all[0]), compile(all[1])}
	rng := rand.New(rand.NewPCG(1, 2))
	jobs := 0
	do := func(ctx context.Context, w work.Work) error {
		for from := 0; from < w.Units; {
			to := min(from+1+rng.IntN(7), w.Units)
			own, err := w.Play(ctx, from, to)
			if err != nil {
				return err
			}
			there, err := played(ctx, p, w, from, to)
			if err != nil {
				return err
			}
			read, err := w.Read(from, to, there)
			if err != nil {
				return err
			}
			if !w.Same(own, read) {
				t.Fatalf("%s: units %d to %d are others there", name, from, to)
			}
			if err := w.Take(from, to, read, true); err != nil {
				return err
			}
			from = to
			jobs++
		}
		return nil
	}
	e := arena.Measurement{Arena: arena.New(g, 2), Field: m.Players, Blocks: 4, Seed: 3, Stage: arena.StageFitness, OwnDeals: learn, Baseline: 0.01}
	elsewhere := e
	elsewhere.PlayRemote = job.NewSender(g, nil, swarm(do)).PlayRemote(m)
	want := guard.Value(e.Fitness(t.Context(), candidates, 1))(t)
	have, err := elsewhere.Fitness(t.Context(), candidates, 1)
	if err != nil || !reflect.DeepEqual(have, want) || jobs < 2 {
		t.Errorf("%s: %v: %d jobs have another fitness", name, err, jobs)
	}
	if learn == (want[0].Gradient == nil) {
		t.Errorf("%s: gradients of %d genes", name, len(want[0].Gradient))
	}
	whole := guard.Value(e.Measure(t.Context(), candidates, 2))(t)
	if have, err := elsewhere.Measure(t.Context(), candidates, 2); err != nil || !reflect.DeepEqual(have, whole) {
		t.Errorf("%s: %v: another measurement", name, err)
	}
}

// A measurement is the same however it is cut, and wherever it is played.
func TestSender_Elsewhere(t *testing.T) {
	guard.Slow(t)
	set := shipped(t)
	for _, c := range []struct {
		game  string
		learn bool
	}{{"coup", false}, {"coup", true}, {"wojna", true}} {
		measured(t, set, c.game, c.learn)
	}
}

// failing is a game in which the second seat errs in a third of the games.
type failing struct{ engine.Game }

func (f failing) NewTable() engine.Table { return failingTable{f.Game.NewTable()} }

type failingTable struct{ engine.Table }

func (f failingTable) Play(seed uint64, seats []engine.Player) engine.Outcome {
	o := f.Table.Play(seed, seats)
	if seed%3 == 0 {
		o.Failed = 1 << 1
	}
	return o
}

// Workers count the errors of each opponent as this machine does.
func TestSender_errors(t *testing.T) {
	set := shipped(t)
	g := set[0]
	g.Table = failing{g.Table}
	m := job.Participants{Candidates: population(g.Schema, 1)}
	for _, b := range g.Baselines[:2] {
		m.Field, m.Players = append(m.Field, job.PlayerSpec{Name: b.Name}), append(m.Players, b.Player)
	}
	do := func(ctx context.Context, w work.Work) error {
		text := guard.Value(played(ctx, &job.Runner{Games: set}, w, 0, w.Units))(t)
		got := guard.Value(w.Read(0, w.Units, text))(t)
		return w.Take(0, w.Units, got, true)
	}
	e := arena.Measurement{Arena: arena.New(g, 1), Field: m.Players, Blocks: 40, Seed: 1}
	want := guard.Value(e.Measure(t.Context(), []engine.Player{g.Rules(m.Candidates[0])}))(t)
	e.PlayRemote = job.NewSender(g, nil, swarm(do)).PlayRemote(m)
	have, err := e.Measure(t.Context(), []engine.Player{nil})
	if err != nil || !reflect.DeepEqual(have, want) || have[0].ByOpponent[1].Errors == 0 {
		t.Errorf("%v: %+v, want %+v", err, have, want)
	}
}

func TestPlayer_Play_refused(t *testing.T) {
	set := shipped(t)
	coup := set[:1]
	for _, c := range []struct {
		want   string
		player *job.Runner
	}{
		{`no game "samurai"`, &job.Runner{Games: coup}},
		{"the genes of samurai are other ones", &job.Runner{Games: renamed(set[1])}},
	} {
		do := func(ctx context.Context, w work.Work) error {
			_, err := played(ctx, c.player, w, 0, 1)
			return err
		}
		g := set[1]
		m := job.Participants{Candidates: population(g.Schema, 1), Field: []job.PlayerSpec{{Name: g.Baselines[0].Name}}, Players: g.BaselinePlayers()[:1]}
		e := arena.Measurement{Arena: arena.New(g, 1), Field: m.Players, Blocks: 4}
		e.PlayRemote = job.NewSender(g, nil, swarm(do)).PlayRemote(m)
		if _, err := e.Measure(t.Context(), []engine.Player{nil}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, have %v", c.want, err)
		}
	}
}

func renamed(g *game.Game) game.Set {
	other, schema := *g, *g.Schema
	schema.Version++
	other.Schema = &schema
	return game.Set{&other}
}

// A result that is not of its job is an error that says so.
func TestWork_Read_malformed(t *testing.T) {
	set := shipped(t)
	g := set[0]
	all := population(g.Schema, 3)
	m := job.Participants{Candidates: all, Gradients: true, Field: []job.PlayerSpec{{Genes: all[0]}}, Players: []engine.Player{g.Player(all[0])}}
	var sent work.Work
	s := job.NewSender(g, nil, swarm(func(_ context.Context, w work.Work) error { sent = w; return nil }))
	e := arena.Measurement{Arena: arena.New(g, 1), Field: m.Players, Blocks: 4, PlayRemote: s.PlayRemote(m)}
	if _, err := e.Fitness(t.Context(), make([]engine.Player, len(all))); err != nil {
		t.Fatal(err)
	}
	good := guard.Value(played(t.Context(), &job.Runner{Games: set}, sent, 1, 6))(t)
	for _, c := range []struct {
		from, to int
		text     []byte
		want     string
	}{
		{1, 6, good[:len(good)-1], "unexpected EOF"},
		{1, 6, sent.Job(1, 6), "unknown field"},
		{1, 3, good, "2 sums, want 1"},
		{2, 6, good, "candidate 0: 3 blocks, 1 opponents, a gradient of 1023 genes and 0 scores, want 2, 1, 1023 and 0"},
	} {
		if _, err := sent.Read(c.from, c.to, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, have %v", c.want, err)
		}
	}
}
