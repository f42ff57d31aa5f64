// Package record reads, writes and replays recorded games: every seat's questions and answers.
//
//  1. A [Record] is a line of JSON in a file, as match --records, play -o json and clone write it.
//  2. The [Replay] of a game asks every seat its questions again, through the codec of the contest's protocol, and
//     gives the recorded answers. A portrait or a clone wraps the scripted player of a seat, as any other player.
//  3. A decision at which the cards of the seat are unknown is skipped, and counted: the record of a game played
//     elsewhere may lack the seed and some of the cards.
package record

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"bloodline/engine"
	"bloodline/internal/disk"
)

type Record struct {
	Game    string    `json:"game"`
	Seed    uint64    `json:"deal"`            // of the table; 0 where it is not known
	Players []string  `json:"players"`         // by seat
	Points  []float64 `json:"points"`          // by seat; none where they are not known
	Moves   []string  `json:"moves,omitempty"` // as sentences, with the hidden information of the seat that moves; of a game with a human.Narrator
	Trace   []string  `json:"trace,omitempty"` // in the notation of the contest; of a table that is an engine.Tracer
	// Forfeit is the number, from 1, of the first line of Trace without a program's own answers, after a forfeit; or 0.
	Forfeit int `json:"forfeit,omitempty"`
}

// Played is the trace as far as all players gave their own answers.
func (g *Record) Played() []string {
	if g.Forfeit > 0 && g.Forfeit <= len(g.Trace) {
		return g.Trace[:g.Forfeit-1]
	}
	return g.Trace
}

// Sit returns the player that takes the place of a scripted one and wraps it; nil for a seat that is not watched.
type Sit func(seat int, scripted engine.Player) engine.Player

// Replay plays a trace again and returns the number of decisions without known cards. An error names the line.
type Replay func(trace []string, sit Sit) (unknown int, err error)

// Script is a player whose answers are given by a function.
type Script[V, A any] func(v *V) A

func (s Script[V, A]) Act(v *V, _ uint64) A { return s(v) }

// Policy is the interface of a game's players: V is the game's view, A its action, roll the decision's random bits.
type Policy[V, A any] interface {
	Act(v *V, roll uint64) A
}

// Watch is a player that plays as another one does and shows each decision.
type Watch[V, A any] struct {
	Policy[V, A]
	See func(v *V, a A)
}

func (w Watch[V, A]) Act(v *V, roll uint64) A {
	a := w.Policy.Act(v, roll)
	w.See(v, a)
	return a
}

// Read calls each for every record of a file, which may be a pipe. It calls refused with the file, the line and the
// error for a line that is not a record or for which each fails, and continues.
func Read(ctx context.Context, path string, each func(*Record) error, refused func(error)) error {
	const longest = 16 << 20 // bytes of a line: a game of Coup has a kilobyte, one of Wojna's 1,000 deals 3 MB
	f, err := disk.Stream(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReader(f)
	var line []byte
	for n := 1; ; n++ {
		var end error
		line, end = disk.Line(r, line, longest)
		switch text := bytes.TrimSpace(line); {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(end, disk.ErrLong):
			end, err = nil, fmt.Errorf("is a line of more than %d MB", longest>>20)
		case end != nil && !errors.Is(end, io.EOF):
			return fmt.Errorf("%s: %w", path, end)
		case len(text) == 0:
			err = nil
		default:
			d, g := json.NewDecoder(bytes.NewReader(text)), new(Record)
			d.DisallowUnknownFields()
			err = d.Decode(g)
			if key, unknown := strings.CutPrefix(fmt.Sprint(err), "json: unknown field "); unknown {
				err = fmt.Errorf("unknown key %.50s, a newer version's?", key)
			} else if _, more := d.Token(); err != nil || !errors.Is(more, io.EOF) {
				err = errors.New("is not a record of a game, as match --records writes it")
			} else {
				err = each(g)
			}
		}
		if err != nil {
			refused(fmt.Errorf("%s:%d: %w", path, n, err))
		}
		if end != nil {
			return nil
		}
	}
}

type Set map[[sha256.Size]byte]bool

// Add adds a game. It reports false for one that the set has: the same deal, players, lines of the trace and forfeit.
func (s Set) Add(g *Record) bool {
	k := sha256.Sum256(fmt.Appendf(nil, "%q %d %d %q %q", g.Game, g.Seed, g.Forfeit, g.Players, g.Trace))
	if s[k] {
		return false
	}
	s[k] = true
	return true
}

// Writer appends records to a file of [disk.Append], a line each. Its methods are safe for concurrent use.
type Writer struct {
	mu sync.Mutex
	*os.File
}

// Record appends a record, or on failure, such as a full disk, no part of it.
func (w *Writer) Record(g *Record) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.Write(append(line, '\n'))
	if err == nil || n == 0 {
		return err
	}
	end, sought := w.Seek(0, io.SeekCurrent)
	if info, failed := w.Stat(); sought == nil && failed == nil && info.Size() == end { // nothing stands behind it
		err = errors.Join(err, w.Truncate(end-int64(n)))
	}
	return err
}
