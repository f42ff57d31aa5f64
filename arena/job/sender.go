package job

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/genome"
)

type Swarm interface {
	Do(context.Context, work.Work) error
	Slots() int // jobs that can be played at once now
}

// Sender makes a swarm play the measurements of one game.
type Sender struct {
	Swarm
	game    *game.Game
	schema  string        // hash, which takes a while
	contest *ContestFiles // of a game of commands
	arenas  *sync.Pool
}

// NewSender returns a sender of a game's measurements. contest describes the programs of a game of commands; else nil.
func NewSender(g *game.Game, contest *ContestFiles, s Swarm) *Sender {
	return &Sender{Swarm: s, game: g, schema: g.Schema.Hash(), contest: contest, arenas: arenas(g)}
}

// SearchSetting returns what searches share, for [Runner.Search].
func (s *Sender) SearchSetting(settings any) ([]byte, error) {
	text, err := Encode(settings)
	if err != nil {
		return nil, err
	}
	return Encode(setting{Game: s.game.Name(), Schema: s.schema, Contest: s.contest, Search: text})
}

type Participants struct {
	Candidates       []genome.Vector
	Gradients        bool // whether the candidates' gradients are computed, in games that have any
	Field            []PlayerSpec
	Players          []engine.Player // of Field, in the same order
	Nondeterministic bool            // equal games may end differently
}

// PlayRemote returns the function by which workers play the parts of an [arena.Measurement].
func (s *Sender) PlayRemote(m Participants) func(context.Context, arena.Part) ([]arena.Sum, error) {
	return func(ctx context.Context, p arena.Part) ([]arena.Sum, error) {
		p.Gradient = p.Gradient && m.Gradients
		text, err := Encode(setting{Game: s.game.Name(), Schema: s.schema, Contest: s.contest, Field: m.Field})
		if err != nil {
			return nil, err
		}
		w := &measurement{
			Sender: s, Participants: m, part: p,
			compiled: make([]func() engine.Player, len(m.Candidates)), sums: make([]arena.Sum, p.Candidates),
		}
		compile := s.game.Rules
		if p.Gradient {
			compile = s.game.Gradient
		}
		for i, v := range m.Candidates {
			w.compiled[i] = sync.OnceValue(func() engine.Player { return compile(v) })
		}
		err = s.Do(ctx, work.Work{
			Setting: text, Units: p.To, Repeats: !m.Nondeterministic,
			Job: w.Job, Play: w.Play, Read: w.Read, Same: w.Same, CountGames: w.CountGames, Take: w.Take,
		})
		if err != nil {
			return nil, err
		}
		return w.sums, nil
	}
}

type measurement struct { // a work whose units are blocks
	*Sender
	Participants
	part     arena.Part
	compiled []func() engine.Player // candidates, once they are needed here
	sums     []arena.Sum
}

// partOf returns the part of some blocks, the first of its candidates and the one after the last.
func (w *measurement) partOf(from, to int) (p arena.Part, first, last int) {
	p = w.part
	p.From, p.To = from, to
	first, last = p.CandidateRange()
	return p, first, last
}

func (w *measurement) Job(from, to int) []byte {
	p, first, last := w.partOf(from, to)
	return must(Encode(part{p, w.Candidates[first:last]})) // numbers and bytes
}

func (w *measurement) Play(ctx context.Context, from, to int) (any, error) {
	p, first, last := w.partOf(from, to)
	all, err := play(ctx, w.arenas, p, w.players(first, last), w.Players)
	return sums{Sums: all}, err
}

func (w *measurement) players(first, last int) (out []engine.Player) {
	for _, compiled := range w.compiled[first:last] {
		out = append(out, compiled())
	}
	return out
}

func (w *measurement) Same(a, b any) bool {
	return w.Nondeterministic || reflect.DeepEqual(a.(sums).Sums, b.(sums).Sums)
}

func (w *measurement) Read(from, to int, text []byte) (any, error) {
	var r sums
	if err := Decode(text, &r); err != nil {
		return nil, err
	}
	p, first, last := w.partOf(from, to)
	if len(r.Sums) != last-first {
		return nil, fmt.Errorf("%d sums, want %d", len(r.Sums), last-first)
	}
	gradient, ahead, games := 0, 0, 0
	if p.Gradient {
		gradient = len(w.game.Schema.Genes)
	}
	if w.game.Info().Seats > 2 {
		ahead = p.Field
	}
	for i, s := range r.Sums {
		c := first + i
		blocks := min((c+1)*p.Deals, p.To) - max(c*p.Deals, p.From)
		scores := 0
		if p.Scores {
			scores = blocks
		}
		if s.All.N != int64(blocks) || len(s.By) != p.Field || len(s.Ahead) != ahead || len(s.Gradient) != gradient || len(s.Scores) != scores {
			return nil, fmt.Errorf("candidate %d: %d blocks, %d opponents, a gradient of %d genes and %d scores, want %d, %d, %d and %d",
				c, s.All.N, len(s.By), len(s.Gradient), len(s.Scores), blocks, p.Field, gradient, scores)
		}
	}
	if w.game.Stored != nil {
		games = (to - from) * w.game.Info().Seatings()
	}
	if len(r.Games) != games {
		return nil, fmt.Errorf("%d games, want %d", len(r.Games), games)
	}
	return r, nil
}

func (w *measurement) CountGames(from, to int, _ any) int64 {
	games := (to - from) * w.game.Info().Seatings()
	w.game.Count(games)
	return int64(games)
}

func (w *measurement) Take(from, to int, got any, remote bool) error {
	p, first, last := w.partOf(from, to)
	r := got.(sums)
	for i, s := range r.Sums {
		w.sums[first+i].Add(s)
	}
	if w.game.Stored == nil || !remote {
		return nil
	}
	players := append(w.players(first, last), w.Players...)
	for seed, seats := range p.Games(w.game.Info()) {
		line := make([]engine.Player, len(seats))
		for i, s := range seats {
			line[i] = players[s]
		}
		if err := w.game.Stored.EnterRemote(seed, line, r.Games[0]); err != nil {
			return err
		}
		r.Games = r.Games[1:]
	}
	return nil
}

// Messages are CBOR (RFC 8949): equal values have equal bytes, since a job is named by them.
var (
	encoder = must(cbor.CoreDetEncOptions().EncMode())
	decoder = must(cbor.DecOptions{
		MaxNestedLevels: 8, MaxArrayElements: 1 << 19, MaxMapPairs: 1 << 10,
		DupMapKey: cbor.DupMapKeyEnforcedAPF, FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err)
	}
	return mode
}

func Encode(v any) ([]byte, error) { return encoder.Marshal(v) }

// Decode reads what [Encode] wrote, at most 8 levels deep.
func Decode(text []byte, into any) error { return decoder.Unmarshal(text, into) }

// setting is the shared part of jobs: the field of a measurement, or the settings of searches.
type setting struct {
	Game    string
	Schema  string          // hash
	Contest *ContestFiles   // of a game of commands
	Field   []PlayerSpec    `cbor:",omitempty"`
	Search  cbor.RawMessage `cbor:",omitempty"`
}

// PlayerSpec describes a player to another machine.
type PlayerSpec struct {
	Name  string        `cbor:",omitempty"` // of a baseline or of strangers, see [game.Game.Opponent]; empty for a genome
	Genes genome.Vector `cbor:",omitempty"` // nil for others

	Temperature float64 `cbor:",omitempty"` // of the genes, see [game.Game.PlayerAt]
}

type part struct {
	Part       arena.Part
	Candidates []genome.Vector // the candidates whose blocks are in Part
}

// sums is the result of a part, with the games of a game of commands, in their order.
type sums struct {
	Sums  []arena.Sum
	Games []engine.Ranking `cbor:",omitempty"`
}
