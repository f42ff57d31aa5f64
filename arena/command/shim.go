package command

import (
	"os/exec"
	"path/filepath"

	"bloodline/internal/disk"
)

// Shim returns the path of the first program of the contest that is a shim, a script of a version manager (pyenv, rbenv,
// asdf) that looks for the real program in every start, which takes longer than many games; empty without one.
func (g *Game) Shim() string {
	for _, word := range []string{g.referee[0], g.bot[0]} {
		path, err := exec.LookPath(word)
		if err == nil && IsShim(path) {
			return path
		}
	}
	return ""
}

// IsShim reports whether a program is a shim.
func IsShim(path string) bool {
	if filepath.Base(filepath.Dir(path)) != "shims" {
		return false
	}
	f, err := disk.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var begin [2]byte
	_, err = f.Read(begin[:])
	return err == nil && string(begin[:]) == "#!"
}
