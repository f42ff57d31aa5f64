package small

import (
	"fmt"

	"bloodline/engine"
	"bloodline/genome/gene"
)

// Game is a game with its genes, rules and opponents. To export bots, it must be a variable Game in an own package.
type Game[V View[A], A comparable] struct {
	Info  engine.Info        // name, seats and scores; required
	New   func() State[V, A] // makes a state for each table, which deals it before it uses it; required
	Genes []gene.Gene        // the parameters of a bot, to which [WithPairs] adds; required

	// sets those of x, the features of a move, that are not 0: one for each gene. A move's probability is in proportion
	// to exp of the sum of genes times features, so genes are in log-odds. It must not keep v and x; nil: Rules decides
	Features func(v *V, a A, x []float64)
	Consider func(v *V, legal []A) []A          // the part of legal that is weighed, so that hopeless moves cost no time; nil: all
	Rules    func(genes []float64) Player[V, A] // compiles genes into a player; nil: Features decides

	Baselines []Baseline[V, A]  // hand-written opponents, strongest first, which Random joins; nil: Random alone
	Situation func(v *V) string // names the kind of a move, which inspect counts apart; nil: it counts all moves together
	Public    bool              // whether all seats see a move as soon as the seats of its turn have moved; false: a person is shown the moves at the end
	Version   int               // of Genes: raise it when a gene changes its meaning; 0: 1

	pairs func() *pairs[V] // of WithPairs
}

type Baseline[V View[A], A comparable] struct {
	Name string // unique, without ':', '/' and blanks
	Doc  string // how it plays, in a sentence
	Play Player[V, A]
}

// Player compiles a genome, of [Game.AllGenes] or of Genes alone.
func (g Game[V, A]) Player(genes []float64) Policy[V, A] {
	if g.Features == nil {
		return g.Rules(genes)
	}
	l := &Linear[V, A]{Features: g.Features, Consider: g.Consider, Weights: genes}
	if g.pairs != nil && len(genes) > len(g.Genes) {
		p := g.pairs()
		l.products, l.facts = p.products, p.facts
	}
	return l
}

// Bred compiles a genome that is given by the names of its genes, at a temperature of play, see gene.AtTemperature.
func (g Game[V, A]) Bred(genes []gene.Value, temperature float64) (Policy[V, A], error) {
	all := g.AllGenes()
	values, err := gene.Values(all, genes)
	if err != nil {
		return nil, err
	}
	return g.Player(gene.AtTemperature(all, values, temperature)), nil
}

func (g Game[V, A]) Opponents() []Baseline[V, A] {
	random := Baseline[V, A]{Name: "Random", Doc: "Every legal move is equally likely.", Play: Random[V, A]}
	return append(g.Baselines[:len(g.Baselines):len(g.Baselines)], random)
}

// Baseline returns an opponent by its name. It panics where there is none.
func (g Game[V, A]) Baseline(name string) Policy[V, A] {
	for _, b := range g.Opponents() {
		if b.Name == name {
			return b.Play
		}
	}
	panic("small: there is no baseline " + name)
}

func (g Game[V, A]) Check() error {
	of := func(part, rule string) error { return fmt.Errorf("%s: %s", part, rule) }
	switch {
	case g.New == nil:
		return of("New", "must be set")
	case (g.Features == nil) == (g.Rules == nil):
		return of("Features", "must be set, or Rules instead")
	case g.Consider != nil && g.Features == nil:
		return of("Consider", "must be left out where there are no Features")
	}
	for _, b := range g.Baselines {
		if b.Play == nil {
			return of("Baselines", b.Name+" must have a Play")
		}
	}
	return nil
}

func Name[A any](a A) string { return fmt.Sprint(a) }
