package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/ablation"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/results/report"
)

func (a *app) inspectCommand() *cobra.Command {
	var deals int
	var seed uint64
	var genes, all bool
	var named string
	c := &cobra.Command{
		Use:   "inspect PLAYER [SECTION]",
		Short: "Show what a player does, how it scores, and which genes matter",
		Long: `inspect plays the player against every baseline of its game and says in words what
it did. All rates are counted in these games. SECTION prints a table: of decisions,
by a word of its title; results, by opponent; strangers that win most; or a group of
genes with their distance from the defaults. --all prints all of them.

SECTION effects shows which genes matter, from the games that a run has played, from
its first generation on. Programs (exec:COMMAND): results only; their hidden
information is unknown.`,
		Example: "  $bloodline inspect $champion\n  $bloodline inspect $champion results\n  $bloodline inspect $run genes --genes\n  $bloodline inspect $run effects\n  $bloodline inspect $baseline -o json",
		Args:    arguments(cobra.RangeArgs(1, 2)),
	}
	f := c.Flags()
	f.IntVar(&deals, "deals", 1000, "deals against each opponent, each in all seatings")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.StringVar(&named, "game", "", "the game of an exec: player")
	f.BoolVar(&all, "all", false, "print all sections")
	f.BoolVar(&genes, "genes", false, "list all genes of a group, not only those furthest from their defaults")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.findOf(args[0], named)
		if err == nil {
			err = a.read(p)
		}
		if err != nil {
			return err
		}
		if len(args) > 1 && args[1] == "effects" {
			return a.showEffects(args[0], p)
		}
		fewer(f, "deals", &deals, 20, p)
		if err := counts("--deals", deals, 2, 1_000_000); err != nil {
			return err
		}
		if p.Game.Portrait == nil && !p.Game.Slow() && !p.Program() {
			return usage("inspect: %s has no portrait, so nothing can be counted", p.Game.Name())
		}
		w := a.watch("inspect", int64(deals*len(p.Game.Baselines)*p.Game.Info().Seatings()))
		b, err := report.Observe(cmd.Context(), report.Subject{Game: p.Game, Name: p.Name, Player: p.Seat(), Genes: p.Genes}, deals, seed)
		w.Stop()
		if err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		if a.json() {
			return report.JSON(a.stdout, b)
		}
		sections := a.sections(p.Game, b, genes)
		if len(args) > 1 {
			if sections = asked(sections, args[1]); len(sections) == 0 {
				return usage("%s has no section %q (have %s)", p.Name, args[1], report.List(words(a.sections(p.Game, b, genes))))
			}
			return a.showSections(sections)
		}
		fmt.Fprintf(a.stdout, "%s, measured over %s games\n\n", b.Player, report.Count(int64(b.Games)))
		for _, w := range b.Words {
			fmt.Fprintln(a.stdout, report.Bullet(w.Text))
		}
		if p.Program() {
			a.say("Programs: results only; their hidden information is unknown.")
		}
		if all || genes {
			fmt.Fprintln(a.stdout)
			return a.showSections(sections)
		}
		unit, show := report.Scale(p.Game.Info())
		fmt.Fprintln(a.stdout)
		if len(b.Worst) > 0 {
			worst := b.Worst[0]
			a.say("fares worst against %s: %s %s (%s to %s); %s", worst.Name, unit, show(worst.Points.Mean), show(worst.Points.Low), show(worst.Points.High), strings.Join(worst.Traits, ", "))
		}
		a.say("mean: %s %s (%s to %s)", unit, show(b.Field.Mean), show(b.Field.Low), show(b.Field.High))
		a.say("%s inspect %s SECTION shows one of: %s; --all shows all", a.typed, args[0], report.List(words(sections)))
		return nil
	}
	return c
}

// section is a part of what inspect shows.
type section struct {
	word  string // by which it is asked for, beside those of its title
	title string
	about string // what the genes of the table decide
	table *report.Table
}

func (a *app) sections(g *game.Game, b *report.Behaviour, allGenes bool) (out []section) {
	for _, h := range b.Habits {
		word, _, _ := strings.Cut(strings.ToLower(h.Title), " ")
		out = append(out, section{strings.Trim(word, ":,"), h.Title, "", report.PortraitTable(h, a.wide)})
	}
	out = append(out, section{"results", "Results", "", report.Figures(g.Info(), append(b.Versus, *b.Field))})
	if len(b.Worst) > 0 {
		out = append(out, section{"strangers", "Strangers that win most", "", report.StrangerTable(g.Info(), b.Worst)})
	}
	for _, group := range g.Schema.Groups() {
		shown := slices.DeleteFunc(slices.Clone(b.Genes), func(x report.Gene) bool { return x.Group != group })
		if len(shown) == 0 {
			continue
		}
		count := fmt.Sprint(len(shown))
		if !allGenes && len(shown) > mostFar {
			slices.SortStableFunc(shown, func(x, y report.Gene) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
			count = fmt.Sprintf("%d of %s, furthest from their defaults", mostFar, count)
			shown = shown[:mostFar]
		}
		t := report.GeneTable(shown)
		if !a.wide {
			t = t.Without(func(_ int, name string) bool { return name == ">range" || name == "unit" })
		}
		out = append(out, section{group, fmt.Sprintf("Genes: %s (%s)", group, count), g.GroupDoc(group), t})
	}
	return out
}

// words are those by which sections are asked for, each once.
func words(all []section) (out []string) {
	for _, s := range all {
		if !slices.Contains(out, s.word) {
			out = append(out, s.word)
		}
	}
	if slices.ContainsFunc(all, func(s section) bool { return strings.HasPrefix(s.title, "Genes") }) {
		out = append(out, "genes")
	}
	return out
}

// asked are the sections of a word.
func asked(all []section, word string) (out []section) {
	word = strings.ToLower(word)
	for _, s := range all {
		if title := strings.ToLower(s.title); s.word == word || strings.Contains(title, word) || strings.Contains(title, strings.TrimSuffix(word, "s")) {
			out = append(out, s)
		}
	}
	return out
}

func (a *app) showSections(all []section) error {
	for i, s := range all {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		fmt.Fprintln(a.stdout, s.title)
		if s.about != "" {
			a.say("They decide: %s", s.about)
		}
		fmt.Fprintln(a.stdout)
		if err := a.print(s.table); err != nil {
			return err
		}
	}
	return nil
}

// mostFar is how many genes of a group are listed unless all are.
const mostFar = 5

func (a *app) diffCommand() *cobra.Command {
	var games, deals int
	var seed uint64
	var all bool
	c := &cobra.Command{
		Use:   "diff PLAYER PLAYER",
		Short: "Compare two genomes gene by gene",
		Long: `diff lists the genes that differ and plays the two players against each other. The
genes with the largest effect come first. To measure it, diff gives the first player
each gene of the second one alone: the effect is the change of a deal's points (root
mean square over deals against the baselines). Genes without an effect follow by how
far they differ, as shares of their ranges.`,
		Example: "  $bloodline diff $champion $run\n  $bloodline diff $run/g000-000 $run",
		Args:    arguments(cobra.ExactArgs(2)),
	}
	c.Flags().IntVar(&deals, "deals", 10, "deals against each baseline for the effect of each gene; 0 ranks genes by how far they differ")
	c.Flags().IntVar(&games, "games", 20000, "games to play between them; 0 plays none")
	c.Flags().BoolVar(&all, "all", false, "list all genes that differ, not only the first 20")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(counts("--games", games, 0, 100_000_000), counts("--deals", deals, 0, 100_000)); err != nil {
			return err
		}
		cs, g, err := a.FindAll(args, nil)
		if err != nil {
			return err
		}
		fewer(cmd.Flags(), "games", &games, 200, cs...)
		for _, p := range cs {
			if p.Genes == nil {
				return usage("%s has no genes to compare", p.Name)
			}
		}
		if cmd.Flags().Changed("games") && g.Info().Seats != 2 {
			return usage("--games: must be left out for %s, which seats %d: diff plays two against each other", g.Name(), g.Info().Seats)
		}
		if slices.ContainsFunc(cs, func(p *player.Player) bool { return p.Game.Slow() }) && !cmd.Flags().Changed("deals") {
			deals = 0
		}
		rows, err := a.differences(cmd.Context(), cs, g, deals, seed)
		if err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		match, err := a.headToHead(cmd.Context(), cs, games, seed)
		if err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		return a.showDiff(cs, rows, match, all)
	}
	return c
}

// explain says what the genes decide whose groups are in a table.
func (a *app) explain(g *game.Game, rows []report.Difference) {
	for _, group := range g.Schema.Groups() {
		in := func(r report.Difference) bool { return strings.HasPrefix(r.Name, group+".") }
		if slices.ContainsFunc(rows, in) {
			fmt.Fprintln(a.stdout, report.Bullet(group+": "+g.GroupDoc(group)))
		}
	}
}

// genomeDiff is what diff says of two genomes.
type genomeDiff struct {
	A         string              `json:"a"`
	B         string              `json:"b"`
	GeneCount int                 `json:"gene_count"`
	Genes     []report.Difference `json:"genes"`           // that differ, those that differ most first
	Match     *report.Figure      `json:"match,omitempty"` // of a against b
}

// mostDifferent is how many genes diff lists unless all are.
const mostDifferent = 20

// differences lists the genes that differ, those of the largest effect first.
func (a *app) differences(ctx context.Context, ps []*player.Player, g *game.Game, deals int, seed uint64) ([]report.Difference, error) {
	rows := report.Differences(g.Schema, ps[0].Genes, ps[1].Genes)
	field := g.Field()
	if len(rows) == 0 || deals == 0 || len(field) == 0 {
		return rows, nil
	}
	e := &arena.Evaluator{Arena: arena.New(g, a.workers), Field: field, Blocks: deals * len(field), Seed: seed, Stage: arena.StageShow}
	w := a.watch("effects of genes", 0)
	defer w.Stop()
	effects, err := ablation.Ablator{Evaluator: e, Schema: g.Schema, Compile: ps[0].Compile}.Apart(ctx, ps[0].Genes, ps[1].Genes)
	if err != nil {
		return nil, err
	}
	of := map[string]float64{}
	for _, r := range effects {
		if !r.Group {
			of[r.Genes] = r.Change
		}
	}
	for i := range rows {
		x := of[rows[i].Name]
		rows[i].Effect = &x
	}
	slices.SortStableFunc(rows, func(x, y report.Difference) int { return cmp.Compare(*y.Effect, *x.Effect) })
	return rows, nil
}

// headToHead plays the two against each other, if the game is one of two seats.
func (a *app) headToHead(ctx context.Context, ps []*player.Player, games int, seed uint64) (*report.Figure, error) {
	g := ps[0].Game
	if games == 0 || g.Info().Seats != 2 {
		return nil, nil
	}
	w := a.watch("diff", int64(games+games%2))
	defer w.Stop()
	got, err := g.HeadToHead(ctx, [2]engine.Player(player.Seats(ps)), games, seed, a.workers)
	return &report.Figure{Player: ps[0].Name, Summary: got}, err
}

func (a *app) showDiff(ps []*player.Player, rows []report.Difference, head *report.Figure, all bool) error {
	g := ps[0].Game
	if a.json() {
		return report.JSON(a.stdout, genomeDiff{ps[0].Name, ps[1].Name, len(g.Schema.Genes), rows, head})
	}
	title := fmt.Sprintf("%d of %d genes differ", len(rows), len(g.Schema.Genes))
	if !all && len(rows) > mostDifferent {
		which := "differ most"
		if rows[0].Effect != nil {
			which = "change most"
		}
		title += fmt.Sprintf("; the %d that %s, --all lists the rest", mostDifferent, which)
		rows = rows[:mostDifferent]
	}
	fmt.Fprintf(a.stdout, "%s\n\n", title)
	if err := a.print(report.DifferenceTable(ps[0].Name, ps[1].Name, rows)); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	a.explain(g, rows)
	if head == nil {
		return nil
	}
	_, show := report.Scale(g.Info())
	fmt.Fprintln(a.stdout)
	a.say("%s against %s: %s (%s to %s) over %s games", ps[0].Name, ps[1].Name,
		show(head.Mean), show(head.Low), show(head.High), report.Count(head.Games))
	return nil
}
