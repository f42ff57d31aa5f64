package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/arena/portrait"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/genome/champion"
)

// Profile is what a player does, how it fares, and why. inspect prints the first part, and a page all.
type Profile struct {
	Name string `json:"player"`
	Game string `json:"game"`
	// Conclusion is [Conclusion], of a player with evidence.
	Conclusion string                    `json:"conclusion,omitempty"`
	Games      int                       `json:"games,omitzero"`
	Sentences  []portrait.Sentence       `json:"sentences,omitzero"`
	Habits     []portrait.CountTable     `json:"habits,omitzero"`
	Field      *champion.OpponentFigure  `json:"field,omitempty"`
	Against    []champion.OpponentFigure `json:"against,omitempty"`
	Genes      []Gene                    `json:"genes,omitempty"` // of a genome

	Gains    []champion.Gain `json:"gains,omitempty"`           // of its champion file: what the values of a champion of programs gain
	Standing string          `json:"standing,omitempty"`        // whether the evidence was verified here: [NotVerified], [VerifiedEqual] or [VerifiedWrong]
	Clone    *champion.Clone `json:"clone,omitempty"`           // where the genes were fitted to another player
	Worst    []game.Stranger `json:"worst_strangers,omitempty"` // against which it fares worst

	// The rest is for pages; inspect has the evidence, too.
	Title        string             `json:"title,omitempty"` // of the game
	Scale        engine.Scale       `json:"scale,omitzero"`
	Origin       string             `json:"origin,omitempty"`        // where it was bred
	Evidence     *champion.Evidence `json:"evidence,omitempty"`      // of its champion file, measured at the end of its run
	Deals        int                `json:"deals,omitempty"`         // against each opponent, of what it does and scores
	Seed         *uint64            `json:"seed,omitempty"`          // of these deals
	ComparedWith string             `json:"compared_with,omitempty"` // name of the players whose shares are in Habits, too
	// Parameters say what the values of a genome for a contest of programs gain, by its run's games; else nil.
	Parameters *Table `json:"-"`
	Answered   bool   `json:"-"` // the part of its run on the page has its answer, its parameters and its curves

	Curves        *Curves `json:"curves,omitempty"` // of its genes
	AblationDeals int     `json:"ablation_deals,omitempty"`
	GroupAblation []Cut   `json:"group_ablation,omitempty"` // groups of genes
	GeneAblation  []Cut   `json:"gene_ablation,omitempty"`  // the genes that are furthest from their defaults
}

// What is known of the evidence in a champion file.
const (
	NotVerified   = "said by the champion file, not verified here"
	VerifiedEqual = "verified here: the games were played again, and all figures are equal"
	VerifiedWrong = "FALSE: the games were played again, and have other figures than the champion file"
)

// Cut is what a player loses with genes at their defaults.
type Cut struct {
	game.Ablated
	Against []champion.OpponentFigure `json:"against"` // the loss against each opponent

	// Of a group that earns much: the habits that change most without it, and a decision.
	Habits   []portrait.Gap `json:"habits,omitempty"`
	Decision *Decision      `json:"decision,omitempty"`
}

// Decision is what a player did in a game, and what it does there without some genes, after the same moves.
type Decision struct {
	Opponent string       `json:"opponent"`
	Deal     uint64       `json:"deal"`
	Seating  int          `json:"seating"`
	Did      string       `json:"did"`
	Instead  string       `json:"instead"`
	Rows     []human.Side `json:"rows,omitempty"`
	Points   float64      `json:"points"` // of the game
	Without  float64      `json:"points_without"`

	Link string `json:"-"` // to the game, where it can be watched
}

// NewProfile returns a player with what its champion file says of it, before any games are played.
func NewProfile(p *player.Player) *Profile {
	i := p.Game.Info()
	b := &Profile{Name: p.Name, Game: i.Name, Title: i.Title, Scale: i.Scale()}
	if f := p.File; f != nil {
		b.Origin, b.Evidence, b.Gains, b.Clone = f.Origin.Run+"/"+f.Origin.ID, f.Evidence, f.Gains, f.Clone
		if f.Evidence != nil {
			b.Standing, b.Conclusion = NotVerified, Conclusion(p.Game, p.Genes, f.Evidence, nil)
		}
	}
	return b
}

// Results are those of the evidence or, without evidence, those of the games that were played for the report.
func (b *Profile) Results() Results {
	switch {
	case b.Evidence != nil:
		return EvidenceResults(b.Evidence)
	case b.Field != nil:
		return Results{Field: *b.Field, Against: b.Against}
	}
	return Results{Against: b.Against}
}

// Table has the sentences about the player and all sections or, unless all is set, its mean and the words of the
// sections. command is the command line that shows a section; further are words of sections that play nothing.
func (b *Profile) Table(p *player.Player, sections Sections, all bool, command string, further ...string) *Table {
	t := &Table{Title: fmt.Sprintf("%s, measured over %s games", b.Name, Count(b.Games))}
	if b.Conclusion != "" {
		t.Title = Paragraph("%s: %s", b.Name, b.Conclusion) + fmt.Sprintf("\n\nMeasured over %s games:", Count(b.Games))
	}
	if b.Clone != nil {
		t.Note("%s", b.Clone)
	}
	t.Notes = append(t.Notes, Map(b.Sentences, func(w portrait.Sentence) string { return Bullet(w.Text) })...)
	t.noteIf(p.IsProgram() && len(b.Habits) == 0, "Programs: results only; their hidden information is unknown.")
	if all {
		return t.Then(sections.Table())
	}
	scale, rest := p.Game.Info().Scale(), &Table{}
	if len(b.Worst) > 0 {
		worst := b.Worst[0]
		text := fmt.Sprintf("%s, %s %s; it %s", worst.Name, scale.Unit, MeanInterval(scale, worst.Points), List(worst.Traits))
		rest.Note("worst result: against %s", strings.TrimSuffix(text, "; it "))
	}
	if b.Field != nil {
		rest.Note("mean: %s %s", scale.Unit, MeanInterval(scale, b.Field.Figure))
	}
	rest.Note("%s SECTION shows one of: %s; --all shows all", command, List(append(sections.Words(), further...)))
	return t.Then(rest)
}

// Section is a table of a [Profile].
type Section struct {
	*Table
	word string // by which a user asks for it; the words of the first line of its title do, too
}

type Sections []Section

// Sections returns all tables of a player. allGenes lists all genes, not only those furthest from their defaults.
func (b *Profile) Sections(g *game.Game, wide, allGenes bool) (out Sections) {
	const mostFar = 5 // how many genes of a group are listed unless all are
	add := func(word, title string, t *Table) {
		t.Title = title
		out = append(out, Section{t, word})
	}
	for _, h := range b.Habits {
		word, _, _ := strings.Cut(strings.ToLower(h.Title), " ")
		add(strings.Trim(word, ":,"), h.Title, portraitTable(h, wide))
	}
	if b.Field != nil {
		add("results", "Results", FigureTable(g.Info().Scale(), "player", append(b.Against, *b.Field)))
	}
	if b.Clone != nil && len(b.Clone.HeldOut) > 0 {
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

// Words are the words by which a user asks for sections, each once.
func (all Sections) Words() (out []string) {
	for _, s := range all {
		if !slices.Contains(out, s.word) {
			out = append(out, s.word)
		}
	}
	if slices.ContainsFunc(all, func(s Section) bool { return strings.HasPrefix(s.Title, "Genes") }) {
		out = append(out, "genes")
	}
	return out
}

// Matching returns the sections that a word asks for: their own word or one of their title, singular or plural.
func (all Sections) Matching(word string) (out Sections) {
	one := func(word string) string { return strings.TrimSuffix(strings.Trim(strings.ToLower(word), ":,()"), "s") }
	for _, s := range all {
		title, _, _ := strings.Cut(s.Title, "\n")
		titled := slices.ContainsFunc(strings.Fields(title), func(w string) bool { return one(w) == one(word) })
		if titled || strings.EqualFold(s.word, word) {
			out = append(out, s)
		}
	}
	return out
}

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

// Chances says how many chances a share is of: "of 1,234".
func Chances(c portrait.Cell) string {
	if c.Kind != portrait.IsShare || c.Could == 0 {
		return ""
	}
	return "of " + Count(c.Could)
}

// portraitTable prints a table of a portrait, with the chances behind its shares or without.
func portraitTable(from portrait.CountTable, chances bool) *Table {
	t := &Table{Columns: from.Columns}
	if !chances {
		t.Omitted = []string{"chances behind shares"}
	}
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

// StrangerTable is a table of strangers: what a player of yours has against each, and how that stranger plays.
func StrangerTable(s engine.Scale, all []game.Stranger) *Table {
	t := &Table{Columns: []string{"opponent", ">your " + s.Unit, ">95 % interval", "how it plays"}}
	for _, x := range all {
		t.Add(x.Name, s.Show(x.Points.Mean), s.Span(x.Points.Low, x.Points.High), List(x.Traits))
	}
	return t
}

// Alone reports whether the player's game has no other player.
func (p *Profile) Alone() bool { return p.Evidence != nil && p.Evidence.SinglePlayer }
