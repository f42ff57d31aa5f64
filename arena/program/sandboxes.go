package program

import (
	"fmt"
	"os"
	"slices"

	"bloodline/internal/system"
)

// Sandboxes holds the sandboxes of one table from game to game, below a folder of their own. The zero value has none yet.
type Sandboxes struct {
	Lacking func(text string) // called with the layers that a sandbox lacks; may be nil

	dir string
	by  map[string]*Sandbox
}

// SandboxSpec is a program of a game and the files that its sandbox shows.
type SandboxSpec struct {
	Key     string   // programs with equal keys follow one another in the same sandbox
	Name    string   // of its folder, with a random end
	Command []string // see [NewSandbox]
	Files   []string // further files and folders that it shows
	// Passing is the file that a program of the next game is not to find; where it finds
	// others, it gets a new sandbox. Empty where they may stay.
	Passing string
}

// Seat returns the sandboxes of the programs of a game. Two programs with the same key get one each.
// files are shown beside those of the commands.
func (s *Sandboxes) Seat(mode Mode, seats []SandboxSpec, files ...string) ([]*Sandbox, error) {
	out, sat := make([]*Sandbox, len(seats)), map[string]int{}
	for i, p := range seats {
		key := fmt.Sprint(sat[p.Key], p.Key)
		sat[p.Key]++
		if box := s.by[key]; box != nil && p.Passing != "" {
			if box.Remove(p.Passing); !box.Clean() {
				s.drop(key)
			}
		}
		var err error
		if out[i], err = s.sandbox(key, mode, p, files); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Sandboxes) sandbox(key string, mode Mode, p SandboxSpec, files []string) (box *Sandbox, err error) {
	if box := s.by[key]; box != nil {
		return box, nil
	}
	if s.dir == "" {
		if s.dir, err = os.MkdirTemp("", "bloodline-"); err != nil {
			return nil, err
		}
	}
	box, err = NewSandbox(mode, s.dir, p.Name, p.Command, slices.Concat(p.Files, files)...)
	if err != nil {
		return nil, err
	}
	if text := box.lacks(); text != "" && s.Lacking != nil {
		s.Lacking(text)
	}
	if s.by == nil {
		s.by = map[string]*Sandbox{}
	}
	s.by[key] = box
	return box, nil
}

func (s *Sandboxes) drop(key string) {
	_ = s.by[key].Close() // the folder goes with the others
	delete(s.by, key)
}

// Close ends all of them and removes the folder, but for files that programs have made unfit to be removed.
func (s *Sandboxes) Close() {
	for key := range s.by {
		s.drop(key)
	}
	if s.dir != "" {
		_ = system.RemoveAll(s.dir)
	}
	s.dir = ""
}
