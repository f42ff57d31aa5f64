// Package player finds players by the words of a command line or a run file: a champion file, a shipped champion, a
// baseline, a stranger, a run of the store or an individual.
package player

import (
	"cmp"
	"strings"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
)

// Player is a player that a word names.
type Player struct {
	Name    string
	Game    *game.Game
	Genes   genome.Vector  // nil for a baseline
	File    *champion.File // nil unless it is from a champion file
	Command []string       // of a program, which a referee seats; nil for a player of ours

	originalName string        // name before [MakeNamesUnique] changed it; empty if it did not
	Word         string        // by which a program was found, "exec:..."; empty for others
	bot          engine.Player // of a word in a contest of programs; nil for others
}

// OfBot returns the player of a program that no word names.
func OfBot(name string, g *game.Game, bot engine.Player) *Player {
	return &Player{Name: name, Game: g, bot: bot}
}

// Temperature returns the temperature of the champion file. 0, also without a file, and 1 leave the genes unchanged.
func (p *Player) Temperature() float64 {
	if p.File == nil {
		return 0
	}
	return p.File.Temperature
}

// Compile makes a player of genes at this player's temperature.
func (p *Player) Compile(genes genome.Vector) engine.Player {
	return p.Game.PlayerAt(genes, p.Temperature())
}

// Variants returns the player's genes and variants of them, all played by one measurement.
func (p *Player) Variants(m *arena.Measurement) *game.Variants {
	return &game.Variants{On: func([]genome.Vector) *arena.Measurement { return m }, Compile: p.Compile, Genome: p.Genes}
}

// PlayedGenes returns the genes at the player's temperature.
func (p *Player) PlayedGenes() genome.Vector {
	return gene.AtTemperature(p.Game.Schema.Genes, p.Genes, p.Temperature())
}

// IsProgram reports whether the player is a program and not a genome.
func (p *Player) IsProgram() bool {
	_, started := p.bot.(engine.Program)
	return started || p.Command != nil
}

// Seat returns the player as one of a table: a referee.Seat for a program.
func (p *Player) Seat() engine.Player {
	switch {
	case p.Genes != nil:
		return p.Compile(p.Genes)
	case p.bot != nil:
		return p.bot
	case p.Command != nil:
		return referee.Seat{Name: p.Name, Command: p.Command}
	}
	out, _, _ := p.Game.Opponent(cmp.Or(p.originalName, p.Name))
	return out
}

// NameInGame returns the game's name for a baseline or strangers; empty for genomes and programs.
func (p *Player) NameInGame() string {
	if p.Genes != nil || p.Command != nil {
		return ""
	}
	_, name, _ := p.Game.Opponent(cmp.Or(p.originalName, p.Name))
	return name
}

func Seats(ps []*Player) []engine.Player {
	out := make([]engine.Player, len(ps))
	for i, p := range ps {
		out[i] = p.Seat()
	}
	return out
}

func Names(ps []*Player) []string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = p.Name
	}
	return out
}

// IsProgram reports whether a word is a program: "exec:./bot/coup -x", or "rival: ./bot/coup -x".
func IsProgram(word string) bool { _, _, ok := command.Program(word); return ok }

func (f *Finder) program(word string, g *game.Game) (*Player, error) {
	name, line, _ := command.Program(word)
	given := name != word
	if !given {
		const most = 32 // fits into a table
		name = setting.Clip(strings.Join(strings.Fields(word), " "), most)
	}
	if g == nil {
		return nil, setting.Usagef("player %s: the game of a program is not known here", word)
	}
	p := &Player{Name: name, Game: g, Word: word}
	var err error
	switch {
	case g.Simulator != nil && !given:
		return nil, setting.Usagef("player %s: the players of a simulator are its own: NAME: WORD or NAME: {GENE: value}", word)
	case g.Simulator != nil:
		p.bot, p.Genes, err = g.Simulator.Rival(configs.ValuesJSON(line))
	case g.Stored != nil && f.Folder != "" && given: // it may read the files of its contest
		p.bot, _, err = g.Stored.Rival(line)
	case g.Stored != nil:
		if p.bot, err = g.Stored.Program(line, f.Folder); err == nil {
			err = g.Stored.CheckProgram(p.bot)
		}
	case g.Contest == nil:
		return nil, setting.Usagef("%s has no referee for programs", g.Name())
	default:
		p.Command, err = program.Command(f.Folder, line)
	}
	if err != nil {
		return nil, setting.Usagef("player %s: %w", word, err)
	}
	return p, nil
}

func RefereeSeats(ps []*Player) []referee.Seat {
	out := make([]referee.Seat, len(ps))
	for i, p := range ps {
		out[i] = referee.Seat{Name: p.Name, Command: p.Command}
		if p.Command == nil {
			out[i].Player = p.Seat()
		}
	}
	return out
}
