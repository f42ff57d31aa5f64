package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// Sandboxes holds the sandboxes of one table from game to game, below a folder of their own. The zero value is ready.
type Sandboxes struct {
	Lacking func(text string) // called with the layers that a sandbox lacks; may be nil

	dir    string
	unlock func() // its [lockName]
	by     map[string]*Sandbox
}

// SandboxSpec is a program of a game and the files that its sandbox shows.
type SandboxSpec struct {
	Key     string   // programs with equal keys follow one another in the same sandbox
	Name    string   // of its folder, with a random end
	Command []string // see [NewSandbox]
	Files   []string // further files and folders that it shows
	// Passing is the file that is removed before the next game; others get a new sandbox. Empty: all may stay.
	Passing string
}

// Seat returns the sandboxes of the programs of a game. Two programs with the same key get one each. All see files.
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
		if out[i] = s.by[key]; out[i] != nil {
			continue
		}
		err := error(nil)
		if s.dir == "" {
			sweep.Do(removeLeft)
			if s.dir, err = os.MkdirTemp("", "bloodline-"); err == nil {
				s.unlock, err = disk.Lock(filepath.Join(s.dir, lockName))
			}
		}
		if err == nil {
			out[i], err = NewSandbox(mode, s.dir, p.Name, p.Command, slices.Concat(p.Files, files)...)
		}
		if err != nil {
			return nil, err
		}
		if text := out[i].lacks(); text != "" && s.Lacking != nil {
			s.Lacking(text)
		}
		if s.by == nil {
			s.by = map[string]*Sandbox{}
		}
		s.by[key] = out[i]
	}
	return out, nil
}

var sweep sync.Once // tables come and go, and the temporary folder may be large

// lockName is a file in the folder of sandboxes that is locked as long as their process lives.
const lockName = "bloodline.lock"

// removeLeft removes folders of processes that were killed: those whose lock is free, and empty ones without a lock
// after a day. A folder of the last minute may not be locked yet.
func removeLeft() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "bloodline-*")) // the pattern is valid
	for _, path := range left {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		lock := filepath.Join(path, lockName)
		if _, err := os.Lstat(lock); err != nil { // of v0.1.0, or not ours
			if time.Since(info.ModTime()) > 24*time.Hour {
				_ = os.Remove(path) // only if it is empty
			}
			continue
		}
		if unlock, held := disk.Lock(lock); held == nil {
			unlock()
			_ = system.RemoveAll(path)
		}
	}
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
		if s.unlock != nil {
			s.unlock()
		}
		_ = system.RemoveAll(s.dir)
	}
	s.dir = ""
}
