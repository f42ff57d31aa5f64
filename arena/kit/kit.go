// Package kit makes the optional parts of a game from one description of its decisions: a person's seat, the narration
// of a game, the tables of inspect, the policy gradient, replays of recorded games, clones, and games with programs.
//
//	var decisions = kit.Kit[seat.View, seat.Action]{…}
//
//	func Game() bloodline.Game { return decisions.Fill(bloodline.Game{Table: …}) }
//
// [Kit.Fill] keeps the parts that a game sets itself, as Coup its narration with cards and its portrait.
package kit

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/arena/portrait"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
)

// Kit describes the decisions of a game: V is the view of a seat, A its answer. Every player of the
// game must be a record.Policy[V, A] whose answer depends on the view and the roll only.
type Kit[V any, A comparable] struct {
	Genes []gene.Gene                               // the parameters of the rules, in the order of a genome; required
	Rules func(genes []float64) record.Policy[V, A] // compiles genes into a player; required
	Copy  func(v *V) *V                             // copies a view and all that its table changes; required
	Legal func(v *V) []A                            // the legal answers, in the order in which a person reads them; required, except with an Ask, a Portrait of the definition, and neither Read nor Observer

	Weigh      func(genes []float64) func(v *V) Weighed[A] // weighs answers as the rules, a softmax policy, do: they answer roll x by the index roll.Draw(x, Shares); nil: rules of another form
	Trajectory func(genes []float64) engine.Trajectory     // plays as the rules do and records derivatives; nil: that of Weigh, or no policy gradient
	Observer   func(genes []float64) engine.Observer[V, A] // adds up derivatives for answers of another player; nil: that of Weigh, or clones are found by how far answers agree
	Alike      func(a, b A) float64                        // how far two different answers agree, 0 to 1; nil: not at all
	Kind       func(v *V) string                           // the kind of a question, in a word or two, such as "block"; nil: all questions are of one kind, "moves"
	Most       int                                         // how many decisions a clone keeps, where views are large; 0: all
	Method     clone.Method                                // how clones are fitted by an Observer; zero: in 300 steps, with a rate of 0.05
	Weights    func(p engine.Player) []float64             // the genes of a player of the rules, nil of another player; nil: inspect does not say what genes weigh

	Name     func(v *V, a A) string  // an answer in words, such as "pay 2 and raise by 1"; nil: its String, by which inspect counts it, too
	Option   func(v *V, a A) string  // an answer that a person may choose, in words; nil: Name
	Question func(v *V) string       // the question to a person; nil: "Your move"
	Know     func(v *V) []string     // what the seat knows, a line each; nil: the lines of the view's String, or its fields
	Held     func(v *V) string       // what the seat knows alone, in a line; nil: all that Know says
	Draw     func(v *V) []human.Side // what Know says, drawn; nil: nothing is drawn, but without a Know the lines of the view are
	Bluff    func(v *V, a A) bool    // whether an answer claims what is not so; nil: no answer does

	Public bool                                                                   // whether every seat sees every answer, which a person reads if the seats move one after the other; false: a person reads the own ones
	Ask    func(v *V, s human.Sitting) A                                          // asks a person for an answer in several steps; nil: in one step, of Legal
	Sit    func(t engine.Table, s human.Sitting) (end func() []human.Side)        // passes the public events of a table to s.News; end, which may be nil, draws the final position; nil: it gets the answers, see Public
	Tell   func(t engine.Table, names []string, seat int, v *V, a A) []human.Move // an answer together with the seat's private knowledge; nil: "Ann plays 3, knowing …"
	End    func(t engine.Table, names []string) []human.Move                      // how the game ended; nil: no line

	// The protocol of programs that answer lines with lines. The table is an engine.Tracer, which writes "1> TEXT" to
	// ask seat 1 and "1< TEXT" for its answer. The question "?" has an unknown view, in a game that others have played.
	Read  func(v *V, question string) error    // fills a view from a question, such as entry.ReadQuestion; nil: no records and no programs
	Parse func(v *V, answer string) (A, error) // reads an answer; its error for an illegal answer wraps referee.ErrIllegal; nil: the legal answer with that String
}

// Fill adds Genes to d, which has a Table, and the parts that it leaves out. It panics if a required field of k is nil.
func (k Kit[V, A]) Fill(d game.Definition) game.Definition {
	k = k.withDefaults()
	callsLegal := k.Ask == nil || d.Portrait == nil || k.Read != nil || k.Observer != nil
	if k.Rules == nil || k.Copy == nil || k.Legal == nil && callsLegal {
		panic("kit: Rules, Copy and Legal must be set")
	}
	made := game.Definition{
		Rules: func(genes []float64) engine.Player { return k.Rules(genes) },
		Portrait: func(p engine.Player) portrait.Probe {
			genes := k.Weights(p)
			return &probe[V, A]{
				Policy: p.(record.Policy[V, A]), kit: k, names: map[A]string{}, seen: map[string]map[string]*portrait.Cell{},
				genes: genes, weigh: k.weigher(genes), sway: make([]float64, len(genes)),
			}
		},
		Human: k.Seat(d.Table),
		Narrate: func(names []string, report func(human.Move)) engine.Table {
			out := watched[V, A]{Table: d.Table.NewTable()}
			tell := func(moves []human.Move) {
				for _, m := range moves {
					report(m)
				}
			}
			out.see = func(seat int, v *V, a A) { tell(k.Tell(out.Table, names, seat, v, a)) }
			out.end = func() { tell(k.End(out.Table, names)) }
			return out
		},
		Clone: func() clone.Decisions { return &decisions[V, A]{kit: k, stride: 1} },
	}
	if k.Trajectory != nil {
		made.Gradient = func(genes []float64) engine.Player { return player[V, A]{k.Rules(genes), genes, k.Trajectory} }
	}
	if k.Read != nil {
		made.Replay = k.replay
		made.Contest = referee.Lines[V, A]{
			Game: d.Table, Move: referee.Second, Parse: k.Parse,
			Safe: func(v *V) A { return k.Legal(v)[0] },
		}
	}
	d.Genes = k.Genes
	return setting.Or(d, made)
}

func (k Kit[V, A]) withDefaults() Kit[V, A] {
	if k.Draw == nil && k.Know == nil {
		k.Draw = func(v *V) []human.Side { return Drawn(Lines(v)) }
	}
	if weigh := k.Weigh; weigh != nil {
		learner := func(genes []float64) *learner[V, A] {
			return &learner[V, A]{weigh: weigh(genes), sum: make([]float64, len(genes))}
		}
		k.Trajectory = func(genes []float64) engine.Trajectory { return learner(genes) }
		k.Observer = func(genes []float64) engine.Observer[V, A] { return observer[V, A]{learner(genes)} }
	}
	k = setting.Or(k, Kit[V, A]{
		Alike:    func(A, A) float64 { return 0 },
		Kind:     func(*V) string { return "moves" },
		Method:   clone.Method{Steps: 300, Rate: 0.05, Decay: 100},
		Weights:  func(engine.Player) []float64 { return nil },
		Name:     func(_ *V, a A) string { return fmt.Sprint(a) },
		Question: func(*V) string { return "Your move" },
		Know:     func(v *V) []string { return Lines(v) },
		Draw:     func(*V) []human.Side { return nil },
		Bluff:    func(*V, A) bool { return false },
		End:      func(engine.Table, []string) []human.Move { return nil },
	})
	return setting.Or(k, Kit[V, A]{
		Option: k.Name,
		Held:   func(v *V) string { return strings.Join(k.Know(v), "; ") },
		Tell: func(_ engine.Table, names []string, seat int, v *V, a A) []human.Move {
			does := names[seat] + " plays " + k.Name(v, a)
			return []human.Move{{Text: does + ", knowing " + strings.Join(k.Know(v), "; "), Short: does, Sides: k.Draw(v)}}
		},
		Parse: func(v *V, answer string) (a A, err error) {
			for _, a := range k.Legal(v) {
				if fmt.Sprint(a) == answer {
					return a, nil
				}
			}
			return a, fmt.Errorf("%.40q: %w", answer, referee.ErrIllegal)
		},
	})
}

// answerWeights has the answers to a question, with their chances and what each gene adds to them.
type answerWeights[A any] struct {
	moves  []A
	shares []float64
	parts  [][]float64 // by answer and gene: what the gene adds to its log-odds against the others
}

// weigher returns what weighs the answers to a question by rules of some genes; nil if it can't.
func (k Kit[V, A]) weigher(genes []float64) func(v *V) answerWeights[A] {
	if k.Observer == nil || genes == nil {
		return nil
	}
	o, sums := k.Observer(genes), make([]int64, len(genes))
	return func(v *V) (w answerWeights[A]) {
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

// Lines returns the lines of a view's String, or else its fields: "Left = 3", "Row: 1 2 3".
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

// Drawn returns lines as the page draws them: cards stand behind "label:", text behind "label =".
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
