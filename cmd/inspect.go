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

	"bloodline/arena/game"
	"bloodline/arena/record"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/setting"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

func (a *app) inspectCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "inspect PLAYER [SECTION] [GENE...]",
		Short: "Show what a player does, how it scores, and which genes matter",
		Long: `inspect plays the player against every baseline, or reads its games on record, and says in words what it
did. SECTION is a word of a table's title, results, strangers, or a group of genes. curves plays the player with other
values of each GENE, or of two GENEs at once; trials lists all that a RUN of programs has tried.`,
		Example: "  $bloodline inspect $champion results\n  $bloodline inspect Anna --from 'games/*.jsonl' challenges\n" +
			"  $bloodline inspect $run curves",
	}
	f := c.Flags()
	deals := f.Int("deals", 1000, "deals against each opponent; fewer where one play is many deals")
	seed := f.Uint64("seed", 1, "seed of the deals")
	named := a.bindContest(f, "the game of an exec: player", "")
	games := f.Int("games", 0, "in contests of programs, games to play (0: none)")
	all := f.Bool("all", false, "print all sections, and all trials")
	genes := f.Bool("genes", false, "list all genes, not only those furthest from defaults")
	from := f.StringArray("from", nil, "read records in `FILE`")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(*from) > 0 {
			if f.Changed("deals") || f.Changed("seed") || f.Changed("games") {
				return usage("--from: must stand without --deals, --games and --seed, since nothing is played")
			}
			return a.inspectRecords(cmd.Context(), args, *from, *named, *all)
		}
		p, err := a.findPlayer(args[0], *named)
		if err != nil {
			return err
		}
		switch {
		case len(args) > 1 && args[1] == curves:
			return a.inspectCurves(cmd, args[0], args[2:], p)
		case len(args) > 2:
			return usage("too many arguments, from %q on: only curves takes genes", args[2])
		case len(args) > 1 && args[1] == trials:
			return a.showTrials(args[0], p, *all)
		}
		switch {
		case p.Game.UserBot == nil && f.Changed("games"):
			return usage("--games: is for contests, for %s say --deals", p.Game.Name())
		case p.Game.UserBot != nil && *games > 0:
			*deals = max(2, *games/max(1, len(p.Game.Baselines)*p.Game.Info().Seatings()))
		case p.Game.UserBot != nil && p.Genes != nil && !f.Changed("deals") && !(len(args) > 1 && args[1] == game.Strangers && p.Game.Simulator != nil):
			return a.inspectUnplayed(args, p, *genes || *all)
		}
		if !f.Changed("games") { // which has set it
			err = limit(f, "deals", deals, 20, 2, 1_000_000, p.Game, p)
		}
		if err != nil {
			return err
		}
		if p.Game.Portrait == nil && p.Game.UserBot == nil && !p.IsProgram() {
			return usage("inspect: %s has no portrait, so nothing can be counted", p.Game.Name())
		}
		games := *deals * len(p.Game.Baselines) * p.Game.Info().Seatings()
		w := a.watch("inspect", int64(games)+p.Game.StrangerGames(p.Seat(), *deals))
		b, err := view.Observe(cmd.Context(), p, *deals, *seed)
		w.Stop()
		if err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		return a.showProfile(b, p, args, b.Sections(p.Game, a.wide, *genes), *all || *genes, a.furtherSections(args[0], p)...)
	}
	return c
}

func (a *app) showProfile(
	b *report.Profile, p *player.Player, args []string, sections report.Sections, all bool, further ...string,
) error {
	if len(args) == 1 {
		return a.print(b, b.Table(p, sections, all, a.invocation+" inspect "+system.Line(args[:1]), further...))
	}
	asked := sections.Matching(args[1])
	if len(asked) == 0 {
		near := setting.DidYouMean(args[1], append(sections.Words(), curves, trials))
		return usage("%s has no section %q%s", p.Name, args[1], cmp.Or(near, " (have "+report.List(append(sections.Words(), further...))+")"))
	}
	return a.print(b, asked.Table())
}

func (a *app) inspectRecords(ctx context.Context, args, from []string, named string, all bool) error {
	files, err := recordFiles(from)
	if err != nil {
		return err
	}
	seen, again := record.Set{}, 0
	var look *game.RecordProbe
	var points []float64
	games := 0
	g, err := a.readRecords(ctx, files, named, args[:1], func(g *game.Game, r *record.Record) error {
		if g.Portrait == nil {
			return fmt.Errorf("%s has no portrait, so nothing can be counted", g.Name())
		}
		if look == nil {
			look = g.NewRecordProbe(args[0])
		}
		if !seen.Add(r) {
			again++
			return nil
		}
		if err := look.Add(r); err != nil {
			return err
		}
		if games++; len(r.Points) == len(r.Players) {
			points = append(points, r.Points[slices.Index(r.Players, args[0])])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if look == nil {
		return fmt.Errorf("inspect: no record of %s can be used", args[0])
	}
	a.warnRepeated(args[0], again)
	b := view.ProfileOfRecords(g, args[0], look.Probe, games, points)
	p := &player.Player{Name: args[0], Game: g}
	return a.showProfile(b, p, args, b.Sections(g, a.wide, false), all)
}

func (a *app) diffCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "diff PLAYER PLAYER",
		Short: "Compare two genomes gene by gene",
		Long: `diff lists the genes that differ and plays the two players against each other. The genes with the largest
effect come first. To measure it, diff gives the first player each gene of the second one alone: the effect is the
change of a deal's points (root mean square over deals against the baselines). Genes without an effect follow by how far
they differ, as shares of their ranges.`,
		Example: "  $bloodline diff $champion $run\n  $bloodline diff $run/g000-000 $run",
	}
	deals := c.Flags().Int("deals", 10, "deals against each baseline, for each gene; 0: none")
	games := c.Flags().Int("games", 20000, "games to play between them; 0 plays none")
	all := c.Flags().Bool("all", false, "list all genes that differ, not only the first 20")
	seed := c.Flags().Uint64("seed", 1, "seed of the deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		ps, g, err := a.FindAll(args, nil)
		if err == nil {
			err = errors.Join(limit(cmd.Flags(), "games", games, 200, 0, 100_000_000, nil, ps...),
				limit(cmd.Flags(), "deals", deals, 0, 0, 100_000, nil, ps...))
		}
		if err != nil {
			return err
		}
		for i, p := range ps {
			if g.UserBot != nil && args[i] == configs.Defaults {
				p.Genes = g.Schema.Default()
			}
			if p.Genes == nil {
				return usage("%s has no genes to compare", p.Name)
			}
		}
		if cmd.Flags().Changed("games") && !g.Info().Meets() {
			return usage("--games: must be left out: %s", report.NoMeeting(g.Info()))
		}
		if cmd.Flags().Changed("games") && g.Info().Seats != 2 {
			return usage("--games: must be left out for %s, which seats %d: diff plays two against each other", g.Name(), g.Info().Seats)
		}
		rows, err := a.differences(cmd.Context(), ps, g, *deals, *seed)
		if err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		d := &report.GenomeDiff{A: ps[0].Name, B: ps[1].Name, GeneCount: len(g.Schema.Genes), Genes: rows}
		if *games > 0 && g.Info().Seats == 2 && g.Info().Meets() {
			w := a.watch("diff", int64(*games+*games%2))
			got, err := g.HeadToHead(cmd.Context(), [2]engine.Player(player.Seats(ps)), *games, *seed, a.workers)
			w.Stop()
			if err != nil {
				return fmt.Errorf("diff: %w", err)
			}
			d.Match = &got
		}
		return a.print(d, d.Table(g, *all))
	}
	return c
}

// differences lists the genes that differ, the largest effect first.
func (a *app) differences(ctx context.Context, ps []*player.Player, g *game.Game, deals int, seed uint64) ([]report.GeneDifference, error) {
	rows := report.Differences(g.Schema, ps[0].Genes, ps[1].Genes)
	field := g.BaselinePlayers()
	if len(rows) == 0 || deals == 0 || len(field) == 0 {
		return rows, nil
	}
	schema := g.Schema.WithDefaults(ps[1].Genes)
	effects, err := a.measureGenes(ctx, "effects of genes", ps[0], schema, field, deals, seed)
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
		rows[i].Effect = new(of[rows[i].Name])
	}
	slices.SortStableFunc(rows, func(x, y report.GeneDifference) int { return cmp.Compare(*y.Effect, *x.Effect) })
	return rows, nil
}

// Sections of inspect that are no table of a [report.Profile].
const curves, trials = "curves", "trials"

// furtherSections returns the words of the sections that ask for no table of a [report.Profile].
func (a *app) furtherSections(word string, p *player.Player) (out []string) {
	if p.Genes != nil {
		out = append(out, curves)
	}
	if p.Game.Simulator != nil {
		out = append(out, game.Strangers)
	}
	if p.Game.Stored == nil {
		return out
	}
	if found, _ := a.WithRun(word, func(*store.Store, store.RunRow) error { return nil }); found {
		out = append(out, trials)
	}
	return out
}

func (a *app) showTrials(word string, p *player.Player, all bool) error {
	found, err := a.WithRun(word, func(s *store.Store, run store.RunRow) error {
		t, err1 := view.ReadTrials(s, p.Game, run.Name, run.Generations, p.Genes)
		failures, err2 := view.ReadFailures(s, p.Game, run.Name)
		if err := cmp.Or(err1, err2); err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		if t == nil {
			return usage("inspect trials: %s must be a run of a contest of programs", word)
		}
		t.Failures = failures
		out := t.Table(p.Game.Info().Scale(), all)
		for _, x := range t.Failures {
			out.Then(report.NotesTable(x.Lines()...))
		}
		return a.print(t, out)
	})
	if err == nil && !found {
		return usage("inspect trials: %s must be a run of the store, because only runs have games there", word)
	}
	return err
}

// parameterTable has the parameters of a genome of a contest of programs with their gains, and the bot's command line.
func (a *app) parameterTable(g *game.Game, genes genome.Vector, gains []champion.Gain, word string) *report.Table {
	t := view.ParameterTable(g, genes, gains, a.invocation+" ablate "+word+a.inStore())
	c := g.Stored
	if c == nil {
		return t
	}
	if len(t.Notes) > 0 { // of the gains
		t.Notes = append(t.Notes, "")
	}
	t.Notes = append(t.Notes, "The champion's command line:", "  "+c.RunFileCommand(genes))
	if strings.Contains(c.Settings.Bot, "{parameters}") {
		t.Notes = append(t.Notes, "parameters.json:", "  "+string(c.Parameters(genes)))
	}
	return t
}

func (a *app) inspectUnplayed(args []string, p *player.Player, all bool) error {
	b := report.NewProfile(p)
	b.Genes = report.Genes(p.Game.Schema, p.Genes)
	sections := b.Sections(p.Game, a.wide, all)
	further := a.furtherSections(args[0], p)
	switch {
	case len(args) > 1 && len(sections.Matching(args[1])) == 0 && strings.HasPrefix("results", args[1]):
		return usage("inspect %s results: plays games of programs only with --games N", args[0])
	case len(args) > 1:
		return a.showProfile(b, p, args, sections, all, further...)
	}
	t := a.parameterTable(p.Game, p.Genes, b.Gains, args[0])
	t.Title = p.Name
	if b.Evidence != nil {
		t.Title = report.Paragraph("%s: %s", p.Name, b.Conclusion)
		e := report.EvidenceTable(p.Game.Info().Scale(), b.Evidence)
		e.Note("These figures are %s; %s verify %s plays their games again.", b.Standing, a.invocation, args[0])
		t.Then(e)
	}
	against := " against the opponents of the run file"
	if p.Game.Info().Seats == 1 {
		against = ""
	}
	return a.print(b, t.Then(report.NotesTable(report.Paragraph("%s inspect %s SECTION shows one of: %s; --games N "+
		"plays so many%s", a.invocation, args[0], report.List(append(sections.Words(), further...)), against))))
}

// measureGenes measures what a player's genes earn over a schema's defaults, in so many deals against each of a field.
func (a *app) measureGenes(
	ctx context.Context, what string, p *player.Player, s *genome.Schema, field []engine.Player, deals int, seed uint64,
) ([]game.Ablated, error) {
	m := view.Measurer{Workers: a.workers, Seed: seed}.Measurement(p.Game, field, deals)
	variants := p.Variants(m)
	rows := variants.Cuts(s, math.MaxInt)
	w := a.watch(what, int64((1+len(rows))*m.Blocks*p.Game.Info().Seatings()))
	defer w.Stop()
	return rows, variants.Ablate(ctx, rows)
}
