// Package engine is the interface between games and everything that plays them.
//
// Its unit is a whole game, not a move. A [Game] describes itself and makes tables; a [Table] plays one complete game
// between players and returns its [Outcome]. Each game defines its own player interface and asserts it once per seat
// and game. An interface for moves would cost a dynamic call per choice: only the game understands choices.
//
// A table reports to every seat what that seat may know by calling methods of the seat's view. The codec of the
// contest's protocol makes the same calls from lines of text.
//
// A [GradientPlayer] estimates which of its genes earned a score; a [Baseline] is an opponent with a name.
package engine

import (
	"context"
	"errors"
	"math"
	"strings"
)

// MaxSeats is the largest number of seats that any game has.
const MaxSeats = 8

// Dynamics tells how the seats of a game move.
type Dynamics uint8

const (
	// Sequential games ask one seat at a time.
	Sequential Dynamics = iota
	// Simultaneous games ask all seats before they tell any of them anything.
	Simultaneous
)

func (d Dynamics) String() string {
	if d == Simultaneous {
		return "simultaneous"
	}
	return "sequential"
}

// Info describes a game. It is pure metadata: nothing in it changes play.
type Info struct {
	Name      string   // the word used on the command line and in files: "coup"
	Title     string   // its name for people: "Coup, two players"
	Seats     int      // players at a table, 2 to MaxSeats; the most, if deals have different numbers
	Least     int      // the fewest players of a deal, if deals have different numbers; 0: all have Seats
	Dynamics  Dynamics // whether seats move in turn or at once
	Symmetric bool     // whether seats are alike even on one deal, so that one seating of a deal is enough
	ZeroSum   bool     // whether the scores of a table add up to a constant (draws aside)
	Draws     bool     // whether games with equal points are counted
	Unit      string   // the unit that one Play plays: "game", "run of 40 deals"
	ScoreUnit float64  // scores are integers in 1/ScoreUnit of a point
	Zero      float64  // points of a score of 0, see [Info.InPoints]; 0 unless the range of points is far from it
	Points    string   // what a point is: "win", "point a deal"
	Mean      float64  // points that each of equal players gets on average
	Max       float64  // the most points that one Play can give
	Min       float64  // the least; often 0, negative where players can lose points
	Role      int      // the seat, from 1, of the first of a lineup, for whose bot alone it is; 0: players sit in all seats
	Maps      int      // how many maps there are, see [Info.Map]; 0: every seed is a deal of its own
	MapDeals  int      // how many deals a map has; 0: any number
}

// mapBits are the low bits of a seed that name the map of a deal.
const mapBits = 33

// Map returns the map of a deal, from 0, and the number of the deal on it: all other bits of its seed, of which 31 are
// left, or a number below MapDeals. It is for games with Maps; any seed has a map.
func (i Info) Map(seed uint64) (m int, deal uint64) {
	m, deal = int(seed&(1<<mapBits-1)%uint64(i.Maps)), seed>>mapBits
	if i.MapDeals > 0 {
		deal %= uint64(i.MapDeals)
	}
	return m, deal
}

func MapSeed(m int, deal uint64) uint64 { return deal<<mapBits | uint64(m) }

// Seatings returns how many games a deal is: one per rotation, or one where seats are alike or the bot has its own.
func (i Info) Seatings() int {
	if i.Symmetric || i.Role > 0 {
		return 1
	}
	return i.Seats
}

// Meets reports whether a player can play against itself and against others like it: not where it has a role, or is alone.
func (i Info) Meets() bool { return i.Seats > 1 && i.Role == 0 }

// Players returns how many players a deal has: Seats, or Least to Seats, equally often, since seeds are mixed bits.
func (i Info) Players(seed uint64) int {
	if i.Least == 0 {
		return i.Seats
	}
	return i.Least + int(seed>>8%uint64(i.Seats-i.Least+1))
}

// MaxScore bounds the scores of a Play on both sides, in score units: a million deals of eight games fit 64 bits.
const MaxScore = 1 << 39

func (i Info) InPoints(score float64) float64 { return score/i.ScoreUnit + i.Zero }

// Score returns the score that is nearest to some points.
func (i Info) Score(points float64) int64 { return int64(math.Round((points - i.Zero) * i.ScoreUnit)) }

// Range returns the least and the most that one Play can give, in score units.
func (i Info) Range() (least, most int64) { return i.Score(i.Min), i.Score(i.Max) }

// Player is one seat's decision maker. Each game asserts its own interface, for Coup coup.Policy. A player holds no
// state that changes: it is shared by every worker, and all it may use is the view and the roll that it is handed.
type Player any

type Outcome struct {
	Score   [MaxSeats]int64 // by seat, as the contest counts it, in 1/Info.ScoreUnit of a point
	Choices int32           // decisions that players were asked for
	Length  int32           // the game's own clock: invocations, biddings, turns
	Failed  uint8           // a bit for each seat whose program ended the game by an error
	Late    uint8           // a bit for each of these seats for which the time of the game had run out
}

type Game interface {
	Info() Info
	NewTable() Table
}

// Table plays games, one after another, for one goroutine. It owns all memory of a game, so Play allocates nothing.
type Table interface {
	// Play plays one game between seats, whose length is Info.Players. Equal seed and equal players give an equal
	// outcome. Scores lie between Info.Min and Info.Max. It panics on a player of the wrong type or an illegal action.
	Play(seed uint64, seats []Player) Outcome
}

// Seating is one game to play: its seed, and the players by seat.
type Seating struct {
	Seed  uint64
	Seats []Player
}

// BatchTable is the optional interface of a [Table] that asks another process for games, which answers many for little
// more than one, so an arena asks for whole chunks. Play is for a single game, and panics where PlayAll fails.
type BatchTable interface {
	Table
	// PlayAll plays games into out, in order, and returns how many it played, less if ctx is cancelled or a game fails.
	PlayAll(ctx context.Context, games []Seating, out []Outcome) (played int, err error)
}

// Program is the optional interface of a player that is a program of others. Only a [SlowTable] seats one.
type Program interface {
	// CommandLine returns what starts the program, for messages.
	CommandLine() string
}

// SlowGame is the optional interface of a game that programs can play.
type SlowGame interface {
	Game
	// NewSlowTable returns a table that seats programs, and players of ours.
	NewSlowTable() SlowTable
}

// SlowTable plays games with programs among the seats. They take milliseconds and more, end early when ctx is
// cancelled, and can fail for reasons that no player answers for: a referee that crashes, a full disk.
type SlowTable interface {
	// PlaySlow plays one game. A failure ends the whole schedule, unless it is ErrVoid.
	PlaySlow(ctx context.Context, d Deal, seats []Player) (Outcome, error)
	Close() error // ends what is kept from game to game, such as folders
}

// Ranking is the result of a game of programs, as their referee says it.
type Ranking struct {
	Ranks  []int     `json:"ranks"`            // by seat; the lowest is the best, equal is a tie
	Errors []string  `json:"errors"`           // by seat: the error of its program, empty for none
	Scores []float64 `json:"scores,omitempty"` // by seat, where points are scores
	Millis float64   `json:"milliseconds"`     // that the game took
	Answer string    `json:"-"`                // of the referee: the text that the ranks were read from; empty where the game was not played here
}

// Deal is one game of a schedule: the seed of its block, the block's index, and the rotation.
type Deal struct {
	Seed            uint64
	Block, Rotation int
	Lost            uint8 // a bit for each seat whose player was given up: the game counts as lost by it, without being played
}

// ErrVoid is returned by a [SlowTable] for a game that it recorded as unplayable; the block doesn't count.
var ErrVoid = errors.New("the game is void")

// SeedTold is an error that already names the seed of a game's programs, so messages around it leave out the deal's.
type SeedTold struct {
	Err   error
	Whole bool // it names all of its game, which may be another one than the game that ended with it
}

func (e SeedTold) Error() string { return e.Err.Error() }
func (e SeedTold) Unwrap() error { return e.Err }

// CacheLinePad is the last field of a struct that a worker writes to all the time, such as a table: two workers'
// structs on one cache line made a game up to three times as slow. Some processors fetch lines in pairs, so it has two.
type CacheLinePad [128]byte

// Tracer is the optional interface of a table that can write down what happens, for transcripts, replays and parity
// tests. A game without it plays and breeds like any other. While a trace is set, Play may allocate.
type Tracer interface {
	// Trace sets the function that receives the game's events in order as lines of text; nil removes it.
	Trace(func(line string))
}

// Sent returns the seat and the text of a line "1> TEXT" of a trace, which is sent to seat 1; ok is false for others.
func Sent(line string) (seat int, text string, ok bool) { return cut(line, "> ") }

// Answered returns those of a line "1< TEXT", the answer of seat 1.
func Answered(line string) (seat int, text string, ok bool) { return cut(line, "< ") }

func cut(line, mark string) (seat int, text string, ok bool) {
	name, text, ok := strings.Cut(line, mark)
	if !ok || len(name) != 1 || name[0] < '0' || name[0] >= '0'+MaxSeats {
		return 0, "", false
	}
	return int(name[0] - '0'), text, true
}
