package configs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bloodline/arena/command"
	"bloodline/internal/setting"
)

// weightedFile matches the name of a champion file with an opponent's weight behind it, if it has one.
var weightedFile = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*\.json)(\*\d+)?$`) })

// expandPatterns replaces patterns of files in field and holdout, such as rivals/*.json, by the files that they match, in the
// order of their names. Those of the file begin in its folder, those of flags and variables in the
// current one.
func (l *layers) expandPatterns(c *Config) {
	for name, words := range map[string]*[]string{"field": &c.Field, "holdout": &c.Holdout} {
		var out []string
		for i, word := range *words {
			parts := weightedFile().FindStringSubmatch(word)
			if _, _, program := command.Program(word); program || parts == nil || !strings.ContainsAny(parts[1], "*?[") {
				out = append(out, word)
				continue
			}
			folder := ""
			if l.sources[name] == "" && !filepath.IsAbs(parts[1]) {
				folder = filepath.Join(filepath.Dir(l.file.path), c.Folder)
				if filepath.IsAbs(c.Folder) {
					folder = c.Folder
				}
			}
			files, err := filepath.Glob(filepath.Join(folder, parts[1]))
			if err != nil || len(files) == 0 {
				e := &setting.Error{Key: fmt.Sprintf("%s[%d]", name, i), Rule: "must match a champion file", Have: quoteText(word)}
				l.locate(e)
				l.faults = append(l.faults, e)
				continue
			}
			slices.Sort(files)
			for _, f := range files {
				if folder != "" {
					f, _ = filepath.Rel(folder, f) // both begin in the folder
				}
				out = append(out, filepath.ToSlash(f)+parts[2])
			}
		}
		*words = out
	}
}
