package lineage

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/fxamacker/cbor/v2"

	"bloodline/evolve"
	"bloodline/genome"
)

// writer puts a generation into tables and remembers the first error.
type writer struct {
	*Recorder
	tx         *sql.Tx
	g          *evolve.Generation
	statements map[string]*sql.Stmt // by text
	err        error
}

func (w *writer) generation(now time.Time) {
	g := w.g
	if g.Distribution != nil {
		w.distribution()
	}
	around := w.centre()
	hall, places := make([]string, len(g.HallOfFame)), make([]int, len(g.Individuals))
	for i, ind := range g.HallOfFame {
		hall[i] = ind.ID
	}
	for i := range places {
		places[i] = i
	}
	verdict, challenger := make([]any, 5), any(nil)
	if v := g.Verdict; v != nil {
		verdict, challenger = []any{v.Accepted, v.LLR, v.Rounds, v.Games, v.Share}, w.keyOf(g.Challenger)
	}
	w.exec(`INSERT INTO generations (run, number, algorithm, follow, recorded, best, mean, sd, games, champion, crowned, hall, challenger, accepted, llr, rounds, judged, share, checksum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		slices.Concat([]any{w.key, g.Number, g.Algorithm, g.Follow, stamp(now), g.Best, g.Mean, g.SD, g.Games, w.keyOf(g.Champion.ID), g.Since, w.keysOf(hall), challenger},
			verdict, []any{sumGeneration(g, g.Champion.ID, now, hall, places)})...)
	for place, ind := range g.Individuals {
		if ind.Born == g.Number {
			w.exec(`INSERT INTO individuals (key, operator, parents, step, genes) VALUES (?, ?, ?, ?, ?)`,
				w.keyOf(ind.ID), ind.Operator, w.keysOf(ind.Parents), ind.Step, w.coder.pack(ind.Genes, around))
		}
		f, p, b := ind.Fitness, ind.Pooled, ind.Belief
		w.exec(`INSERT INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, w.key, g.Number, place, w.keyOf(ind.ID),
			f.Mean, f.StdErr, f.Games, p.Mean, p.StdErr, p.Games, b.Mean, b.StdErr)
	}
	w.checkReferences()
}

// checkReferences refuses a generation that refers to individuals that were never recorded.
func (w *writer) checkReferences() {
	unknown := 0
	if w.err == nil {
		w.err = w.tx.QueryRow(`SELECT count(*) FROM (
			SELECT champion AS key FROM generations WHERE run = ?1 AND number = ?2
			UNION SELECT challenger FROM generations WHERE run = ?1 AND number = ?2 AND challenger IS NOT NULL
			UNION SELECT value FROM generations, json_each(hall) WHERE run = ?1 AND number = ?2
			UNION SELECT value FROM individuals, json_each(parents) WHERE individuals.key >= ?3)
			WHERE key NOT IN (SELECT key FROM individuals)`, w.key, w.g.Number, firstKey(w.key, w.g.Number)).Scan(&unknown)
	}
	if w.err == nil && unknown > 0 {
		w.err = errors.New("it refers to individuals that were never recorded")
	}
}

func (w *writer) keyOf(id string) int64 {
	key, err := keyOf(w.key, id)
	w.fail(err)
	return key
}

func (w *writer) keysOf(ids []string) string {
	keys, err := keysOf(w.key, ids)
	w.fail(err)
	return keys
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) exec(text string, args ...any) {
	statement, ok := w.statements[text]
	if !ok && w.err == nil {
		statement, w.err = w.tx.Prepare(text)
		w.statements[text] = statement
	}
	if w.err == nil {
		_, w.err = statement.Exec(args...)
	}
}

// distribution keeps the newest distribution of the run, from which it goes on. With a thousand
// genes, those before it would fill the disk.
func (w *writer) distribution() {
	w.fail(checkDistribution(w.g.Distribution, len(w.g.Champion.Genes)))
	value, err := cbor.Marshal(w.g.Distribution)
	w.fail(err)
	w.exec(`INSERT OR REPLACE INTO distributions (run, generation, value, checksum) VALUES (?, ?, ?, ?)`,
		w.key, w.g.Number, value, checksum(w.key, w.g.Number, string(value)))
}

// centre keeps the centre of the genomes that were born in the generation.
func (w *writer) centre() centre {
	var born []genome.Vector
	for _, ind := range w.g.Individuals {
		if ind.Born == w.g.Number && len(ind.Genes) == len(w.coder.schema.Genes) {
			born = append(born, ind.Genes)
		}
	}
	if !slices.ContainsFunc(w.g.Individuals, func(ind evolve.Individual) bool { return ind.Born == w.g.Number }) {
		return nil // nothing would read it
	}
	out := w.coder.centre(born)
	blob := w.coder.packSteps(nil, out)
	w.exec(`INSERT INTO centres (run, generation, genes, checksum) VALUES (?, ?, ?, ?)`, w.key, w.g.Number, blob, checksum(w.key, w.g.Number, string(blob)))
	return out
}
