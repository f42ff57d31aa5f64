package kit

import (
	"fmt"
	"slices"

	"bloodline/arena/clone"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"
)

type decisions[V any, A comparable] struct {
	kit    Kit[V, A]
	all    []decision[V, A]
	games  int // that have ended
	ended  int // decisions of games that have ended
	stride int // every so many decisions one is stored
	seen   int
	before int // seen in games that have ended
}

type decision[V, A any] struct {
	view *V
	a    A
	game int
}

func (d *decisions[V, A]) Watch(p engine.Player) engine.Player {
	return record.Watch[V, A]{Policy: p.(record.Policy[V, A]), See: func(v *V, a A) {
		if d.seen++; d.seen%d.stride == 0 {
			d.all = append(d.all, decision[V, A]{d.kit.Copy(v), a, d.games})
		}
	}}
}

func (d *decisions[V, A]) End(keep bool) {
	if !keep {
		d.all, d.seen = d.all[:d.ended], d.before
		return
	}
	for d.kit.Most > 0 && len(d.all) > d.kit.Most {
		n := 0
		for i := 1; i < len(d.all); i += 2 {
			d.all[n] = d.all[i]
			n++
		}
		clear(d.all[n:])
		d.all, d.stride = d.all[:n], 2*d.stride
	}
	d.games++
	d.ended, d.before = len(d.all), d.seen
}

func (d *decisions[V, A]) Len() int             { return len(d.all) }
func (d *decisions[V, A]) Seen() int            { return d.seen }
func (d *decisions[V, A]) Game(i int) int       { return d.all[i].game }
func (d *decisions[V, A]) Kind(i int) string    { return d.kit.Kind(d.all[i].view) }
func (d *decisions[V, A]) Method() clone.Method { return d.kit.Method }

func (d *decisions[V, A]) Agreement(genes []float64) func(i int) float64 {
	const domain = 0x616c696b65 // keeps these rolls apart from all others
	p := d.kit.Rules(genes)
	return func(i int) float64 {
		x := &d.all[i]
		a := p.Act(x.view, roll.Mix(domain, uint64(i)))
		if a == x.a {
			return 1
		}
		return d.kit.Alike(a, x.a)
	}
}

func (d *decisions[V, A]) Relay() (engine.Player, func(engine.Player)) {
	r := new(relay[V, A])
	return r, func(p engine.Player) { r.Policy = p.(record.Policy[V, A]) }
}

type relay[V, A any] struct{ record.Policy[V, A] }

func (d *decisions[V, A]) Observer(genes []float64) (func(i int) float64, func(into []int64)) {
	if d.kit.Observer == nil {
		return nil, nil
	}
	o := d.kit.Observer(genes)
	return func(i int) float64 {
		log, ok := o.Observe(d.all[i].view, d.all[i].a)
		if !ok {
			return roll.Log(unlikely)
		}
		return log
	}, o.Flush
}

// replay asks the seats of a recorded game its questions, but for those without views, and gives their answers.
func (k Kit[V, A]) replay(trace []string, sit record.Sit) (unknown int, err error) {
	at := 0
	defer func() { // a view that no game comes to
		if r := recover(); r != nil {
			err = fmt.Errorf("trace, line %d: is none of this game: %.80q", at+1, fmt.Sprint(r))
		}
	}()
	var next A
	players := map[int]record.Policy[V, A]{}
	views, asked := map[int]*V{}, map[int]string{}
	for n, line := range trace {
		at = n
		if s, text, ok := engine.Sent(line); ok {
			asked[s] = text
			continue
		}
		s, answer, ok := engine.Answered(line)
		if !ok {
			continue // neither a question nor an answer
		}
		question, ok := asked[s]
		if delete(asked, s); !ok {
			return 0, fmt.Errorf("trace, line %d: seat %d answers without a question", n+1, s)
		}
		if question == "?" {
			unknown++
			continue
		}
		p, known := players[s]
		if !known {
			p, _ = sit(s, record.Script[V, A](func(*V) A { return next })).(record.Policy[V, A])
			players[s], views[s] = p, new(V)
		}
		if p == nil {
			continue
		}
		if err = k.Read(views[s], question); err == nil {
			next, err = k.Parse(views[s], answer)
		}
		if err != nil {
			return 0, fmt.Errorf("trace, line %d: %w", n+1, err)
		}
		p.Act(views[s], 0)
	}
	return unknown, nil
}

// Weighed is how a softmax policy weighs the answers to a question. Its slices hold until the next question.
type Weighed[A any] struct {
	Answers  []A
	Shares   []float64 // the probability of each: in proportion to exp of the sum of genes times features
	Features []float64 // of the first answer, then of the second, …
}

func (w *Weighed[A]) Of(i int) []float64 {
	k := len(w.Features) / len(w.Answers)
	return w.Features[i*k : (i+1)*k]
}

// learner plays as a softmax policy does and adds up its policy gradient (REINFORCE, Williams 1992).
type learner[V any, A comparable] struct {
	weigh func(v *V) Weighed[A]
	sum   []float64 // derivatives of the log-probability of all answers, by gene

	_ engine.CacheLinePad // must be last
}

// Act draws an answer, and adds the derivative: its features less their mean.
func (l *learner[V, A]) Act(v *V, x uint64) A {
	w := l.weigh(v)
	i := roll.Draw(x, w.Shares)
	l.chose(&w, i)
	return w.Answers[i]
}

func (l *learner[V, A]) chose(w *Weighed[A], k int) {
	for i, p := range w.Shares {
		if i == k {
			p--
		}
		for j, y := range w.Of(i) {
			l.sum[j] -= float64(p * y)
		}
	}
}

func (l *learner[V, A]) Add(advantage float64, into []int64) {
	for j, d := range l.sum {
		into[j] += engine.Fixed(advantage * d)
	}
	clear(l.sum)
}

type observer[V any, A comparable] struct{ *learner[V, A] }

const unlikely = 1e-4 // the least probability of an answer of another player

func (o observer[V, A]) Observe(v *V, a A) (log float64, ok bool) {
	w := o.weigh(v)
	i := slices.Index(w.Answers, a)
	if i < 0 {
		return 0, false
	}
	o.chose(&w, i)
	return roll.Log(max(unlikely, w.Shares[i])), true
}

func (o observer[V, A]) Flush(into []int64) { o.Add(1, into) }

// player is the rules of some genes, which can be asked for their gradient.
type player[V, A any] struct {
	record.Policy[V, A]
	genes      []float64
	trajectory func([]float64) engine.Trajectory
}

func (p player[V, A]) NewTrajectory() engine.Trajectory { return p.trajectory(p.genes) }
func (p player[V, A]) Genes() int                       { return len(p.genes) }
