package run

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// startsOf returns the genomes at which breeding starts, and how genomes of other genes were changed, in sentences.
func startsOf(f *player.Finder, g *game.Game, c *configs.Config) (out []genome.Vector, told []string, err error) {
	for _, start := range c.Start {
		words := strings.Split(start, configs.Mean)
		mean := make(genome.Vector, len(g.Schema.Genes))
		for _, w := range words {
			v, changed, err := startAt(f, g, w)
			if err != nil {
				return nil, nil, err
			}
			if text := fmt.Sprintf("start: %s: %s", w, strings.Join(changed, "; ")); changed != nil && !slices.Contains(told, text) {
				told = append(told, text)
			}
			for i, x := range v {
				mean[i] += x
			}
		}
		for i := range mean {
			mean[i] /= float64(len(words))
		}
		g.Schema.Settle(mean)
		if broken := g.Schema.Broken(mean); broken != nil {
			names, was := report.Map(broken, func(i int) string { return g.Schema.Genes[i].Name }), mean.Clone()
			text := fmt.Sprintf("start: %s: %s break command.relations:", start, strings.Join(names, " and "))
			g.Schema.Relations.Repair(mean)
			for i, x := range g.Schema.Genes {
				if a, b := x.Text(was[i]), x.Text(mean[i]); a != b {
					text += fmt.Sprintf(" %s %s -> %s;", x.Name, a, b)
				}
			}
			told = append(told, strings.TrimSuffix(text, ";"))
		}
		out = append(out, mean)
	}
	return out, told, nil
}

// startAt returns the genome of a word of a start, and its changes: unknown genes, values out of range, new genes.
func startAt(f *player.Finder, g *game.Game, word string) (v genome.Vector, changed []string, err error) {
	switch word {
	case configs.Defaults:
		return g.Schema.Default(), nil, nil
	case configs.Neutral:
		return g.Schema.Neutral(), nil, nil
	}
	var missing []string
	var problems setting.Errors
	if ext := filepath.Ext(word); g.UserBot != nil && (ext == ".json" || ext == ".yaml") {
		path, data, err := f.Read(word)
		if err != nil {
			return nil, nil, err
		}
		if !bytes.Contains(data, []byte(champion.Format)) {
			v, missing, problems = g.UserBot.Config().Carry(configs.ValuesJSON(string(data)))
		}
		if len(problems) > 0 {
			return nil, nil, setting.Usagef("%s: %w", path, problems[0])
		}
	}
	if v == nil {
		p, err := f.FindInGame(g, word)
		if err == nil && p.Genes == nil && slices.Contains(f.Runs(), word) { // an opponent of the run file has its name
			p, err = f.FindRun(word)
		}
		switch {
		case err != nil:
			return nil, nil, err
		case p.Genes == nil:
			return nil, nil, setting.Usagef("%s has no genes to start from", p.Name)
		case g.UserBot != nil:
			v, missing, problems = g.UserBot.Config().Carry(string(p.Game.UserBot.Parameters(p.Genes)))
		case g.Schema.Hash() != p.Game.Schema.Hash():
			return nil, nil, setting.Usagef("%s has other genes", p.Name)
		default:
			v = p.Genes
		}
	}
	for _, x := range problems {
		if i, known := g.Schema.Index(x.Key); known {
			changed = append(changed, fmt.Sprintf("%s %s -> %s (%s)", x.Key, x.Have, g.Schema.Genes[i].Text(v[i]), x.Rule))
		} else if strings.HasSuffix(x.Rule, "fixed") {
			changed = append(changed, fmt.Sprintf("%s %s is not taken (%s)", x.Key, x.Have, x.Rule))
		} else {
			changed = append(changed, "the gene "+x.Key+" is gone")
		}
	}
	for _, name := range missing {
		i, _ := g.Schema.Index(name)
		changed = append(changed, fmt.Sprintf("%s is at its default %s", name, g.Schema.Genes[i].Text(v[i])))
	}
	return v, changed, nil
}
