package cmd

import (
	"fmt"
	"strings"

	"bloodline/arena/command"
	"bloodline/configs/player"
	"bloodline/results/export"
)

// botOf returns what is exported of a player under a name.
func botOf(p *player.Player, name string) (export.Bot, error) {
	b := export.Bot{Game: p.Game.Name(), Name: name}
	if p.Program() {
		return b, usage("%s is a program of its own: there is nothing to export", p.Name)
	}
	if p.Game.Source == nil {
		return b, usage("%s has no sources to export", p.Game.Name())
	}
	b.Source = *p.Game.Source
	if p.Genes == nil {
		b.Baseline = p.Who().Name
		return b, nil
	}
	b.Genes, b.Temperature = p.Genes, p.Temperature()
	b.Schema = p.Game.Schema.Genes
	if p.File == nil {
		return b, nil
	}
	b.About = origins(p)
	data, err := p.File.Encode()
	b.Champion = data
	return b, err
}

// origins says how a champion fared, where that was measured, and where it is from.
func origins(p *player.Player) (out []string) {
	if e := p.File.Evidence; e != nil {
		s := p.Game.Info().Scale()
		out = append(out, fmt.Sprintf("Against its field: %s %s (95 %% interval %s) over %d games on deals that no selection has seen.",
			s.Unit, s.Show(e.Field.Mean), s.Span(e.Field.Low, e.Field.High), e.Field.Games))
	}
	o := p.File.Origin
	return append(out, fmt.Sprintf("Bred by bloodline %s: run %s, individual %s, seed %d.", p.File.Program, o.Run, o.ID, o.Seed))
}

// commandFiles returns what is exported of a bot of a game of commands: its command, its
// parameters and a README. ok is false for a player of another kind.
func commandFiles(p *player.Player, name string) (files []export.File, ok bool) {
	c, ok := p.Game.Table.(*command.Game)
	if !ok || p.Genes == nil {
		return nil, false
	}
	line, parametersFile := c.Written(p.Genes), command.ParametersFile
	text := "# " + name + "\n\nA champion of bloodline. Started in the folder of the bot's own program, by this command:\n\n```sh\n" + line + "\n```\n"
	if strings.Contains(c.Settings.Bot, "{parameters}") {
		text += "\nIt reads its parameters from [" + parametersFile + "](" + parametersFile + "): copy that file beside the program, or write its path into the command.\n"
	} else {
		text += "\nThe same parameters stand in [" + parametersFile + "](" + parametersFile + ").\n"
	}
	text += "\n| parameter | value | default | what a larger value does |\n|---|---|---|---|\n"
	for i, g := range p.Game.Schema.Genes {
		text += fmt.Sprintf("| %s | %s | %s | %s |\n", g.Name, g.Text(p.Genes[i]), g.Text(g.Default), g.Doc)
	}
	if p.File != nil && p.File.Evidence != nil {
		text += "\n" + strings.Join(origins(p), "\n") + "\n"
	}
	return []export.File{
		{Path: "README.md", Text: []byte(text)},
		{Path: "command.txt", Text: []byte(line + "\n")},
		{Path: parametersFile, Text: append(c.Parameters(p.Genes), '\n')},
	}, true
}
