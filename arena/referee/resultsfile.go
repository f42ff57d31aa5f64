package referee

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"bloodline/engine"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// resultsFile appends games to a file as they end: a line of JSON with the players and the limits,
// then a line for each game. A nil resultsFile keeps nothing.
type resultsFile struct {
	mu      sync.Mutex
	file    *os.File
	earlier map[string]*playResult // that the file had
}

// longestResult is the size of the longest line that is read. A result has some kilobytes.
const longestResult = 16 << 20

// resultsHead says which games a file of results is of.
type resultsHead struct {
	Game    string
	Players []Seat
	Limits  Limits
	Replay  bool `json:",omitempty"`
}

// playResult is a game. Its seed and seats say which.
type playResult struct {
	Seed    uint64
	Seats   []string // names
	Outcome engine.Outcome
	Records []PlayerStats // by seat
}

func (g *playResult) key() string { return fmt.Sprintf("%d %q", g.Seed, g.Seats) }

func resultOf(m *Match) *playResult {
	g := &playResult{Seed: m.Seed}
	for _, c := range m.Seats {
		g.Seats = append(g.Seats, c.Name)
	}
	return g
}

// openResults reads the games that a file has, and opens it for more.
func openResults(s *session) (*resultsFile, error) {
	path := s.options.Results
	if path == "" {
		return nil, nil
	}
	f, err := disk.Own(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	k := &resultsFile{file: f, earlier: map[string]*playResult{}}
	if err := k.begin(s); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return k, nil
}

func (k *resultsFile) begin(s *session) error {
	if err := system.TryLock(k.file, system.Exclusive); err != nil {
		return errors.New("another match is writing to it")
	}
	head := resultsHead{s.Info().Name, s.seats, s.options.Limits.withDefaults(s.Limits()), s.options.Replay}
	r := bufio.NewReader(k.file)
	line, err := disk.Line(r, nil, longestResult)
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return k.write(head)
	}
	var have resultsHead
	if err != nil || !decodeExact(line, &have) || have.Game == "" {
		return errors.New("it is no file of results")
	}
	if differs := head.difference(&have); differs != "" {
		return fmt.Errorf("it has the results of other games: %s", differs)
	}
	end := int64(len(line))
	for n := 2; ; n++ {
		line, err = disk.Line(r, line, longestResult)
		if errors.Is(err, io.EOF) {
			break // a line that was not written to its end is played again
		}
		g := new(playResult)
		if err != nil || !decodeExact(line, g) || !g.fits(s) || k.earlier[g.key()] != nil {
			return fmt.Errorf("line %d: is no result", n)
		}
		k.earlier[g.key()] = g
		end += int64(len(line))
	}
	if err := k.file.Truncate(end); err != nil {
		return err
	}
	_, err = k.file.Seek(end, io.SeekStart)
	return err
}

// decodeExact reads a line that is, byte for byte, what this package writes: no key is unknown,
// missing, written otherwise or there twice.
func decodeExact(line []byte, v any) bool {
	if json.Unmarshal(line, v) != nil {
		return false
	}
	again, err := json.Marshal(v)
	return err == nil && bytes.Equal(append(again, '\n'), line)
}

// fits reports whether a game can be one between these players.
func (g *playResult) fits(s *session) bool {
	strange := func(name string) bool {
		return !slices.ContainsFunc(s.seats, func(x Seat) bool { return x.Name == name })
	}
	return len(g.Seats) == s.Info().Seats && len(g.Records) == len(g.Seats) && !slices.ContainsFunc(g.Seats, strange) &&
		!slices.ContainsFunc(g.Records, func(r PlayerStats) bool { return !r.ofOnePlay() }) && isOutcome(g.Outcome, s.Info())
}

// isOutcome reports whether a play can end so. A table for two has no two winners.
func isOutcome(o engine.Outcome, info engine.Info) bool {
	least, most := info.Range()
	var sum float64
	for seat, score := range o.Score {
		if seat >= info.Seats && score != 0 || seat < info.Seats && (score < least || score > most) {
			return false
		}
		sum += float64(score)
	}
	twice := info.ZeroSum && info.Seats == 2 && sum > float64(2*info.Mean*float64(info.ScoreUnit))+0.5
	return !twice && o.Choices >= 0 && o.Length >= 0
}

// difference names the first field in which two heads differ, "" if there is none.
func (h *resultsHead) difference(have *resultsHead) string {
	text := func(v any) string {
		b, _ := json.Marshal(v) // of plain fields
		return string(b)
	}
	for _, part := range []struct {
		name       string
		want, have any
	}{
		{"the game", h.Game, have.Game},
		{"the players", h.Players, have.Players},
		{"the limits of time", h.Limits, have.Limits},
		{"replay", h.Replay, have.Replay},
	} {
		if want, have := text(part.want), text(part.have); want != have {
			return fmt.Sprintf("%s: have %.200s, want %.200s", part.name, have, want)
		}
	}
	return ""
}

// find finds a game, as it was played before; nil if it was not.
func (k *resultsFile) find(m *Match) *playResult {
	if k == nil {
		return nil
	}
	return k.earlier[resultOf(m).key()]
}

// put keeps a game that was played.
func (k *resultsFile) put(m *Match, o engine.Outcome) (*playResult, error) {
	g := resultOf(m)
	g.Outcome, g.Records = o, m.playStats()
	if k == nil {
		return g, nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return g, k.write(g)
}

func (k *resultsFile) write(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = k.file.Write(append(text, '\n'))
	}
	return err
}

func (k *resultsFile) Close() error {
	if k == nil {
		return nil
	}
	return k.file.Close()
}
