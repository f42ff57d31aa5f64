package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// alterations are what a column of a type may become: each changes what the row says, or is no valid value.
var alterations = map[string][]string{
	"INTEGER": {"%s + 1", "%s - 1", "%s + (1 << 40)", "1 - %s", "NULL"},
	"REAL":    {"%s + 0.001", "-%s - 1", "NULL"},
	"TEXT":    {"%s || 'x'", "replace(%s, '1', '2')", "replace(%s, '0', '3')", "'[1]'", "'[]'", "'stopped'", "'finished'", "'retired'", "NULL", "replace(%s, '[1', '[1000000000000')"},
	"BLOB":    {"x''", "x'00'", "CAST(%s || x'00' AS BLOB)", "CAST(substr(%s, 1, 2) || x'77' || substr(%s, 4) AS BLOB)", "NULL"},
}

// filled makes a store of two runs with rows in all tables, pruned or not.
func filled(t *testing.T, path string, prune bool) {
	s := mustOpen(t, path)
	defer s.Close()
	h, cfg := hill{gradient: true, stubborn: 2}, config()
	cfg.Generations, cfg.Population = 7, 8
	ladder := store.Ladder{Digest: "d1", Contest: "../pw.yaml", Parts: map[string]string{"referee": "sh r1.sh"}, Plan: [2][]store.PlannedBlock{{{Bots: [2]string{"b1", "b2"}, Block: 1}}}}
	guard.Must(t, s.PutLadder(&ladder))
	for _, b := range []store.Bot{
		{Name: "v1", Digest: "b1", Command: "sh {bot}/1.sh", Folder: "v1-b1", State: store.Active, Note: "n1", Revision: "c1", Clean: new(true)},
		{Name: "v2", Digest: "b2", Command: "sh {bot}/2.sh", Folder: "v2-b2", State: store.Suspended, Reason: "r1"},
	} {
		guard.Must(t, s.PutBot(ladder.Contest, &b))
	}
	for seed := range uint64(2) {
		guard.Must(t, s.EnterLadderGame(ladder.Digest, &store.LadderGame{Seed: seed, Bots: []string{"b1", "b2"}, Ranking: engine.Ranking{Ranks: []int{1, 2}}}))
	}
	for _, name := range []string{"one", "two"} {
		about := info(name)
		about.Opponents = []string{"01", ""}
		r := guard.Value(s.Begin(about))(t)
		result, err := evolve.Run(t.Context(), h.schema(), cfg, h, h, r, nil)
		guard.Must(t, err)
		cfg.Generations-- // of the other run
		if prune {
			guard.Value(s.Prune(name))(t)
		}
		genes := result.Champion.Genes
		if err := r.PutLeague(evolve.League{
			Exploiters: []evolve.Exploiter{{Number: 1, Round: 1, Share: 0.5, Games: 9, Genes: genes}, {Number: 2, Round: 2, Share: 0.6, Games: 8, Genes: genes}},
			Rounds:     []evolve.LeagueRound{{Number: 1, Champion: genes}, {Number: 2, Champion: genes, Won: []float64{0.5}}},
		}); err != nil {
			t.Fatal(err)
		}
		if name == "two" {
			continue
		}
		for seed := range uint64(3) {
			guard.Must(t, r.Enter(seed, []string{"python3 a.py", "python3 b.py"}, engine.Ranking{Ranks: []int{1, 2}}))
		}
		for _, err := range []error{
			r.Change(func(i *store.Info) { i.Nondeterministic = new(true) }), r.PutEvidence(&champion.Evidence{Seed: 1}), r.PutStatus(map[string]int{"done": 1}),
			s.PutTags(name, store.Tags{Tags: []string{"1"}, Note: "n1"}), r.Finish(store.Finished),
		} {
			guard.Must(t, err)
		}
	}
}

// Whatever column of a row is altered, check finds it, in a store that was pruned, too.
func TestStore_Check(t *testing.T) {
	guard.Slow(t)
	for _, pruned := range []bool{false, true} {
		path := temp(t)
		filled(t, path, pruned)
		db := guard.Value(sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()))(t)
		defer db.Close()
		db.SetMaxOpenConns(1)
		exec := func(text string) (changed int64, err error) {
			done, err := db.Exec(text)
			if err == nil {
				changed, err = done.RowsAffected()
			}
			return changed, err
		}
		s := reading(t, path)
		check := func() int {
			found, err := s.Check(context.Background(), func(string, int) {})
			if err != nil {
				return 1 // it says so as well
			}
			return len(found)
		}
		if found, err := s.Check(context.Background(), func(string, int) {}); err != nil || len(found) > 0 {
			t.Fatalf("pruned %v: %v, %v", pruned, found, err)
		}
		var tables string
		guard.Must(t, db.QueryRow(`SELECT group_concat(name, ' ') FROM sqlite_schema WHERE type = 'table'`).Scan(&tables))
		for _, table := range strings.Fields(tables) {
			columns := map[string]string{}
			var key []string
			rows := guard.Value(db.Query(`SELECT name, type, pk FROM pragma_table_info(?)`, table))(t)
			for rows.Next() {
				var name, kind string
				var part int
				guard.Must(t, rows.Scan(&name, &kind, &part))
				if columns[name] = kind; part > 0 {
					key = append(key, name)
				}
			}
			var count int
			if err := db.QueryRow(`SELECT count(*) FROM ` + table).Scan(&count); err != nil || count == 0 {
				t.Fatalf("%s: %d rows, %v", table, count, err)
			}
			guard.Value(exec(`CREATE TEMP TABLE kept AS SELECT * FROM ` + table))(t)
			if len(key) == 0 {
				key = []string{"rowid"}
			}
			all := strings.Join(key, ", ")
			for column, kind := range columns {
				tried := 0
				for _, to := range alterations[kind] {
					to = strings.ReplaceAll(to, "%s", column)
					last := -1
					for _, at := range []int{0, count / 2, count - 1} {
						if at == last {
							continue
						}
						last = at
						text := fmt.Sprintf(`UPDATE %s SET %s = %s WHERE (%s) = (SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d) AND %s IS NOT %s`,
							table, column, to, all, all, table, all, at, column, to)
						if n, err := exec(text); err != nil || n == 0 {
							continue // no row can be so, or it is so already
						}
						tried++
						if check() == 0 {
							t.Errorf("pruned %v: check finds nothing after %s", pruned, text)
						}
						guard.Value(exec(`DELETE FROM ` + table))(t)
						guard.Value(exec(`INSERT INTO ` + table + ` SELECT * FROM kept`))(t)
					}
				}
				if tried == 0 {
					t.Errorf("%s.%s was never altered", table, column)
				}
			}
			guard.Value(exec(`DROP TABLE kept`))(t)
			if n := check(); n > 0 {
				t.Fatalf("%s is not what it was: %d damaged places", table, n)
			}
		}
	}
}
