package lineage_test

import (
	"fmt"
	"os"
	"testing"

	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/genome"
)

// BenchmarkRecord writes generations of 100 individuals with 150 genes and eight
// parents each.
func BenchmarkRecord(b *testing.B) {
	path := temp(b)
	s := mustOpen(b, path)
	r, err := s.Begin(lineage.Info{Name: "run"})
	if err != nil {
		b.Fatal(err)
	}
	var before []evolve.Individual
	number := 0
	for b.Loop() {
		g := evolve.Generation{Number: number}
		for i := range 100 {
			ind := evolve.Individual{ID: fmt.Sprintf("g%03d-%03d", number, i), Born: number, Operator: evolve.OpRecombined, Genes: make(genome.Vector, 150)}
			ind.Fitness.Games, ind.Pooled.Games = 1000, 1000
			for k := range ind.Genes {
				ind.Genes[k] = float64(number*i*k) / 7
			}
			for k := range min(8, len(before)) {
				ind.Parents = append(ind.Parents, before[(i*7+k*11)%100].ID)
			}
			g.Individuals = append(g.Individuals, ind)
		}
		g.Champion, g.HallOfFame = g.Individuals[0], g.Individuals[:20]
		if err := r.Record(g); err != nil {
			b.Fatal(err)
		}
		before = g.Individuals
		number++
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	if file, err := os.Stat(path); err == nil {
		b.ReportMetric(float64(file.Size())/float64(number), "file-B/op")
	}
}

// BenchmarkEnter looks for a game of programs and enters it: twenty bots against two
// opponents, in both seatings.
func BenchmarkEnter(b *testing.B) {
	s := mustOpen(b, temp(b))
	r, err := s.Begin(lineage.Info{Name: "run"})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		seats := []string{fmt.Sprintf("/home/somebody/contest/bot --share %d", n/80%1000), fmt.Sprintf("/home/somebody/contest/rival --share %d", n/2%2)}
		if n%2 == 1 {
			seats[0], seats[1] = seats[1], seats[0]
		}
		if _, ok, err := r.Find(uint64(n), seats); ok || err != nil {
			b.Fatal(ok, err)
		}
		if err := r.Enter(uint64(n), seats, engine.Ranking{Ranks: []int{0, 1}, Errors: []string{"", ""}, Millis: 0.5}); err != nil {
			b.Fatal(err)
		}
		n++
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}
