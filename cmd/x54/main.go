package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/record"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna"
	"bloodline/games/wojna/strangers"
)

func main() {
	set, err := bloodline.Resolve(wojna.Game())
	if err != nil {
		panic(err)
	}
	g := set[0]
	draw, _ := strconv.Atoi(os.Args[2]) // of the seven
	var rivals []engine.Player
	var names []string
	for k := range 7 {
		rivals, names = append(rivals, strangers.NewMixed(roll.Mix(uint64(draw), uint64(k)))), append(names, fmt.Sprintf("U%d", k+1))
	}
	switch os.Args[1] {
	case "records":
		n, _ := strconv.Atoi(os.Args[3])
		f, err := os.Create(os.Args[4])
		if err != nil {
			panic(err)
		}
		w := record.Writer{Writer: f}
		s := arena.RoundRobin{Players: 7, Seats: 4, Rounds: n, Seed: 99}
		for k := range s.Len() {
			b := s.Block(k)
			var ns []string
			var ps []engine.Player
			for _, at := range b.Lineup[:4] {
				ns, ps = append(ns, names[at]), append(ps, rivals[at])
			}
			r, err := g.Trace(ns, ps, b.Seed, k%4) // one rotation of each deal
			if err != nil {
				panic(err)
			}
			w.Record(r)
		}
	case "judge":
		blocks, _ := strconv.Atoi(os.Args[3])
		var cands []engine.Player
		cands = append(cands, g.Player(g.Schema.Default()))
		f := player.Finder{Games: set, Store: os.Args[4]}
		for _, path := range os.Args[5:] {
			p, err := f.Find(path, g)
			if err != nil {
				panic(err)
			}
			cands = append(cands, p.Seat())
		}
		fields := map[string][]engine.Player{"the seven": rivals}
		for _, u := range g.Unmet {
			fields[u.Name] = []engine.Player{u.Draw}
		}
		for name, field := range fields {
			if name != "the seven" && len(os.Args) > 40 {
				continue
			}
			e := arena.Evaluator{Arena: arena.New(g, 0), Field: field, Blocks: blocks, Seed: 12345, Stage: arena.StageShow}
			got, err := e.Measure(context.Background(), cands)
			if err != nil {
				panic(err)
			}
			base := got[0].Total.Summary(got[0].Games).Mean
			for i, path := range os.Args[5:] {
				x := got[i+1].Total.Summary(got[i+1].Games)
				fmt.Printf("%-20s %-14s %.2f ± %.2f, lead over defaults %+.2f\n", name, path, x.Mean, x.Half(), x.Mean-base)
			}
		}
	}
}
