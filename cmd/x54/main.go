package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bloodline"
	"bloodline/arena/clone"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/games/coup"
	"bloodline/games/coup/seat"
)

func main() {
	set, err := bloodline.Resolve(coup.Game())
	if err != nil { panic(err) }
	g := set[0]
	files, _ := filepath.Glob(os.Args[1] + "/*.jsonl")
	type cfg struct{ prior float64; steps int; rate float64 }
	for _, c := range []cfg{{1, 300, .05}, {2, 300, .05}, {4, 300, .05}, {10, 300, .05}, {1, 100, .05}, {4, 100, .05}} {
		loss, agree, train := 0.0, 0.0, 0.0
		for _, path := range files {
			name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
			k := coupKit()
			k.Method.Steps, k.Method.Rate = c.steps, c.rate
			d := k.New()
			record.Read(path, func(r *record.Game) error {
				_, err := g.Replay(r.Trace, func(s int, p engine.Player) engine.Player { if r.Players[s] != name { return nil }; return d.Watch(p) })
				d.End(err == nil)
				return err
			}, func(err error) { fmt.Println(err) })
			clone.PriorVar = c.prior
			held := func(i int) bool { return d.Game(i)%5 == 4 }
			v, err := clone.Fit(context.Background(), g.Schema, d, func(i int) bool { return !held(i) })
			if err != nil { panic(err) }
			p := clone.Judge(d, v, held)[0]
			q := clone.Judge(d, v, func(i int) bool { return !held(i) })[0]
			loss += p.LogLoss.Mean; agree += p.Agreement.Mean; train += q.LogLoss.Mean
		}
		n := float64(len(files))
		fmt.Printf("prior %v steps %d rate %v: held log-loss %.4f agreement %.4f train %.4f\n", c.prior, c.steps, c.rate, loss/n, agree/n, train/n)
	}
}

func coupKit() clone.Kit[seat.View, seat.Action] { return coup.Kit54() }
