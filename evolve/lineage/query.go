package lineage

import "fmt"

// Run returns a run by name; see ErrNotFound.
func (s *Store) Run(name string) (RunRow, error) {
	var rows []RunRow
	err := ErrNotFound
	if name != "" {
		rows, err = readRuns(s.db, name)
	}
	if err == nil && len(rows) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return RunRow{}, s.failed("read run "+name, err)
	}
	return rows[0], nil
}

// LastChampion returns the ID of the champion that reigned last in a run.
func (s *Store) LastChampion(run string) (string, error) {
	gs, err := s.Generations(run)
	if err != nil {
		return "", err
	}
	if len(gs) == 0 {
		return "", fmt.Errorf("run %s: it has no generation yet", run)
	}
	return gs[len(gs)-1].Champion, nil
}
