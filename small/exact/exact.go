// Package exact computes the best response to a player in a small game for two: the most that any player wins.
//
// It goes through the whole tree of the game. A state must be a struct without slices, maps and pointers, since it is
// copied, and views must be comparable.
package exact

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Nodes is how much of a game's tree is looked through, which takes some five seconds and a gigabyte: Goofspiel with
// five cards has four million. Of a game with large states or views it is less, since a search keeps them.
const Nodes = 5_000_000

// nodeBytes is the size in bytes of a state or a view that counts as one node.
const nodeBytes = 128

// ErrLarge is wrapped by the error for a game with more nodes.
var ErrLarge = errors.New("the game is too large to be solved exactly")

// BestResponse returns the points a game of the best response to p, which knows p and remembers all it was shown, on
// the mean of both seats. A game of more than so many nodes, or fewer large ones, is an [ErrLarge]; see [Nodes].
func BestResponse[V small.View[A], A comparable](
	ctx context.Context, g small.Game[V, A], p small.Policy[V, A], most int,
) (points float64, err error) {
	if g.Info.Seats != 2 || !reflect.TypeFor[V]().Comparable() || !flat(reflect.TypeOf(g.New())) {
		return 0, errors.New("the game can't be solved exactly: it must have two seats, and states and views without " +
			"slices, maps and pointers")
	}
	defer func() {
		switch r := recover(); r {
		case nil:
		case ErrLarge:
			err = fmt.Errorf("%w: it has more than %d positions", ErrLarge, most)
		case ctx.Err():
			err = ctx.Err()
		default:
			panic(r)
		}
	}()
	most /= 1 + int(max(reflect.TypeFor[V]().Size(), reflect.TypeOf(g.New()).Elem().Size())/nodeBytes)
	for seat := range 2 {
		t := &tree[V, A]{ctx: ctx, policy: p, seat: seat, left: most, known: map[any]float64{}, shares: map[any][]share[A]{}}
		var deals []node[V, A]
		var s small.State[V, A]
		small.Outcomes(func(c *small.Chance) { t.step(); s = g.New(); s.Deal(c) }, func(p float64) {
			deals = append(deals, node[V, A]{s, p})
		})
		points += t.value(deals) / 2
	}
	return points, nil
}

// flat reports whether a state is a pointer to a value that an assignment copies whole.
func flat(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Comparable() && whole(t.Elem())
}

func whole(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return whole(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if !whole(f.Type) {
				return false
			}
		}
	}
	return true
}

// Defaults returns the points of the best response against the default genome. It looks through [Nodes] at most, so a
// game that is too large is an [ErrLarge] within seconds.
func Defaults[V small.View[A], A comparable](g small.Game[V, A]) (float64, error) {
	genes := (&genome.Schema{Genes: g.AllGenes()}).Default()
	return BestResponse(context.Background(), g, g.Player(genes), Nodes)
}

// Champion returns the points of the best response against a bred champion, as [Defaults] does.
func Champion[V small.View[A], A comparable](g small.Game[V, A], f *champion.File) (float64, error) {
	named := map[string]float64{}
	if err := json.Unmarshal(f.Genes, &named); err != nil {
		return 0, err
	}
	var genes []gene.Value
	for name, x := range named {
		genes = append(genes, gene.Value{Name: name, Value: x})
	}
	p, err := g.Bred(genes, f.Temperature)
	if err != nil {
		return 0, err
	}
	return BestResponse(context.Background(), g, p, Nodes)
}

// tree is the game as the best response in a seat sees it.
type tree[V small.View[A], A comparable] struct {
	ctx    context.Context
	policy small.Policy[V, A]
	seat   int
	left   int                // nodes that may still be visited
	known  map[any]float64    // by state: the value where the best response knows the state
	shares map[any][]share[A] // of the policy, by view
}

// node is a state and how likely it is, by chance and the other player alone.
type node[V small.View[A], A comparable] struct {
	state  small.State[V, A]
	chance float64
}

type share[A any] struct {
	move A
	of   float64
}

// value returns the sum of probability times value of the best response over nodes of one information set.
func (t *tree[V, A]) value(nodes []node[V, A]) float64 {
	if len(nodes) == 1 {
		key := reflect.ValueOf(nodes[0].state).Elem().Interface()
		v, ok := t.known[key]
		if !ok {
			v = t.search([]node[V, A]{{nodes[0].state, 1}})
			t.known[key] = v
		}
		return v * nodes[0].chance
	}
	return t.search(nodes)
}

func (t *tree[V, A]) search(nodes []node[V, A]) float64 {
	sum := 0.0
	sets := map[any][]node[V, A]{}
	var order []V
	for k := 0; k < len(nodes); k++ { // grows while it is walked
		n := nodes[k]
		switch turn := n.state.Turn(); {
		case turn == small.Over:
			sum += n.chance * n.state.Score(t.seat)
		case turn.Has(t.seat):
			v := n.state.View(t.seat)
			if sets[v] == nil {
				order = append(order, v)
			}
			sets[v] = append(sets[v], n)
		default:
			nodes = t.follow(nodes[:len(nodes):len(nodes)], n, *new(A))
		}
	}
	for _, v := range order {
		sum += t.best(v, sets[v])
	}
	return sum
}

func (t *tree[V, A]) best(v V, set []node[V, A]) (best float64) {
	for i, a := range v.Legal(nil) {
		var next []node[V, A]
		for _, n := range set {
			next = t.follow(next, n, a)
		}
		if x := t.value(next); i == 0 || x > best {
			best = x
		}
	}
	return best
}

// follow appends what follows a node when the best response moves a, if it moves at all.
func (t *tree[V, A]) follow(into []node[V, A], n node[V, A], a A) []node[V, A] {
	moves := make([]A, 2)
	moves[t.seat] = a
	theirs := []share[A]{{of: 1}}
	if n.state.Turn().Has(1 - t.seat) {
		theirs = t.answers(n.state.View(1 - t.seat))
	}
	for _, b := range theirs {
		moves[1-t.seat] = b.move
		var s small.State[V, A]
		small.Outcomes(func(c *small.Chance) { t.step(); s = clone(n.state); s.Apply(moves, c) }, func(p float64) {
			into = append(into, node[V, A]{s, n.chance * b.of * p})
		})
	}
	return into
}

// step counts a node, or a question to a policy.
func (t *tree[V, A]) step() {
	if t.left--; t.left < 0 {
		panic(ErrLarge)
	}
	if t.left%1024 == 0 && t.ctx.Err() != nil {
		panic(t.ctx.Err())
	}
}

// answers are the moves of the policy with their probabilities.
func (t *tree[V, A]) answers(v V) []share[A] {
	const rolls = 1 << 12 // spread evenly, for a policy that does not tell its probabilities
	if out, ok := t.shares[v]; ok {
		return out
	}
	q := small.Question[V, A]{View: v, Legal: v.Legal(nil)}
	count := map[A]float64{}
	if l, ok := t.policy.(*small.Linear[V, A]); ok {
		w := l.Weigh(&q)
		for i, a := range w.Moves {
			count[a] = w.Shares[i]
		}
	} else {
		for r := range uint64(rolls) {
			t.step()
			count[t.policy.Act(&q, (2*r+1)<<(63-12))] += 1. / rolls
		}
	}
	var out []share[A]
	for _, a := range q.Legal {
		if count[a] > 0 {
			out = append(out, share[A]{a, count[a]})
		}
	}
	t.shares[v] = out
	return out
}

func clone[V small.View[A], A comparable](s small.State[V, A]) small.State[V, A] {
	c := reflect.New(reflect.TypeOf(s).Elem())
	c.Elem().Set(reflect.ValueOf(s).Elem())
	return c.Interface().(small.State[V, A])
}
