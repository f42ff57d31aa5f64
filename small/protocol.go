package small

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"bloodline/engine/entry"
)

// Protocol describes in Markdown how a program is called; %s stands for it.
const Protocol = "The referee starts the program once for each game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"When the program must move, it gets a line of JSON: `{\"view\":…,\"legal\":[…]}`. `view` is all that it " +
	"knows, and `legal` has the names of the moves that it may make. It answers with a line: one of these names, " +
	"as a JSON string. Nothing else is sent. The end of input ends the program."

// asked is a question as the protocol writes it.
type asked struct {
	View  json.RawMessage `json:"view"`
	Legal []string        `json:"legal"`
}

// Ask writes a question as a line of the protocol. It panics on a view that JSON cannot have.
func Ask[V View[A], A comparable](q *Question[V, A]) string {
	return entry.Question(asked{json.RawMessage(entry.Question(q.View)), names(q.Legal)})
}

func names[A any](moves []A) []string {
	out := make([]string, len(moves))
	for i, a := range moves {
		out[i] = Name(a)
	}
	return out
}

func Answer[A any](a A) string {
	line, _ := json.Marshal(Name(a)) // of a string
	return string(line)
}

// ErrIllegal is a move that is not legal now.
var ErrIllegal = errors.New("is not legal now")

// Read returns the move that a line of the protocol answers.
func Read[V View[A], A comparable](q *Question[V, A], line string) (a A, err error) {
	var name string
	if err := json.Unmarshal([]byte(line), &name); err != nil {
		return a, fmt.Errorf("the answer must be a JSON string, have %.40q", line)
	}
	for _, a := range q.Legal {
		if Name(a) == name {
			return a, nil
		}
	}
	return a, fmt.Errorf("%.40q %w", name, ErrIllegal)
}

// Hear reads a question of the protocol. It may panic on a view that no game comes to.
func (q *Question[V, A]) Hear(line string) error {
	var in asked
	if err := entry.ReadQuestion(&in, line); err != nil || len(in.View) == 0 {
		return fmt.Errorf("must be {\"view\":…,\"legal\":[…]}, have %.40q", line)
	}
	var v V
	if err := json.Unmarshal(in.View, &v); err != nil {
		return fmt.Errorf("view: is none of this game: %.80q", err.Error())
	}
	q.View, q.Legal = v, v.Legal(q.Legal[:0])
	if have := names(q.Legal); len(have) == 0 || !slices.Equal(have, in.Legal) {
		return fmt.Errorf("legal: must be the moves of the view, %.60q, have %.60q", have, in.Legal)
	}
	return nil
}

// Serve answers the questions of in until its end. The seed is that of the seat's rolls, one for each question. An
// error names the line that violates the protocol.
func (g Game[V, A]) Serve(p Policy[V, A], seed uint64, in io.Reader, out io.Writer) (err error) {
	var q Question[V, A]
	line := 0
	defer func() { // a view that no game comes to
		if r := recover(); r != nil {
			err = fmt.Errorf("line %d: view: is none of this game: %.80q", line, fmt.Sprint(r))
		}
	}()
	return entry.Lines(seed, in, out, func(text string) (bool, error) {
		line++
		return true, q.Hear(text)
	}, func(x uint64) string {
		return Answer(p.Act(&q, x))
	})
}

// Main is the whole program of an exported bot; it returns the exit code, see entry.Main.
func (g Game[V, A]) Main(name string, p Policy[V, A], args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return entry.Main(name, "plays "+g.Info.Title+" over stdin and stdout", args, stderr, func(seed uint64) error {
		return g.Serve(p, seed, stdin, stdout)
	})
}
