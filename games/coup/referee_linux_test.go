package coup

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/internal/guard"
)

// The test binary is a bot too: "bot NAME" plays as a baseline.
func TestMain(m *testing.M) {
	program.Launcher()
	if len(os.Args) > 2 && os.Args[1] == "bot" {
		b, _ := engine.FindBaseline(baselines.All(), os.Args[2])
		p, _ := b.Player.(seat.Policy)
		os.Exit(seat.Main(os.Args[2], p, os.Args[3:], os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

// shell is a bot of one line: $1 is the file, $2 and $3 are coins, $4 the cards, $5 the first legal move.
func shell(script string) referee.Seat {
	return referee.Seat{Name: "shell", Command: []string{"sh", "-c", script, "bot"}}
}

// first always makes the first legal move.
const first = `printf %s "$5" >> "$1"`

func refereed(t *testing.T, blocks int, o referee.Options, seats ...referee.Seat) *referee.Report {
	t.Helper()
	if o.Limits.Move == 0 {
		o.Limits.Move = time.Minute // for a busy machine
	}
	r, err := referee.Play(context.Background(), Contest{}, seats, arena.Pair{Blocks: blocks, Seed: 1}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Each way to lose a game by a fault, in the order in which the arbiter looks.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, script string
		kind         referee.Kind
		detail       string
	}{
		{"exit status after a legal move", first + "; exit 3", referee.Exit, "exit status 3"},
		{"exit status before the file is looked at", "rm $1; exit 1", referee.Exit, "exit status 1"},
		{"signal", "kill -SEGV $$", referee.Exit, "signal: segmentation fault"},
		{"too slow", "sleep 60", referee.Timeout, "no move within 50ms"},
		{"waits for input, which is empty", "cat; " + first + "; exit 7", referee.Exit, "exit status 7"},
		{"floods", "yes", referee.Timeout, "no move within"},
		{"nothing written", ":", referee.Modified, "and a move"},
		{"three characters", `printf xFp >> "$1"`, referee.Modified, "1 bytes too many"},
		{"a megabyte", `head -c 1000000 /dev/zero >> "$1"`, referee.Modified, "bytes too many"},
		{"removed", `rm "$1"`, referee.Modified, "the file is gone"},
		{"a pipe in its place", `rm "$1"; mkfifo "$1"`, referee.Modified, "the file has become"},
		{"another beginning", `printf I > "$1"`, referee.Modified, "and a move"},
		{"no legal move", `printf x >> "$1"`, referee.Illegal, `ends in none of`},
		{"binary", `printf '\377\000' >> "$1"`, referee.Illegal, `ends in none of`},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := referee.Options{}
			if c.kind == referee.Timeout {
				o.Limits.Move = 50 * time.Millisecond
			}
			r := refereed(t, 1, o, referee.Seat{Name: "ours", Player: taxes}, shell(c.script))
			rec := r.Stats[1]
			if rec.Forfeits != 2 || r.Results[0].Score != [engine.MaxSeats]int64{2, 0} {
				t.Fatalf("want two forfeits and no point, have %v, score %v: %+v", rec.Faults, r.Results[0].Score, rec.Samples)
			}
			// In the first game the program answers a Tax, so the file is not empty.
			if f := rec.Samples[0]; f.Kind != c.kind || !strings.Contains(f.Detail, c.detail) || !f.Forfeit {
				t.Errorf("want %s with %q, have %+v", c.kind, c.detail, f)
			}
		})
	}
}

// taxes always takes a Tax, passes, and gives up what comes first.
var taxes = prefers{seat.Tax, seat.Pass}

// Faults that need a certain place in the game.
func TestFaults_Place(t *testing.T) {
	exchange := `case "$5" in F|I*) printf E ;; *) printf %s "$5" ;; esac >> "$1"; `
	for _, c := range []struct {
		name, script string
		kind         referee.Kind
	}{
		// The file is empty or a turn begins: an Exchange, and then no or bad cards.
		{"nothing kept", exchange, referee.Exchange},
		{"wrong alphabet", exchange + `echo "0<"`, referee.Exchange},
		{"a card too many", exchange + `echo "$4"`, referee.Exchange},
		{"nothing into the empty file", `[ -s "$1" ] && ` + first + ` || :`, referee.Arbiter},
		{"Income without its newline", `printf I >> "$1"`, referee.Illegal},
		{"Assassinate without coins", `printf A >> "$1"`, referee.Illegal},
		// After "T\np\n" nobody minds, "Tpq" has no meaning.
		{"a challenge of nothing", `case "$5" in p) printf pq ;; *) printf %s "$5" ;; esac >> "$1"`, referee.Arbiter},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := refereed(t, 3, referee.Options{}, shell(c.script), referee.Seat{Name: "ours", Player: taxes})
			rec := r.Stats[0]
			if rec.Faults[c.kind] == 0 || len(rec.Faults) != 1 {
				t.Errorf("want %s and nothing else, have %v: %+v", c.kind, rec.Faults, rec.Samples)
			}
			if r.Stats[1].Forfeits != 0 {
				t.Errorf("the other one forfeits: %+v", r.Stats[1].Samples)
			}
		})
	}
}

// Lines that the arbiter accepts although it should not: junk before the move (facts 33
// and 36), and a newline that takes back a Tax (fact 35).
func TestAccepted(t *testing.T) {
	for _, c := range []struct {
		name, script, line string
	}{
		{"junk before a reply", `case "$5" in p) printf xp ;; *) printf %s "$5" ;; esac >> "$1"`, "Txp\n"},
		{"a new line as a reply", `case "$5" in p) printf '\np' ;; *) printf %s "$5" ;; esac >> "$1"`, "T\np\n"},
		{"Tax dressed as Foreign Aid", `case "$5" in I*) printf TF ;; *) printf %s "$5" ;; esac >> "$1"`, "TFp\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var games []*record.Record
			keep := func(_, _ int, g *record.Record) error {
				games = append(games, g)
				return nil
			}
			r := refereed(t, 2, referee.Options{Keep: keep}, shell(c.script), referee.Seat{Name: "ours", Player: taxes})
			if n := r.Stats[0].Faults; len(n) != 0 {
				t.Errorf("want no fault, have %v: %+v", n, r.Stats[0].Samples)
			}
			if len(games) != 4 {
				t.Fatalf("want the histories of 4 games, have %d", len(games))
			}
			if text := history(games[0]); !strings.Contains(text, c.line) {
				t.Errorf("want a line %q in %q", c.line, text)
			}
		})
	}
}

// No player wins when 200 invocations have passed: Foreign Aid, blocked for ever.
func TestDraw(t *testing.T) {
	text := ""
	keep := func(_, _ int, g *record.Record) error {
		text = history(g)
		return nil
	}
	aids := referee.Seat{Name: "aids", Player: prefers{seat.ForeignAid, seat.BlockDuke, seat.Pass}}
	r := refereed(t, 1, referee.Options{Keep: keep}, aids, aids)
	if r.Results[0].Score != [engine.MaxSeats]int64{} {
		t.Errorf("want no point, have %+v", r)
	}
	if want := strings.Repeat("Fd\n", 67); text != want {
		t.Errorf("want 66 lines and a half, have %q", text)
	}
}

// history is the history file of a game on record, with a newline behind its last line.
func history(g *record.Record) (text string) {
	for _, line := range g.Trace {
		line, _, _ = strings.Cut(line, " ")
		text += line + "\n"
	}
	return text
}

// blind asks a policy with a roll that is a function of what it is shown.
type blind struct{ seat.Policy }

func (b blind) Act(v *seat.View, _ uint64) seat.Action {
	h := roll.Mix(uint64(v.Me), uint64(v.Ask), uint64(v.Hand), uint64(v.Legal), uint64(v.Owner), uint64(v.Action), uint64(v.Block))
	for _, c := range fmt.Sprint(v.Sides) {
		h = roll.Mix(h, uint64(c))
	}
	return b.Policy.Act(v, h)
}

// The arbiter over characters and the table of the engine are two statements of
// the rules: between the same players they give the same games.
func TestTableParity(t *testing.T) {
	all := baselines.All()
	tab := table.NewTable()
	for i := range 800 {
		names := [2]string{all[i%len(all)].Name, all[(i*7+3)%len(all)].Name}
		var players []engine.Player
		var seats []*referee.SeatState
		for _, name := range names {
			b, _ := engine.FindBaseline(baselines.All(), name)
			p, _ := b.Player.(seat.Policy)
			players = append(players, blind{p})
			seats = append(seats, &referee.SeatState{Seat: referee.Seat{Name: name, Player: blind{p}}})
		}
		seed := roll.Mix(uint64(i))
		want := tab.Play(seed, players)
		got, err := Contest{}.Referee(context.Background(), &referee.Match{Seed: seed, Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		if got.Score != want.Score || got.Length != want.Length {
			t.Fatalf("game %d of %v: table %+v, arbiter %+v", i, names, want, got)
		}
	}
}
