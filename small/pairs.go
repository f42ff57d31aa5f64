package small

import (
	"math"
	"slices"
	"strings"
	"sync"

	"bloodline/engine"
	"bloodline/genome/gene"
)

// Fact is a number of the view alone, not of the move, such as the lead; [WithPairs] multiplies it with each feature.
type Fact[V any] struct {
	Name string             // as in the name of a gene: "lead"
	Doc  string             // what a larger value says: "the more it leads"
	Of   func(v *V) float64 // between about -1 and 1
}

// WithPairs returns a game whose policy has a gene more for every two features that are set for one move: it weighs
// their product. So it has for every feature and fact. The genes are named by both, "call.doubt×heard", stand in groups
// of their own, and are 0 by default; champion files and exported bots leave out those that are.
//
// Which features meet is found in games that are played, for some milliseconds, when the genes are first asked for. A
// product that always was one of its factors, as that of a feature that is always 1, has no gene.
//
// g must have Features and at most one group of genes for a kind of move.
func WithPairs[V View[A], A comparable](g Game[V, A], facts ...Fact[V]) Game[V, A] {
	s := &pairFinder[V, A]{Game: g, facts: facts}
	g.pairs = sync.OnceValue(s.find)
	return g
}

// pairs are the features that [WithPairs] adds.
type pairs[V any] struct {
	genes    []gene.Gene // of the features, then of the products
	products []product
	facts    []Fact[V]
}

// AllGenes returns the genes of the features and behind them those of [WithPairs].
func (g Game[V, A]) AllGenes() []gene.Gene {
	if g.pairs == nil {
		return g.Genes
	}
	return g.pairs().genes
}

// product is the product of feature a and feature b; b from the number of features on is a fact.
type product struct{ a, b int }

type pairFinder[V View[A], A comparable] struct {
	Game[V, A]
	facts []Fact[V]
	met   []meeting
}

// meeting records the values of a product over all moves so far.
type meeting struct {
	product
	nonzero, notA, notB bool    // it was not 0, not equal to factor a, not equal to factor b
	most                float64 // its largest size
}

// find plays, and makes genes of the products.
func (s *pairFinder[V, A]) find() *pairs[V] {
	n := len(s.Genes)
	for a := range n {
		for b := a; b < n+len(s.facts); b++ {
			s.met = append(s.met, meeting{product: product{a, b}})
		}
	}
	s.play()
	out := &pairs[V]{genes: slices.Clip(s.Genes), facts: s.facts}
	for _, m := range s.met {
		if m.nonzero && m.notA && m.notB {
			out.products, out.genes = append(out.products, m.product), append(out.genes, s.gene(m))
		}
	}
	return out
}

func (s *pairFinder[V, A]) gene(m meeting) gene.Gene {
	const pairBound = 8 // most log-odds that a product moves a move by, where it is largest in the games that find it
	x, name, doc := s.Genes[m.a], "", ""
	if n := len(s.Genes); m.b < n {
		y := s.Genes[m.b]
		name, doc = strings.TrimPrefix(y.Name, x.Group+"."), productDoc(x.Doc, y.Doc)
	} else {
		f := s.facts[m.b-n]
		name, doc = f.Name, strings.TrimSuffix(x.Doc, ".")+", the more so "+f.Doc+"."
	}
	bound := pairBound / math.Exp2(max(0, math.Ceil(math.Log2(m.most)))) // few digits
	return gene.Gene{
		Name: x.Name + "×" + name, Group: x.Group + " pairs", Unit: x.Unit, Min: -bound, Max: bound,
		Doc: doc, Optional: true, Decides: "what two features, or a feature and a fact, say together",
	}
}

// play lets the genome of all defaults and Random play, each half of the games.
func (s *pairFinder[V, A]) play() {
	const games = 60
	t := s.NewTable()
	t.Asked = func(_ int, q *Question[V, A]) { s.see(q) }
	defaults := make([]float64, len(s.Genes))
	for i, g := range s.Genes {
		defaults[i] = g.Default
	}
	for seed := range uint64(games) {
		seats := make([]engine.Player, s.Info.Seats)
		for i := range seats {
			if seats[i] = Player[V, A](Random[V, A]); seed%2 == 0 {
				seats[i] = s.Player(defaults)
			}
		}
		t.Play(seed, seats)
	}
}

func (s *pairFinder[V, A]) see(q *Question[V, A]) {
	moves := q.Legal
	if s.Consider != nil {
		moves = s.Consider(&q.View, moves)
	}
	n := len(s.Genes)
	x := make([]float64, n+len(s.facts))
	for i, f := range s.facts {
		x[n+i] = f.Of(&q.View)
	}
	for _, move := range moves {
		clear(x[:n])
		s.Features(&q.View, move, x[:n:n])
		for k := range s.met {
			m := &s.met[k]
			y := x[m.a] * x[m.b]
			m.most = max(m.most, math.Abs(y))
			m.nonzero, m.notA, m.notB = m.nonzero || y != 0, m.notA || y != x[m.a], m.notB || y != x[m.b]
		}
	}
}

// productDoc says what the product of two features does.
func productDoc(a, b string) string {
	lower := func(s string) string { return strings.ToLower(s[:1]) + strings.TrimSuffix(s[1:], ".") }
	if a == b {
		return "By the square: " + lower(a) + "."
	}
	return "Where both hold: " + lower(a) + "; " + lower(b) + "."
}
