package lineage

import (
	"database/sql"
	"slices"
	"strings"
	"time"

	"bloodline/evolve"
	"bloodline/genome"
)

// writer puts a generation into tables and remembers the first error.
type writer struct {
	tx         *sql.Tx
	run        int64
	seed       uint64
	schema     *genome.Schema
	alive      map[string]genome.Vector // genes of the generation before, by ID
	known      map[string]int64         // keys of individuals by ID, some or none of those recorded before
	keys       map[string]int64         // of the individuals of this generation and its hall of fame
	prepared   map[string]*sql.Stmt     // by text
	statements map[string]*sql.Stmt     // those of them that the transaction has used
	err        error
}

const keyOf = `(SELECT key FROM individuals WHERE run = ? AND id = ?)`

const insertGeneration = `INSERT INTO generations (champion, challenger, run, number, algorithm, follow, recorded, best, mean, sd, games, crowned, accepted, llr, rounds, judged, share, checksum)
	VALUES (` + keyOf + `, ` + keyOf + `, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// bulk is a statement that inserts rows: one, or many at a time, since most of what
// a statement of one row costs is not the row. Numbered placeholders stand for what
// is the same in all rows.
type bulk struct{ single, many string }

const batch = 32 // rows of many

func newBulk(head, values string) bulk {
	return bulk{head + values, head + strings.Repeat(values+", ", batch-1) + values}
}

var (
	insertIndividuals  = newBulk(`INSERT INTO individuals (run, born, key, id, operator, step, genes) VALUES `, `(?1, ?2, ?, ?, ?, ?, ?)`)
	insertParents      = newBulk(`INSERT INTO parents VALUES `, `(?, ?, ?)`)
	insertMeasurements = newBulk(`INSERT INTO measurements VALUES `, `(?1, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	insertFame         = newBulk(`INSERT INTO fame VALUES `, `(?1, ?2, ?, ?)`)
)

func (w *writer) generation(g *evolve.Generation, now time.Time) {
	again := w.drawable(g)
	w.individuals(g, again)
	verdict := make([]any, 5)
	if v := g.Verdict; v != nil {
		verdict = []any{v.Accepted, v.LLR, v.Rounds, v.Games, v.Share}
	}
	w.exec(insertGeneration, append([]any{w.run, g.Champion.ID, w.run, g.Challenger, w.run, g.Number, g.Algorithm, g.Follow, stamp(now), g.Best, g.Mean, g.SD, g.Games, g.Since}, append(verdict, sumGeneration(g, g.Champion.ID))...)...)
	if g.Distribution != nil {
		w.distribution(g)
	}
	if again {
		w.draw(g)
	}
	measurements := w.insert(insertMeasurements, w.run, g.Number)
	for place, ind := range g.Individuals {
		f, p, b := ind.Fitness, ind.Pooled, ind.Belief
		measurements.add(place, w.key(ind.ID), f.Mean, f.StdErr, f.Games, p.Mean, p.StdErr, p.Games, b.Mean, b.StdErr)
	}
	measurements.flush()
	fame := w.insert(insertFame, w.run, g.Number)
	for i, ind := range g.HallOfFame {
		fame.add(i, w.key(ind.ID))
	}
	fame.flush()
}

// individuals adds those who were born in g, with their parents; again says
// that children can be drawn again. They get the keys
// that SQLite would give them: with these at hand, no row needs to look one up.
func (w *writer) individuals(g *evolve.Generation, again bool) {
	var last int64
	w.scan(&last, `SELECT coalesce(max(key), 0) FROM individuals`)
	born := w.insert(insertIndividuals, w.run, g.Number)
	for _, ind := range g.Individuals {
		if ind.Born == g.Number {
			last++
			w.keys[ind.ID] = last
			born.add(last, ind.ID, ind.Operator, ind.Step, w.genes(g, &ind, again))
		}
	}
	born.flush()
	parents := w.insert(insertParents)
	for _, ind := range g.Individuals {
		if ind.Born == g.Number {
			for i, parent := range ind.Parents {
				parents.add(w.keys[ind.ID], i, w.parent(parent))
			}
		}
	}
	parents.flush()
}

// key returns the key of an individual that is alive or in the hall of fame.
func (w *writer) key(id string) int64 {
	w.keys[id] = w.parent(id)
	return w.keys[id]
}

// parent returns the key of any individual.
func (w *writer) parent(id string) int64 {
	if key, ok := w.keys[id]; ok {
		return key
	}
	key, ok := w.known[id]
	if !ok {
		w.scan(&key, `SELECT coalesce(`+keyOf+`, 0)`, w.run, id) // no individual has the key 0
	}
	return key
}

func (w *writer) scan(into any, query string, args ...any) {
	if w.err == nil {
		w.err = w.tx.QueryRow(query, args...).Scan(into)
	}
}

// insert begins to add rows; same is what is the same in all.
func (w *writer) insert(b bulk, same ...any) *inserter {
	return &inserter{writer: w, bulk: b, same: same, args: same}
}

// inserter collects rows until there are enough for a statement.
type inserter struct {
	*writer
	bulk
	same, args []any
	rows       int
}

func (in *inserter) add(row ...any) {
	in.args = append(in.args, row...)
	if in.rows++; in.rows == batch {
		in.exec(in.many, in.args...)
		in.args, in.rows = in.args[:len(in.same)], 0
	}
}

// flush adds the rows that are left.
func (in *inserter) flush() {
	if in.rows == 0 {
		return
	}
	left := in.args[len(in.same):]
	for row := range slices.Chunk(left, len(left)/in.rows) {
		in.exec(in.single, slices.Concat(in.same, row)...)
	}
	in.args, in.rows = in.args[:len(in.same)], 0
}

func (w *writer) exec(text string, args ...any) {
	if w.err != nil {
		return
	}
	statement, ok := w.statements[text]
	if !ok {
		statement = w.tx.Stmt(w.prepared[text])
		w.statements[text] = statement
	}
	_, w.err = statement.Exec(args...)
}

// A run goes on from its newest distribution. With a thousand genes, those before it
// would fill the disk.
const putDistribution = `INSERT OR REPLACE INTO distributions (run, generation, version, mean, sd, average, tail_average, gradient, m, v, moves, checksum)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (w *writer) distribution(g *evolve.Generation) {
	row := []any{w.run, g.Number, distributionVersion}
	for _, v := range vectors(g.Distribution) {
		if *v == nil {
			row = append(row, nil)
		} else {
			row = append(row, pack(*v))
		}
	}
	if err := whole(g.Distribution, len(g.Champion.Genes)); w.err == nil {
		w.err = err
	}
	w.exec(putDistribution, append(row, sumDistribution(g.Number, g.Distribution))...)
}

const putDraw = `INSERT INTO draws (run, generation, mean, sd, checksum) VALUES (?, ?, ?, ?, ?)`

// draw keeps what the children of a generation are drawn from.
func (w *writer) draw(g *evolve.Generation) {
	d := g.Distribution
	sd := d.SD
	if !slices.ContainsFunc(sd, func(x float64) bool { return x != sd[0] }) {
		sd = sd[:1]
	}
	a, b := appendSingles(nil, d.Mean), appendSingles(nil, sd)
	if d.Moves != nil {
		a = brief(d.Moves)
	}
	w.exec(putDraw, w.run, g.Number, a, b, sumDraw(g.Number, a, b))
}

// genes encodes the genes of an individual born in g in the shortest form; again says that its
// children can be drawn again.
func (w *writer) genes(g *evolve.Generation, ind *evolve.Individual, again bool) []byte {
	if again && redrawn(g, ind) {
		return []byte{}
	}
	if out := packed(w.schema, ind.Genes); out != nil {
		return out
	}
	return pack(ind.Genes)
}

// drawable reports whether the children of a generation can be drawn again: the first of
// them is, to see.
func (w *writer) drawable(g *evolve.Generation) bool {
	place := slices.IndexFunc(g.Individuals, func(ind evolve.Individual) bool { return redrawn(g, &ind) })
	if place < 0 {
		return false
	}
	d, child := g.Distribution, g.Individuals[place]
	var parents []genome.Vector
	for _, id := range child.Parents {
		parents = append(parents, w.alive[id])
	}
	n := len(w.schema.Genes)
	fits := func(v genome.Vector) bool { return len(v) == n }
	return fits(child.Genes) && whole(d, n) == nil && !slices.ContainsFunc(parents, func(v genome.Vector) bool { return !fits(v) }) &&
		slices.Equal(child.Genes, d.Draw(w.schema, evolve.Birth{Seed: w.seed, Generation: g.Number, Place: place, Operator: child.Operator, Parents: parents}))
}
