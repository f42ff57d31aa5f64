package program

import "os"

// Sandboxes are those of one table, kept from game to game below a folder of their own. The
// zero value has none yet.
type Sandboxes struct {
	dir string
	by  map[string]*Sandbox
}

// Dir returns the folder.
func (s *Sandboxes) Dir() (_ string, err error) {
	if s.dir == "" {
		s.dir, err = os.MkdirTemp("", "bloodline-")
	}
	return s.dir, err
}

// Of returns the sandbox of a key: the first time, and after [Sandboxes.Drop], a new one, as
// [NewSandbox] makes it.
func (s *Sandboxes) Of(key string, mode Mode, name string, command []string, files ...string) (*Sandbox, error) {
	if box := s.by[key]; box != nil {
		return box, nil
	}
	dir, err := s.Dir()
	if err != nil {
		return nil, err
	}
	box, err := NewSandbox(mode, dir, name, command, files...)
	if err != nil {
		return nil, err
	}
	if s.by == nil {
		s.by = map[string]*Sandbox{}
	}
	s.by[key] = box
	return box, nil
}

// Drop ends the sandbox of a key.
func (s *Sandboxes) Drop(key string) {
	_ = s.by[key].Close() // the folder goes with the others
	delete(s.by, key)
}

// Close ends all of them and removes the folder. What programs have made unfit to be removed
// stays behind.
func (s *Sandboxes) Close() {
	for key := range s.by {
		s.Drop(key)
	}
	if s.dir != "" {
		_ = RemoveAll(s.dir)
	}
	s.dir = ""
}
