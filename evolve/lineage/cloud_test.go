package lineage

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/genome"
)

// numbers counts up from a first one.
func numbers(first float64, n int) genome.Vector {
	v := make(genome.Vector, n)
	for i := range v {
		v[i] = first + float64(i)
	}
	return v
}

// How many parts a blob has is told by the number of genes: twelve numbers are
// three parts of four genes, four of three and six of two.
func TestUnpackCloud(t *testing.T) {
	three := &evolve.Cloud{Centre: numbers(0, 4), Spread: numbers(4, 4), Trail: numbers(8, 4)}
	six := &evolve.Cloud{Centre: numbers(0, 2), Spread: numbers(2, 2), Trail: numbers(4, 2), Lesson: numbers(6, 2), Momentum: numbers(8, 2), Scale: numbers(10, 2)}
	four := &evolve.Cloud{Centre: numbers(0, 3), Spread: numbers(3, 3), Trail: numbers(6, 3), Tail: numbers(9, 3)}
	for _, tt := range []struct {
		bytes, genes int
		want         *evolve.Cloud // nil for a refusal
	}{
		{96, 4, three},
		{96, 2, six},
		{96, 3, four},
		{96, 1, nil},  // twelve
		{96, 12, nil}, // one
		{96, 0, nil},
		{72, 2, nil}, // divisible by three, but four parts and a half
		{48, 3, nil}, // two
		{0, 4, nil},
		{0, 0, nil},
		{95, 4, nil},
	} {
		got, err := unpackCloud(pack(numbers(0, 12))[:tt.bytes], tt.genes)
		if diff := cmp.Diff(tt.want, got); diff != "" || (err == nil) != (tt.want != nil) {
			t.Errorf("%d bytes for %d genes: error %v\n%s", tt.bytes, tt.genes, err, diff)
		}
		if tt.want == nil {
			continue
		}
		if blob, err := packCloud(tt.want, tt.genes); err != nil || !slices.Equal(blob, pack(numbers(0, 12))) {
			t.Errorf("packed for %d genes: %v, %v", tt.genes, blob, err)
		}
	}
}

func TestPackCloud_refuses(t *testing.T) {
	v := numbers(0, 2)
	for name, c := range map[string]*evolve.Cloud{
		"empty":       {},
		"two parts":   {Centre: v, Spread: v},
		"four parts":  {Centre: v, Spread: v, Trail: v, Lesson: v},
		"five parts":  {Centre: v, Spread: v, Trail: v, Lesson: v, Tail: v},
		"short tail":  {Centre: v, Spread: v, Trail: v, Tail: numbers(0, 1)},
		"no lesson":   {Centre: v, Spread: v, Trail: v, Momentum: v, Scale: v},
		"uneven":      {Centre: numbers(0, 3), Spread: numbers(0, 1), Trail: v},
		"other genes": {Centre: numbers(0, 3), Spread: numbers(0, 3), Trail: numbers(0, 3)},
	} {
		if _, err := packCloud(c, 2); err == nil || !strings.HasPrefix(err.Error(), "cloud: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// drawn is a generation of one, with a cloud that tells its number.
func drawn(number int) evolve.Generation {
	one := evolve.Individual{ID: fmt.Sprintf("g%03d-000", number), Born: number, Genes: numbers(0, 2), Fitness: evolve.Fitness{Games: 1}}
	v := numbers(float64(number), 2)
	return evolve.Generation{
		Number: number, Individuals: []evolve.Individual{one}, Champion: one,
		Cloud: &evolve.Cloud{Centre: v, Spread: v, Trail: v, Lesson: v, Momentum: v, Scale: v, Tail: v},
	}
}

func begun(t *testing.T, names ...string) (*Store, []*Run) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var runs []*Run
	for _, name := range names {
		r, err := s.Begin(Info{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	return s, runs
}

func record(t *testing.T, r *Run, g evolve.Generation) {
	t.Helper()
	if err := r.Record(g); err != nil {
		t.Fatal(err)
	}
}

// kept lists the clouds of a store as run and generation.
func kept(t *testing.T, s *Store) (out [][2]int) {
	t.Helper()
	err := each(s.db, func(scan func(...any) error) error {
		var row [2]int
		err := scan(&row[0], &row[1])
		out = append(out, row)
		return err
	}, `SELECT run, generation FROM clouds ORDER BY run, generation`)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A run drops its own clouds and no other's, also those that it kept when no run
// dropped any.
func TestRun_Record_newestCloud(t *testing.T) {
	s, runs := begun(t, "a", "b")
	for n := range 3 {
		record(t, runs[0], drawn(n))
	}
	record(t, runs[1], drawn(0))
	if _, err := s.db.Exec(`INSERT INTO clouds VALUES (1, 0, x'00'), (1, 1, x'00')`); err != nil {
		t.Fatal(err)
	}
	record(t, runs[1], drawn(1))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 0}, {1, 1}, {1, 2}, {2, 1}}) {
		t.Errorf("clouds %v after run b went on", got)
	}
	record(t, runs[0], drawn(3))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 3}, {2, 1}}) {
		t.Errorf("clouds %v after run a went on", got)
	}
}

// A generation that fails leaves the cloud before it, and the run goes on from that.
func TestRun_Record_failureKeepsCloud(t *testing.T) {
	s, runs := begun(t, "run")
	record(t, runs[0], drawn(0))
	famous, part := drawn(1), drawn(1)
	famous.HallOfFame = []evolve.Individual{{ID: "g009-009"}} // fails when the cloud has been written
	part.Cloud.Lesson = nil
	for name, g := range map[string]evolve.Generation{"famous": famous, "part": part} {
		if err := runs[0].Record(g); err == nil {
			t.Errorf("%s: recorded", name)
		}
		if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 0}}) {
			t.Errorf("%s: clouds %v", name, got)
		}
	}
	again, state, err := s.Resume("run")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(drawn(0).Cloud, state.Cloud); diff != "" {
		t.Error(diff)
	}
	record(t, again, drawn(1))
	if got := kept(t, s); !slices.Equal(got, [][2]int{{1, 1}}) {
		t.Errorf("clouds %v", got)
	}
}

// A cloud that does not fit its genes is told when the run is resumed.
func TestStore_Resume_brokenCloud(t *testing.T) {
	s, runs := begun(t, "run")
	record(t, runs[0], drawn(0))
	if _, err := s.db.Exec(`UPDATE clouds SET cloud = zeroblob(72)`); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Resume("run"); err == nil || !strings.Contains(err.Error(), "cloud: 9 numbers are not three, four, six or seven for each of 2 genes") {
		t.Errorf("error %v", err)
	}
}
