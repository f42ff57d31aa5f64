// Package kit makes the optional parts of a game from one description of its decisions: a person's
// seat, the narration of a game, the tables of inspect, the policy gradient, replays of recorded games,
// clones, and games with programs.
//
//	var decisions = kit.Kit[seat.View, seat.Action]{…}
//
//	func Game() bloodline.Game { return decisions.Fill(bloodline.Game{Table: …}) }
//
// A game that has a better part of its own (Coup's narration with cards, its portrait in Coup's words)
// sets it in the definition, and [Kit.Fill] leaves it alone.
package kit

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/arena/portrait"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/genome/gene"
)

// Kit describes the decisions of a game: V is the view of a seat, A its answer. Every player of the
// game must be a record.Policy[V, A] whose answer depends on the view and the roll only. The embedded
// clone.Kit has the rules and their derivatives. Rules, Copy, Genes and Legal are required; every other
// field has a default, stated beside it as what nil means. A nil Kind puts all questions into one.
type Kit[V any, A comparable] struct {
	clone.Kit[V, A]

	Genes []gene.Gene // of the rules

	// Weigh compiles genes into the weights of a softmax policy: the rules' answer to roll x must have the
	// index roll.Draw(x, Shares). The policy gradient and clones by maximum likelihood follow from it.
	// nil: rules of another form, which have a gradient if Trajectory is set (a player that plays as they
	// do and records derivatives) and clones by maximum likelihood if Observer is.
	Weigh      func(genes []float64) func(v *V) Weighed[A]
	Trajectory func(genes []float64) engine.Trajectory

	Legal    func(v *V) []A                  // the legal answers, in the order in which a person reads them; may be nil where Ask asks
	Name     func(v *V, a A) string          // of an answer: "pay 2 and raise by 1"; nil: its String, by which inspect counts it, too
	Option   func(v *V, a A) string          // of an answer that a person may choose; nil: Name
	Question func(v *V) string               // to a person; nil: "Your move"
	Know     func(v *V) []string             // what the seat knows, a line each; nil: [Lines] of the view
	Held     func(v *V) string               // what the seat knows alone, in a line; nil: Know
	Draw     func(v *V) []human.Side         // what Know says, drawn; nil: nothing, and without a Know [Drawn] of the view's [Lines]
	Bluff    func(v *V, a A) bool            // whether an answer claims what is not so; nil: none does
	Weights  func(p engine.Player) []float64 // the genes of a player of the rules, nil for another player

	// Sit passes the public events of a table to s.News. It returns a function that is called when the
	// game is over and draws the final position; that function may be nil. nil: s.News gets the person's
	// own answers, and those of other seats if Public and the seats move one after the other.
	Sit    func(t engine.Table, s human.Sitting) (end func() []human.Side)
	Public bool // every seat sees every answer
	// Ask asks a person for an answer in several steps; nil: in one, of Legal.
	Ask func(v *V, s human.Sitting) A
	// Tell describes an answer together with the seat's private knowledge; nil: "a plays 3, knowing …".
	// End describes how the game ended; nil: no line.
	Tell func(t engine.Table, names []string, seat int, v *V, a A) []human.Move
	End  func(t engine.Table, names []string) []human.Move

	// The protocol of a game whose programs answer lines with lines. Its table is an engine.Tracer
	// which writes "1> TEXT" for what is asked of seat 1 and "1< TEXT" for its answer. A question
	// whose text is "?" is one whose view is not known, in a game that others have played.
	Read  func(v *V, question string) error    // sets the view of a question, such as entry.ReadQuestion; nil: no records and no programs
	Parse func(v *V, answer string) (A, error) // an error that wraps referee.ErrIllegal is of an illegal answer; nil: by the String of a legal one
}

// Fill sets Genes, and the parts of a definition that are nil, including the packages of its Source. Table
// must be set. It panics if a required field of the kit is nil.
func (k Kit[V, A]) Fill(d game.Definition) game.Definition {
	if k.Rules == nil || k.Copy == nil || k.Legal == nil && k.Ask == nil {
		panic("kit: Rules, Copy and Legal must be set")
	}
	if k = k.weighing(); k.Kind == nil {
		k.Kind = func(*V) string { return "moves" }
	}
	d.Genes = k.Genes
	if d.Rules == nil {
		d.Rules = func(genes []float64) engine.Player { return k.Rules(genes) }
	}
	if d.Gradient == nil && k.Trajectory != nil {
		d.Gradient = func(genes []float64) engine.Player { return player[V, A]{k.Rules(genes), genes, k.Trajectory} }
	}
	if d.Portrait == nil {
		d.Portrait = func(p engine.Player) portrait.Probe { return k.probe(p) }
	}
	if d.Human == nil {
		d.Human = k.Seat(d.Table)
	}
	if d.Narrate == nil {
		d.Narrate = k.narrator(d.Table)
	}
	if d.Clone == nil {
		d.Clone = k.Kit.New
	}
	if k.Parse == nil {
		k.Parse = k.parse
	}
	if d.Replay == nil && k.Read != nil {
		d.Replay = k.replay
	}
	if d.Source != nil {
		d.Source = withPackages(*d.Source)
	}
	if d.Contest == nil && k.Read != nil {
		d.Contest = referee.Lines[V, A]{
			Game: d.Table, Move: referee.Second, Sent: sent, Parse: k.Parse,
			Safe: func(v *V) A { return k.Legal(v)[0] },
		}
	}
	return d
}

// withPackages fills in the packages of a source that are left out: seat, rules, baselines and strangers, where
// the files have them.
func withPackages(s game.Source) *game.Source {
	if s.Files == nil || s.Small != "" {
		return &s
	}
	for name, pkg := range map[string]*string{"seat": &s.Seat, "rules": &s.Rules, "baselines": &s.Baselines, "strangers": &s.Strangers} {
		found, _ := fs.ReadDir(s.Files, name)
		if *pkg == "" && slices.ContainsFunc(found, func(f fs.DirEntry) bool { return strings.HasSuffix(f.Name(), ".go") }) {
			*pkg = s.Module + "/" + name
		}
	}
	return &s
}

// parse finds an answer by its String.
func (k Kit[V, A]) parse(v *V, answer string) (a A, err error) {
	for _, a := range k.Legal(v) {
		if fmt.Sprint(a) == answer {
			return a, nil
		}
	}
	return a, fmt.Errorf("%.40q: %w", answer, referee.ErrIllegal)
}

func (k Kit[V, A]) name(v *V, a A) string {
	if k.Name == nil {
		return fmt.Sprint(a)
	}
	return k.Name(v, a)
}

func (k Kit[V, A]) know(v *V) []string {
	if k.Know == nil {
		return Lines(v)
	}
	return k.Know(v)
}

func (k Kit[V, A]) draw(v *V) []human.Side {
	switch {
	case k.Draw != nil:
		return k.Draw(v)
	case k.Know != nil:
		return nil
	}
	return Drawn(Lines(v))
}

// weighed is how rules weigh the answers to a question.
type weighed[A any] struct {
	moves  []A
	shares []float64
	parts  [][]float64 // by answer and gene: what the gene adds to its log-odds against the others
}

// weigher asks rules of some genes for the probabilities of answers, and what each gene adds: its value
// times the derivative.
func (k Kit[V, A]) weigher(genes []float64) func(v *V) weighed[A] {
	if k = k.weighing(); k.Observer == nil || genes == nil {
		return nil
	}
	o, sums := k.Observer(genes), make([]int64, len(genes))
	return func(v *V) (w weighed[A]) {
		sum := 0.0
		for _, a := range k.Legal(v) {
			log, ok := o.Observe(v, a)
			clear(sums)
			o.Flush(sums)
			if !ok {
				continue
			}
			part := make([]float64, len(genes))
			for i, x := range sums {
				part[i] = genes[i] * engine.FixedMean(x, 1)
			}
			w.moves, w.shares, w.parts = append(w.moves, a), append(w.shares, math.Exp(log)), append(w.parts, part)
			sum += math.Exp(log)
		}
		for i := range w.shares {
			w.shares[i] /= sum // observers have a least probability
		}
		return w
	}
}

// mostWeights is how many genes of an answer are named, of those that add leastWeight: less is
// printed as 0.
const (
	mostWeights = 4
	leastWeight = 0.005
)

// heaviest names the genes that weigh most on an answer.
func (k Kit[V, A]) heaviest(parts []float64) (out []human.Weight) {
	for i, by := range parts {
		if math.Abs(by) >= leastWeight {
			out = append(out, human.Weight{Gene: k.Genes[i].Name, By: by})
		}
	}
	slices.SortStableFunc(out, func(x, y human.Weight) int { return cmp.Compare(math.Abs(y.By), math.Abs(x.By)) })
	return out[:min(len(out), mostWeights)]
}

// Lines is what a view says of itself by its String, line by line, or its fields: "Left = 3", "Row: 1 2 3".
func Lines(v any) (out []string) {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer {
		p = reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
	}
	if s, ok := p.Interface().(fmt.Stringer); ok {
		return strings.Split(s.String(), "\n")
	}
	if p.Elem().Kind() != reflect.Struct {
		return []string{fmt.Sprint(p.Elem().Interface())}
	}
	for field, x := range p.Elem().Fields() {
		sign := " ="
		if k := x.Kind(); k == reflect.Slice || k == reflect.Array {
			sign = ":"
		}
		if field.IsExported() {
			out = append(out, fmt.Sprintf("%s%s %s", field.Name, sign, strings.Trim(fmt.Sprint(x), "[]")))
		}
	}
	return out
}

// Drawn are lines as the page draws them: cards stand behind "label:", text behind "label =".
func Drawn(lines []string) (out []human.Side) {
	for _, line := range lines {
		if name, text, plain := strings.Cut(line, " = "); plain {
			out = append(out, human.Side{Name: name, Text: text})
			continue
		}
		name, values, labelled := strings.Cut(line, ":")
		if n := len(out) - 1; !labelled && n >= 0 && out[n].Text != "" && out[n].Name == "" {
			out[n].Text += "\n" + line
			continue
		} else if !labelled {
			out = append(out, human.Side{Text: line})
			continue
		}
		out = append(out, human.Side{Name: name, Cards: human.Cards(strings.Fields(values)...)})
	}
	return out
}
