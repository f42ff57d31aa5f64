package player

import (
	"path/filepath"

	"bloodline/configs"
	"bloodline/genome/champion"
)

// Encode returns the bytes of a champion file that is written into dir. It has the folder of its contest as seen from
// there, so equal runs write equal files wherever the contest lies, and contest and results may be moved together.
func Encode(f *champion.File, dir string) ([]byte, error) {
	placed := *f
	placed.Origin.Config = configs.ReplaceFolder(f.Origin.Config, func(folder string) string {
		full, err := filepath.Abs(dir)
		if err != nil || !filepath.IsAbs(folder) {
			return folder
		}
		if near, err := filepath.Rel(full, folder); err == nil {
			return filepath.ToSlash(near)
		}
		return folder // on another drive
	})
	return placed.Encode()
}

// makeFolderAbsolute makes the folder of a champion file's contest independent of where the file lies.
func makeFolderAbsolute(f *champion.File, path string) {
	f.Origin.Config = configs.ReplaceFolder(f.Origin.Config, func(folder string) string {
		if filepath.IsAbs(folder) {
			return folder
		}
		full, err := filepath.Abs(filepath.Join(filepath.Dir(path), folder))
		if err != nil {
			return folder
		}
		return full
	})
}
