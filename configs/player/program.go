package player

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/configs"
	"bloodline/internal/setting"
)

// IsProgram reports whether a word is a program: "exec:./bot/coup -x", or "rival: ./bot/coup -x".
func IsProgram(word string) bool { _, _, ok := command.Program(word); return ok }

// program returns the player of a PLAYER that names a program.
func (f *Finder) program(word string, g *game.Game) (*Player, error) {
	name, line, _ := command.Program(word)
	given := name != word
	if !given {
		name = clip(strings.Join(strings.Fields(word), " "))
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
		p.bot, err = g.Stored.Program(line, f.Folder)
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

// clip shortens a command line to a name that fits into a table.
func clip(name string) string {
	const most = 32
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}

// unusedName returns the first of name, name#2, name#3, ... that no player has.
func unusedName(name string, ps []*Player) string {
	for n, try := 2, name; ; n++ {
		if !slices.ContainsFunc(ps, func(p *Player) bool { return p.Name == try }) {
			return try
		}
		try = fmt.Sprintf("%s#%d", name, n)
	}
}

// RefereeSeats returns the referee's seats of players, in their order.
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
