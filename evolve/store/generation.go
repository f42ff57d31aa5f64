package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/fxamacker/cbor/v2"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store/door"
	"bloodline/genome"
)

// Record writes a generation, all of it or nothing. Generations come in order, each once.
func (r *Recorder) Record(g evolve.Generation) error {
	act := fmt.Sprintf("record generation %d of", g.Number)
	if g.Number != r.next {
		return r.wrapError(act, fmt.Errorf("generation %d has to come", r.next))
	}
	if r.coder == nil {
		r.coder = newCoder(r.schema())
	}
	now := r.store.Now()
	err := r.store.db.Transact(func(tx *sql.Tx) error {
		w := &writer{Recorder: r, tx: tx, g: &g, statements: map[string]*sql.Stmt{}}
		w.generation(now)
		return w.err
	})
	if err == nil {
		r.next++
	}
	return r.wrapError(act, err)
}

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
		// In place of the one before: with a thousand genes, all of them would fill the disk.
		w.fail(checkDistribution(g.Distribution, len(g.Champion.Genes)))
		value, err := cbor.Marshal(g.Distribution)
		w.fail(err)
		w.exec(`INSERT OR REPLACE INTO distributions (run, generation, value, checksum) VALUES (?, ?, ?, ?)`,
			w.key, g.Number, value, checksum(w.key, g.Number, string(value)))
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
	w.exec(`INSERT INTO generations (run, number, algorithm, follow, island, recorded, best, mean, sd, games, champion, champion_since, hall_of_fame, challenger, accepted, llr, rounds, challenge_games, share, checksum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		slices.Concat([]any{w.key, g.Number, g.Algorithm, g.Follow, g.Island, stamp(now), g.Best, g.Mean, g.SD, g.Games, w.keyOf(g.Champion.ID), g.Since, w.keysOf(hall), challenger},
			verdict, []any{sumGeneration(g, g.Champion.ID, now, hall, places)})...)
	for place, ind := range g.Individuals {
		if ind.Born == g.Number {
			w.exec(`INSERT INTO individuals (key, operator, parents, step, genes) VALUES (?, ?, ?, ?, ?)`,
				w.keyOf(ind.ID), ind.Operator, w.keysOf(ind.Parents), ind.Step, w.coder.pack(ind.Genes, around))
		}
		f, p, b := ind.Fitness, ind.Pooled, ind.Belief
		w.exec(`INSERT INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, w.key, g.Number, place, w.keyOf(ind.ID),
			f.Mean, f.SE, f.Games, p.Mean, p.SE, p.Games, b.Mean, b.SE)
	}
	unknown := 0
	if w.err == nil {
		w.err = w.tx.QueryRow(`SELECT count(*) FROM (
			SELECT champion AS key FROM generations WHERE run = ?1 AND number = ?2
			UNION SELECT challenger FROM generations WHERE run = ?1 AND number = ?2 AND challenger IS NOT NULL
			UNION SELECT value FROM generations, json_each(hall_of_fame) WHERE run = ?1 AND number = ?2
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
	keys := make([]int64, len(ids))
	for i, id := range ids {
		keys[i] = w.keyOf(id)
	}
	return jsonList(keys)
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

// centre stores and returns the centre of the genomes that were born in the generation.
func (w *writer) centre() centre {
	var born []genome.Vector
	for _, ind := range w.g.Individuals {
		if ind.Born == w.g.Number && len(ind.Genes) == len(w.coder.schema.Genes) {
			born = append(born, ind.Genes)
		}
	}
	if !slices.ContainsFunc(w.g.Individuals, func(ind evolve.Individual) bool { return ind.Born == w.g.Number }) {
		return nil // no genome was born here, so the centre is not needed
	}
	out := w.coder.centre(born)
	blob := w.coder.packSteps(nil, out)
	w.exec(`INSERT INTO centres (run, generation, genes, checksum) VALUES (?, ?, ?, ?)`, w.key, w.g.Number, blob, checksum(w.key, w.g.Number, string(blob)))
	return out
}

// Generation returns one generation exactly as recorded, but only the last of a run still has its Distribution.
func (s *Store) Generation(run string, number int) (*evolve.Generation, error) {
	return readRun(s, fmt.Sprintf("read generation %d of", number), run, func(r *reader) (*evolve.Generation, error) { return r.generation(number) })
}

// GenerationSummary is a generation without individuals, hall and distribution; its Champion has its ID and Pooled.
type GenerationSummary struct {
	evolve.Generation
	Recorded time.Time
}

// The champion of a generation that begins a round need not live in it: its latest measurement counts.
const summaryQuery = `SELECT number, algorithm, follow, island, recorded, best, g.mean, sd, g.games, champion, coalesce(pooled_mean, 0), coalesce(pooled_stderr, 0), coalesce(pooled_games, 0),
		champion_since, challenger, accepted, llr, rounds, challenge_games, share
	FROM generations g LEFT JOIN measurements m ON m.individual = champion AND m.generation =
		(SELECT max(generation) FROM measurements WHERE individual = champion AND generation <= number)
	WHERE g.run = ? `

func scanSummary(scan door.Scanner) (GenerationSummary, error) {
	var g GenerationSummary
	pooled := &g.Champion.Pooled
	var recorded string
	var champion int64
	var challenger, rounds, challengeGames sql.NullInt64
	var accepted sql.NullBool
	var llr, share sql.NullFloat64
	if err := scan(&g.Number, &g.Algorithm, &g.Follow, &g.Island, &recorded, &g.Best, &g.Mean, &g.SD, &g.Games, &champion, &pooled.Mean, &pooled.SE, &pooled.Games,
		&g.Since, &challenger, &accepted, &llr, &rounds, &challengeGames, &share); err != nil {
		return g, err
	}
	g.Champion.ID = idOf(champion)
	if challenger.Valid {
		g.Challenger = idOf(challenger.Int64)
		g.Verdict = &stats.Verdict{Accepted: accepted.Bool, LLR: llr.Float64, Rounds: rounds.Int64, Games: challengeGames.Int64, Share: share.Float64}
	}
	var err error
	g.Recorded, err = time.Parse(time.RFC3339Nano, recorded)
	return g, err
}

// generation puts a generation together again.
func (r *reader) generation(number int) (*evolve.Generation, error) {
	g, sum, kept, err := r.summed(number)
	if err != nil {
		return nil, err
	}
	return g, compareSum(fmt.Sprintf("generation %d", number), kept, sum)
}

// summed returns a generation with its checksum, and the checksum that is stored with it.
func (r *reader) summed(number int) (g *evolve.Generation, sum, kept []byte, err error) {
	s, err := scanSummary(r.QueryRow(summaryQuery+`AND number = ?`, r.run, number).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil, ErrNotFound
	} else if err != nil {
		return nil, nil, nil, err
	}
	g = &s.Generation
	champion := g.Champion.ID
	g.Champion = evolve.Individual{}
	g.Individuals, err = r.individuals(`JOIN measurements m ON m.individual = i.key WHERE m.run = ? AND m.generation = ? ORDER BY place`, r.run, number)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, ind := range g.Individuals {
		if ind.ID == champion {
			g.Champion = ind
		}
	}
	if g.Champion.ID == "" { // the champion belongs to another island
		key, err := keyOf(r.run, champion)
		if err != nil {
			return nil, nil, nil, err
		}
		found, err := r.individuals(`JOIN measurements m ON m.individual = i.key WHERE i.key = ?1 AND m.generation =
			(SELECT max(generation) FROM measurements WHERE individual = ?1 AND generation <= ?2)`, key, number)
		if err != nil {
			return nil, nil, nil, err
		}
		if len(found) > 0 { // else it was pruned
			g.Champion = found[0]
		}
	}
	if g.Distribution, err = r.distribution(number, len(g.Champion.Genes)); err != nil {
		return nil, nil, nil, err
	}
	// A member that is no longer alive has the figures of its last measurement.
	g.HallOfFame, err = r.individuals(`JOIN generations g JOIN json_each(g.hall_of_fame) f ON f.value = i.key JOIN measurements m ON m.individual = i.key
		WHERE g.run = ?1 AND g.number = ?2 AND m.generation = (SELECT max(generation) FROM measurements WHERE individual = i.key AND generation <= ?2)
		ORDER BY f.key`, r.run, number)
	if err != nil {
		return nil, nil, nil, err
	}
	var list, rejected, measured string
	err = r.QueryRow(`SELECT hall_of_fame, checksum,
			(SELECT json_group_array(challenger ORDER BY number) FROM generations WHERE run = ?1 AND number BETWEEN g.champion_since AND ?2 AND accepted = 0),
			(SELECT json_group_array(place ORDER BY place) FROM measurements WHERE run = ?1 AND generation = ?2)
		FROM generations g WHERE run = ?1 AND number = ?2`, r.run, number).Scan(&list, &kept, &rejected, &measured)
	if err != nil {
		return nil, nil, nil, err
	}
	var places []int
	hall, err := idsOf(list)
	if err == nil {
		g.Rejected, err = idsOf(rejected)
	}
	if err = errors.Join(err, json.Unmarshal([]byte(measured), &places)); err != nil {
		return nil, nil, nil, err
	}
	return g, sumGeneration(g, champion, s.Recorded, hall, places), kept, nil
}

// distribution returns nil for a generation without one, and for all but the newest.
func (r *reader) distribution(number, genes int) (*evolve.Distribution, error) {
	var value, kept []byte
	err := r.QueryRow(`SELECT value, checksum FROM distributions WHERE run = ? AND generation = ?`, r.run, number).Scan(&value, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = compareSum("distribution", kept, checksum(r.run, number, string(value)))
	}
	d := &evolve.Distribution{}
	if err == nil {
		err = cbor.Unmarshal(value, d)
	}
	if err != nil {
		return nil, err
	}
	return d, checkDistribution(d, genes)
}

// checkDistribution refuses, before it is written, a distribution from which no run could continue.
func checkDistribution(d *evolve.Distribution, genes int) error {
	if d.Islands != nil {
		for _, other := range d.Islands.Others {
			if err := checkDistribution(other, genes); err != nil {
				return fmt.Errorf("island %d: %w", other.Island, err)
			}
		}
	}
	for _, rows := range [][][]float64{d.Words, d.Correlation} {
		if rows != nil && len(rows) != genes {
			return fmt.Errorf("distribution: %d rows for %d genes", len(rows), genes)
		}
	}
	for i, v := range [][]float64{d.Mean, d.SD, d.Average, d.TailAverage, d.Gradient, d.M, d.V} {
		if n := len(v); n != genes && (v != nil || i < 3) {
			return fmt.Errorf("distribution: vector %d has %d numbers for %d genes", i, n, genes)
		}
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 && i == 1 {
				return fmt.Errorf("distribution: vector %d holds %v", i, x)
			}
		}
	}
	if (d.M == nil) != (d.V == nil) || (d.M == nil) != (d.Gradient == nil) {
		return errors.New("distribution: it has only some of gradient, m and v")
	}
	return nil
}

// sumGeneration is the checksum of a generation without its distribution, which is kept of the newest only. The IDs of
// champion and hall and the places are separate arguments, because a pruned generation lacks some individuals.
func sumGeneration(g *evolve.Generation, champion string, recorded time.Time, hall []string, places []int) []byte {
	values := []any{g.Number, g.Algorithm, g.Follow, g.Island, stamp(recorded), g.Best, g.Mean, g.SD, g.Games, champion, g.Since, g.Challenger, g.Rejected, hall}
	for _, place := range places {
		values = append(values, place)
	}
	if v := g.Verdict; v != nil {
		values = append(values, v.Accepted, v.LLR, v.Rounds, v.Games, v.Share)
	}
	for _, list := range [][]evolve.Individual{g.Individuals, g.HallOfFame} {
		values = append(values, len(list))
		for i := range list {
			ind := &list[i]
			values = append(values, ind.ID, ind.Born, ind.Operator, ind.Parents, ind.Step, ind.Genes)
			for _, f := range []stats.Fitness{ind.Fitness, ind.Pooled} {
				values = append(values, f.Mean, f.SE, f.Games)
			}
			values = append(values, ind.Belief.Mean, ind.Belief.SE)
		}
	}
	return checksum(values...)
}

// The key of an individual is its run's key, generation and place of birth, so that none has to be looked up.
const (
	bornBits  = 20
	placeBits = 20
)

// firstKey is the least key of the individuals that a run bears from a generation on.
func firstKey(run int64, born int) int64 { return (run<<bornBits | int64(born)) << placeBits }

func keyOf(run int64, id string) (int64, error) {
	born, place, ok := evolve.Birthplace(id)
	if !ok || born >= 1<<bornBits || place >= 1<<placeBits {
		return 0, fmt.Errorf("individual %q: no such generation and place", id)
	}
	return firstKey(run, born) | int64(place), nil
}

func birthOf(key int64) (born, place int) {
	return int(key >> placeBits & (1<<bornBits - 1)), int(key & (1<<placeBits - 1))
}

func idOf(key int64) string { return evolve.Identity(birthOf(key)) }

// jsonList returns numbers or strings, which never fail to be JSON, as a JSON list.
func jsonList[T []int64 | []string | map[string]string](values T) string {
	text, _ := json.Marshal(values)
	return string(text)
}

// idsOf returns the IDs of a JSON list of keys; nil for an empty one.
func idsOf(list string) (ids []string, err error) {
	var keys []int64
	err = json.Unmarshal([]byte(list), &keys)
	for _, key := range keys {
		ids = append(ids, idOf(key))
	}
	return ids, err
}
