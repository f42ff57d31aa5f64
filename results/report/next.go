package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bloodline/arena"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/system"
)

// Call is how a user starts this program.
type Call struct {
	Program, Store string // Store is the flag that finds the store, behind a blank; empty for the default one
	Buttons        bool   // a page can start commands, too
}

func (c Call) Line(words string) string { return c.Program + " " + words + c.Store }

// The questions of a page, by the names of its tabs.
const Better, Tried, Whom, What, Why, Where = "better", "tried", "whom", "what", "why", "where"

// Step is a command that goes on from an answer.
type Step struct {
	Question      string // under whose answer it stands on a page; empty for none
	Command, Does string
	Run, Do       string // what a page's button asks for: [DoCurves], [DoResume], or nothing
	Games         int64  // that it asks for; 0 for as many as the command plays by itself
	listed        bool   // at the end of a run on the terminal
}

// What a button of a [Step] asks for.
const DoCurves, DoResume = "curves", "resume"

// steps are the commands for each kind of players: g in games in Go, s in simulators, p in contests of programs, and b
// for baselines. Those of kinds in upper case stand on pages alone.
var steps = []struct{ kinds, question, words, does string }{
	{"g", What, "inspect PLAYER", "what it does, and why it wins"},
	{"s", "", "inspect PLAYER", "its values, and what they gain"},
	{"s", Better, "verify PLAYER --games GAMES", "its figures by more games"},
	{"sp", Tried, "inspect PLAYER curves", "what other values win"},
	{"p", "", "inspect PLAYER trials", "all that was tried"},
	{"gsP", Whom, "exploit PLAYER", "what beats it"},
	{"gSP", Where, "lineage PLAYER", "its ancestors, and what changed"},
	{"g", "", "tournament PLAYER", "the baselines' standings with it"},
	{"p", "", "report PLAYER --out page.html", "its answer as a page"},
	{"gsp", Better, "export PLAYER --out bot", "ready to hand in"},
	{"p", "", "ladder add CONTEST PLAYER PLAYER", "a bot of the contest's ladder"},
	{"GSP", Whom, "verify PLAYER", "its figures by new games"}, // where nothing can be bred against it
	{"G", Why, "ablate PLAYER", "what each gene earns"},
	{"SP", Why, "ablate PLAYER --deals 100", "what each value gains in more games"},
	{"B", What, "inspect PLAYER --all", "all that was counted"},
	{"B", Whom, "tournament PLAYER", "its place among the baselines"},
}

// Next is what commands go on from: a player and, if it is the champion of a run, that run.
type Next struct {
	Word       string         // that names the player, or the run, on a command line
	Contest    string         // path of its run file; empty if it is not known
	Player     *player.Player // nil where the run has no champion that can play
	State      string         // of the run; empty for none
	Budget     int64          // games that the run may play
	Rate       float64        // games a second of the run; 0 if that is not known
	CurveGames int64          // how many games its curves need in a contest of programs; 0 where they were played
}

// Steps are commands, the first for each question.
type Steps []Step

// Steps returns the commands that go on from the answers of a page, and those that are listed at the end of a run.
func (n Next) Steps(c Call) (out Steps) {
	add := func(listed bool, question, words, does, do string, games int64, flag string) {
		if games > 0 {
			words += fmt.Sprintf(" --%s %d", flag, games)
		}
		if !c.Buttons {
			do = ""
		}
		narrower := int64(0) // intervals
		if n.Player != nil && n.Player.File != nil && n.Player.File.Evidence != nil {
			narrower = 4 * n.Player.File.Evidence.Games()
		}
		words = strings.NewReplacer("PLAYER", system.Line([]string{n.Word}), "CONTEST", system.Line([]string{n.Contest}),
			"GAMES", fmt.Sprint(cmp.Or(narrower, 200_000))).Replace(words)
		out = append(out, Step{question, c.Line(words), strings.TrimSuffix(does, ":"), n.Word, do, games, listed})
	}
	more := func(does string, games int64, questions ...string) {
		for _, q := range questions {
			add(false, q, "breed --resume=PLAYER", does, DoResume, games, "max-games")
		}
	}
	kind := "g"
	switch p := n.Player; {
	case n.State == store.Stopped: // whose page has a button for it
		add(false, Better, "breed --resume=PLAYER", "go on with this run", "", 0, "")
		fallthrough
	case p == nil || n.State == store.Running:
		return out
	case p.Genes == nil:
		kind = "b"
	case p.Game.Simulator != nil:
		kind = "s"
	case p.Game.Stored != nil:
		kind = "p"
	}
	if f := n.Player.File; n.State != "" && f != nil && f.Evidence != nil && f.Evidence.Unproven != nil {
		does, games := n.MoreGames(f.Evidence)
		more(does, games, Better, Tried)
	} else if n.State != "" && kind == "p" && n.CurveGames == 0 {
		more("look for better values with twice the games", 2*n.Budget, Tried)
	}
	for _, s := range steps {
		listed, do, games := strings.Contains(s.kinds, kind), "", int64(0)
		if s.question == Tried {
			do, games = DoCurves, n.CurveGames
		}
		switch ofRun := s.question == Where || s.question == Tried; {
		case !listed && !strings.Contains(s.kinds, strings.ToUpper(kind)), ofRun && n.State == "":
		case strings.HasPrefix(s.words, "exploit") && !n.Player.Game.Info().Meets():
		case strings.HasPrefix(s.words, "ladder") && (n.Contest == "" || n.Player.Game.Info().Seats != 2 || !n.Player.Game.Info().Meets()):
		default:
			add(listed, s.question, s.words, s.does, do, games, "games")
		}
	}
	return out
}

// Under returns the command that stands under the answer to a question; nil for none.
func (all Steps) Under(question string) *Step {
	if i := slices.IndexFunc(all, func(s Step) bool { return s.Question == question }); i >= 0 {
		return &all[i]
	}
	return nil
}

// Listed returns the commands that are listed at the end of a run.
func (n Next) Listed(c Call) *Table {
	all := slices.DeleteFunc(n.Steps(c), func(s Step) bool { return !s.listed })
	return NextSteps(Map(all, func(s Step) [2]string { return [2]string{s.Command, s.Does} }))
}

// MoreGames says what to do about a champion not shown to be better than the defaults, and the games to resume it with.
func (n Next) MoreGames(e *champion.Evidence) (text string, games int64) {
	u, info := e.Unproven, n.Player.Game.Info()
	none, times := Unnoticed(info.Scale(), u), 2.0
	kept := len(arena.MapsOf(info, true).Numbers)
	if deals := kept * info.MapDeals; deals > 0 && u.Lead.Games >= int64(deals*max(1, len(e.Against))*info.Seatings()) {
		none = strings.TrimSpace(fmt.Sprintf("%s All deals of the %s for figures were played: only more maps narrow the interval.", none, Plural(kept, "map")))
	}
	wide := stats.NextLook(e.EarlierLooks) * (u.Lead.Mean - u.Lead.Low) / u.Lead.Mean
	more := float64(wide * wide) // times the games show the lead, if it stays
	if none == "" && more > 10 {
		none = "These games can't tell which is better."
	}
	text = strings.TrimSpace(none + " Keep " + cmp.Or(e.Reference(), "your defaults") + ", or look for better values with twice the games:")
	if none == "" && n.Player.Game.Stored != nil && u.Lead.Mean > 0 {
		times = max(more, 1.1)
		further, long := float64(n.Budget)*(times-1), ""
		if n.Rate > 0 {
			long = fmt.Sprintf(" (%s)", Duration(time.Duration(further/n.Rate*float64(time.Second))))
		}
		text = fmt.Sprintf("If the difference is as large as it seems, %s more games show it%s:", Count(int64(further)), long)
	}
	return text, int64(times * float64(n.Budget))
}

// NextSteps lists commands, each with what it does: beside it, or below where there is no room for that.
func NextSteps(steps [][2]string) *Table {
	t := &Table{Columns: []string{"", ""}}
	var below []string
	for _, s := range steps {
		t.Add("  "+s[0], s[1])
		below = append(below, "  "+s[0], "    "+s[1])
	}
	text, _ := t.lines(0)
	lines := strings.Split(text, "\n")
	if slices.ContainsFunc(lines, func(l string) bool { return utf8.RuneCountInString(l) > Columns }) {
		lines = below
	}
	return NotesTable(append([]string{"What next:"}, lines...)...)
}
