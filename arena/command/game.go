package command

import (
	"os"
	"path/filepath"

	"golang.org/x/sync/singleflight"

	"bloodline/arena/program"
	"bloodline/engine"
)

// Game is one contest with one bot. It may be used by many goroutines.
type Game struct {
	contest
	Book    Book              // results of games, so that none is played twice; may be nil
	Lacking func(text string) // hears which layers the sandbox of a bot lacks; may be nil

	beside []string           // folders of the files that bot names
	under  singleflight.Group // of games that are being played
}

var _ engine.SlowGame = (*Game)(nil)

// Book remembers the games of a run. It may be used by many goroutines.
type Book interface {
	// Find returns the game of this seed between these bots, which are named by their
	// command lines in the order of their seats.
	Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error)
	// Enter adds a game. A game that is there stays.
	Enter(seed uint64, seats []string, r engine.Ranking) error
}

// New returns the game of settings that break no rule of [Settings.Check]. Files that
// commands name are looked up from a folder. It is an error, a [Problem], if there is
// no such program.
func New(s Settings, folder string) (*Game, error) {
	if err := program.Mode(s.Sandbox).Check(s.Foreign); err != nil && s.Style == StyleStdio {
		return nil, &Problem{"sandbox", err.Error(), s.Sandbox}
	}
	c, err := newContest(s, folder)
	if err != nil {
		return nil, err
	}
	g := &Game{contest: c}
	if g.bot, err = g.words("bot", s.Bot); err != nil {
		return nil, err
	}
	g.beside = g.folders(g.bot)
	if s.Style == StyleStdio && g.where != "" && !s.Foreign {
		if program.HoldsHome(g.where) && s.Sandbox != string(program.Off) {
			return nil, &Problem{"folder", "must not hold your home, since bots in sandboxes see it", s.Folder}
		}
		g.reads = append(g.reads, g.where)
	}
	for _, f := range s.Files {
		path := program.Absolute(folder, f)
		if _, err := os.Stat(path); err != nil {
			return nil, &Problem{"files", "must be files or folders", f + ": " + program.Reason(err).Error()}
		}
		g.reads = append(g.reads, path)
	}
	return g, nil
}

// folders returns the folders of the files that a command of the run file names, as far as they are
// below the run file's own: a bot may read modules beside it.
func (g *Game) folders(words []string) (out []string) {
	top, err := filepath.Abs(g.folder)
	if err != nil || g.Foreign || g.folder == "" {
		return nil
	}
	for _, w := range words {
		info, err := os.Stat(w)
		if err != nil || !filepath.IsAbs(w) || info.IsDir() {
			continue
		}
		dir := filepath.Dir(w)
		if below, err := filepath.Rel(top, dir); err == nil && filepath.IsLocal(below) && !program.HoldsHome(dir) {
			out = append(out, dir)
		}
	}
	return out
}

// NewTable returns nil, since every player is a program and sits at a slow table.
func (g *Game) NewTable() engine.Table { return nil }

// NewSlowTable returns a table.
func (g *Game) NewSlowTable() engine.SlowTable {
	return &table{game: g, boxes: program.Sandboxes{Lacking: g.Lacking}}
}

// Outcome turns scores, or ranks, into points.
func (g *Game) Outcome(r engine.Ranking) engine.Outcome {
	scores := make([]float64, len(r.Ranks))
	for i, rank := range r.Ranks {
		scores[i] = -float64(rank)
	}
	copy(scores, r.Scores) // none where points are wins
	return g.outcome(scores)
}
