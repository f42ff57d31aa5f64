package command

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/setting"
	"bloodline/internal/system"
)

// contest has the settings of a contest and their resolved parts, which a [Game] and a [Simulator] share.
type contest struct {
	Settings
	Schema *genome.Schema

	parameters   []parameter
	folder       string
	referee, bot []string // command lines, split into words; no bot with style simulator
	reads        []string // absolute: Files, and Folder where sandboxes show it
	where        string   // Folder, absolute; empty: programs run in one of their own
	maps         []string // of a contest of few
	mapList      []string // the file that lists these, if there is one
	seeds        []uint64 // of a contest of few, or of each map
	info         engine.Info
	reading      reading
	hashes       *sync.Map // of files, by their paths, sizes and times

	scored      bool    // points are scores
	unit, zero  float64 // see [engine.Info].ScoreUnit and Zero
	least, most float64 // points
}

// UserBot is a contest for a bot of the user's: a [Game], whose referee ends with the game, or a [Simulator].
type UserBot interface {
	engine.Game
	// Hashes returns hashes of the files that commands of the contest and of players name, by paths from the folder of
	// the run file, and those of the maps under [MapsKey]. Programs elsewhere are left out, such as interpreters.
	Hashes(players []engine.Player) (map[string]string, error)
	// CheckScripts returns a problem if a script that these commands name is missing: they would fail in every game.
	CheckScripts(players []engine.Player) error
	Parameters(v []float64) []byte // the file that a bot reads: a genome as a JSON object, with its genes by name
	// Rival returns the player behind a name in the run file: a program by its command line; in a simulator a word that
	// it knows, or values of genes as a JSON object, with the others at their defaults, and their genome.
	Rival(text string) (engine.Player, genome.Vector, error)
	Config() Settings // of the run file

	base() *contest
}

func newContest(s Settings, folder string) (c contest, err error) {
	c = contest{Settings: s, folder: folder, hashes: new(sync.Map), scored: s.Points == PointsScore, unit: float64(2 * (s.Players - 1)), most: 1}
	c.parameters, c.Schema, _ = s.readGenes() // problems are those of Check
	if s.Folder != "" {
		c.where = program.Absolute(folder, s.Folder)
		if info, err := os.Stat(c.where); err != nil || !info.IsDir() {
			return c, &setting.Error{Key: "folder", Rule: "must be a folder", Have: s.Folder}
		}
	}
	switch {
	case c.scored:
		c.least, c.most = s.ScoreLow, s.ScoreHigh
		c.zero = max(c.least, min(c.most, 0)) // of the range the value nearest to 0, so that points lose no digits to it
		// A power of ten, so that a score of few decimals is a whole number.
		c.unit = math.Pow10(int(math.Floor(math.Log10(engine.MaxScore / max(c.most-c.zero, c.zero-c.least)))))
	case s.MinPlayers > 0 || len(s.Maps)+len(s.Seeds) > 0:
		c.unit = 840 // divisible by twice any number from 1 to 7 of opponents, so that a tie or a map's mean is a whole number, too
	}
	if c.maps, c.mapList, err = s.readMaps(folder); err != nil {
		return c, err
	}
	c.seeds, _ = s.seeds() // problems are those of Check
	c.info = engine.Info{
		Name: Name, Title: "the contest " + filepath.Base(folder), Seats: s.Players, Least: s.MinPlayers, Role: s.Seat,
		Dynamics: engine.Simultaneous, Symmetric: s.Symmetric || s.Players == 1, ZeroSum: !c.scored, Draws: true,
		Unit: "game", ScoreUnit: c.unit, Zero: c.zero, Points: "win", Min: c.least, Mean: (c.least + c.most) / 2, Max: c.most,
		Maps: cmp.Or(len(c.maps), len(c.seeds)),
	}
	if c.scored {
		c.info.Points = "points a game"
	}
	if c.maps != nil && c.seeds != nil {
		c.info.MapDeals = len(c.seeds)
	} else if c.info.Maps > 0 && (c.seeds != nil || !s.drawsSeeds()) {
		c.info.MapDeals = 1
	}
	var wrong setting.Errors
	if c.reading, wrong = s.reading(true); len(wrong) > 0 { // those of a recorded run were not compiled before
		return c, wrong[0]
	}
	c.referee, err = c.words("referee", s.Referee)
	return c, err
}

func (g *contest) words(key, line string) ([]string, error) {
	rule := "must be a command"
	words, err := program.Command(g.folder, line)
	switch {
	case key == "bot" && g.Plain:
		rule = "must be words, quoted as in a shell"
		words, err = system.Words(line)
	case key == "bot" && g.Style != StyleStdio:
		rule += ", or words for a referee that plays the bots itself (command.plain: true)"
	}
	if err != nil {
		return nil, &setting.Error{Key: key, Rule: rule, Have: err.Error()}
	}
	return words, nil
}

func (g *contest) Info() engine.Info { return g.info }

// Same reports whether two games are of one contest, so that the bots of one can play those of the other.
func Same(a, b UserBot) bool {
	g, o := a.base(), b.base()
	return slices.Equal(g.referee, o.referee) && g.Style == o.Style && g.Players == o.Players && cmp.Or(g.MinPlayers, g.Players) == cmp.Or(o.MinPlayers, o.Players)
}

func (g *contest) base() *contest   { return g }
func (g *contest) Config() Settings { return g.Settings }

// Game is one contest with one bot. It may be used by many goroutines.
type Game struct {
	contest
	book     Book               // results of games, so that none is played twice; may be nil
	lacking  func(text string)  // called with the layers that the sandbox of a bot lacks; may be nil
	readable []string           // folders of the files that bot names
	optional []string           // for each word of bot the parameter without which it is left out, or ""
	playing  singleflight.Group // of games that are being played
	under    *sync.Map          // its keys are the runs
}

var _ engine.SlowGame = (*Game)(nil)

// Book remembers the games of a run. It may be used by many goroutines.
type Book interface {
	// Find returns the game of a seed (above its 31 bits the place of a map) between command lines, by seat.
	Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error)
	// Enter adds a game. A game that is there stays.
	Enter(seed uint64, seats []string, r engine.Ranking) error
}

// Memory is a [Book] of games that nothing keeps.
type Memory struct{ games sync.Map }

func (m *Memory) Find(seed uint64, seats []string) (r engine.Ranking, ok bool, err error) {
	kept, ok := m.games.Load(fmt.Sprint(seed, seats))
	r, _ = kept.(engine.Ranking)
	return r, ok, nil
}

func (m *Memory) Enter(seed uint64, seats []string, r engine.Ranking) error {
	m.games.LoadOrStore(fmt.Sprint(seed, seats), r)
	return nil
}

// New returns the game of settings that have passed [Settings.Check]. Files that commands name are looked up from a
// folder. A missing program is a [setting.Error]. lacking gets the layers that a sandbox lacks; may be nil.
func New(s Settings, folder string, lacking func(text string)) (*Game, error) {
	if err := program.Mode(s.Sandbox).Check(s.Foreign); err != nil && s.Style == StyleStdio {
		return nil, &setting.Error{Key: "sandbox", Rule: err.Error(), Have: s.Sandbox}
	}
	c, err := newContest(s, folder)
	if err != nil {
		return nil, err
	}
	if c.handsScripts() && runtime.GOOS == "windows" {
		return nil, &setting.Error{Key: "referee", Rule: "must have {p1} or {p1.words} on Windows, which runs no scripts of the shell", Have: s.Referee}
	}
	g := &Game{contest: c, lacking: lacking, under: new(sync.Map)}
	if g.bot, err = g.words("bot", s.Bot); err != nil {
		return nil, err
	}
	// Optional are --depth={depth}, {depth} behind an option, with it, and a last {depth}. Others get the default.
	g.readable, g.optional = g.folders(g.bot), make([]string, len(g.bot))
	for i, w := range g.bot[1:] {
		for _, x := range s.Genes {
			before, after, found := strings.Cut(w, "{"+x.Name+"}")
			switch bare := before == "" && after == ""; {
			case !found || x.When == "" || strings.Contains(before+after, "{"):
			case bare && i > 0 && strings.HasPrefix(g.bot[i], "-"):
				g.optional[i], g.optional[i+1] = x.Name, x.Name
			case i+2 == len(g.bot), strings.HasPrefix(before, "-"), strings.HasSuffix(before, "="):
				g.optional[i+1] = x.Name
			}
		}
	}
	if s.Style == StyleStdio && g.where != "" && !s.Foreign {
		if program.HoldsHome(g.where) && s.Sandbox != string(program.Off) {
			return nil, &setting.Error{Key: "folder", Rule: "must not hold your home, since bots in sandboxes see it", Have: s.Folder}
		}
		g.reads = append(g.reads, g.where)
	}
	for _, f := range s.Files {
		path := program.Absolute(folder, f)
		if _, err := os.Stat(path); err != nil {
			return nil, &setting.Error{Key: "files", Rule: "must be files or folders", Have: f + ": " + program.RootCause(err).Error()}
		}
		g.reads = append(g.reads, path)
	}
	return g, nil
}

// folders returns the folders of the files that a command names, below the run file's own: bots may read modules there.
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

func (g *Game) NewSlowTable() engine.SlowTable {
	return &table{game: g, boxes: program.Sandboxes{Lacking: g.lacking}}
}

// EnterRemote enters a game that was played on another machine into the book.
func (g *Game) EnterRemote(seed uint64, seats []engine.Player, r engine.Ranking) error {
	if g.book == nil {
		return nil
	}
	_, lines := botsAndLines(seats)
	return g.book.Enter(g.DealNumber(seed), lines, r)
}

func (g *Game) WithBook(book Book) *Game {
	return &Game{contest: g.contest, book: book, lacking: g.lacking, readable: g.readable, optional: g.optional, under: g.under}
}
