package command

import (
	"path/filepath"
	"slices"
	"strings"

	"bloodline/engine"
	"bloodline/internal/disk"
)

// Hashes implements [UserBot].
func (g *contest) Hashes(players []engine.Player) (map[string]string, error) {
	words := slices.Concat(g.referee, g.bot, g.reads)
	for _, p := range players {
		if b, ok := p.(*Bot); ok {
			words = append(words, b.words...)
		}
	}
	folder, err := filepath.Abs(g.folder)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, w := range words {
		path, err := filepath.Rel(folder, w)
		if err != nil || !filepath.IsAbs(w) || strings.HasPrefix(path, "..") {
			continue
		}
		sum, err := disk.Hash(w)
		if err != nil {
			return nil, err
		}
		if sum != "" { // or an argument of another kind
			out[filepath.ToSlash(path)] = sum
		}
	}
	return out, nil
}

// EnterRemote enters a game that was played on another machine into the book.
func (g *Game) EnterRemote(seed uint64, seats []engine.Player, r engine.Ranking) error {
	if g.book == nil {
		return nil
	}
	_, lines := botsAndLines(seats)
	return g.book.Enter(seedOf(seed), lines, r)
}

// WithBook returns the same game with another book.
func (g *Game) WithBook(book Book) *Game {
	return &Game{contest: g.contest, book: book, lacking: g.lacking, readable: g.readable}
}
