// Package command plays games of any contest by commands: a referee, which plays one game, and bots, which are programs
// in any language. A bot's parameters are a genome.
//
//  1. [Settings] are the run file's part about the contest, the bot and its parameters; [New] makes a [Game] of them.
//  2. [Game.Bot] fills a genome into the bot's command line, [Game.Program] makes a player from any other command line.
//     Two players with equal lines are the same player.
//  3. A table runs the referee, in a process group and a folder of its own, with a limit of time, and reads ranks or
//     scores in one of three styles. A referee that fails is tried once more.
//  4. With a [Book], no game is played twice: equal seed and seats are an equal game.
//
// A game costs what its programs cost, and a millisecond or two to start them. Points are shares of the opponents that
// are ranked behind (ties count half) or the scores of the game. The package reads the clock.
package command

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"bloodline/internal/setting"
	"bloodline/internal/system"
)

const Name = "command"

// The styles of referees, and the Points with which a bot gets its score for a game: values of [Settings].
const (
	StyleJSON         = "json"         // prints ranks as JSON: psyleague, cgarena
	StyleBrutaltester = "brutaltester" // takes -p1 ... -pN -seed -l, prints scores or logs them as JSON
	StyleStdio        = "stdio"        // exchanges lines that begin with ### with bloodline, which runs the bots
	StyleSimulator    = "simulator"    // stays, plays games by itself and answers a line a game: see [Simulator]
	PointsScore       = "score"
)

// Settings say how a contest is played and its bot is started. Their JSON, which a user trusts, has what is started.
type Settings struct {
	Referee    string        `yaml:"referee" doc:"Command that plays one game. {seed}, {map}, {p1} to {p8}, {players}, {log} and {port1} to {port8} stand for the seed, a map, a bot's command, all bots' commands, the path of a log, and ports that are free; {p1.path} for the path of a script that starts the bot, {p1.words} for its command as several words; for a command without placeholders style brutaltester adds its own arguments."`
	Style      string        `yaml:"style" words:"json,brutaltester,stdio,simulator" default:"json" doc:"How the referee reports the result: json prints {\"ranks\": [...], \"errors\": [...]}, brutaltester prints or logs scores, stdio exchanges lines that begin with ### and lets bloodline run the bots; simulator is a program that stays, holds the bot itself, and answers each game by a line of scores."`
	Ranks      string        `yaml:"ranks" json:"-" doc:"Program of jq that reads the ranks of a game from what the referee prints, as JSON (the last value, if text stands before it), or else as one string; such as .ranks, the default. It gives a number for each player, the smallest for the best, null for one without a result."`
	Scores     string        `yaml:"scores" json:"-" doc:"In place of ranks: program of jq that reads scores, the largest of the best."`
	Errors     string        `yaml:"errors" json:"-" doc:"Program of jq that reads the errors of bots: a text or true for each player, null or false for none."`
	Players    int           `yaml:"players" range:"[1,8]" default:"2" doc:"Players of a game; the most, if games have different numbers. 1: a game for one, without opponents, with points score."`
	Seat       int           `yaml:"seat" json:"-" range:"[0,8]" default:"0" doc:"The bot's role: the only seat that it has, from 1; the opponents have the others. It never plays itself. 0: it plays in every seat."`
	MinPlayers int           `yaml:"min_players" json:"-" range:"[0,8]" default:"0" doc:"Fewest players of a game, if games have different numbers: the seed decides, each number as often. 0: every game has the number of players."`
	Maps       []string      `yaml:"maps" json:",omitempty" doc:"Maps of a contest that has few, handed to the referee as {map}: a pattern of files such as maps/*.txt, a list, or one file with a map in each line. A quarter of eight or more is kept for figures. Left out: deals differ by their seeds alone."`
	Seeds      []string      `yaml:"seeds" json:"-" doc:"Seeds of a contest that has few, such as 1..12 or a list; as maps, they are the unit of intervals. With maps, these are the seeds of each map. Left out: seeds are drawn."`
	Symmetric  bool          `yaml:"symmetric" default:"false" doc:"Whether all seats are equal on every map; then each seed is played once, otherwise in every rotation of the seats."`
	Points     string        `yaml:"points" json:"-" words:"wins,score" default:"wins" doc:"What a bot gets for a game: wins: the share of its opponents that are ranked behind it; score: its score, for games in which a loss can cost more than a win earns. Style json then reads \"scores\" in place of \"ranks\"; style stdio has no scores."`
	ScoreLow   float64       `yaml:"score_low" json:"-" range:"[-1e100,1e100]" default:"0" doc:"Least score of a game. A bot without a score gets it."`
	ScoreHigh  float64       `yaml:"score_high" json:"-" range:"[-1e100,1e100]" default:"0" doc:"Largest score of a game. Choose both as close as the game allows, because scores are kept to eleven digits of this range, and equal players are expected to get its middle; a score outside of it is an error of the referee."`
	Negative   bool          `yaml:"negative_is_error" json:"-" default:"false" doc:"Whether a score below 0 is an error of the bot, as in brutaltester."`
	GameTime   time.Duration `yaml:"game_time" default:"1m" doc:"Time limit of a game, such as 10s or 2m; with style simulator, of an answer. A setting that reaches it in three games of a measurement loses the others without playing them."`
	AnswerTime time.Duration `yaml:"answer_time" default:"2s" doc:"Time limit of an answer, with style stdio; other referees have their own limits."`
	StartTime  time.Duration `yaml:"start_time" json:"-" default:"10s" doc:"Time limit of a bot's first answer, in which it starts, with style stdio; at least answer_time."`
	Folder     string        `yaml:"folder" json:",omitempty" doc:"Folder in which programs run, seen from the run file: . is the run file's own. Left out: an empty one, emptied after each game. Bots in sandboxes can only read it."`
	Sandbox    string        `yaml:"sandbox" words:"auto,require,off" default:"auto" doc:"Whether bots of style stdio run in sandboxes: auto: with the layers that the system supports; require: with all layers; off: no. Other referees start the bots themselves."`
	Failures   float64       `yaml:"failures" json:"-" range:"[0,1]" default:"0.5" doc:"Share of a run's games, of 80 at least, in which the referee may fail; more stop the run. A game in which it fails twice is lost for the bot that is bred."`
	Files      []string      `yaml:"files" doc:"Additional files and folders that bots in sandboxes may read, such as modules, tables or an interpreter's environment."`
	Genes      []Gene        `yaml:"genes" doc:"Parameters of the bot, by name: distribution (float, int, categorical), low and high or choices, ordered, step, log, default, group and doc; fixed: a value that is not bred, as with low = high; when: GENE == CHOICE (or !=, or in [CHOICE, CHOICE]), without which it is not handed over and has its default."`
	Relations  []string      `yaml:"relations" json:"-" doc:"Rules between parameters that are numbers, such as low < high, a + b + c <= 1 or 2*a < b + 0.1. No setting that breaks one is bred."`
	Plain      bool          `yaml:"plain" json:",omitempty" default:"false" doc:"Whether bots are words for a referee that plays them itself, instead of commands."`
	Bot        string        `yaml:"bot" doc:"Command that starts the bot; left out with style simulator. {NAME} stands for the value of the gene of this name, {parameters} for the path of a JSON file with all of them."`

	// Foreign marks commands that come from a champion file or a store of another user. Programs
	// in a sandbox then see the files that their command lines name, but not the folders around them.
	Foreign bool `json:"-"`
}

func (s Settings) addsArguments() bool {
	return s.Style == StyleBrutaltester && !strings.Contains(s.Referee, "{p1") && !strings.Contains(s.Referee, "{players")
}

// Check reports all broken rules of settings that are in their ranges. Programs of jq are compiled only if trusted.
func (s Settings) Check(trusted bool) setting.Errors {
	var out setting.Errors
	add := out.Add
	if s.Referee == "" {
		add("referee", "must be the command that plays a game", "nothing")
	}
	if s.Bot == "" && s.Style != StyleSimulator {
		add("bot", "must be the command that starts the bot", "nothing")
	}
	if n := s.MinPlayers; n != 0 && (n < 2 || n > s.Players) {
		add("min_players", fmt.Sprintf("must be 0, or from 2 to players (%d)", s.Players), strconv.Itoa(n))
	}
	switch {
	case s.Seat > 0 && s.Players == 1:
		add("seat", "must be left out with players 1", strconv.Itoa(s.Seat))
	case s.Seat > cmp.Or(s.MinPlayers, s.Players):
		add("seat", fmt.Sprintf("must be a seat of every game, from 1 to %d", cmp.Or(s.MinPlayers, s.Players)), strconv.Itoa(s.Seat))
	case s.Seat > 0 && s.Symmetric:
		add("seat", "must be left out with symmetric: true, whose seats are alike", strconv.Itoa(s.Seat))
	}
	if s.Plain && s.Style == StyleStdio {
		add("plain", "must be false with style stdio, whose bots are programs", "true")
	}
	if !slices.ContainsFunc(s.Genes, Gene.IsBred) {
		add("genes", "must have a gene with more than one value", "none")
	}
	switch {
	case s.Points != PointsScore && s.Players == 1:
		add("points", "must be score with players 1, since there is no opponent to win against", s.Points)
	case s.Points != PointsScore:
	case s.Style == StyleStdio:
		add("points", "must be wins with style stdio, whose referees report no scores", s.Points)
	case s.ScoreLow >= s.ScoreHigh:
		add("score_high", fmt.Sprintf("must be above score_low (%g) with points score", s.ScoreLow), fmt.Sprint(s.ScoreHigh))
	case s.ScoreHigh-s.ScoreLow < 1e-100: // or squares of scores would be 0
		add("score_high", fmt.Sprintf("must be above score_low (%g) by at least 1e-100", s.ScoreLow), fmt.Sprint(s.ScoreHigh))
	}
	known := []string{"{parameters}"}
	for _, g := range s.Genes {
		known = append(known, "{"+g.Name+"}")
		if key, rule, have := g.pinned().check(); rule != "" {
			if key == "default" && g.Fixed != "" {
				key = "fixed"
			}
			add(strings.TrimSuffix("genes."+g.Name+"."+key, "."), rule, have)
		}
		if s.Bot != "" && s.Style != StyleSimulator && !strings.Contains(s.Bot, "{"+g.Name+"}") && !strings.Contains(s.Bot, "{parameters}") {
			add("genes."+g.Name, "must stand in bot as {"+g.Name+"}, or in the file of {parameters}", "neither")
		}
	}
	for _, p := range placeholder().FindAllString(s.Bot, -1) {
		if !slices.Contains(known, p) {
			add("bot", "must have placeholders of genes only ("+strings.Join(known, ", ")+")", p)
		}
	}
	_, wrong := s.reading(trusted)
	out = slices.Concat(out, wrong, s.checkMaps())
	if out = append(out, s.checkReferee()...); len(out) > 0 {
		return out
	}
	_, _, out = s.readGenes()
	return out
}

func (s Settings) checkReferee() (out setting.Errors) {
	if s.Style == StyleSimulator {
		if p := placeholder().FindString(s.Referee); p != "" {
			out.Add("referee", "must have no placeholders with style simulator, which reads the games from its input", p)
		}
		for _, g := range s.Genes {
			words := g.pinned().Choices
			if i := slices.IndexFunc(words, func(c string) bool { return !isOneWord(c) }); i >= 0 {
				out.Add("genes."+g.Name+".choices", "must be single words with style simulator, whose lines have blanks between values", strconv.Quote(words[i]))
			}
		}
		return out
	}
	known := []string{"{seed}", "{map}", "{players}", "{log}"}
	for p := range s.Players {
		known = append(known, fmt.Sprintf("{p%d}", p+1))
	}
	form := regexp.MustCompile(fmt.Sprintf(`^\{(seed|map|log|port[1-8]|players(\.path)?|p[1-%d](\.path|\.words)?)\}$`, s.Players))
	rule := "must have no placeholders but " + strings.Join(known, ", ") + " (also as {p1.path}, {p1.words} and {players.path}), {port1} to {port8}"
	if s.Style == StyleStdio {
		form, rule = regexp.MustCompile(`^\{(seed|map)\}$`), "must have no placeholders but {seed}, {map}"
	}
	for _, p := range placeholder().FindAllString(s.Referee, -1) {
		if !form.MatchString(p) {
			out.Add("referee", rule, p)
		} else if s.Plain && strings.HasSuffix(p, ".path}") {
			out.Add("referee", "must have bots as words with plain, such as {p1}", p)
		}
	}
	words, _ := system.Words(s.Referee)
	for _, w := range words {
		if strings.Contains(w, ".words}") && placeholder().FindString(w) != w {
			out.Add("referee", "must have {p1.words} as a word of its own", w)
		}
	}
	if len(out) > 0 || s.Referee == "" || s.Style == StyleStdio || s.addsArguments() || strings.Contains(s.Referee, "{players") {
		return out
	}
	if s.MinPlayers > 0 && s.MinPlayers < s.Players {
		return setting.Errors{{Key: "referee", Rule: "must have {players}, since games have different numbers of players", Have: s.Referee}}
	}
	for p := range s.Players {
		if own := fmt.Sprintf("{p%d", p+1); !strings.Contains(s.Referee, own) {
			return setting.Errors{{Key: "referee", Rule: "must have " + own + "}, or {players}", Have: "neither"}}
		}
	}
	return out
}
