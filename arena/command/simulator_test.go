package command_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// simulate is the program of these tests: a game in which the larger size wins by as much, unless a word of its command
// line says what is wrong with it. The player big has size 9.
func simulate(wrong, file string) {
	out := bufio.NewWriter(os.Stdout)
	say := func(format string, args ...any) {
		fmt.Fprintf(out, format+"\n", args...)
		if wrong != "buffered" {
			out.Flush()
		}
	}
	in, born := bufio.NewScanner(os.Stdin), time.Now().Unix()
	if wrong == "slow" {
		delay, _ := time.ParseDuration(file)
		time.Sleep(delay)
	}
	if wrong == "starts" {
		if _, err := os.Stat(file); err != nil {
			_ = os.WriteFile(file, nil, 0o600)
			os.Exit(3)
		}
		wrong = ""
	}
	if wrong == "early" {
		say("loading")
	}
	in.Scan()
	switch {
	case wrong == "rude":
		say("hello")
	case in.Text() != "bloodline 1 2 size kind":
		say("error I read size kind")
	default:
		say("ok sizes")
	}
	var kept []byte
	for games := 1; in.Scan(); games++ {
		if wrong == "grows" && games == 100 {
			kept = bytes.Repeat([]byte{1}, 64<<20)
		}
		words := strings.Fields(in.Text())
		seed, words := words[0], words[1:]
		var sizes []float64
		for len(words) > 0 {
			if words[0] == "big" {
				sizes, words = append(sizes, 9), words[1:]
				continue
			}
			x, _ := strconv.ParseFloat(words[1], 64)
			sizes, words = append(sizes, x), words[3:]
		}
		a, b := sizes[0], sizes[1]
		switch {
		case wrong == "born" || wrong == "worn" && games > 5000 || wrong == "clock":
			say("%d 0", map[string]int64{"born": born, "worn": int64(games), "clock": time.Now().Unix()}[wrong])
			continue
		case wrong == "slow":
			wrong = ""
		}
		if at, _ := strconv.Atoi(seed); at%4 != 0 && wrong != "" {
			// nothing is wrong in three of four games
		} else if wrong == "once" {
			if _, err := os.Stat(file); err != nil {
				_ = os.WriteFile(file, nil, 0o600)
				os.Exit(3)
			}
		} else if answer, ok := map[string]string{
			"nan": "nan 1", "endless": "inf 1", "words": "draw", "few": "1", "many": "1 2 3", "nothing": "", "error": "error no map", "seat": "error seat 2 no fuel", "nobody": "error seat 3 no fuel",
			"random": fmt.Sprintf("%d 0", os.Getpid()), "state": fmt.Sprintf("%d 0", games), "twice": "1 0\n1 0",
		}[wrong]; ok {
			say("%s", answer)
			continue
		} else if wrong == "dies" {
			fmt.Fprintln(os.Stderr, "out of fuel")
			os.Exit(3)
		} else if wrong == "hangs" {
			time.Sleep(time.Hour)
		}
		say("%v %v", a-b, b-a)
	}
	runtime.KeepAlive(kept)
	if wrong == "late" {
		say("bye")
	}
	os.Exit(0)
}

// sized returns the contest of simulate, with what is wrong with it. Its processes end with the test.
func sized(t testing.TB, wrong ...string) *command.Simulator {
	t.Helper()
	pool := new(command.Pool)
	t.Cleanup(pool.Close)
	own := guard.Value(os.Executable())(t)
	s := command.Settings{
		Referee: system.Line(append([]string{own, simulateWord}, wrong...)), Style: command.StyleSimulator, Players: 2, GameTime: time.Minute,
		Genes: []command.Gene{
			{Name: "size", Distribution: command.Int, Low: 1, High: 8, Default: "3"},
			{Name: "kind", Distribution: command.Categorical, Choices: []string{"round", "flat"}, Default: "flat"},
		},
	}
	if problems := s.Check(true); len(problems) > 0 {
		t.Fatal(problems)
	}
	g := guard.Value(command.NewSimulator(s, t.TempDir(), pool))(t)
	return g
}

// games returns games of two sizes with the seeds from 0 on.
func games(s *command.Simulator, n int) (out []engine.Seating) {
	for k := range n {
		out = append(out, engine.Seating{Seed: uint64(k) << 33, Seats: []engine.Player{s.Bot([]float64{float64(1 + k%8), 0}), s.Bot([]float64{4, 1})}})
	}
	return out
}

func TestSimulator_Bot(t *testing.T) {
	s := sized(t)
	big, genes, err := s.Rival("big")
	if err != nil || genes != nil {
		t.Fatal(genes, err)
	}
	five, genes, err := s.Rival(`{"size": 5}`)
	if err != nil || !slices.Equal(genes, []float64{5, 1}) {
		t.Fatal(genes, err)
	}
	if have, want := s.Line(engine.Seating{Seed: 7 << 33, Seats: []engine.Player{five, big}}), "7 genes 5 flat big"; have != want {
		t.Errorf("%q, want %q", have, want)
	}
	for text, want := range map[string]string{
		"two words": "must be a word", "genes": "must be a word", `{"height": 1}`: "height: must be a gene of the bot", `{"size": 9}`: "size: must be in [1, 8], have 9", `{"size": "x"}`: "size: must be a number",
		`{"kind": "square"}`: "kind: must be one of round, flat",
	} {
		if _, _, err := s.Rival(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Whatever the number of workers, a schedule's results are those of the sizes themselves; its processes are as many as
// the workers, and end with the pool.
func TestSimulator_arena(t *testing.T) {
	s := sized(t)
	big, _, err := s.Rival("big")
	guard.Must(t, err)
	players, sizes := []engine.Player{big}, []float64{9}
	for k := range 8 {
		players, sizes = append(players, s.Bot([]float64{float64(1 + k), 0})), append(sizes, float64(1+k))
	}
	g := arena.RoundRobin{Players: len(players), Seats: 2, Rounds: 40, Seed: 1}
	for workers := range 4 {
		got := guard.Value(arena.New(s, 1+workers).Play(t.Context(), players, g))(t)
		for k, r := range got {
			b := g.Block(k)
			want := [2]int64{2, 2}
			if x, y := sizes[b.Lineup[0]], sizes[b.Lineup[1]]; x > y {
				want = [2]int64{4, 0}
			} else if x < y {
				want = [2]int64{0, 4}
			}
			if [2]int64(r.Score[:2]) != want {
				t.Fatalf("%d workers, block %d: %v, want %v", 1+workers, k, r.Score, want)
			}
		}
	}
	drawn := arena.Drawn(s.Drawn)
	one := guard.Value(arena.New(s, 1).Play(t.Context(), []engine.Player{players[4], drawn}, arena.Gauntlet{Candidates: 1, Field: 1, Seats: 2, Blocks: 100, Seed: 2}))(t)
	for k, r := range one {
		seed := arena.Gauntlet{Candidates: 1, Field: 1, Seats: 2, Blocks: 100, Seed: 2}.Block(k).Seed
		if r.Score[0]+r.Score[1] != 4 {
			t.Fatalf("block %d of seed %d: %v", k, seed, r.Score)
		}
	}
	if slices.Equal(one[:50], one[50:]) {
		t.Error("all drawn players are alike")
	}
	for seed := range uint64(50) { // the traits of a drawn player are its values that are not the defaults, by its own line
		words := strings.Fields(fmt.Sprint(s.Drawn(seed, nil)))
		want := []string{}
		if words[1] != "3" {
			want = append(want, "size "+words[1]+" instead of 3")
		}
		if words[2] != "flat" {
			want = append(want, "kind round instead of flat")
		}
		got := slices.Sorted(slices.Values(s.Traits(seed)))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("seed %d, %q: %q, want %q", seed, words, got, want)
		}
	}
}

func TestSimulator_faults(t *testing.T) {
	t.Parallel()
	for wrong, want := range map[string]string{
		"nan": `must answer by 2 scores, or by error TEXT, have "nan 1"`, "endless": `have "inf 1"`, "words": `have "draw"`, "few": `have "1"`, "many": `have "1 2 3"`, "nothing": `have ""`,
		"error": "error: no map", "nobody": `must name a seat from 1 to 2, have "error seat 3 no fuel"`, "hangs": "no answer within LIMIT", "buffered": "is its output flushed after each line?",
		"dies": "it ended without an answer (exit status 3); its last words: out of fuel", "twice": `before it is asked: "1 0`, "rude": `must answer by ok NAME, or by error TEXT, have "hello"`, "early": `have "loading"`,
	} {
		t.Run(wrong, func(t *testing.T) {
			t.Parallel()
			play := func(limit time.Duration) error {
				s := sized(t, wrong)
				s.GameTime = limit
				out := make([]engine.Outcome, 5)
				n, err := s.PlayAll(t.Context(), games(s, 5)[3:], out) // the second of which is wrong
				for k := 0; err == nil && k < 20; k++ {
					n, err = s.PlayAll(t.Context(), games(s, 5)[3:], out)
				}
				if want := strings.Replace(want, "LIMIT", limit.String(), 1); err == nil || !strings.Contains(err.Error(), want) {
					return fmt.Errorf("%v, want %q", err, want)
				}
				greets := wrong == "rude" || wrong == "early" || wrong == "buffered"
				if game := `game "4 genes 5 round genes 4 flat"`; !greets && wrong != "twice" && (n != 1 || !strings.Contains(err.Error(), game)) {
					return fmt.Errorf("%d games before it: %w, want %s", n, err, game)
				}
				return nil
			}
			if wrong == "hangs" || wrong == "buffered" {
				guard.Within(t, play)
			} else if err := play(time.Minute); err != nil {
				t.Error(err)
			}
		})
	}
}

// Points that are scores count as they are; one outside of the range, or below 0 where that is an error, is told with
// its key.
func TestSimulator_scores(t *testing.T) {
	for _, tt := range []struct {
		wrong     string
		low, high float64
		negative  bool
		want      string // of games of sizes 1 and 5 to 4, in points
	}{
		{"", -100, 100, false, "[-3 3] [1 -1] 0 "},
		{"", -100, 100, true, `[-100 3] [1 -100] 2 game "0 genes 1 round genes 4 flat": seat 1: score -3 (command.negative_is_error)`},
		{"seat", -50, 150, false, `[0 -50] [0 -50] 2 game "0 genes 1 round genes 4 flat": error seat 2 no fuel`},
		{"", -2, 150, false, "scores must be from command.score_low, -2, to command.score_high, 150, have -3"},
	} {
		settings := sized(t, strings.Fields(tt.wrong)...).Config()
		settings.Points, settings.ScoreLow, settings.ScoreHigh, settings.Negative = command.PointsScore, tt.low, tt.high, tt.negative
		s := guard.Value(command.NewSimulator(settings, t.TempDir(), nil))(t)
		out := make([]engine.Outcome, 2)
		all := games(s, 5)
		_, err := s.PlayAll(t.Context(), []engine.Seating{all[0], all[4]}, out)
		s.EndIdle()
		n, first := s.Faults.Read()
		if err == nil {
			unit := int64(s.Info().ScoreUnit)
			points := func(o engine.Outcome) []int64 { return []int64{o.Score[0] / unit, o.Score[1] / unit} }
			err = fmt.Errorf("%v %v %d %s", points(out[0]), points(out[1]), n, first)
		}
		if !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s %g to %g: %v, want %s", tt.wrong, tt.low, tt.high, err, tt.want)
		}
	}
}

// A game that fails is played once more in a new process, as a program that fails to start is started once more; an
// error of a seat is that seat's loss.
func TestSimulator_again(t *testing.T) {
	t.Chdir(t.TempDir())
	file := t.TempDir() + "/died"
	dies := sized(t, "once", file)
	for _, s := range []*command.Simulator{sized(t), dies, sized(t, "seat"), sized(t, "starts", t.TempDir()+"/started")} {
		all := games(s, 8)
		out := make([]engine.Outcome, len(all))
		n, err := s.PlayAll(t.Context(), all, out)
		if err != nil || n != len(all) {
			t.Fatal(n, err)
		}
		lost, first := s.Faults.Read()
		if again, why := s.Retries.Read(); again > 0 != (s == dies) || again > 0 && !strings.Contains(why, `game "0 genes 1 round genes 4 flat": it ended without an answer (exit status 3)`) {
			t.Errorf("%d games again, %s", again, why)
		}
		for k, o := range out {
			want := []int64{0, 0, 0, 1, 2, 2, 2, 2}[k]
			if lost > 0 && k%4 == 0 {
				want = 2
			}
			if o.Score[0] != want || o.Score[1] != 2-want {
				t.Errorf("game %d: %v, want %d", k, o.Score, want)
			}
		}
		if lost > 0 && (lost != 2 || first != `game "0 genes 1 round genes 4 flat": error seat 2 no fuel`) {
			t.Errorf("%d, %s", lost, first)
		}
	}
	if _, err := os.Stat(file); err != nil {
		t.Error("it never died")
	}
}

func TestSimulator_Check(t *testing.T) {
	for wrong, want := range map[string]string{
		"": "", "random": "the same game has two results: to \"0 genes 1 round genes 4 flat\" it answers", "state": "in another process, after other games",
		"twice": "prints before it is asked", "late": `more lines than games were asked for; after the last of 12 games: "bye`, "rude": "must answer by ok NAME",
	} {
		s := sized(t, wrong)
		name, first, n, err := s.Check(t.Context(), games(s, 12), time.Hour)
		if want == "" && (err != nil || name != "sizes" || n != 12 || first != "-3 3") {
			t.Errorf("%q, %q, %d, %v", name, first, n, err)
		} else if want != "" && (err == nil || !strings.Contains(err.Error(), want)) && !(wrong == "twice" && err != nil) {
			t.Errorf("%s: %v, want %q", wrong, err, want)
		}
	}
	other := sized(t)
	s := other.Config()
	slices.Reverse(s.Genes)
	swapped := guard.Value(command.NewSimulator(s, "", nil))(t)
	if _, _, _, err := swapped.Check(t.Context(), games(swapped, 1), time.Hour); err == nil || !strings.Contains(err.Error(), `first line "bloodline 1 2 kind size": it refuses: I read size kind`) {
		t.Errorf("%v", err)
	}
}

// What the check at the start cannot see is seen by the games that are played again: random numbers from the time of
// the program's start or of the game, and results that depend on a counter after some thousand games.
func TestSimulator_Replay(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "born", "clock", "worn"} {
		t.Run(wrong, func(t *testing.T) {
			t.Parallel()
			s := sized(t, wrong)
			_, _, _, err := s.Check(t.Context(), games(s, 32), time.Hour)
			for some := range slices.Chunk(games(s, 12_000), 64) {
				if err == nil {
					_, err = s.PlayAll(t.Context(), some, make([]engine.Outcome, len(some)))
				}
			}
			if err == nil {
				err = s.Replay(t.Context())
			}
			s.EndIdle()
			if wrong == "" {
				guard.Must(t, err)
			} else if err == nil || !strings.Contains(err.Error(), "the same game has two results: to \"") || !strings.Contains(err.Error(), "in another process, after other games, \"") {
				t.Errorf("%v", err)
			}
		})
	}
}

// Games that are played again wait for another second of the clock, but not until a clock that was set back an hour
// shows it again.
func TestSimulator_Replay_clockSetBack(t *testing.T) {
	guard.Within(t, func(limit time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), limit+2*time.Second)
		defer cancel()
		s := sized(t)
		_, _, _, err := s.Check(t.Context(), games(s, 4), time.Hour) // after which no batch begins for a second
		if err == nil {
			_, err = s.PlayAll(t.Context(), games(s, 4), make([]engine.Outcome, 4))
		}
		s.SetBack(time.Hour)
		return errors.Join(err, s.Replay(ctx))
	})
}

// What a program takes to start is no part of the time for the check.
func TestSimulator_slowStart(t *testing.T) {
	guard.Within(t, func(limit time.Duration) error {
		s := sized(t, "slow", (limit + 50*time.Millisecond).String())
		_, _, n, err := s.Check(t.Context(), games(s, 4000), limit)
		if err == nil && n <= 32 {
			err = fmt.Errorf("%d games were checked", n)
		}
		return err
	})
}

// An interrupted simulator is killed, however long it takes.
func TestSimulator_interrupted(t *testing.T) {
	s := sized(t, "hangs")
	c := s.Config()
	c.GameTime = time.Hour
	s = guard.Value(command.NewSimulator(c, "", nil))(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := s.PlayAll(ctx, games(s, 1), make([]engine.Outcome, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A process that is about to be killed because its context has ended gets no other game.
func TestSimulator_handedOn(t *testing.T) {
	s := sized(t)
	one := games(s, 1)
	for range 25 {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		_, _ = s.PlayAll(ctx, one, make([]engine.Outcome, 1))
		if _, err := s.PlayAll(t.Context(), one, make([]engine.Outcome, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if n, first := s.Retries.Read(); n != 0 {
		t.Errorf("%d games were played again: %s", n, first)
	}
}
