//go:build linux

package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// The likeliest mistakes with each command, and what it answers. The store has the run mine.
var mistakes = []struct{ line, says string }{
	{"breed mine", "mine is a run: bloodline breed --resume=mine continues it, its settings are in results/mine/run.yaml"},
	{"breed --generations 9", "unknown flag: --generations, did you mean --set evolve.generations=...? bloodline breed --help lists the flags"},
	{"breed coup-quik", "coup-quik: there is no such file, did you mean coup-quick?"},
	{"config tiny.yml", "tiny.yml: must be a run file or a shipped one (coup, coup-guarded, coup-quick, samurai, samurai-quick, wojna, wojna-quick), have no such file"},
	{"config coup --set evolve.populaton=9", "--set: evolve.populaton: unknown key, did you mean evolve.population?"},
	{"config coup --evolve.population 9", "unknown flag: --evolve.population, did you mean --set evolve.population=...? bloodline config --help lists the flags"},
	{"runs minee", `no run "minee" in results/lineage.db, did you mean mine?`},
	{"runs mine --csv results", "--csv: must not exist, have results"},
	{"runs rm", "missing: RUN...; usage: bloodline runs rm RUN... [flags]"},
	{"breed --name my/own", `--name: must be of letters, digits, '-', '_' and '.', begin with a letter or a digit, and not end in .json, have "my/own"`},
	{"breed --name aux.1", `--name: must not be the name of a device of Windows, nor end in '.', have "aux.1"`},
	{"prune results/mine", `no run "results/mine" in results/lineage.db (the latest is mine)`},
	{"clone Lawyer --from nothing.jsonl", `--from: must be a file of records, or a pattern that matches some, have "nothing.jsonl"`},
	{"clone Lawyer --records here", "--records: must be left out, since clone writes its games to the folder of --out"},
	{"compare", "missing: PLAYER PLAYER...; usage: bloodline compare PLAYER PLAYER... [flags]"},
	{"swarm localhost:4222", `URL: must be as breed --swarm prints it, nats://worker:TOKEN@HOST:4222, have "localhost:4222"`},
	{"worker localhost", `URL: must be as breed --swarm prints it, nats://worker:TOKEN@HOST:4222, have "localhost"`},

	{"inspect mine turnss --deals 2", `mine has no section "turnss", did you mean turns?`},
	{"inspect mine turns bid", `too many arguments, from "bid" on: only curves takes genes`},
	{"inspect mine curves chalenge.tax", `mine has no gene "chalenge.tax"`},
	{"inspect mine curves --games 100", "--games: is for contests, for coup say --deals"},
	{"inspect mine curves --deals 1", "--deals: must be in [2, "},
	{"inspect Lawyer curves", "Lawyer has no genes"},
	{"inspect mine --games 100", "--games: is for contests, for coup say --deals"},
	{"report mine --out pages/mine.html", "--out: there is no folder pages"},
	{"report mine --format html", `--format: must be json or csv, have "html"`},
	{"serve --port 9000", "unknown flag: --port, did you mean --listen? bloodline serve --help lists the flags"},
	{"serve --store nope.db", "--store: there is no store nope.db; breed makes one, and serve alone shows results/lineage.db"},
	{"diff mine Lawyer", "Lawyer has no genes to compare"},
	{"lineage coup", "coup was bred as coup-1/"},
	{"lineage Lawyer", "Lawyer was not bred: lineage takes a run, an individual or a champion file"},
	{"lineage mine/g999-000", `run mine of results/lineage.db has no individual "g999-000"`},
	{"ablate Lawyer", "Lawyer has no genes"},
	{"ablate mine --against Lawer2x", `--against: no player "Lawer2x": not a champion file, a shipped champion (coup, coup-guarded, samurai, wojna), a baseline, nor a run of results/lineage.db`},
	{"games chess", `unknown game "chess" (have coup, samurai, wojna)`},
	{"games coup samurai", `coup has no group of genes "samurai" (have turn,`},
	{"baselines Lawyer", `unknown game "Lawyer" (have coup, samurai, wojna)`},

	{"play mine Lawyer Lawyer", "coup seats 2 players, have 3"},
	{"match mine", "missing: PLAYER...; usage: bloodline match PLAYER PLAYER... [flags]"},
	{"match exec:./nope Random", `player exec:./nope: command "./nope": no such file or directory`},
	{"match mine Random --rounds 10", "unknown flag: --rounds, did you mean --games? bloodline match --help lists the flags"},
	{"sprt mine Lawyer --elo 5", "unknown flag: --elo, did you mean --elo1? bloodline sprt --help lists the flags"},
	{"sprt mine Lawyer --elo0 5 --elo1 5", "elo1: must be above elo0 = 5, have 5"},
	{"tournament --games 100", "unknown flag: --games, did you mean --rounds? bloodline tournament --help lists the flags"},
	{"tournament mines", `no player "mines", did you mean mine?`},
	{"tournament coup samurai", "samurai plays samurai, not coup: players must share a game"},
	{"ladder", "there is no ladder: results/lineage.db has none"},
	{"ladder play --max-games=-1", "--max-games: must be at least 0, have -1"},
	{"ladder show --since week", `--since: must be a time, such as 12h or 7d, have "week"`},
	{"ladder show --only (", "--only: error parsing regexp"},
	{"ladder add tiny.yaml v1 ./bot", "tiny.yaml: a ladder has bots that are programs: tournament plays the players of coup"},
	{"ladder add none.yaml v1 ./bot", "none.yaml: must be a run file or a shipped one"},
	{"ladder add tiny.yaml", "missing: NAME PLAYER; usage: bloodline ladder add RUNFILE NAME PLAYER [flags]"},
	{"exploit mine --games 7", "--games: must be at least"},
	{"exploit mine --seeds 1-3", `--seeds: must be two seeds or more, and 1000 at most, as 1..5 or 1,3,7, have "1-3"`},
	{"exploit Lawyer", "Lawyer is a baseline and has no genes; to breed against it: bloodline breed --set field=Lawyer"},

	{"export mine", "export needs --out DIR"},
	{"export mine --out results", "export mine to results: the folder must not exist or be empty, it has lineage.db"},
	{"verify Lawyer", "Lawyer has no figures of its own: name a champion file, a run or a shipped champion"},
	{"verify mine/champion.json", "mine/champion.json: there is no such file"},
	{"new mygame", "new needs --out DIR"},
	{"new my/game --out mygame", `the name must be one word of lower-case letters and digits, have "my/game"`},
	{"new mygame --out results", "new mygame in results: the folder must not exist or be empty, it has lineage.db"},
	{"check --store nope.db", "open store nope.db: there is no such store"},
	{"version 1", `too many arguments, from "1" on; usage: bloodline version [flags]`},
	{"completion tcsh", `unknown command "tcsh" for "bloodline completion"; bloodline completion --help lists them`},
	{"match Calculator Lawyer --games 9223372036854775807", "--games: must be in [1, 100000000], have 9223372036854775807"},
	{"diff mine mine --games=-1", "--games: must be in [0, "},
	{"tournament --rounds 0", "--rounds: must be in [1, "},
	{"sprt mine Lawyer --games 1", "--games: must be at least 2, have 1"},
	{"sprt mine Lawyer --alpha 0", "alpha: must be"},
	{"breed tiny.yaml --workers=-1", "--workers: must be in [0, 1024], have -1"},
	{"breed tiny", "tiny: there is no such file, did you mean tiny.yaml?"},
	{"breed tiny.yaml --max-games many", `--max-games: must be a whole number, have "many"`},
	{"play exec:true me --game coup", "exec:true is a program and has no seat here: match plays it"},
	{"play tiny.yaml me", `no player "tiny.yaml"`},
	{"breed tiny.yaml --seed=-1", `--seed: must be a whole number of 0 or more, have "-1"`},
	{"breed tiny.yaml --seed=99999999999999999999", `--seed: must be in [0, 18446744073709551615], have "99999999999999999999"`},
	{"breed tiny.yaml --serve 127.0.0.1:8797", "--serve: write --serve=127.0.0.1:8797, without a blank"},
	{"breed tiny.yaml --resume mine", "--resume takes its settings from the run: write its name as --resume=NAME, without a blank, and leave the run file out"},
	{"breed --resume mine", "--resume takes its settings from the run: leave mine out (for a run's name write --resume=NAME)"},
	{"breed tiny.yaml --serve=nonsense", `--serve: must be HOST:PORT, have "nonsense"`},
	{"breed tiny.yaml --max-time 2", "--max-time: must be a duration, such as 90s, 30m or 2h, have"},
	{"breed tiny.yaml --until 5", "--until: budget.until: must be in [0, 1], have 5"},
	{"breed -z", "unknown shorthand flag: 'z' in -z; bloodline breed --help lists the flags"},
	{"runs -o xml", `--output: must be table, json or csv, have "xml"`},
	{"lineage mine --depth=-1", "--depth: must be at least 0, have -1"},
	{"match Calculator Random --game chess", `--game: unknown game "chess" (have coup, samurai, wojna)`},
	{"sprt mine Lawyer --records here", "--records is for programs, and no player is one (exec:COMMAND)"},
	{"tournament --replay", "--replay is for programs"},
	{"tournament --game samurai --matrix", "--matrix: must be left out for samurai, whose tables seat 4"},
	{"diff samurai samurai --games 4", "--games: must be left out for samurai, which seats 4"},
	{"config --seed 3", "config needs a CONFIG that --all and the settings are for (coup, "},
	{"config tiny.yaml --schema", "--schema is that of all run files: leave the file and --all out"},
	{"config coup-quick --set field=nobody.json", "field: nobody.json: there is no such file"},
	{"config coup-quick --set start=Lawyer", "start: Lawyer has no genes to start from"},
	{"config coup-quick --set game=samurai --set field=all --set holdout=", "--set game over coup-quick.yaml:"},
	{"config tiny.yaml --set evolve=5", "--set: evolve: must be a key of this section, such as evolve.algorithm"},
	{"help brede", `unknown command "brede" for "bloodline", did you mean breed?`},
}

func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, filepath.Join(dir, "tiny.yaml"), tiny)
	run := func(line string) error {
		var out bytes.Buffer
		return call(strings.Fields(line), &out, &out)
	}
	guard.Must(t, run("breed tiny.yaml --name mine"))
	guard.Must(t, run("lineage results/mine/champion.json"))
	var tried []string
	for _, m := range mistakes {
		tried = append(tried, strings.Fields(m.line)[0])
		err := run(m.line)
		switch {
		case err == nil:
			t.Errorf("%s: it succeeds", m.line)
		case !strings.HasPrefix(err.Error(), m.says):
			t.Errorf("%s: must say\n\t%s\nsays\n\t%s", m.line, m.says, err)
		}
	}
	for _, c := range shipped().root().Commands() {
		if !slices.Contains(tried, c.Name()) {
			t.Errorf("the table has no mistake with %s", c.Name())
		}
	}
}

// Text of a store from elsewhere reaches the terminal without control characters.
func TestCommands_quote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	s := guard.Value(store.Open(context.Background(), path))(t)
	info := store.NewInfo("honest", Shipped[0].Schema)
	info.Game, info.Program = "co\x1b[2Jup", "v\x07"
	guard.Value(s.Begin(info))(t)
	guard.Must(t, s.PutTags("honest", store.Tags{Note: "a\x1b]0;mine\x07\nb\u202e"}))
	info.Name = "red"
	guard.Value(s.Begin(info))(t)
	guard.Must(t, s.Close())
	db, err := sql.Open("sqlite3", path)
	if err == nil {
		_, err = db.Exec(`UPDATE runs SET name = ? WHERE name = 'red'`, "\x1b[31mred")
	}
	guard.Must(t, errors.Join(err, db.Close()))
	for _, args := range []string{"runs", "runs -o json", "runs honest", "check", "lineage honest", "inspect honest", "runs size", "breed --resume"} {
		var out bytes.Buffer
		if err := call(append(strings.Fields(args), "--store", path), &out, &out); err != nil {
			out.WriteString(errorText("bloodline", err))
		}
		if args == "runs" && !strings.Contains(out.String(), `co\u001b[2Jup`) {
			t.Errorf("%s: have %q", args, out.String())
		}
		if text := out.String(); text == "" || strings.ContainsAny(text, "\x1b\x07\u202e") {
			t.Errorf("%s: have %q", args, text)
		}
	}
}
