// Package trust remembers which commands the user has run here. A champion file and a store carry the commands of their
// games, so a file made elsewhere could run a stranger's commands.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// List is the digests of trusted commands, a line each, in the user's own folder, since a store may be another's.
type List struct {
	Path string // of the file; empty for bloodline/trusted in os.UserConfigDir
	All  bool   // commands that are checked become trusted
}

// Commands are the commands of a run file.
type Commands struct {
	Lines   []string // as they are shown
	Context string   // further text that decides what they do: their folder and their input
}

// foreign stands after the digest of commands that a file has brought, and --trust has allowed.
const foreign = " foreign"

// Check refuses commands that were never allowed here. own: the user has given them, without --trust.
func (l *List) Check(commands Commands) (own bool, err error) {
	if len(commands.Lines) == 0 {
		return true, nil
	}
	known := l.known()
	switch {
	case slices.Contains(known, digest(commands)):
		return true, nil
	case slices.Contains(known, digest(commands)+foreign):
		return false, nil
	case l.All:
		return false, l.Add(commands, true)
	}
	var shown []string
	for _, line := range commands.Lines {
		shown = append(shown, fmt.Sprintf("%.300q", line)) // so that none can hide in control characters
	}
	return false, setting.Usagef("it runs commands that have not run here: %s; --trust runs them, and remembers them",
		strings.Join(shown, "; "))
}

// Add trusts commands from now on, as the user's own, or as brought by a file.
func (l *List) Add(commands Commands, brought bool) error {
	line := digest(commands)
	if brought {
		line += foreign
	}
	path, err := l.path()
	if len(commands.Lines) == 0 || err != nil || slices.Contains(l.known(), line) {
		return nil // without a configuration folder nothing is remembered
	}
	var f *os.File
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		f, err = disk.Append(path)
	}
	if err != nil {
		return fmt.Errorf("remember trusted commands: %w", err)
	}
	_, err = f.WriteString(line + "\n") // one write: several programs may add at once
	return errors.Join(err, f.Close())
}

// known returns the lines of the file; an empty one if it is not there yet.
func (l *List) known() []string {
	const longest = 16 << 20 // the size of the longest file that is read: a line has 65 bytes
	path, err := l.path()
	if err != nil {
		return nil
	}
	text, _ := disk.Read(path, longest)
	return strings.Split(string(text), "\n")
}

func (l *List) path() (string, error) {
	if l.Path != "" {
		return l.Path, nil
	}
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "bloodline", "trusted"), err
}

func digest(commands Commands) string {
	sum := sha256.Sum256([]byte(strings.Join(append(slices.Clone(commands.Lines), commands.Context), "\x00")))
	return hex.EncodeToString(sum[:])
}
