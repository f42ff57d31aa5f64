package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/evolve"
	"bloodline/evolve/store/door"
)

// FuzzBlobs replaces genes, vectors and checksums of a store by any bytes: the store then
// returns what was recorded, or an error.
func FuzzBlobs(f *testing.F) {
	f.Add("individuals.genes", appendNumbers([]byte{asFloats}, []float64{0, 1}), true)
	f.Add("individuals.genes", []byte{10, 1, 2, 3}, false)
	f.Add("centres.genes", make([]byte, 4), true)
	f.Add("centres.checksum", make([]byte, 4), true)
	f.Add("distributions.value", []byte("no vector"), true)
	f.Add("distributions.value", []byte{0xa0}, false)
	f.Add("distributions.checksum", make([]byte, 8), false)
	s, err := Open(context.Background(), filepath.Join(f.TempDir(), "x.db"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	r, err := s.Begin(Info{Name: "run", Genes: []StoredGene{{Name: "a"}, {Name: "b"}}})
	if err == nil {
		err = r.Record(drawn(0))
	}
	if err != nil {
		f.Fatal(err)
	}
	whole, _, err := sums(s.db.Read(), r.key, false)
	if err != nil {
		f.Fatal(err)
	}
	undo := errors.New("undo")
	f.Fuzz(func(t *testing.T, place string, blob []byte, unsummed bool) {
		err := s.db.Transact(func(tx *sql.Tx) error {
			table, column, _ := strings.Cut(place, ".")
			switch place {
			case "individuals.genes", "centres.genes", "centres.checksum", "distributions.value", "distributions.checksum":
			default:
				return undo
			}
			if _, err := tx.Exec(`UPDATE `+table+` SET `+column+` = ?`, blob); err != nil {
				return undo // such as NULL where there is none
			}
			have, distribution, err := sums(tx, r.key, unsummed)
			if err == nil && !unsummed && (have != whole || !distribution) {
				t.Errorf("%s of %x makes another generation, and no word", place, blob)
			}
			return undo
		})
		if !errors.Is(err, undo) {
			t.Error(err)
		}
	})
}

// sums reads the last generation of a run and sums it up, without comparing the kept checksum as when it is pruned.
func sums(q door.Querier, run int64, unsummed bool) (sum string, distribution bool, err error) {
	var g *evolve.Generation
	if r := newReader(q, run); unsummed {
		g, _, _, err = r.summed(0)
	} else {
		g, err = readSound(r, 0)
	}
	if err != nil {
		return "", false, err
	}
	sum = string(sumGeneration(g, g.Champion.ID, time.Time{}, nil, nil))
	if g.Distribution != nil {
		sum += fmt.Sprint(*g.Distribution)
	}
	return sum, g.Distribution != nil, nil
}
