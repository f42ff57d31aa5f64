package bloodline_test

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"bloodline"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// coin is a game of two seats that is never played: tests change its description.
type coin struct{ info engine.Info }

func (c coin) Info() engine.Info      { return c.info }
func (c coin) NewTable() engine.Table { panic("nobody plays") }

// contest is a referee of a game that is never played.
type contest struct {
	referee.Contest
	info engine.Info
}

func (c contest) Info() engine.Info { return c.info }

func coinInfo() engine.Info {
	return engine.Info{
		Name: "coin", Title: "Coin", Unit: "win %", Points: "win", Seats: 2, Dynamics: engine.Simultaneous,
		ScoreUnit: 1, Max: 1, Mean: 0.5,
	}
}

func coinGene(name string) gene.Gene {
	return gene.Gene{Name: name, Group: "side", Unit: "probability", Max: 1, Default: 0.5, Doc: "More heads."}
}

// coinGame has what every game must have.
func coinGame() bloodline.Game {
	return bloodline.Game{
		Table: coin{coinInfo()},
		Genes: []gene.Gene{coinGene("side.heads")},
		Rules: func([]float64) engine.Player { return "rules" },
	}
}

// Errors of a game are reported before any work, a line for each, which names the field.
func TestResolve_bad(t *testing.T) {
	heads := engine.Baseline{Name: "Heads", Doc: "Heads.", Player: "heads"}
	with := func(info func(*engine.Info)) engine.Game {
		i := coinInfo()
		info(&i)
		return coin{i}
	}
	champions := fstest.MapFS{"coin.json": {Data: []byte("{}")}, "coin-old.json": {Data: []byte("{}")}}
	for _, c := range []struct {
		name   string
		change func(*bloodline.Game)
		want   string // without "game coin: ", which all lines have
	}{
		{"no genes", func(g *bloodline.Game) { g.Genes = nil }, "Genes: must be at least one"},
		{"no rules", func(g *bloodline.Game) { g.Rules = nil }, "Rules: must be set"},
		{"a gene twice", func(g *bloodline.Game) { g.Genes = append(g.Genes, coinGene("side.tails"), coinGene("side.heads")) }, "Genes: gene side.heads: named twice"},
		{
			"a gene in capitals, and one of another group", func(g *bloodline.Game) { g.Genes = append(g.Genes, coinGene("side.Tails"), coinGene("edge")) },
			"Genes: gene side.Tails: must be in lower case, and begin with its group and a dot, as in side.name\n" +
				"Genes: gene edge: must be in lower case, and begin with its group and a dot, as in side.name",
		},
		{"no range", func(g *bloodline.Game) { g.Genes[0].Max = math.Inf(1) }, "Genes: gene side.heads: range [0, +Inf] is not a range"},
		{
			"several genes", func(g *bloodline.Game) { g.Genes = append(g.Genes, gene.Gene{}, coinGene("side.heads")) },
			"Genes: gene 1 of coin: no name\nGenes: gene side.heads: named twice",
		},
		{"version", func(g *bloodline.Game) { g.Version = -1 }, "Version: must be at least 0, have -1"},
		{"no such group", func(g *bloodline.Game) { g.Groups = map[string]string{"edge": "rims"} }, "Groups: \"edge\" must be a group of Genes"},
		{"one seat", func(g *bloodline.Game) { g.Table = with(func(i *engine.Info) { i.Seats = 1 }) }, "Table: Info.Seats: must be in [2, 8], have 1"},
		{
			"info", func(g *bloodline.Game) { g.Table = with(func(i *engine.Info) { i.ScoreUnit, i.Title = 0, "" }) },
			"Table: Info.Title: must not be empty\nTable: Info.ScoreUnit: must be above 0, have 0",
		},
		{"baseline named like a champion", func(g *bloodline.Game) {
			g.Champions, g.Baselines = champions, []engine.Baseline{{Name: "Coin-Old", Player: "old"}}
		}, "Baselines: Coin-Old must not have the name of a champion"},
		{"baseline without a player", func(g *bloodline.Game) { g.Baselines = []engine.Baseline{{Name: "Heads"}} }, "Baselines: Heads must have a Player"},
		{"baseline twice", func(g *bloodline.Game) {
			g.Baselines = []engine.Baseline{heads, {Name: "HEADS", Player: "heads"}}
		}, "Baselines: HEADS must not be repeated"},
		{"baseline that no command line could name", func(g *bloodline.Game) {
			g.Baselines = []engine.Baseline{heads, {Player: "x"}, {Name: "a:b", Player: "x"}, {Name: "x.json", Player: "x"}}
		}, "Baselines: a name must have no ':', '/' and blanks and not end in .json, have \"\"\n" +
			"Baselines: a name must have no ':', '/' and blanks and not end in .json, have \"a:b\"\n" +
			"Baselines: a name must have no ':', '/' and blanks and not end in .json, have \"x.json\""},
		{"another contest", func(g *bloodline.Game) {
			i := coinInfo()
			i.Name = "dice"
			g.Contest = contest{info: i}
		}, "Contest: its Info must be that of Table, have another one, of dice"},
		{
			"run files of another game", func(g *bloodline.Game) {
				g.RunFiles = fstest.MapFS{"coins.yaml": {}, "dice-quick.yaml": {}, "coin.yml": {}}
			},
			"RunFiles: must have coin.yaml or coin-*.yaml in its root, has none",
		},
		{
			"champions in a folder", func(g *bloodline.Game) { g.Champions = fstest.MapFS{"old/coin.json": {}} },
			"Champions: must have coin.json or coin-*.json in its root, has none",
		},
		{"source of nothing", func(g *bloodline.Game) { g.Source = &bloodline.Source{} }, "Source: Module: must be the path of the game's module"},
		{
			"source without packages", func(g *bloodline.Game) {
				g.Source = &bloodline.Source{Module: "coin", Rules: "coin", Baselines: "coins/x"}
			},
			"Source: Files: must be set\n" +
				"Source: Seat: must be the path of a package below coin, have \"\"\n" +
				"Source: Rules: must be the path of a package below coin, have \"coin\"\n" +
				"Source: Baselines: must be the path of a package below coin, have \"coins/x\"",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := coinGame()
			c.change(&g)
			set, err := bloodline.Resolve(g)
			want := "game coin: " + strings.ReplaceAll(c.want, "\n", "\ngame coin: ")
			if err == nil || err.Error() != want || set != nil {
				t.Errorf("have %v\nwant %s", err, want)
			}
		})
	}
}

// Messages name a game, and one without a name by its place.
func TestResolve_several(t *testing.T) {
	nameless, tableless := coinGame(), coinGame()
	nameless.Table, tableless.Table = coin{}, nil
	nameless.Rules = nil
	for _, c := range []struct {
		want  string
		games []bloodline.Game
	}{
		{"the program has no game", nil},
		{"game coin: Table: its Info.Name must be unique, another game has it", []bloodline.Game{coinGame(), coinGame()}},
		{"game 2: Table: must be set\ngame 3: Rules: must be set", []bloodline.Game{coinGame(), tableless, nameless}},
	} {
		if _, err := bloodline.Resolve(c.games...); err == nil || err.Error() != c.want {
			t.Errorf("have %v\nwant %s", err, c.want)
		}
	}
}

// A game that says no more than it must gets a version, a deal and a run file.
func TestResolve_defaults(t *testing.T) {
	set, err := bloodline.Resolve(coinGame())
	guard.Must(t, err)
	g := set[0]
	if g.Schema.Game != "coin" || g.Schema.Version != 1 || g.Deals != 1 || g.Quick() != "coin-quick" || string(g.Shipped.RunFiles[0].Data) != "game: coin\n" {
		t.Errorf("schema %s %d, %d deals, run file %s", g.Schema.Game, g.Schema.Version, g.Deals, g.Shipped.RunFiles[0].Data)
	}
	if len(g.Baselines) > 0 || g.Portrait != nil || g.Source != nil || g.Contest != nil || g.Gradient != nil {
		t.Errorf("it has what nobody gave it: %+v", g)
	}
}

// The packages of a source are the folders of that name that have Go files, unless the source names others.
func TestResolve_source(t *testing.T) {
	g := coinGame()
	files := fstest.MapFS{"seat/seat.go": {}, "rules/rules.go": {}, "baselines/all.go": {}, "strangers/README.md": {}}
	g.Source = &bloodline.Source{Module: "coin", Files: files, Baselines: "coin/others"}
	set, err := bloodline.Resolve(g)
	guard.Must(t, err)
	if s := set[0].Source; s.Seat != "coin/seat" || s.Rules != "coin/rules" || s.Baselines != "coin/others" || s.Strangers != "" || g.Source.Seat != "" {
		t.Errorf("have %q, %q, %q and %q; the source given has the seat %q", s.Seat, s.Rules, s.Baselines, s.Strangers, g.Source.Seat)
	}
}

// Run files and champions are those of the game, by name, whatever else is beside
// them; the quick one is called so, or is the first.
func TestResolve_files(t *testing.T) {
	g := coinGame()
	g.RunFiles = fstest.MapFS{"coin.yaml": {Data: []byte("a")}, "coin-long.yaml": {Data: []byte("b")}, "dice.yaml": {}, "coin-x/y.yaml": {}, "README.md": {}}
	g.Champions = fstest.MapFS{"coin-2.json": {Data: []byte("c")}, "coin.json": {Data: []byte("d")}, "coins.json": {}}
	set, err := bloodline.Resolve(g)
	guard.Must(t, err)
	var names []string
	for _, f := range set.RunFiles() {
		names = append(names, f.Name)
	}
	if have := strings.Join(append(names, set.Champions()...), " "); have != "coin coin-long coin coin-2" {
		t.Errorf("have %s", have)
	}
	name, second := set.Champion("COIN-2")
	_, none := set.Champion("coins")
	if set[0].Quick() != "coin" || name != "coin-2" || string(second) != "c" || none != nil {
		t.Errorf("quick %s, champions %s %q and %q", set[0].Quick(), name, second, none)
	}
}
