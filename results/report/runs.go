package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
)

// Generation is one generation of a run. Fitness and scores are points a game; low and high bound the 95 % interval.
type Generation struct {
	Generation int        `json:"generation"`
	Recorded   time.Time  `json:"recorded"`
	Champion   string     `json:"champion"`
	Score      float64    `json:"champion_mean"` // of all its measurements so far, which selection saw
	Low        float64    `json:"champion_low"`
	High       float64    `json:"champion_high"`
	Best       float64    `json:"best"`
	Mean       float64    `json:"mean"`
	SD         float64    `json:"sd"`
	Games      int64      `json:"games"`
	Challenge  *Challenge `json:"challenge,omitempty"`
}

// Challenge is the sequential test in which a generation challenged its champion.
type Challenge struct {
	Challenger    string `json:"challenger"`
	stats.Verdict        // its LLR within ±[MostLLR]
}

// MostLLR stands for the ratio of a test whose blocks were all equal. It is infinite, and JSON has no infinity.
const MostLLR = 1e6

func NewGeneration(g store.GenerationSummary) Generation {
	score := g.Champion.Pooled
	l := Generation{
		Generation: g.Number, Recorded: g.Recorded, Champion: g.Champion.ID, Score: score.Mean, Low: score.Mean - score.Half(), High: score.Mean + score.Half(),
		Best: g.Best, Mean: g.Mean, SD: g.SD, Games: g.Games,
	}
	if v := g.Verdict; v != nil {
		l.Challenge = &Challenge{g.Challenger, *v}
		l.Challenge.LLR = max(-MostLLR, min(MostLLR, v.LLR))
	}
	return l
}

// GenerationTable lists generations; show prints points, whose unit is "" in a game that this program doesn't know.
func GenerationTable(trace []store.GenerationSummary, unit string, show func(float64) string) *Table {
	t := &Table{Columns: []string{">gen", "champion", ">" + cmp.Or(unit, "measured"), ">± 95 %", ">best estimate", ">mean", ">sd", ">LLR", "verdict"}}
	for _, g := range trace {
		llr, verdict, half := "", "", ""
		if v := g.Verdict; v != nil {
			llr, verdict = fmt.Sprintf("%.2f", rounded(v.LLR, 2)), "rejected"
			if v.Accepted {
				verdict = "accepted"
			}
		}
		if g.Algorithm == evolve.AlgorithmPlayOff {
			verdict = evolve.AlgorithmPlayOff
		}
		if g.Champion.Pooled.SE > 0 { // else its few games ended alike
			half = show(g.Champion.Pooled.Half())
		}
		t.Add(fmt.Sprint(g.Number), g.Champion.ID, show(g.Champion.Pooled.Mean), half, show(g.Best), show(g.Mean), show(g.SD), llr, verdict)
	}
	return t
}

// Since says when a champion became it, in a run of so many bred generations.
func Since(generation, bred int) string {
	if generation >= bred {
		return "since the play-off"
	}
	return fmt.Sprintf("since generation %d", generation)
}

// RunLine is a run of the store.
type RunLine struct {
	store.RunRow
	store.Tags
	Group  string  `json:"group,omitempty"`  // of runs that differ in their seeds alone: [GroupsOf]
	Status *Status `json:"status,omitempty"` // of a run that is bred

	Sketch []float64 `json:"-"` // of the mean fitness of its generations
}

// RunTable has a row for each run, with its tags if any run has some, and names the groups.
func RunTable(lines []RunLine) *Table {
	t := &Table{
		Columns: []string{"run", "game", "state", ">gens", "champion", ">games", "started", "mean fitness", "tags"},
		Spare:   []string{"mean fitness", "started", "champion", "gens"},
	}
	for _, l := range lines {
		t.Add(l.Name, l.Game, l.State, fmt.Sprint(l.Bred()), l.Champion, Count(l.Games), l.Started.Local().Format(time.DateOnly), spark(l.Sketch), l.Text())
	}
	t.keepIf(slices.ContainsFunc(lines, RunLine.Any), 8, 9)
	var names []string
	runs := map[string]int{}
	for _, l := range lines {
		if l.Status != nil {
			t.Note("%s: %s", l.Name, l.Status.Progress())
		}
		if l.Group != "" && runs[l.Group] == 0 {
			names = append(names, l.Group)
		}
		runs[l.Group]++
	}
	if len(names) > 0 {
		t.Note("Groups of seeds, by the names that compare takes: %s.", List(Map(names, func(name string) string {
			return fmt.Sprintf("%s (%s)", name, Plural(runs[name], "run"))
		})))
	}
	return t
}

// StoreSize is how large a store is, and of what.
type StoreSize struct {
	Store string       `json:"store"`
	Bytes int64        `json:"bytes"`
	Runs  []store.Size `json:"runs"`
}

func (s *StoreSize) Table() *Table {
	t := &Table{Title: fmt.Sprintf("%s takes %s", s.Store, size(s.Bytes)), Columns: []string{"run", ">individuals", ">genes of them"}}
	rest := s.Bytes
	for _, r := range s.Runs {
		t.Add(r.Run, Count(r.Individuals), size(r.GeneBytes))
		rest -= r.GeneBytes
	}
	t.Add("measurements, draws, indexes", "", size(max(rest, 0)))
	return t
}

// TreeText says what a table of one individual, or of one and its only parent, would.
func TreeText(tree store.Tree, s engine.Scale) string {
	figure := func(x store.Ancestor) string {
		text := fmt.Sprintf("%s %s", cmp.Or(s.Unit, "fitness"), s.Show(x.Mean))
		if x.SE > 0 {
			text += " ± " + s.Show(x.Half())
		}
		return fmt.Sprintf("%s in %s", text, Plural(x.Games, "game"))
	}
	x := tree[0]
	if len(tree) == 1 {
		return Paragraph("%s (%s) has no ancestors in the run; %s.", x.ID, x.Operator, figure(x))
	}
	parent := tree[1]
	text := fmt.Sprintf("%s (%s) descends from %s (%s) alone; %s, its parent %s.",
		x.ID, x.Operator, parent.ID, parent.Operator, figure(x), figure(parent))
	if len(x.Moved) > 0 {
		text += " Moved most, in % of their ranges: " + moves(x) + "."
	}
	return Paragraph("%s", text)
}

// moves lists the groups of genes that moved most, in percent of their ranges.
func moves(x store.Ancestor) string {
	return List(Map(x.Moved, func(m genome.Move) string { return fmt.Sprintf("%s %.2g", m.Group, 100*m.Step) }))
}

func TreeTable(tree store.Tree, s engine.Scale) *Table {
	t := &Table{Columns: []string{"individual", "operator", ">" + cmp.Or(s.Unit, "fitness"), ">± 95 %", ">games", "parents", "moved most, % of range"}}
	for _, x := range tree {
		half := ""
		if x.SE > 0 { // else its few games ended alike, and the error is unknown
			half = s.Show(x.Half())
		}
		t.Add(x.ID, x.Operator, s.Show(x.Mean), half, Count(x.Games), shorten(x.Parents, 2), moves(x))
	}
	t.Note("± 95 %% is half of the 95 %% interval.")
	return t
}

// Status is how far a run is. The breeding process shows it and keeps it in the store, for pages with the same figures.
type Status struct {
	Activity     string  `json:"activity,omitempty"`      // what is done beside the generation that is played
	Generations  int     `json:"generations"`             // bred, without the play-off
	Planned      int     `json:"planned,omitempty"`       // planned generations; 0 where a budget of games ends the run
	Games        int64   `json:"games"`                   // bred with, in the generation under way and by exploiters, too
	GamesPlanned int64   `json:"games_planned,omitempty"` // to breed with, about; 0 where it is not known
	Rate         float64 `json:"games_per_second"`        // games a second of this process
	PartDone     float64 `json:"part_done"`               // share of the way to the end of the run, from 0 to 1
	SecondsLeft  float64 `json:"seconds_left,omitempty"`  // seconds to the end, about; 0 where it is not known

	Exploiter   *Exploited   `json:"exploiter,omitempty"`    // of a league
	SampleGames []SampleGame `json:"sample_games,omitempty"` // a game of programs, before the first generation

	// Of the breeding process alone.
	Newest     *evolve.Generation `json:"-"` // the last that it has bred; nil before the first
	SearchRate float64            `json:"-"` // games a second of its search; 0 before its end
}

// Exploited is what an opponent that was bred against a champion wins of it.
type Exploited struct {
	Share float64 `json:"share"`
	Run   string  `json:"run,omitempty"`   // of the exploiter
	Round int     `json:"round,omitempty"` // of the league whose champion it met, where that is another one than the last
}

// StrongestOf returns what the exploiters of a league win of the champion of its last round; nil for none.
func StrongestOf(l evolve.League) *Exploited {
	all := l.ExploitersByNumber()
	if len(all) == 0 {
		return nil
	}
	last := all[len(all)-1]
	return &Exploited{Share: last.RoundBest, Round: last.Round}
}

// Measuring is what a run is doing when its generations are bred.
const Measuring = "measuring the champion"

// Progress says in a line how far the run is: "5,120 of about 90,000 games, 7 % done, 36m24s left".
func (s Status) Progress() string {
	text := fmt.Sprintf("%s games, %.0f %% done", s.Played(), 100*s.PartDone)
	if left := s.Remains(); left != "" {
		text += ", " + left + " left"
	}
	return text
}

// Played is how many games the run was bred with: "5,120 of about 90,000".
func (s Status) Played() string {
	if s.GamesPlanned == 0 {
		return Count(s.Games)
	}
	return fmt.Sprintf("%s of about %s", Count(s.Games), Count(s.GamesPlanned))
}

// Bred is how many generations were bred: "12 of 40".
func (s Status) Bred() string {
	if s.Planned == 0 {
		return Count(s.Generations)
	}
	return fmt.Sprintf("%s of %s", Count(s.Generations), Count(s.Planned))
}

// PerSecond is the rate, "97,847"; empty before the first game.
func (s Status) PerSecond() string {
	if s.Rate <= 0 {
		return ""
	}
	return Rate(s.Rate)
}

// Remains is the time left, "36m24s"; empty where it is not known.
func (s Status) Remains() string {
	if s.SecondsLeft <= 0 {
		return ""
	}
	return Duration(time.Duration(s.SecondsLeft * float64(time.Second)))
}
