package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/surrogate"
	"bloodline/genome/champion"
)

// Behaviour is what a player does against the baselines and how it fares against them.
type Behaviour struct {
	Name    string                `json:"player"`
	Game    string                `json:"game"`
	Games   int                   `json:"games,omitzero"`
	Words   []portrait.Sentence   `json:"words,omitzero"`
	Habits  []portrait.CountTable `json:"habits,omitzero"`
	Field   *Figure               `json:"field,omitempty"`
	Against []Figure              `json:"against,omitempty"`
	Genes   []Gene                `json:"genes,omitempty"` // of a genome

	Gains    []champion.Gain    `json:"gains,omitempty"`    // of its champion file: what the values of a champion of programs gain
	Effects  *surrogate.Effects `json:"effects,omitempty"`  // guessed from the games of its run
	Evidence *champion.Evidence `json:"evidence,omitempty"` // of its champion file, where nothing was played
	Standing string             `json:"standing,omitempty"` // what is known here of the evidence

	Clone *champion.Clone `json:"clone,omitempty"` // where the genes were fitted to another player

	// Worst are the strangers against which it fares worst.
	Worst []game.Stranger `json:"worst_strangers,omitempty"`
}

// Observe plays a player against the baselines, over so many deals against each, and finds
// the strangers that it fares worst against.
func Observe(ctx context.Context, p *player.Player, deals int, seed uint64) (*Behaviour, error) {
	b, err := Look(ctx, p, len(p.Game.Baselines), deals, seed)
	if err != nil {
		return nil, err
	}
	if b.Worst, err = p.Game.WorstStrangers(ctx, p.Seat(), deals, seed, 0); err != nil {
		return nil, err
	}
	if p.Genes != nil {
		b.Genes = Genes(p.Game.Schema, p.Genes)
	}
	if p.File != nil {
		b.Clone = p.File.Clone
	}
	return b, nil
}

// Recorded is what a player did in games on record, with its points there; those of a record that has none are not known.
func Recorded(g *game.Game, name string, probe portrait.Probe, games int, points []float64) *Behaviour {
	b := &Behaviour{Name: name, Game: g.Name(), Games: games, Words: probe.Words(), Habits: probe.Tables()}
	if len(points) > 1 {
		s := stats.SampleOf(points).Within(g.Info().Min, g.Info().Max)
		b.Field = &Figure{"mean", stats.Summary{Games: int64(len(points)), Mean: s.Mean, Low: s.Low, High: s.High}}
	}
	return b
}

// Look plays a player against so many of the baselines. See [game.Game.Observe].
func Look(ctx context.Context, p *player.Player, opponents, deals int, seed uint64) (*Behaviour, error) {
	g := p.Game
	probe, got, err := g.Observe(ctx, p.Seat(), g.Field()[:opponents], deals, seed)
	if err != nil {
		return nil, err
	}
	b := &Behaviour{Name: p.Name, Game: g.Name(), Games: int(got.Games), Words: []portrait.Sentence{}, Habits: []portrait.CountTable{}}
	if probe != nil {
		b.Words, b.Habits = probe.Words(), probe.Tables()
	}
	b.Field = &Figure{"mean", got.Summary()}
	for i, name := range g.BaselineNames()[:opponents] {
		if x := got.ByOpponent[i]; x.N > 0 {
			b.Against = append(b.Against, Figure{name, x.Summary(x.N * int64(g.Info().Seatings()))})
		}
	}
	return b, nil
}

// Table says in words what the player does, and has all sections if they are asked for; else
// what follows is the mean, and which sections there are. command prints one of them; further names
// those that play nothing.
func (b *Behaviour) Table(p *player.Player, sections Sections, all bool, command string, further ...string) *Table {
	t := &Table{Title: fmt.Sprintf("%s, measured over %s games", b.Name, Count(b.Games))}
	if b.Clone != nil {
		t.Note("%s", b.Clone)
	}
	t.Notes = append(t.Notes, Map(b.Words, func(w portrait.Sentence) string { return Bullet(w.Text) })...)
	if p.Program() && len(b.Habits) == 0 {
		t.Note("Programs: results only; their hidden information is unknown.")
	}
	if all {
		return t.Then(sections.Table())
	}
	scale, rest := p.Game.Info().Scale(), &Table{}
	if len(b.Worst) > 0 {
		worst := b.Worst[0]
		traits := ""
		if len(worst.Traits) > 0 {
			traits = "; it " + List(worst.Traits)
		}
		rest.Note("worst result: against %s, %s %s%s", worst.Name, scale.Unit, Sure(scale, worst.Points), traits)
	}
	if b.Field != nil {
		rest.Note("mean: %s %s", scale.Unit, Sure(scale, b.Field.Summary))
	}
	rest.Note("%s SECTION shows one of: %s; --all shows all", command, List(append(sections.Words(), further...)))
	return t.Then(rest)
}

// Section is a table of a [Behaviour].
type Section struct {
	*Table
	word  string // by which it is asked for, beside those of its title
	title string
}

// Sections are tables of a [Behaviour].
type Sections []Section

// mostFar is how many genes of a group are listed unless all are.
const mostFar = 5

// Sections are all tables of a player's behaviour, in which all genes stand or those furthest
// from their defaults.
func (b *Behaviour) Sections(g *game.Game, wide, allGenes bool) (out Sections) {
	add := func(word, title string, t *Table) {
		t.Title = title
		out = append(out, Section{t, word, title})
	}
	for _, h := range b.Habits {
		word, _, _ := strings.Cut(strings.ToLower(h.Title), " ")
		add(strings.Trim(word, ":,"), h.Title, portraitTable(h, wide))
	}
	if b.Field != nil {
		add("results", "Results", Figures(g.Info().Scale(), append(b.Against, *b.Field)))
	}
	if b.Clone != nil && len(b.Clone.Held) > 0 {
		add("clone", "How well it predicts "+b.Clone.Of+" in games that the fit has not seen, as the file says", PredictedTable(b.Clone))
	}
	if len(b.Worst) > 0 {
		add("strangers", "Strangers that win most", StrangerTable(g.Info().Scale(), b.Worst))
	}
	for _, group := range g.Schema.Groups() {
		shown := slices.DeleteFunc(slices.Clone(b.Genes), func(x Gene) bool { return x.Group != group })
		edge := AtEdge(shown)
		if len(shown) == 0 {
			continue
		}
		count := fmt.Sprint(len(shown))
		if !allGenes && len(shown) > mostFar {
			slices.SortStableFunc(shown, func(x, y Gene) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
			count = fmt.Sprintf("%d of %s, furthest from their defaults", mostFar, count)
			shown = shown[:mostFar]
		}
		add(group, fmt.Sprintf("Genes: %s (%s)", group, count), GeneTable(shown, wide))
		if edge != "" && g.UserBot == nil { // whose table of parameters marks them
			out[len(out)-1].Note("%s", edge)
		}
		if doc := g.GroupDoc(group); doc != "" {
			out[len(out)-1].Title += "\n" + Paragraph("They decide: %s", doc)
		}
	}
	return out
}

// Words are those by which sections are asked for, each once.
func (all Sections) Words() (out []string) {
	for _, s := range all {
		if !slices.Contains(out, s.word) {
			out = append(out, s.word)
		}
	}
	if slices.ContainsFunc(all, func(s Section) bool { return strings.HasPrefix(s.title, "Genes") }) {
		out = append(out, "genes")
	}
	return out
}

// Matching returns the sections that a word asks for: by their own word or by a word of their
// title, in the singular or the plural.
func (all Sections) Matching(word string) (out Sections) {
	one := func(word string) string { return strings.TrimSuffix(strings.Trim(strings.ToLower(word), ":,()"), "s") }
	for _, s := range all {
		title := slices.ContainsFunc(strings.Fields(s.title), func(w string) bool { return one(w) == one(word) })
		if title || strings.EqualFold(s.word, word) {
			out = append(out, s)
		}
	}
	return out
}

// Table has the sections one below the other.
func (all Sections) Table() *Table {
	for i, s := range all[1:] {
		all[i].Next = s.Table
	}
	return all[0].Table
}

// CellText prints a cell of a portrait, a share without its chances.
func CellText(c portrait.Cell) string {
	switch {
	case c.Kind == portrait.IsCount:
		return Count(c.Did)
	case c.Kind == "":
		return c.Text
	case !c.Reliable():
		return "-"
	case c.Kind == portrait.IsMean:
		return fmt.Sprintf("%.2f", c.Ratio())
	}
	return c.Percent()
}

// Chances are those behind a share: "of 1,234".
func Chances(c portrait.Cell) string {
	if c.Kind != portrait.IsShare || c.Could == 0 {
		return ""
	}
	return "of " + Count(c.Could)
}

// portraitTable prints a table of a portrait, with the chances behind its shares or without.
func portraitTable(from portrait.CountTable, chances bool) *Table {
	t := &Table{Columns: from.Columns}
	for _, cells := range from.Rows {
		t.Add(Map(cells, func(c portrait.Cell) string {
			if n := Chances(c); chances && n != "" {
				return CellText(c) + " " + n
			}
			return CellText(c)
		})...)
	}
	return t
}

// StrangerTable is a table of strangers: what a player of yours has against each, and how that
// stranger plays.
func StrangerTable(s engine.Scale, all []game.Stranger) *Table {
	t := &Table{Columns: []string{"opponent", ">your " + s.Unit, ">95 % interval", "how it plays"}}
	for _, x := range all {
		t.Add(x.Name, s.Show(x.Points.Mean), s.Span(x.Points.Low, x.Points.High), List(x.Traits))
	}
	return t
}
