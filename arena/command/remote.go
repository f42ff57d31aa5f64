package command

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
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
		f, err := disk.Open(w)
		var refused *disk.Refused
		if errors.Is(err, fs.ErrNotExist) || errors.As(err, &refused) {
			continue // an argument of another kind
		}
		sum := sha256.New()
		if err == nil {
			_, err = io.Copy(sum, f)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return nil, err
		}
		out[filepath.ToSlash(path)] = hex.EncodeToString(sum.Sum(nil)[:16])
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
