package cmd

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/results/player"
	"bloodline/results/report"
)

// behaviour is the behaviour report that inspect prints.
type behaviour struct {
	Player string           `json:"player"`
	Game   string           `json:"game"`
	Games  int              `json:"games"`
	Words  []string         `json:"words"`
	Habits []portrait.Table `json:"habits"`
	Field  *figure          `json:"field,omitempty"`
	Versus []figure         `json:"against,omitempty"`
	Genes  []geneRow        `json:"genes,omitempty"`
}

// geneRow is one gene of a champion beside its range and default.
type geneRow struct {
	Name    string  `json:"name"`
	Group   string  `json:"group"`
	Unit    string  `json:"unit"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Value   float64 `json:"value"`
	Shift   float64 `json:"shift"` // from the default, as a share of the range
	Doc     string  `json:"doc"`
}

func (a *app) inspectCommand() *cobra.Command {
	var blocks int
	var seed uint64
	var genes bool
	c := &cobra.Command{
		Use:   "inspect PLAYER",
		Short: "See what a player does, how it fares and which genes make it so",
		Long: `inspect plays the player against every baseline of its game and says what it
did, in words and in tables: every rate is measured over those games, never read
off a gene. Then come its results per opponent and, for a genome, its genes by
group with their ranges and how far each is from its default.`,
		Example: "  $bloodline inspect $champion\n  $bloodline inspect $run --genes\n  $bloodline inspect $baseline -o json",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&blocks, "deals", 1000, "deals against each opponent, each in all seatings")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.BoolVar(&genes, "genes", false, "list all genes, not only those furthest from their defaults")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := counts("--deals", blocks, 2, 1_000_000); err != nil {
			return err
		}
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		l, err := a.look(cmd.Context(), p, blocks, seed)
		if err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		if a.json() {
			return report.JSON(a.stdout, l)
		}
		return a.showBehaviour(p.Game, l, genes)
	}
	return c
}

// look plays a player against the baselines under a probe. One worker plays, as
// a probe counts for one goroutine.
func (a *app) look(ctx context.Context, p *player.Player, blocks int, seed uint64) (*behaviour, error) {
	if p.Game.Portrait == nil {
		return nil, usage("%s has no portrait: nothing is counted", p.Game.Name())
	}
	probe := p.Game.Portrait(p.Seat())
	field := p.Game.Field()
	ar := arena.New(p.Game, 1)
	e := arena.Evaluator{
		Arena: ar, Field: field, Blocks: blocks * len(field),
		Seed: seed, Stage: arena.StageShow,
	}
	got, err := e.Measure(ctx, []engine.Player{probe})
	if err != nil {
		return nil, err
	}
	against := got[0]
	l := &behaviour{Player: p.Name, Game: p.Game.Info().Name, Games: int(against.Games), Words: probe.Words(), Habits: probe.Tables()}
	total := figureOf("all alike", against.Games, against.Total)
	l.Field = &total
	for i, name := range p.Game.BaselineNames() {
		l.Versus = append(l.Versus, figureOf(name, against.ByOpponent[i].N*int64(ar.Info().Seats), against.ByOpponent[i]))
	}
	if p.Genes != nil {
		l.Genes = geneRows(p)
	}
	return l, nil
}

func geneRows(p *player.Player) []geneRow {
	var out []geneRow
	for i, g := range p.Game.Schema.Genes {
		out = append(out, geneRow{
			g.Name, g.Group, g.Unit, g.Min, g.Max, g.Default, p.Genes[i],
			(p.Genes[i] - g.Default) / (g.Max - g.Min), g.Doc,
		})
	}
	return out
}

func (a *app) showBehaviour(g *game.Game, l *behaviour, all bool) error {
	fmt.Fprintf(a.stdout, "%s, measured over %s games\n\n", l.Player, report.Count(int64(l.Games)))
	for _, w := range l.Words {
		fmt.Fprintln(a.stdout, bullet(w))
	}
	for _, h := range l.Habits {
		fmt.Fprintf(a.stdout, "\n%s\n\n", h.Title)
		t := report.Table{Columns: h.Columns, Rows: h.Rows}
		if err := t.Write(a.stdout); err != nil {
			return err
		}
	}
	fmt.Fprint(a.stdout, "\nResults\n\n")
	if err := figures(g.Info(), append(l.Versus, *l.Field)).Write(a.stdout); err != nil || l.Genes == nil {
		return err
	}
	return a.showGenes(g, l.Genes, all)
}

// farShift is the share of its range from which a gene counts as far from its
// default.
const farShift = 0.1

func (a *app) showGenes(g *game.Game, rows []geneRow, all bool) error {
	for _, group := range g.Schema.Groups() {
		t := &report.Table{Columns: []string{"gene", ">value", ">default", ">range", "from default", "unit"}}
		count := 0
		for _, r := range rows {
			if r.Group != group {
				continue
			}
			count++
			if all || math.Abs(r.Shift) >= farShift {
				t.Add(r.Name, fmt.Sprintf("%.2f", r.Value), fmt.Sprintf("%.2f", r.Default),
					fmt.Sprintf("%g to %g", r.Min, r.Max), bar(r.Shift), r.Unit)
			}
		}
		fmt.Fprintf(a.stdout, "\nGenes: %s (%d of %d", group, len(t.Rows), count)
		if !all {
			fmt.Fprintf(a.stdout, " are %.0f %% of their range or more from the default; --genes lists all", 100*farShift)
		}
		fmt.Fprint(a.stdout, ")\n\n")
		if len(t.Rows) == 0 {
			continue
		}
		if err := t.Write(a.stdout); err != nil {
			return err
		}
	}
	return nil
}

// bar draws a shift as a signed bar of up to ten marks and its percentage.
func bar(shift float64) string {
	marks := ""
	for range min(10, int(math.Round(math.Abs(shift)*10))) {
		marks += map[bool]string{true: "+", false: "-"}[shift > 0]
	}
	return fmt.Sprintf("%-10s %+.0f %%", marks, 100*shift)
}

func (a *app) diffCommand() *cobra.Command {
	var games int
	var seed uint64
	c := &cobra.Command{
		Use:     "diff PLAYER PLAYER",
		Short:   "Compare two genomes gene by gene",
		Example: "  $bloodline diff $champion $run\n  $bloodline diff $run/g000-000 $run",
		Args:    arguments(cobra.ExactArgs(2)),
	}
	c.Flags().IntVar(&games, "games", 20000, "games to play between them; 0 plays none")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := counts("--games", games, 0, 100_000_000); err != nil {
			return err
		}
		cs, g, err := a.FindAll(args, nil)
		if err != nil {
			return err
		}
		for _, p := range cs {
			if p.Genes == nil {
				return usage("%s is a baseline: it has no genes to compare", p.Name)
			}
		}
		return a.showDiff(cmd.Context(), cs, g, games, seed)
	}
	return c
}

// geneDiff is one gene that differs.
type geneDiff struct {
	Name  string  `json:"name"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
	Shift float64 `json:"shift"` // from a to b, as a share of the range
}

func (a *app) showDiff(ctx context.Context, cs []*player.Player, g *game.Game, n int, seed uint64) error {
	rows := []geneDiff{}
	for i, x := range g.Schema.Genes {
		if u, v := cs[0].Genes[i], cs[1].Genes[i]; u != v {
			rows = append(rows, geneDiff{x.Name, u, v, (v - u) / (x.Max - x.Min)})
		}
	}
	head, err := a.headToHead(ctx, cs, g, n, seed)
	if err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if a.json() {
		return report.JSON(a.stdout, struct {
			A         string     `json:"a"`
			B         string     `json:"b"`
			Genes     int        `json:"genes"`
			Different []geneDiff `json:"different"`
			Match     *figure    `json:"match,omitempty"`
		}{cs[0].Name, cs[1].Name, len(g.Schema.Genes), rows, head})
	}
	fmt.Fprintf(a.stdout, "%d of %d genes differ\n\n", len(rows), len(g.Schema.Genes))
	t := &report.Table{Columns: []string{"gene", ">" + cs[0].Name, ">" + cs[1].Name, "shift"}}
	for _, r := range rows {
		t.Add(r.Name, fmt.Sprintf("%.3f", r.A), fmt.Sprintf("%.3f", r.B), bar(r.Shift))
	}
	if err := t.Write(a.stdout); err != nil || head == nil {
		return err
	}
	_, show := scale(g.Info())
	fmt.Fprintf(a.stdout, "\n%s against %s: %s (%s to %s) over %s games\n", cs[0].Name, cs[1].Name,
		show(head.Mean), show(head.Low), show(head.High), report.Count(head.Games))
	return nil
}

// headToHead plays the two against each other where the game seats two.
func (a *app) headToHead(ctx context.Context, cs []*player.Player, g *game.Game, n int, seed uint64) (*figure, error) {
	if n < 1 || g.Info().Seats != 2 {
		return nil, nil
	}
	ar := arena.New(g, a.workers)
	e := arena.Evaluator{Arena: ar, Field: []engine.Player{cs[1].Seat()}, Blocks: (n + 1) / 2, Seed: roll.Mix(seed), Stage: arena.StageShow}
	got, err := e.Measure(ctx, []engine.Player{cs[0].Seat()})
	if err != nil {
		return nil, err
	}
	f := figureOf(cs[0].Name, got[0].Games, got[0].Total)
	return &f, nil
}
