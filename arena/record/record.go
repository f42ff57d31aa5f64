// Package record reads, writes and replays recorded games: every seat's questions and answers, in the
// notation of the game. A replay needs none of the players.
//
//  1. A [Game] is a line of JSON in a file, as match --records, play -o json and clone write it.
//  2. The [Replay] of a game asks every seat its questions again, through the codec of the contest's
//     protocol, and gives the recorded answers. A portrait or a clone wraps the scripted player of a
//     seat, as it would wrap any other player.
//  3. A decision at which the cards of the seat are unknown is skipped, and counted.
//
// So the record of a game played elsewhere may lack the seed and some of the cards.
package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"bloodline/engine"
)

// Game is one game on record.
type Game struct {
	Game    string    `json:"game"`
	Seed    uint64    `json:"deal"`            // of the table; 0 where it is not known
	Players []string  `json:"players"`         // by seat
	Points  []float64 `json:"points"`          // by seat; none where they are not known
	Moves   []string  `json:"moves,omitempty"` // told with what each seat alone knew; of a game that can be told
	Trace   []string  `json:"trace,omitempty"` // in the notation of the contest; of a table that is an engine.Tracer
	// Forfeit is the number, from 1, of the first line of Trace after a program forfeited, from where on its
	// answers are not its own; 0 where none did.
	Forfeit int `json:"forfeit,omitempty"`
}

// Played is the trace as far as all players gave their own answers.
func (g *Game) Played() []string {
	if g.Forfeit > 0 && g.Forfeit <= len(g.Trace) {
		return g.Trace[:g.Forfeit-1]
	}
	return g.Trace
}

// Sit returns the player that takes the place of a scripted one and wraps it, or nil for a seat that
// nothing looks at, which is then left out.
type Sit func(seat int, scripted engine.Player) engine.Player

// Replay plays the trace of a game again. It returns the number of decisions that were skipped because
// the player's own cards are unknown. An error names the line of the trace and what is wrong with it.
type Replay func(trace []string, sit Sit) (unknown int, err error)

// Script is a player whose answers are given by a function.
type Script[V, A any] func(v *V) A

// Act returns the answer.
func (s Script[V, A]) Act(v *V, _ uint64) A { return s(v) }

// Policy is the interface of a game's players: V is the game's view, A its action, roll the
// decision's random bits.
type Policy[V, A any] interface {
	Act(v *V, roll uint64) A
}

// Watch is a player that plays as another one does and shows each decision.
type Watch[V, A any] struct {
	Policy[V, A]
	See func(v *V, a A)
}

// Act answers as the player does.
func (w Watch[V, A]) Act(v *V, roll uint64) A {
	a := w.Policy.Act(v, roll)
	w.See(v, a)
	return a
}

// longest is the size of the longest record that is read.
const longest = 256 << 20

// Read calls each for every record of a file, which may be a pipe. For a line that is no record, or for which each returns an
// error, it calls refused with the file, the line and the error, and continues. Its own error is one of reading the file.
func Read(path string, each func(*Game) error, refused func(error)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		g, err := decode(lines.Bytes())
		if err == nil {
			err = each(g)
		}
		if err != nil {
			refused(fmt.Errorf("%s:%d: %w", path, n, err))
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func decode(line []byte) (*Game, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	g := new(Game)
	if err := d.Decode(g); err != nil {
		return nil, errors.New("is no record of a game, as match --records writes it")
	}
	return g, nil
}

// Writer writes records, a line each. Its methods are safe for concurrent use.
type Writer struct {
	mu sync.Mutex
	io.Writer
}

// Record appends a record.
func (w *Writer) Record(g *Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = w.Writer.Write(append(line, '\n'))
	return err
}
