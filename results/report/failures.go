package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/health"
	"bloodline/genome"
)

// Failures are the games of a run in which a program failed.
type Failures struct {
	health.Failures
	Region        *Region  `json:"region,omitempty"`   // the values of the bot that explain them
	Settings      []string `json:"settings,omitempty"` // parameters of the bot in some of these games, where there is no region
	Seed          uint64   `json:"seed,omitempty"`     // of one of them, of the bot or the referee
	Map           string   `json:"map,omitempty"`
	BotCommand    string   `json:"bot_command,omitempty"`    // command line of the bot there
	ReplayCommand string   `json:"replay_command,omitempty"` // line of a shell that plays this game again; none with style stdio
}

// Region is the values of a parameter where the bot or the referee fails, or its relation to another one.
type Region struct {
	Gene     string `json:"gene"`
	Relation string `json:"relation" enum:"<,>,>=,="` // <, > or =, of a relation > or >=
	Value    string `json:"value"`                    // or the other parameter
	Games    int64  `json:"games"`                    // there
	Failed   int64  `json:"failed"`

	Has func(*Trial) bool `json:"-"` // whether a trial is in the region

	gap  float64 // between the trials inside and those outside, as a share of the range
	rule string  // in command.relations it keeps the bot out of the region; empty without a relation
}

func (f Failures) String() string {
	return fmt.Sprintf("%s failed in %s of its %s games: %s", f.Program, Count(f.Failed), Count(f.Games), f.Last)
}

// Where names the values that explain the failures; empty if none do.
func (f Failures) Where() string {
	r := f.Region
	if r == nil {
		return ""
	}
	which, there, none := "all "+Count(f.Failed), fmt.Sprintf("%s of %s", Count(r.Failed), Count(r.Games)), "none"
	if r.Failed < f.Failed {
		which, none = fmt.Sprintf("%s of %s", Count(r.Failed), Count(f.Failed)), Count(f.Failed-r.Failed)
	}
	if r.Failed == r.Games {
		there = "all " + Count(r.Games)
	}
	if r.rule != "" {
		none += "; with command.relations: [" + r.rule + "] none like that is bred"
	}
	return fmt.Sprintf("%s failures have %s %s %s (%s games there), the other %s games %s", which, r.Gene, r.Relation, r.Value, there, Count(f.Games-r.Games), none)
}

func (f Failures) Lines() []string {
	out := []string{f.String()}
	if text := f.Where(); text != "" {
		out = append(out, Paragraph("%s", text))
	}
	if len(f.Settings) > 0 {
		out = append(out, Paragraph("Settings that failed: %s", strings.Join(f.Settings, "; ")))
	}
	switch {
	case f.ReplayCommand != "":
		out = append(out, "Play one of these games again:", "  "+f.ReplayCommand)
	case f.BotCommand != "":
		out = append(out, fmt.Sprintf("In one of these games, of %s, it was started by:", command.DealText(f.Seed, f.Map)), "  "+f.BotCommand)
	}
	return out
}

// Matchup is the games of the same trials, by places in a list: of those that play, and of those among them that fail.
type Matchup struct {
	Trials, Failing []int
	Games           int64
}

// ExplainFailures returns the values of one parameter that best separate the games in which trials fail from the
// others, or a relation of two numbers that separates them as well, since that seldom happens by chance; nil if there
// is none. A game is in the region if a trial of it is, and fails there if this trial fails.
func ExplainFailures(schema *genome.Schema, trials []Trial, games []Matchup) (best *Region) {
	failing := map[int]bool{}
	for _, i := range slices.Concat(Map(games, func(g Matchup) []int { return g.Failing })...) {
		failing[i] = true
	}
	most, widest := 0.0, 0.0
	for _, r := range append(valueRegions(schema, trials), relationRegions(schema)...) {
		apart := r.count(trials, failing, games)
		if apart > most || apart == most && r.gap > widest {
			best, most, widest = &r, apart, r.gap
		}
	}
	return best
}

// count counts the games in the region and returns Youden's index for failing games; negative beyond the bounds.
func (r *Region) count(trials []Trial, failing map[int]bool, games []Matchup) float64 {
	const (
		mostFailures = 0.9 // least share of all failures that are in the region
		leastRate    = 0.5 // least share of the games in the region that fail
		rateOutside  = 0.2 // largest rate of failures outside of the region, by that inside
		leastEach    = 3   // least trials that fail inside, and least that never fail outside
	)
	inside, bad, good := make([]bool, len(trials)), 0, 0
	for i := range trials {
		if inside[i] = r.Has(&trials[i]); inside[i] && failing[i] {
			bad++
		} else if !inside[i] && !failing[i] {
			good++
		}
	}
	within := func(of []int) bool { return slices.ContainsFunc(of, func(i int) bool { return inside[i] }) }
	all, failed := 0.0, 0.0
	for _, g := range games {
		all += float64(g.Games)
		if len(g.Failing) > 0 {
			failed += float64(g.Games)
		}
		if within(g.Trials) {
			r.Games += g.Games
		}
		if within(g.Failing) {
			r.Failed += g.Games
		}
	}
	n, a := float64(r.Games), float64(r.Failed)
	if bad < leastEach || good < leastEach || a < mostFailures*failed || a < leastRate*n || (failed-a)*n > rateOutside*a*(all-n) {
		return -1
	}
	return a/failed - (n-a)/(all-failed)
}

func valueRegions(schema *genome.Schema, trials []Trial) (out []Region) {
	order := make([]int, len(trials))
	for i := range order {
		order[i] = i
	}
	for k, g := range schema.Genes {
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(trials[i].At[k], trials[j].At[k]) })
		for n, i := range order[1:] {
			below, above := &trials[order[n]], &trials[i]
			low, high := below.At[k], above.At[k]
			switch {
			case low == high:
			case IsChoice(g.Unit):
				for _, t := range []*Trial{below, above} {
					is := func(o *Trial) bool { return o.At[k] == t.At[k] }
					out = append(out, Region{Gene: g.Name, Relation: "=", Value: t.Values[k].String(), Has: is})
				}
			default:
				under, over := func(t *Trial) bool { return t.At[k] <= low }, func(t *Trial) bool { return t.At[k] >= high }
				out = append(out,
					Region{Gene: g.Name, Relation: "<", Value: roundBetween(below.Values[k], above.Values[k], true), Has: under, gap: high - low},
					Region{Gene: g.Name, Relation: ">", Value: roundBetween(below.Values[k], above.Values[k], false), Has: over, gap: high - low})
			}
		}
	}
	return out
}

// relationRegions returns the relations of each two numbers; none of a genome with more genes than mostRelated.
func relationRegions(schema *genome.Schema) (out []Region) {
	const mostRelated = 40 // of how many genes each two are looked at
	const wide = 2         // wider than any range
	for k, g := range schema.Genes {
		for l, other := range schema.Genes {
			if k == l || len(schema.Genes) > mostRelated || IsChoice(g.Unit) || IsChoice(other.Unit) {
				continue
			}
			above := func(t *Trial) float64 { return t.Values[k].number() - t.Values[l].number() }
			reached, exceeded := func(t *Trial) bool { return above(t) >= 0 }, func(t *Trial) bool { return above(t) > 0 }
			out = append(out,
				Region{Gene: g.Name, Relation: ">=", Value: other.Name, Has: reached, rule: g.Name + " < " + other.Name, gap: wide},
				Region{Gene: g.Name, Relation: ">", Value: other.Name, Has: exceeded, rule: g.Name + " <= " + other.Name, gap: wide})
		}
	}
	return out
}

// roundBetween returns the roundest number above low and up to high, or from low on and below high.
func roundBetween(low, high GeneValue, up bool) string {
	a, b := low.number(), high.number()
	for exponent := 9; exponent >= -9; exponent-- {
		step := math.Pow10(exponent)
		x := float64(math.Floor(b/step) * step)
		if !up {
			x = float64(math.Ceil(a/step) * step)
		}
		if text := strconv.FormatFloat(x+0, 'g', 6, 64); up && x > a || !up && x < b {
			return text
		}
	}
	if up {
		return high.String()
	}
	return low.String()
}
