package bloodline

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/genome"
	"bloodline/internal/setting"
	"bloodline/internal/version"
)

// Resolve checks games and fills in their optional fields. [Breed] and cmd.Main call it; call it yourself for a game's
// Schema, with which champion.File.Vector returns a champion's genes in their order. All findings are reported, a line
// each; they name the field of the Game.
func Resolve(games ...Game) (game.Set, error) {
	if len(games) == 0 {
		return nil, errors.New("the program has no game")
	}
	var out game.Set
	var errs []error
	for i, g := range games {
		r, err := resolve(g)
		if err != nil {
			name := fmt.Sprint(i + 1) // its place, if it has no name
			if g.Table != nil {
				name = cmp.Or(g.Table.Info().Name, name)
			}
			errs = append(errs, prefix("game "+name, err))
			continue
		}
		if _, twice := out.ByName(r.Name()); twice {
			errs = append(errs, fmt.Errorf("game %s: Table: its Info.Name must be unique, another game has it", r.Name()))
		}
		out = append(out, r)
	}
	champions := out.Champions()
	for _, g := range out {
		for _, b := range g.Baselines {
			if slices.ContainsFunc(champions, func(name string) bool { return strings.EqualFold(name, b.Name) }) {
				errs = append(errs, fmt.Errorf("game %s: Baselines: %s must not have the name of a champion", g.Name(), b.Name))
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return out, nil
}

// prefix puts a text before every finding in err, which has a line each.
func prefix(about string, err error) error {
	all, several := err.(interface{ Unwrap() []error })
	if !several {
		return fmt.Errorf("%s: %w", about, err)
	}
	var errs []error
	for _, e := range all.Unwrap() {
		errs = append(errs, prefix(about, e))
	}
	return errors.Join(errs...)
}

// resolve returns a game with its defaults filled in.
func resolve(g Game) (*game.Game, error) {
	switch {
	case g.Table == nil:
		return nil, &setting.Error{Key: "Table", Rule: "must be set"}
	case len(g.Genes) == 0:
		return nil, &setting.Error{Key: "Genes", Rule: "must be at least one"}
	case g.Rules == nil:
		return nil, &setting.Error{Key: "Rules", Rule: "must be set"}
	}
	name := g.Table.Info().Name
	r := &game.Game{Definition: g, Schema: &genome.Schema{Game: name, Version: max(g.Version, 1), Genes: g.Genes}}
	r.Version, r.Deals, r.Baselines = r.Schema.Version, max(g.Deals, 1), slices.Clone(g.Baselines)
	if g.Source != nil {
		r.Source = withPackages(*g.Source)
	}
	var errs [3]error
	r.Shipped.RunFiles, errs[0] = readFiles(g.RunFiles, name, ".yaml", "RunFiles")
	r.Shipped.Champions, errs[1] = readFiles(g.Champions, name, ".json", "Champions")
	errs[2] = check(g, r)
	if len(r.Shipped.RunFiles) == 0 {
		r.Shipped.RunFiles = []game.File{{Name: name + "-quick", Data: []byte("game: " + name + "\n")}}
	}
	return r, errors.Join(errs[:]...)
}

// check reports the parts of a game that break a rule. r is the game with its defaults.
func check(g Game, r *game.Game) error {
	var errs []error
	add := func(field, format string, args ...any) {
		errs = append(errs, fmt.Errorf(field+": "+format, args...))
	}
	if err := r.Info().Validate(); err != nil {
		errs = append(errs, prefix("Table", err))
	}
	if err := r.Schema.Validate(); err != nil {
		errs = append(errs, prefix("Genes", err))
	}
	for _, x := range g.Genes { // not those of programs, which have the names of the program's parameters
		group := strings.TrimSuffix(x.Group, " pairs")
		if x.Name != "" && (!strings.HasPrefix(x.Name, group+".") || strings.ToLower(x.Name) != x.Name) {
			add("Genes", "gene %s: must be in lower case, and begin with its group and a dot, as in %s.name",
				x.Name, strings.ToLower(x.Group))
		}
	}
	groups := r.Schema.Groups()
	for group := range g.Groups {
		if !slices.Contains(groups, group) {
			add("Groups", "%q must be a group of Genes", group)
		}
	}
	if g.Version < 0 {
		add("Version", "must be at least 0, have %d", g.Version)
	}
	seen := map[string]bool{}
	for _, b := range r.Baselines {
		word := strings.ToLower(b.Name)
		switch {
		case b.Name == "" || strings.ContainsAny(b.Name, ":/ ") || strings.HasSuffix(b.Name, ".json"):
			add("Baselines", "a name must have no ':', '/' and blanks and not end in .json, have %q", b.Name)
		case word == game.Strangers:
			add("Baselines", "a name must not be %q, which stands for drawn opponents", game.Strangers)
		case seen[word]:
			add("Baselines", "%s must not be repeated", b.Name)
		case b.Player == nil:
			add("Baselines", "%s must have a Player", b.Name)
		}
		seen[word] = true
	}
	if c := g.Contest; c != nil && c.Info() != r.Info() {
		add("Contest", "its Info must be that of Table, have another one, of %s", c.Info().Name)
	}
	if r.Source != nil {
		if err := checkSource(r.Source); err != nil {
			errs = append(errs, prefix("Source", err))
		}
	}
	return errors.Join(errs...)
}

// checkSource reports the parts of a source that break a rule.
func checkSource(s *Source) error {
	if s.Module == "" {
		return &setting.Error{Key: "Module", Rule: "must be the path of the game's module"}
	}
	var errs []error
	if s.Files == nil {
		errs = append(errs, &setting.Error{Key: "Files", Rule: "must be set"})
	}
	for _, f := range []struct{ name, pkg string }{
		{"Seat", s.Seat}, {"Rules", s.Rules}, {"Baselines", s.Baselines}, {"Strangers", s.Strangers}, {"Small", s.Small},
	} {
		below := strings.HasPrefix(f.pkg, s.Module+"/") // main.go takes the folder of the module itself
		required := s.Small == "" && (f.name == "Seat" || f.name == "Rules")
		if !below && (required || f.pkg != "") {
			errs = append(errs, fmt.Errorf("%s: must be the path of a package below %s, have %q", f.name, s.Module, f.pkg))
		}
	}
	return errors.Join(errs...)
}

// readFiles reads the files of a game: NAME and NAME-*, sorted by name.
func readFiles(from fs.FS, name, ending, field string) ([]game.File, error) {
	if from == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(from, ".")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	var out []game.File
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), ending)
		if !ok || base != name && !strings.HasPrefix(base, name+"-") {
			continue
		}
		data, err := fs.ReadFile(from, e.Name())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field, err)
		}
		out = append(out, game.File{Name: base, Data: data})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: must have %s%s or %s-*%s in its root, has none", field, name, ending, name, ending)
	}
	slices.SortFunc(out, func(a, b game.File) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// withPackages fills in the packages that are left out and that Files has, and the packages of this module that
// may go with a bot.
func withPackages(s Source) *Source {
	if s.Files != nil && s.Small == "" {
		for name, pkg := range map[string]*string{
			"seat": &s.Seat, "rules": &s.Rules, "baselines": &s.Baselines, "strangers": &s.Strangers,
		} {
			if found, _ := fs.Glob(s.Files, name+"/*.go"); *pkg == "" && len(found) > 0 {
				*pkg = s.Module + "/" + name
			}
		}
	}
	license, err := sources.ReadFile("LICENSE")
	s.License, s.Trees = license, nil
	for _, path := range []string{"engine", "engine/entry", "engine/roll", "genome/gene", "small"} {
		files, failed := fs.Sub(sources, path)
		err = errors.Join(err, failed)
		s.Trees = append(s.Trees, game.Tree{Path: version.Module + "/" + path, Files: files})
	}
	if err != nil {
		panic("bloodline: embedded files: " + err.Error())
	}
	s.Trees = append(s.Trees, game.Tree{Path: s.Module, Files: s.Files})
	return &s
}

// sources are the packages of the framework that an exported bot may consist of, under their paths in this module, and
// the LICENSE that goes with them. Each game embeds its own.
//
//go:embed LICENSE
//go:embed engine/*.go engine/entry/*.go engine/roll/*.go genome/gene/*.go small/*.go
var sources embed.FS
