package player

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/results"
)

// execPrefix begins a word that stands for a program: "exec:./bot/coup -x".
const execPrefix = "exec:"

// IsProgram reports whether a word stands for a program, so that a referee must play.
func IsProgram(word string) bool { return strings.HasPrefix(word, execPrefix) }

// FindExternal finds players of one game with programs among them. g is the game where no
// player of ours tells; nil if it was not named. No two programs get the same name.
func (f *Finder) FindExternal(words []string, g *game.Game) ([]*Player, *game.Game, error) {
	ours, g, err := f.FindAll(slices.DeleteFunc(slices.Clone(words), IsProgram), g)
	switch {
	case err != nil:
		return nil, nil, err
	case g == nil:
		return nil, nil, results.Usage("--game: a program does not tell what it plays, name its game (have %s)", f.Games)
	case g.Contest == nil:
		return nil, nil, results.Usage("%s has no referee for programs", g.Name())
	}
	var out []*Player
	for _, w := range words {
		if !IsProgram(w) {
			out, ours = append(out, ours[0]), ours[1:]
			continue
		}
		command, err := program.Command(strings.TrimPrefix(w, execPrefix))
		if err != nil {
			return nil, nil, results.Usage("player %s: %w", w, err)
		}
		out = append(out, &Player{Name: clip(strings.Join(strings.Fields(w), " ")), Game: g, Command: command})
	}
	for i, p := range out {
		p.Name = unused(p.Name, out[:i])
	}
	return out, g, nil
}

// clip shortens a command line to a name that fits into a table.
func clip(name string) string {
	const most = 32
	if r := []rune(name); len(r) > most {
		return string(r[:most]) + "..."
	}
	return name
}

// unused returns the first of name, name#2, name#3, ... that no player has.
func unused(name string, ps []*Player) string {
	for n, try := 2, name; ; n++ {
		if !slices.ContainsFunc(ps, func(p *Player) bool { return p.Name == try }) {
			return try
		}
		try = fmt.Sprintf("%s#%d", name, n)
	}
}

// RefereeSeats returns what a referee seats, for all of them.
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
