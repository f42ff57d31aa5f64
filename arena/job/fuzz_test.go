package job_test

import (
	"context"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/job"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// A worker refuses the messages of a breeder, or plays them, and a breeder refuses the result of a worker, or takes it.
func FuzzRunner_Open(f *testing.F) {
	set := shipped(f)
	g, _ := set.ByName("coup")
	p, m := &job.Runner{Games: set}, job.Participants{Candidates: population(g.Schema, 2)}
	m.Field, m.Players = []job.PlayerSpec{{Name: g.Baselines[0].Name}}, []engine.Player{g.Baselines[0].Player}
	var sent work.Work
	keep := func(ctx context.Context, w work.Work) error {
		sent = w
		text := guard.Value(played(ctx, p, w, 0, 1))(f)
		f.Add(w.Setting, w.Job(0, 1), text)
		return context.Canceled
	}
	e := arena.Measurement{Arena: arena.New(g, 1), Field: m.Players, Blocks: 2, Seed: 3, Stage: arena.StageFitness}
	e.PlayRemote = job.NewSender(g, nil, swarm(keep)).PlayRemote(m)
	_, _ = e.Fitness(f.Context(), []engine.Player{g.Rules(m.Candidates[0]), g.Rules(m.Candidates[1])}, 1)
	f.Fuzz(func(t *testing.T, setting, body, result []byte) {
		if read, err := sent.Read(0, 1, result); err == nil {
			_ = sent.Take(0, 1, read, true)
		}
		play, err := p.Open(setting)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _ = play(ctx, body)
	})
}
