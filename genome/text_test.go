package genome_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/genome"
	"bloodline/genome/gene"
)

func toy() *genome.Schema {
	return &genome.Schema{Game: "toy", Version: 1, Genes: []gene.Gene{
		{Name: "bluff.rate", Group: "bluff", Unit: "probability", Min: 0, Max: 1, Default: 0.5, Doc: "d"},
		{Name: "challenge", Group: "challenge", Unit: "log-odds", Min: -8, Max: 8, Default: 0, Doc: "d"},
		{Name: `odd "name"`, Group: "odd", Unit: "coins", Min: -1e300, Max: 1e300, Default: 0, Doc: "d"},
	}}
}

func TestSchema_Format(t *testing.T) {
	got, err := toy().Format(genome.Vector{0.1, -0.0078125, 1e21})
	want := "{\n  \"bluff.rate\": 0.1,\n  \"challenge\": -0.0078125,\n  \"odd \\\"name\\\"\": 1e+21\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("Format = %s, %v, want %s", got, err, want)
	}
	s := toy()
	s.Genes[1].Optional = true
	if got, err := s.Format(genome.Vector{0.5, 0, 2}); err != nil || string(got) != "{\n  \"bluff.rate\": 0.5,\n  \"odd \\\"name\\\"\": 2\n}\n" {
		t.Errorf("without an optional gene: %s, %v", got, err)
	}
	for _, v := range []genome.Vector{{0.1}, {math.NaN(), 0, 0}, {0, 9, 0}} {
		if text, err := toy().Format(v); err == nil {
			t.Errorf("Format(%v) = %s, want an error", v, text)
		}
	}
}

var parseTests = []struct {
	name, text string
	want       genome.Vector
	errs       []string // lines of the error that must be there; nil when it parses
}{
	{"OK", `{"bluff.rate": 0.25, "challenge": -8, "odd \"name\"": 1e2}`, genome.Vector{0.25, -8, 100}, nil},
	{"OK other order", `{"challenge": 1, "odd \"name\"": 0, "bluff.rate": 1}`, genome.Vector{1, 1, 0}, nil},
	{"unknown", `{"bluf": 1, "bluff.rate": 0, "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluf: is unknown"}},
	{"missing", `{"bluff.rate": 0, "odd \"name\"": 0}`, nil, []string{"gene challenge: is missing"}},
	{"duplicate", `{"bluff.rate": 0, "challenge": 0, "challenge": 1, "odd \"name\"": 0}`, nil, []string{"gene challenge: is repeated"}},
	{"NaN", `{"bluff.rate": NaN, "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluff.rate: must be a number"}},
	{"NaN as text", `{"bluff.rate": "NaN", "challenge": 0, "odd \"name\"": 0}`, nil, []string{`gene bluff.rate: must be a number, have "NaN"`}},
	{"null", `{"bluff.rate": null, "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluff.rate: must be a number, have null"}},
	{"list", `{"bluff.rate": [1], "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluff.rate: must be a number, have [1]"}},
	{"above", `{"bluff.rate": 1.7, "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluff.rate: must be in [0, 1], have 1.7"}},
	{"infinite", `{"bluff.rate": 1e999, "challenge": 0, "odd \"name\"": 0}`, nil, []string{"gene bluff.rate: must be in [0, 1], have 1e999"}},
	{"all at once", `{"x": 1, "bluff.rate": 2, "challenge": 0, "challenge": 0}`, nil, []string{
		"gene x: is unknown", "gene bluff.rate: must be in [0, 1], have 2", "gene challenge: is repeated", `gene odd "name": is missing`,
	}},
	{"empty", ``, nil, []string{"ends too early"}},
	{"cut", `{"bluff.rate": 0.5`, nil, []string{"ends too early"}},
	{"cut in value", `{"bluff.rate": `, nil, []string{"gene bluff.rate: must be a number: ends too early"}},
	{"list of numbers", `[1, 2, 3]`, nil, []string{"must be an object"}},
	{"trailing", `{"bluff.rate": 0, "challenge": 0, "odd \"name\"": 0} {}`, nil, []string{"has text after its end"}},
}

func TestSchema_Parse(t *testing.T) {
	for _, tt := range parseTests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := toy().Parse([]byte(tt.text))
			if tt.errs == nil {
				if err != nil || !slices.Equal(got, tt.want) {
					t.Errorf("Parse = %v, %v, want %v", got, err, tt.want)
				}
				return
			}
			if err == nil {
				t.Fatalf("Parse = %v, want %q", got, tt.errs)
			}
			for _, want := range tt.errs {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
			if lines := strings.Count(err.Error(), "\n") + 1; lines != len(tt.errs) {
				t.Errorf("error has %d lines, want %d: %v", lines, len(tt.errs), err)
			}
		})
	}
}

// Every text that parses is written and read back to the same bits.
func FuzzParse(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(tt.text)
	}
	s := toy()
	f.Fuzz(func(t *testing.T, text string) {
		v, err := s.Parse([]byte(text))
		if err != nil {
			return
		}
		roundTrip(t, s, v)
	})
}

// Every vector in range survives the text form, bit by bit.
func FuzzFormat(f *testing.F) {
	f.Add(0.1, -0.3, 1e-310)
	f.Add(1.0, math.Copysign(0, -1), 5e-324)
	f.Add(math.Nextafter(1, 0), 7.999999999999999, 1e300)
	s := toy()
	f.Fuzz(func(t *testing.T, a, b, c float64) {
		v := genome.Vector{a, b, c}
		if s.Check(v) == nil {
			roundTrip(t, s, v)
		}
	})
}

func roundTrip(t *testing.T, s *genome.Schema, v genome.Vector) {
	t.Helper()
	text, err := s.Format(v)
	if err != nil {
		t.Fatalf("Format(%v): %v", v, err)
	}
	back, err := s.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	for i := range v {
		if math.Float64bits(v[i]) != math.Float64bits(back[i]) {
			t.Fatalf("gene %d: %x became %x", i, v[i], back[i])
		}
	}
}
