package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/configs/trust"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// Finder finds players by words of a command line. Its errors are setting.Usage where a word names no player.
type Finder struct {
	Games game.Set
	Store string     // path of the store of runs
	Trust trust.List // of commands that files and stores bring

	Simulators *command.Pool // the processes of simulators; nil gives each game some of its own

	Folder string // that relative paths of champion files and programs begin in; "" is the current one

	OtherPrograms bool // a run may be resumed with other programs than those it began with

	Context context.Context // ends reading from the store; nil: never

	Migrated func(*store.Migration) // is called when an older store was opened for writing; may be nil
}

// OpenStore opens the store to read it until the finder's context ends.
func (f *Finder) OpenStore() (*store.Store, error) {
	return store.OpenReadOnly(cmp.Or(f.Context, context.Background()), f.Store)
}

// OpenRun opens the store at a run, to read it.
func (f *Finder) OpenRun(name string) (*store.Store, store.RunRow, error) {
	s, err := f.OpenStore()
	if err != nil {
		return nil, store.RunRow{}, err
	}
	row, err := s.Run(name)
	if err != nil {
		return nil, row, errors.Join(err, s.Close())
	}
	return s, row, nil
}

// WithRun reads the run of RUN or RUN/ID, and reports whether there is a store that has it.
func (f *Finder) WithRun(word string, read func(*store.Store, store.RunRow) error) (found bool, err error) {
	name, _, _ := strings.Cut(word, "/")
	s, row, err := f.OpenRun(name)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer s.Close()
	return true, read(s, row)
}

// Files in a run's folder.
const (
	ChampionFile = "champion.json"
	TargetFile   = "target.json" // the champion that an exploiter is bred against
	CurvesFile   = "curves.json" // what the champion of a contest scores with other values, as far as it was played
	// UnprovenFile has a champion that was not shown to be better than what its run began with, which ChampionFile has then.
	UnprovenFile = Unproven + ".json"
)

// Unproven stands behind a run for the champion in its UnprovenFile.
const Unproven = "unproven"

// RunDir returns the folder of a run, beside the store.
func (f *Finder) RunDir(run string) string { return filepath.Join(filepath.Dir(f.Store), run) }

// Find finds a player: a champion file, a shipped champion, a baseline, a run or an individual of one, in this order;
// or a program, which needs g. If several games have a baseline of a name, g or GAME:NAME decides. A nil g accepts any.
func (f *Finder) Find(word string, g *game.Game) (*Player, error) {
	if IsProgram(word) {
		return f.program(word, g)
	}
	if strings.HasSuffix(word, ".json") {
		return f.FindInFile(word)
	}
	if name, data := f.Games.Champion(word); data != nil {
		p, err := f.decode(name, data)
		if err == nil {
			p.Name = name // the file bears the name of its run
		}
		return p, err
	}
	switch ps := f.FindBaselines(word, g); len(ps) {
	case 0:
	case 1:
		return ps[0], nil
	default:
		var full []string
		for _, p := range ps {
			full = append(full, p.Game.Name()+":"+p.Name)
		}
		return nil, setting.Usagef("player %q: several games have one, write %s", word, strings.Join(full, " or "))
	}
	p, err := f.FindRun(word)
	if !errors.Is(err, store.ErrMissing) && !errors.Is(err, store.ErrNotFound) {
		return p, err
	}
	known := f.Runs()
	for _, g := range f.Games {
		known = append(append(known, g.BaselineNames()...), f.Games.Champions()...)
	}
	if near := setting.Nearest(word, known); near != "" {
		return nil, setting.Usagef("no player %q, did you mean %s?", word, near)
	}
	shipped := ""
	if names := f.Games.Champions(); len(names) > 0 {
		shipped = fmt.Sprintf(", a shipped champion (%s)", strings.Join(names, ", "))
	}
	return nil, setting.Usagef("no player %q: not a champion file%s, a baseline, nor a run of %s", word, shipped, f.Store)
}

// Runs names the runs of the store that can be read, the latest first.
func (f *Finder) Runs() (out []string) {
	s, err := f.OpenStore()
	if err != nil {
		return nil
	}
	defer s.Close()
	rows, _ := s.Runs()
	for _, r := range slices.Backward(rows) {
		out = append(out, r.Name)
	}
	return out
}

// NoRunError is the error of a name that no run of the store has.
func (f *Finder) NoRunError(name string) error {
	runs := f.Runs()
	if near := setting.Nearest(name, runs); near != "" {
		return setting.Usagef("no run %q in %s, did you mean %s?", name, f.Store, near)
	}
	if len(runs) == 0 {
		return setting.Usagef("no run %q: %s has none", name, f.Store)
	}
	return setting.Usagef("no run %q in %s (the latest is %s)", name, f.Store, runs[0])
}

func (f *Finder) FindInGame(g *game.Game, word string) (*Player, error) {
	p, err := f.Find(word, g)
	if err == nil {
		err = checkSameGame(p, g)
	}
	return p, err
}

// FindAll finds players of one game, some of which may be programs. A nil g leaves the game to the first word that
// belongs to a single one. No two players get the same name.
func (f *Finder) FindAll(words []string, g *game.Game) ([]*Player, *game.Game, error) {
	if g == nil && len(words) > 0 {
		var err error
		if g, err = f.commonGame(words); err != nil {
			return nil, nil, err
		}
	}
	var out []*Player
	for _, w := range words {
		p, err := f.Find(w, g)
		if err != nil {
			if lone, other := f.Find(w, nil); other == nil {
				p, err = lone, nil // found, but of another game: say so below
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if err := checkSameGame(p, g); err != nil {
			return nil, nil, setting.Usagef("%w: players must share a game", err)
		}
		out = append(out, p)
	}
	MakeNamesUnique(out, words)
	return out, g, nil
}

// commonGame returns the game of the first player that is not a program and belongs to a single game.
func (f *Finder) commonGame(words []string) (*game.Game, error) {
	var unknown error
	for _, w := range words {
		if IsProgram(w) {
			continue
		}
		p, err := f.Find(w, nil)
		if err == nil {
			return p.Game, nil
		}
		unknown = cmp.Or(unknown, err)
	}
	for _, w := range words { // a program that does not exist is the nearer mistake
		if _, line, ok := command.Program(w); ok {
			if _, missing := program.Command(f.Folder, line); missing != nil {
				return nil, setting.Usagef("player %s: %w", w, missing)
			}
		}
	}
	switch {
	case unknown != nil:
		return nil, unknown
	case len(f.Games) == 1:
		return f.Games[0], nil
	}
	return nil, setting.Usagef("--game: must name the game of a program (have %s)", f.Games)
}

// MakeNamesUnique gives players of one name the words that found them, and numbers equal words: coup, coup#2.
func MakeNamesUnique(ps []*Player, words []string) {
	names := Names(ps)
	for i, p := range ps {
		name := p.Name
		if slices.Contains(names[:i], name) || slices.Contains(names[i+1:], name) {
			name = words[i]
		}
		unused := name
		for n := 2; slices.ContainsFunc(ps[:i], func(p *Player) bool { return p.Name == unused }); n++ {
			unused = fmt.Sprintf("%s#%d", name, n)
		}
		if name = unused; name != p.Name {
			p.Name, p.originalName = name, cmp.Or(p.originalName, p.Name)
		}
	}
}

// FindBaselines finds baselines by [GAME:]NAME, and strangers by [GAME:]stranger:SEED.
func (f *Finder) FindBaselines(word string, g *game.Game) []*Player {
	among, name, single := strings.Cut(word, ":")
	if !single || strings.HasPrefix(word, game.StrangerOf) {
		among, name = "", word
	}
	var out []*Player
	games := f.Games
	if g != nil && !slices.Contains(games, g) {
		games = game.Set{g} // of commands
	}
	for _, one := range games {
		if among != "" && among != one.Name() || g != nil && g.Name() != one.Name() {
			continue
		}
		if _, own, ok := one.Opponent(name); ok && own != game.Strangers {
			p := &Player{Name: own, Game: one}
			if text, stranger := strings.CutPrefix(own, game.StrangerOf); stranger && one.Simulator != nil { // a genome of the bot
				seed, _ := strconv.ParseUint(text, 10, 64) // Opponent has parsed it
				p.Genes = one.Simulator.DrawnGenome(seed)
			}
			out = append(out, p)
		}
	}
	return out
}

func (f *Finder) FindInFile(path string) (*Player, error) {
	path, data, err := f.Read(path)
	if err != nil {
		return nil, err
	}
	return f.decode(path, data)
}

// Read returns a file, and its path as seen from here.
func (f *Finder) Read(path string) (string, []byte, error) {
	if f.Folder != "" && !filepath.IsAbs(path) {
		path = filepath.Join(f.Folder, path)
	}
	data, err := disk.Read(path, champion.MaxSize)
	var refused *disk.Refused
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = setting.Usagef("%s: there is no such file", path)
	case err != nil && !errors.As(err, &refused):
		err = fmt.Errorf("%s: %w", path, errors.Unwrap(err)) // without Go's name of the call
	}
	return path, data, err
}

func (f *Finder) decode(path string, data []byte) (*Player, error) {
	file, err := champion.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f.fromFile(path, file)
}

func (f *Finder) fromFile(path string, file *champion.File) (*Player, error) {
	file.Origin.Config = Placed(file.Origin.Config, filepath.Dir(path))
	p := &Player{File: file, Name: file.Name}
	if file.Clone != nil {
		p.Name += " (clone)"
	}
	var err error
	p.Game, err = f.gameByName(file.Game, path+": origin.config", file.Origin.Config)
	if err == nil {
		p.Genes, err = file.Vector(p.Game.Schema)
	}
	if err == nil {
		low, high := p.Game.Info().Min, p.Game.Info().Max
		err = cmp.Or(file.Evidence.Check(low, high), file.Clone.Check(low, high), file.CheckGains(p.Game.Schema, low, high))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// FindRun finds RUN (its champion) or RUN/ID in the store.
func (f *Finder) FindRun(word string) (*Player, error) {
	run, id, _ := strings.Cut(word, "/")
	s, row, err := f.OpenRun(run)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	g, err := f.GameOf(row)
	if err != nil {
		return nil, err
	}
	if id == "" {
		path, file, err := f.ReadChampion(s, row)
		if err != nil {
			return nil, err
		}
		if file != nil {
			return f.fromFile(path, file)
		}
		if id, err = s.LastChampion(run); err != nil {
			return nil, err
		}
	}
	if id == Unproven {
		path := filepath.Join(f.RunDir(run), UnprovenFile)
		if _, err := os.Stat(path); err != nil || !s.Owns(run) {
			return nil, setting.Usagef("no player %q: the champion of run %s was shown to be better, or it has none", word, run)
		}
		p, err := f.FindInFile(path)
		if err == nil {
			p.Name = word
		}
		return p, err
	}
	life, err := s.Individual(run, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, setting.Usagef("no player %q: run %s of %s has no individual %s", word, run, f.Store, id)
	} else if err != nil {
		return nil, err
	}
	return &Player{Name: run + "/" + id, Game: g, Genes: life.Genes}, g.Schema.Check(life.Genes)
}

// ReadChampion returns the champion file of a run; nil if there is none, or the folder is another's. It is an error if
// the run has ended and the store has other evidence, as a backup of the store may.
func (f *Finder) ReadChampion(s *store.Store, row store.RunRow) (path string, file *champion.File, err error) {
	path = filepath.Join(f.RunDir(row.Name), ChampionFile)
	if !s.Owns(row.Name) {
		return path, nil, nil
	}
	data, err := disk.Read(path, champion.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if err == nil {
		file, err = champion.Decode(data)
	}
	if err != nil {
		return path, nil, fmt.Errorf("%s: %w", path, err)
	}
	kept, err := s.Evidence(row.Name)
	if err != nil || kept == nil || row.State != store.Finished || file.Evidence != nil && slices.Equal(kept.Leaves(), file.Evidence.Leaves()) {
		return path, file, err
	}
	return path, nil, fmt.Errorf("%s: is another champion than that of the store %s, or has other figures: restore both from one backup, "+
		"or delete the file to use the store's", path, f.Store)
}

// FindFile finds a player with a champion file: by path, by the name of a shipped champion, or by run.
func (f *Finder) FindFile(word string) (*Player, error) {
	p, err := f.Find(word, nil)
	if err != nil {
		if info, missing := os.Stat(word); missing == nil && !(info.IsDir() && slices.Contains(f.Runs(), word)) {
			return f.FindInFile(word)
		}
		return nil, err
	}
	if p.File == nil {
		return nil, setting.Usagef("%s has no figures of its own: name a champion file, a run or a shipped champion", word)
	}
	return p, nil
}

// GameOf returns the game of a run whose genomes this program can read.
func (f *Finder) GameOf(row store.RunRow) (*game.Game, error) {
	g, err := f.gameByName(row.Game, row.Name+"/run.yaml", Placed(row.Config, f.RunDir(row.Name)))
	if err != nil {
		return nil, fmt.Errorf("%s: run %s: %w", f.Store, row.Name, err)
	}
	if err := g.Schema.Fits("run "+row.Name, row.Program, row.SchemaVersion, row.SchemaHash); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Store, err)
	}
	return g, nil
}
