package cmd

import (
	"errors"
	"fmt"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// storedSections are the sections of inspect that need a run of the store.
var storedSections = []string{"effects", "trials"}

// storedSectionsOf returns the stored sections that a player has; none if it is no run.
func (a *app) storedSectionsOf(word string, p *player.Player) []string {
	found, _ := a.withRun(word, func(*store.Store, store.RunRow) error { return nil })
	switch {
	case !found:
		return nil
	case p.Game.Stored != nil:
		return storedSections
	case len(p.Game.Schema.Genes) > report.MostModelGenes:
		return nil
	}
	return storedSections[:1]
}

// withRun reads the run of a player's word, RUN or RUN/ID, and reports whether the store has it.
func (a *app) withRun(word string, read func(s *store.Store, run store.RunRow) error) (found bool, err error) {
	name, _, _ := strings.Cut(word, "/")
	s, run, err := a.OpenRun(name)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer s.Close()
	return true, read(s, run)
}

// showStored prints what the stored games of a run tell: which genes matter, or the trials.
func (a *app) showStored(word, section string, p *player.Player, all bool) error {
	found, err := a.withRun(word, func(s *store.Store, run store.RunRow) error {
		scale := p.Game.Info().Scale()
		if section == "trials" {
			t, err := view.ReadTrials(s, p.Game, run.Name, run.Generations, p.Genes)
			if err != nil {
				return fmt.Errorf("inspect: %w", err)
			}
			if t == nil {
				return usage("inspect trials: %s must be a run of a contest of programs with at most %d parameters", word, report.MostModelGenes)
			}
			if t.Failures, err = view.ReadFailures(s, p.Game, run.Name); err != nil {
				return fmt.Errorf("inspect: %w", err)
			}
			out := t.Table(scale, all)
			for _, x := range t.Failures {
				out.Then(report.NotesTable(x.Lines()...))
			}
			return a.print(t, out)
		}
		e, err := view.ReadEffects(s, p.Game, run.Name, run.Generations, p.Genes)
		if err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		if e == nil {
			return usage("inspect effects: %s must be of a run of at most %d genes: of more, %s ablate %s plays games for what groups of genes earn", word, report.MostModelGenes, a.invocation, word)
		}
		return a.print(e, report.EffectsTable(scale, run.Name, p.Name, e))
	})
	if err == nil && !found {
		return usage("inspect %s: %s must be a run of the store, because only runs have games there", section, word)
	}
	return err
}

// effectsIn returns the effects of genes in the games of a run; nil if the store has no such run.
func (a *app) effectsIn(word string, g *game.Game, genes genome.Vector) (e *surrogate.Effects, err error) {
	_, err = a.withRun(word, func(s *store.Store, run store.RunRow) error {
		e, err = view.ReadEffects(s, g, run.Name, run.Generations, genes)
		return err
	})
	return e, err
}

// parameterTable has the parameters of a genome of a contest of programs with their gains, and the bot's command line.
func (a *app) parameterTable(g *game.Game, genes genome.Vector, gains []champion.Gain, word string) *report.Table {
	t := report.ParameterTable(g.Info().Scale(), report.Genes(g.Schema, genes), gains, a.invocation+" ablate "+word)
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

// inspectUnplayed shows what is known of a genome of a contest of programs without playing a game.
func (a *app) inspectUnplayed(args []string, p *player.Player, all bool) error {
	e, err := a.effectsIn(args[0], p.Game, p.Genes)
	if err != nil {
		return err
	}
	b := report.NewProfile(p)
	b.Genes, b.Effects = report.Genes(p.Game.Schema, p.Genes), e
	sections := b.Sections(p.Game, a.wide, all)
	if len(args) > 1 {
		asked := sections.Matching(args[1])
		switch {
		case len(asked) == 0 && strings.HasPrefix("results", args[1]):
			return usage("inspect %s results: plays games of programs only with --games N", args[0])
		case len(asked) == 0:
			return usage("%s has no section %q (have %s)", p.Name, args[1], report.List(append(sections.Words(), a.storedSectionsOf(args[0], p)...)))
		}
		return a.print(b, asked.Table())
	}
	t := a.parameterTable(p.Game, p.Genes, b.Gains, args[0])
	t.Title = p.Name
	if text := report.DefaultsComparison(p.Game.Info().Scale(), b.Evidence); text != "" {
		t.Title = report.Paragraph("%s: %s", p.Name, text)
	}
	if b.Evidence != nil {
		e := report.EvidenceTable(p.Game.Info().Scale(), b.Evidence)
		e.Note("These figures are %s; %s verify %s plays their games again.", b.Standing, a.invocation, args[0])
		t.Then(e)
	}
	return a.print(b, t.Then(report.NotesTable(report.Paragraph("%s inspect %s SECTION shows one of: %s; --games N plays so many against the opponents of the run file",
		a.invocation, args[0], report.List(append(sections.Words(), a.storedSectionsOf(args[0], p)...))))))
}
