package run

import (
	"path/filepath"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
)

// UnfinishedFiles returns what processes that were killed have left in the folders of a store's
// runs.
func UnfinishedFiles(f *player.Finder, s *lineage.Store) (paths []string, err error) {
	rows, err := s.Runs()
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if row.State == lineage.Running || lineage.CheckName(row.Name) != nil {
			continue
		}
		found, err := filepath.Glob(filepath.Join(f.RunDir(row.Name), champion.Unfinished))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}
