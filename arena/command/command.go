// Package command plays games of any contest by commands: a referee, which plays one
// game, and bots, which are programs in any language. A bot's parameters are a genome.
//
//  1. [Settings] are the part of a run file about the contest, the bot and its
//     parameters; [New] makes a [Game] from them.
//  2. [Game.Bot] fills a genome into the bot's command line, [Game.Program] makes a
//     player from any other command line. Two players with equal lines are the same player.
//  3. A table runs the referee, in a process group and a folder of its own, with a limit
//     of time, and reads ranks or scores in one of three styles. A referee that fails
//     is tried once more.
//  4. With a [Book], no game is played twice: equal seed and seats are an equal game.
//
// This is the slow arena: a game costs what its programs cost, and a millisecond or two
// to start them. Points are shares of the opponents that are ranked behind, ties count
// half, so with two players a win is 1 and a draw 1/2; or they are the scores of the game.
//
// The package reads the clock. It knows no run file, no store and no game.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/system"
)

// Name is the name of every game that is played by commands.
const Name = "command"

// The styles of referees: the values of Settings.Style.
const (
	StyleJSON         = "json"         // prints ranks as JSON: psyleague, cgarena
	StyleBrutaltester = "brutaltester" // takes -p1 ... -pN -seed -l, prints scores or logs them as JSON
	StyleStdio        = "stdio"        // exchanges lines that begin with ### with bloodline, which runs the bots
	StyleSimulator    = "simulator"    // stays, plays games by itself and answers a line a game: see [Simulator]
)

// PointsScore is the value of Settings.Points with which a bot gets its score for a game.
const PointsScore = "score"

// Settings say how a contest is played and how its bot is started; a run file has them. Their JSON is what a user trusts: keys that
// change nothing of what is started are left out of it.
type Settings struct {
	Referee    string        `yaml:"referee" doc:"Command that plays one game. {seed}, {p1} to {p8}, {players} and {log} stand for the seed, a bot's command, all bots' commands, and the path of a log; for a command without placeholders style brutaltester adds its own arguments."`
	Style      string        `yaml:"style" words:"json,brutaltester,stdio,simulator" default:"json" doc:"How the referee reports the result: json prints {\"ranks\": [...], \"errors\": [...]}, brutaltester prints or logs scores, stdio exchanges lines that begin with ### and lets bloodline run the bots; simulator is a program that stays, holds the bot itself, and answers each game by a line of scores."`
	Players    int           `yaml:"players" range:"[2,8]" default:"2" doc:"Players of a game; the most, if games have different numbers."`
	MinPlayers int           `yaml:"min_players" json:"-" range:"[0,8]" default:"0" doc:"Fewest players of a game, if games have different numbers: each seed says its own, every number as often as another. 0: all have players."`
	Symmetric  bool          `yaml:"symmetric" default:"false" doc:"Whether all seats are equal on every map; then each seed is played once, otherwise in every rotation of the seats."`
	Points     string        `yaml:"points" json:"-" words:"wins,score" default:"wins" doc:"What a bot gets for a game: wins: the share of its opponents that are ranked behind it; score: its score, for games in which a loss can cost more than a win earns. Style json then reads \"scores\" in place of \"ranks\"; style stdio has no scores."`
	ScoreLow   int           `yaml:"score_low" json:"-" range:"[-20000,20000]" default:"0" doc:"The least score of a game. A bot without a score gets it."`
	ScoreHigh  int           `yaml:"score_high" json:"-" range:"[-20000,20000]" default:"0" doc:"The largest score of a game. Choose both as close as the game allows, since gains count as shares of this range, and equal players are taken to get its middle; a score outside of it is an error of the referee."`
	Negative   bool          `yaml:"negative_is_error" json:"-" default:"false" doc:"Whether a score below 0 says that the bot went wrong, as in brutaltester; else it is a score as others."`
	GameTime   time.Duration `yaml:"game_time" default:"1m" doc:"Time limit of a game, such as 10s or 2m; with style simulator, of an answer."`
	AnswerTime time.Duration `yaml:"answer_time" default:"2s" doc:"Time limit of an answer, with style stdio; other referees have their own limits."`
	StartTime  time.Duration `yaml:"start_time" json:"-" default:"10s" doc:"Time limit of a bot's first answer, in which it starts, with style stdio; answer_time, if that is longer."`
	Folder     string        `yaml:"folder" json:",omitempty" doc:"Folder in which programs run, seen from the run file's: . is the run file's own. Left out: an empty one, emptied after each game. Bots in sandboxes can only read it."`
	Sandbox    string        `yaml:"sandbox" words:"auto,require,off" default:"auto" doc:"Whether bots of style stdio run in sandboxes: auto: with the layers that the system supports; require: with all layers; off: no. Other referees start the bots themselves."`
	Failures   float64       `yaml:"failures" json:"-" range:"[0,1]" default:"0.5" doc:"Share of a run's games in which the referee may fail, of 80 at least; one more ends the run. A game in which it fails twice is lost for the bot that is bred."`
	Files      []string      `yaml:"files" doc:"Additional files and folders that bots in sandboxes may read, such as modules, tables or an interpreter's environment."`
	Genes      []Gene        `yaml:"genes" doc:"Parameters of the bot, by name: distribution (float, int, categorical), low and high or choices, step, log, default, group and doc."`
	Relations  []string      `yaml:"relations" json:"-" doc:"Rules between parameters that are numbers, such as low < high or depth <= width. No setting that breaks one is bred."`
	Plain      bool          `yaml:"plain" json:",omitempty" default:"false" doc:"Whether bots are words for a referee that plays them itself, instead of commands."`
	Bot        string        `yaml:"bot" doc:"Command that starts the bot; left out with style simulator. {NAME} stands for the value of the gene of this name, {parameters} for the path of a JSON file with all of them."`

	// Foreign marks commands that come from a champion file or a store of another user. Programs
	// in a sandbox then see the files that their command lines name, but not the folders around them.
	Foreign bool `json:"-"`
}

// contest is what a run file says of a contest, whoever plays its games.
type contest struct {
	Settings
	Schema *genome.Schema

	folder       string
	referee, bot []string // their words; no bot with style simulator
	reads        []string // Files, absolute
	where        string   // Folder, absolute; empty: programs run in one of their own

	unit        int32   // scores count in 1/unit; 0 where points are wins
	least, most float64 // points
}

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

// Problem is something wrong with the settings: a key, a rule and what
// breaks it.
type Problem struct{ Key, Rule, Have string }

func (p *Problem) Error() string {
	return strings.TrimPrefix(fmt.Sprintf("%s: %s, have %s", p.Key, p.Rule, p.Have), ": ")
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
	if g.Plain {
		g.bot, err = system.Words(s.Bot)
	} else {
		g.bot, err = g.words("bot", s.Bot)
	}
	if err != nil {
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

// bare reports whether the referee gets arguments of its own, as brutaltester gives them.
func (s Settings) bare() bool {
	return s.Style == StyleBrutaltester && !strings.Contains(s.Referee, "{p1}") && !strings.Contains(s.Referee, "{players}")
}

// newContest finds the referee.
func newContest(s Settings, folder string) (c contest, err error) {
	c = contest{Settings: s, Schema: s.schema(), folder: folder, most: 1}
	if s.Folder != "" {
		c.where = program.Absolute(folder, s.Folder)
		if info, err := os.Stat(c.where); err != nil || !info.IsDir() {
			return c, &Problem{"folder", "must be a folder", s.Folder}
		}
	}
	if s.Points == PointsScore {
		c.least, c.most = float64(s.ScoreLow), float64(s.ScoreHigh)
		for c.unit = 1; c.unit < 10_000 && float64(10*c.unit)*max(-c.least, c.most) <= engine.MaxScore; {
			c.unit *= 10
		}
	}
	c.referee, err = c.words("referee", s.Referee)
	return c, err
}

func (s Settings) schema() *genome.Schema {
	out := &genome.Schema{Game: Name, Version: 1}
	for _, x := range s.Genes {
		out.Genes = append(out.Genes, x.gene())
	}
	s.relate(out) // problems are those of Check
	return out
}

func (g *contest) words(key, line string) ([]string, error) {
	words, err := program.Command(g.folder, line)
	if err != nil {
		rule := "must be a command"
		if key == "bot" && g.Style != StyleStdio {
			rule += ", or words for a referee that plays the bots itself (command.plain: true)"
		}
		return nil, &Problem{key, rule, err.Error()}
	}
	return words, nil
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

// Missing implements [Contest].
func (g *contest) Missing(players []engine.Player) error {
	err := g.missing("command.referee", g.referee)
	if !g.Plain {
		err = cmp.Or(err, g.missing("command.bot", g.bot))
	}
	for _, p := range players {
		if b, ok := p.(*Bot); ok && !b.genome && !g.Plain {
			err = cmp.Or(err, g.missing("field", b.words))
		}
	}
	return err
}

func (g *contest) missing(key string, words []string) error {
	for i, w := range words {
		if i == 0 || !scripts[filepath.Ext(w)] || strings.ContainsAny(w, "{}=: ") || strings.HasPrefix(words[i-1], "--") {
			continue // of another kind, or what a flag is set to
		}
		path := w
		if !filepath.IsAbs(path) {
			path = filepath.Join(g.folder, w)
		}
		if _, err := os.Stat(path); err != nil {
			return &Problem{key, "must name files that are there", program.Line(words) + " (" + w + ": " + program.Reason(err).Error() + program.Unquoted(g.folder, words) + ")"}
		}
	}
	return nil
}

// scripts are the endings of programs that an interpreter runs.
var scripts = map[string]bool{".py": true, ".js": true, ".mjs": true, ".ts": true, ".rb": true, ".pl": true, ".lua": true, ".php": true, ".sh": true, ".jar": true, ".jl": true}

// Info describes the contest.
func (g *contest) Info() engine.Info {
	i := engine.Info{
		Name: Name, Title: "the contest " + filepath.Base(g.folder), Seats: g.Players, Least: g.fewest(),
		Dynamics: engine.Simultaneous, Symmetric: g.Symmetric, ZeroSum: true,
		Unit: "game", ScoreUnit: g.shareUnit(), Points: "win", Min: g.least, Mean: (g.least + g.most) / 2, Max: g.most,
	}
	if g.unit > 0 {
		i.ZeroSum, i.ScoreUnit, i.Points = false, g.unit, "points a game"
	}
	return i
}

// fewest returns the fewest players of a game, 0 if all have the same number.
func (g *contest) fewest() int {
	if g.MinPlayers == g.Players {
		return 0
	}
	return g.MinPlayers
}

// shareUnit returns the least common multiple of twice the opponents in a game, so that every share is a whole number.
func (g *contest) shareUnit() int32 {
	unit := 2 * (g.Players - 1)
	for n := g.MinPlayers; n >= 2 && n < g.Players; n++ {
		for k := unit; unit%(2*(n-1)) != 0; {
			unit += k
		}
	}
	return int32(unit)
}

// Same reports whether two games are of one contest, so that the bots of one can play
// those of the other.
func Same(a, b Contest) bool {
	g, o := a.of(), b.of()
	return strings.Join(g.referee, "\x00") == strings.Join(o.referee, "\x00") && g.Style == o.Style && g.Players == o.Players && g.fewest() == o.fewest()
}

// Contest is a [Game] or a [Simulator].
type Contest interface {
	engine.Game
	// Hashes returns hashes of the files that commands name, the contest's and those of players, by their paths seen from
	// the folder of the run file. Files elsewhere, such as an interpreter, are left out.
	Hashes(players []engine.Player) (map[string]string, error)
	// Missing returns a problem if a script that the commands of the contest or of players name is not there: they
	// would fail in every game.
	Missing(players []engine.Player) error
	// Parameters returns a genome as a JSON object, with its genes by name: the file that a bot reads.
	Parameters(v []float64) []byte
	// Rival returns the player that stands behind a name in the run file: a program by its command line; in a simulator a word
	// that it knows, or values of genes as a JSON object, whose genome is returned too, with genes that are left out at their defaults.
	Rival(text string) (engine.Player, genome.Vector, error)
	// Config returns what the run file says.
	Config() Settings

	of() *contest
}

func (g *contest) of() *contest { return g }

// Config implements [Contest].
func (g *contest) Config() Settings { return g.Settings }

// NewTable returns nil, since every player is a program and sits at a slow table.
func (g *Game) NewTable() engine.Table { return nil }

// NewSlowTable returns a table.
func (g *Game) NewSlowTable() engine.SlowTable {
	return &table{game: g, boxes: program.Sandboxes{Lacking: g.Lacking}}
}

// table plays one game at a time, in a folder that is emptied after each.
type table struct {
	game  *Game
	boxes program.Sandboxes // of the bots of style stdio, and one of the referee
}

// emptyFolder removes what a game has left behind. Most leave nothing, and to look is cheaper
// than a new folder. A referee may have put a link to a folder of its user in its place.
func emptyFolder(dir string) error {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return errors.Join(err, errors.New("the folder of the game is gone"))
	}
	files, err := os.ReadDir(dir)
	for _, f := range files {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, f.Name())))
	}
	return err
}

// Close ends the sandboxes and removes the folder.
func (t *table) Close() error {
	t.boxes.Close()
	return nil
}

// playOnce plays a game, whatever the book says. The referee may do what its user may, and ends with this program.
func (t *table) playOnce(ctx context.Context, seed uint64, bots []*Bot) (*engine.Ranking, error) {
	boxes, err := t.boxes.Seat(program.Off, []program.Seat{{Key: "referee", Name: "game"}})
	if err != nil {
		return nil, err
	}
	r, err := t.play(ctx, boxes[0], seed, bots)
	if emptyFolder(boxes[0].Dir()) != nil {
		t.boxes.Close() // the next game gets another
	}
	return r, err
}

// seedOf makes a seed that referees in any language can read: a positive number of 31
// bits.
func seedOf(seed uint64) uint64 { return seed >> 33 }

// seated returns bots and their command lines.
func seated(seats []engine.Player) (bots []*Bot, lines []string) {
	for _, p := range seats {
		bots, lines = append(bots, p.(*Bot)), append(lines, p.(*Bot).line)
	}
	return bots, lines
}

// PlaySlow plays a game, or finds it in the book. A referee that fails is tried once
// more. If it fails again, that is an error, or a loss ([RefereeFailed]) where there is a book and it can play the
// defaults.
func (t *table) PlaySlow(ctx context.Context, d engine.Deal, seats []engine.Player) (engine.Outcome, error) {
	g := t.game
	bots, lines := seated(seats)
	seed := seedOf(d.Seed)
	if g.Book == nil {
		r, err := t.playRetrying(ctx, seed, bots)
		return g.Outcome(r), err
	}
	// Bots of rounded genes are often equal, and may be at two tables at once.
	r, err, _ := g.under.Do(fmt.Sprintf("%d %q", seed, lines), func() (any, error) {
		r, ok, err := g.Book.Find(seed, lines)
		if err != nil || ok {
			return r, err
		}
		r, err = t.playRetrying(ctx, seed, bots)
		if f, failed := errors.AsType[*failure](err); failed {
			if err = t.playDefaults(ctx, seed, bots); err == nil {
				r = g.lost(bots, f)
			}
		}
		if err == nil {
			err = g.Book.Enter(seed, lines, r)
		}
		return r, err
	})
	return g.Outcome(r.(engine.Ranking)), err
}

// playRetrying plays a game, once more if the referee fails.
func (t *table) playRetrying(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	r, err := t.playOnce(ctx, seed, bots)
	if err != nil && ctx.Err() == nil {
		r, err = t.playOnce(ctx, seed, bots)
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return engine.Ranking{}, err
	}
	return *r, nil
}

// refereeFailed begins the errors of a game in which the referee failed.
const refereeFailed = "the referee failed: "

// RefereeFailed tells by the errors of a game's seats whether the referee failed, and its last words.
func RefereeFailed(errors []string) (words string, failed bool) {
	return strings.CutPrefix(slices.Max(errors), refereeFailed)
}

// lost is the result of a game in which the referee failed, which values of the bot are likely to have caused. So genomes lose
// against other programs, and against the defaults. Where the seats don't differ in that, the game is void: all ranks are equal, and all scores the middle one.
func (g *Game) lost(bots []*Bot, f *failure) engine.Ranking {
	r := engine.Ranking{Ranks: make([]int, len(bots)), Errors: make([]string, len(bots)), Answer: f.short}
	defaults, suspicion := g.Bot(g.Schema.Default()).line, make([]int, len(bots))
	for i, b := range bots {
		switch {
		case b.genome && b.line != defaults:
			suspicion[i] = 2
		case b.genome:
			suspicion[i] = 1
		}
	}
	most := slices.Max(suspicion)
	others := len(slices.DeleteFunc(slices.Clone(suspicion), func(x int) bool { return x == most }))
	for i, x := range suspicion {
		score := (g.least + g.most) / 2
		if x == most {
			r.Ranks[i], r.Errors[i] = others, refereeFailed+f.short
			if others > 0 {
				score = g.least
			}
		}
		if g.unit > 0 {
			r.Scores = append(r.Scores, score)
		}
	}
	return r
}

// playDefaults plays games with the defaults in the place of genomes, on other seeds, after a failure of the referee: if it can
// play one of them, the failure is due to values or to a seed. Else the program itself is broken, and the error says how.
func (t *table) playDefaults(ctx context.Context, seed uint64, bots []*Bot) (err error) {
	bots = slices.Clone(bots)
	for i, b := range bots {
		if b.genome {
			bots[i] = t.game.Bot(t.game.Schema.Default())
		}
	}
	for other := seed + 1; other <= seed+2; other++ {
		if _, err = t.playOnce(ctx, other%(1<<31), bots); err == nil {
			return nil
		}
	}
	return cmp.Or(ctx.Err(), err)
}

// Outcome turns scores, or ranks, into points.
func (g *Game) Outcome(r engine.Ranking) engine.Outcome {
	scores := make([]float64, len(r.Ranks))
	for i, rank := range r.Ranks {
		scores[i] = -float64(rank)
	}
	copy(scores[:], r.Scores) // none where points are wins
	return g.outcome(scores)
}

// outcome turns scores into points: as they are, within their range, or shares of the opponents that have less.
func (g *contest) outcome(scores []float64) (o engine.Outcome) {
	o.Choices, o.Length = 1, 1
	if g.unit > 0 {
		for i, x := range scores {
			o.Score[i] = int32(math.Round(min(max(x, g.least), g.most) * float64(g.unit)))
		}
		return o
	}
	half := g.shareUnit() / int32(2*max(1, len(scores)-1)) // of an opponent
	for i, x := range scores {
		for j, y := range scores {
			switch {
			case i == j:
			case x > y:
				o.Score[i] += 2 * half
			case x == y:
				o.Score[i] += half
			}
		}
	}
	return o
}

// Remedy says what helps where a program of a game goes wrong in every game, for the reason that it gave.
func (g *Game) Remedy(line string, seed uint64, seats []string, reason string) string {
	if g.Style == StyleStdio && g.Sandbox != string(program.Off) && line != g.Referee {
		return "the sandbox shows it " + g.shown(line) + ": name other files and folders that it reads in command.files"
	}
	beside := g.wants(reason)
	if beside != "" {
		beside += "; "
	}
	if again := g.Again(seed, seats); again != "" {
		return beside + "play a game by hand to see more: " + again
	}
	return beside + "start it by hand to see more"
}

// sources are the endings of files that programs don't read when they run.
var sources = regexp.MustCompile(`\.(ya?ml|md|c|cc|cpp|h|hpp|rs|go|java|class|cs)$|^\.|^README|^results$`)

// wants names files beside the run file that programs in an empty folder may miss: those that their last words name, or else all
// that seem to be data. It is empty where there are none, and where programs run in a folder of their user.
func (g *contest) wants(words string) string {
	files, err := os.ReadDir(g.folder)
	if err != nil || g.where != "" || g.folder == "" {
		return ""
	}
	commands := strings.Join(slices.Concat(g.referee, g.bot), " ")
	var named, all []string
	for _, f := range files {
		info, err := f.Info()
		switch name := f.Name(); {
		case err != nil || sources.MatchString(name) || strings.Contains(commands, name) || !f.IsDir() && info.Mode()&0o111 != 0:
		case strings.Contains(words, name):
			named = append(named, name)
		default:
			all = append(all, name)
		}
	}
	const most = 5
	if len(named) > 0 {
		all = named
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("it ran in an empty folder; files beside your run file that it may want: %s (command.folder: . has programs run there)", strings.Join(all[:min(most, len(all))], ", "))
}

// hint adds to the error of a program in an empty folder what it may miss.
func (g *contest) hint(err error) error {
	if text := g.wants(err.Error()); text != "" {
		return fmt.Errorf("%w; %s", err, text)
	}
	return err
}

// Again returns the line of a shell that plays a game of the book once more, in such a folder as before; empty with style stdio, whose
// referees leave the bots to bloodline. Parameters that a bot reads from a file are written first.
func (g *Game) Again(seed uint64, seats []string) string {
	if g.Style == StyleStdio {
		return ""
	}
	log := "log.json"
	files, commands := `cd "$(mktemp -d)" && `, make([][]string, len(seats))
	if g.where != "" {
		files, log = program.Line([]string{"cd", g.where})+" && ", filepath.Join(os.TempDir(), log)
	} else if runtime.GOOS == "windows" {
		files = ""
	}
	for i, s := range seats {
		commands[i], _ = system.Words(s) // it has been started
		v, ok := g.Genes(s)
		if !ok {
			continue
		}
		if b := g.Bot(v); b.parameters != nil {
			name := filepath.Join(filepath.Dir(log), fmt.Sprintf("parameters-%d.json", i+1))
			files += program.Line([]string{"echo", string(b.parameters)}) + " > " + name + " && "
			commands[i] = b.commandWith(name)
		}
	}
	return files + program.Line(g.refereeFor(seed, commands, log))
}

// shown says which files of the user a program can read.
func (g *Game) shown(line string) string {
	words, err := program.Command("", line)
	if err != nil {
		return "the files that its command names"
	}
	out := slices.Concat(g.folders(words), g.reads)
	for _, w := range words[1:] {
		if _, err := os.Stat(w); err == nil && filepath.IsAbs(w) && !slices.Contains(out, filepath.Dir(w)) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return "no files of yours"
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ") + " and nothing else of yours"
}
