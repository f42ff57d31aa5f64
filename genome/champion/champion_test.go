package champion_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

func schema() *genome.Schema {
	g := func(name string, low, high float64) gene.Gene {
		return gene.Gene{Name: name, Group: "g", Unit: "u", Min: low, Max: high, Default: low, Doc: "d"}
	}
	return &genome.Schema{Game: "coup", Version: 3, Genes: []gene.Gene{g("g.a", -6, 6), g("g.b", 0, 1), g("g.c", -1e300, 1e300)}}
}

func file(t testing.TB, v genome.Vector) *champion.File {
	t.Helper()
	f, err := champion.New(schema(), "bob", "v0.9.0", v, champion.Origin{
		Run: "run-1", ID: "g002-003", Seed: math.MaxUint64, Generation: 2, Config: "game: coup\nfield: [<all> & more]\n",
	})
	guard.Must(t, err)
	m := stats.Figure{Games: 1 << 40, Mean: 1.0 / 3, Low: 0.1, High: math.Nextafter(0.7, 1)}
	f.Evidence = &champion.Evidence{
		Seed: math.MaxUint64, Blocks: 7, Points: "win", Field: m,
		Against: []champion.OpponentFigure{{Opponent: "Żółw \"x\"", Figure: m}},
	}
	return f
}

func encode(t testing.TB, f *champion.File) []byte {
	t.Helper()
	data, err := f.Encode()
	guard.Must(t, err)
	return data
}

// A written file is read back as the same genes and the same bytes.
func TestFile_roundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := schema().Random(rng)
		data := encode(t, file(t, v))
		f, err := champion.Decode(data)
		guard.Must(t, err)
		got, err := f.Vector(schema())
		guard.Must(t, err)
		for i := range v {
			if math.Float64bits(got[i]) != math.Float64bits(v[i]) {
				t.Fatalf("gene %d: wrote %v, read %v", i, v[i], got[i])
			}
		}
		if again := encode(t, f); !bytes.Equal(again, data) {
			t.Fatalf("wrote\n%s\nagain\n%s", data, again)
		}
		f.Evidence = nil
		if f, err = champion.Decode(encode(t, f)); err != nil || f.Evidence != nil {
			t.Fatalf("without evidence: have %v, %v", f, err)
		}
	}
}

func TestNew_badVector(t *testing.T) {
	for _, v := range []genome.Vector{nil, {0, 0}, {7, 0, 0}, {0, math.NaN(), 0}, {0, 0, math.Inf(1)}} {
		if _, err := champion.New(schema(), "bob", "", v, champion.Origin{}); err == nil {
			t.Errorf("%v: want an error", v)
		}
	}
}

// read decodes a file as a program does.
func read(data []byte) (genome.Vector, error) {
	f, err := champion.Decode(data)
	if err != nil {
		return nil, err
	}
	return f.Vector(schema())
}

// change returns the good file with one text replaced.
func change(t testing.TB, from, to string) []byte {
	t.Helper()
	good := string(encode(t, file(t, genome.Vector{1.5, 0.25, 8})))
	if strings.Count(good, from) != 1 {
		t.Fatalf("%q stands %d times in\n%s", from, strings.Count(good, from), good)
	}
	return []byte(strings.Replace(good, from, to, 1))
}

func bad(t testing.TB) map[string]struct{ data, want string } {
	good := string(encode(t, file(t, genome.Vector{1.5, 0.25, 8})))
	is := func(from, to, want string) struct{ data, want string } {
		return struct{ data, want string }{string(change(t, from, to)), want}
	}
	raw := func(data, want string) struct{ data, want string } {
		return struct{ data, want string }{data, want}
	}
	hash := schema().Hash()
	return map[string]struct{ data, want string }{
		"empty":           raw("", "not a champion file"),
		"blank":           raw(" \n\n", "not a champion file"),
		"truncated":       raw(good[:len(good)/2], "not a champion file"),
		"last brace":      raw(strings.TrimRight(good, "}\n"), "not a champion file"),
		"null":            raw("null", "not a champion file"),
		"list":            raw("[]", "not a champion file"),
		"number":          raw("7", "not a champion file"),
		"empty object":    raw("{}", "format is \"\""),
		"binary":          raw("\x00\xff\xfe\n\n", "not a champion file"),
		"another program": raw(`{"a":1}`, "not a champion file"),
		"a megabyte":      raw(strings.Repeat("x", 1<<20), "not a champion file"),
		"a megabyte deep": raw(strings.Repeat("[", 1<<20), "not a champion file"),
		"unknown key":     is(`"name": "bob"`, `"name": "bob", "nick": 1`, "nick"),
		"deep unknown key": is(`"mean": 0.3333333333333333,
      "low": 0.1,
      "high": 0.7000000000000001
    },
    "against"`, `"median": 1 }, "against"`, "median"),
		"wrong format": is("bloodline-champion/2", "bloodline-champion/3", "its format is 3, of bloodline v0.9.0, and this program reads formats 1 and 2: update it"),
		"newer keys": is(`{
  "format": "bloodline-champion/2"`, `{
  "new": [], "format": "bloodline-champion/12"`, "its format is 12, of bloodline v0.9.0"),
		"earlier key":       is(`"blocks": 7,`, `"blocks": 7, "noisy": true,`, `unknown key "noisy", of a development version before v0.1.0: breed again`),
		"newer key":         is(`"name": "bob"`, `"name": "bob", "extra": 1`, `unknown key "extra", a newer version's?`),
		"long format":       is("bloodline-champion/2", strings.Repeat("y", 1<<20), "format"),
		"wrong game":        is(`"game": "coup"`, `"game": "wojna"`, "wojna"),
		"no game":           is(`"game": "coup"`, `"game": ""`, "coup"),
		"another alphabet":  is(`"game": "coup"`, `"game": "\u0441oup"`, "game must be one word of lower-case letters and digits"),
		"bred before birth": is(`"generation": 2`, `"generation": -5`, "origin.generation must be at least 0, have -5"),
		"run of a path":     is(`"run": "run-1"`, `"run": "../../etc/x"`, "origin.run must be of letters"),
		"long run":          is(`"run": "run-1"`, `"run": "`+strings.Repeat("x", 1<<20)+`"`, "at most 245 bytes"),
		"escape in an ID":   is(`"id": "g002-003"`, `"id": "\u001b[2J"`, "printable characters only"),
		"escape in program": is(`"program": "v0.9.0"`, `"program": "\u001b[2J"`, "printable characters only"),
		"escape in a path":  is(`"program": "v0.9.0"`, `"programs": {"\u001b[2J": "x"}, "program": "bloodline v1"`, "printable characters only"),
		"other hash":        is(hash, "0123456789abcdef", "0123456789abcdef"),
		"other version":     is(`"version": 3`, `"version": 4`, "schema 4"),
		"huge version":      is(`"version": 3`, `"version": 1e99`, "version"),
		"lines in a name":   is("\"name\": \"bob\",\n  \"game\": \"coup\"", `"name": "b\no\u001bb", "game": "x"`, "names must have printable characters only"),
		"missing gene":      is(`"g.a": 1.5,`, ``, "g.a"),
		"gene twice":        is(`"g.a": 1.5,`, `"g.a": 1.5, "g.a": 1.5,`, "g.a"),
		"unknown gene":      is(`"g.a": 1.5,`, `"g.a": 1.5, "g.z": 1.5,`, "g.z"),
		"two missing genes": is(`"g.a": 1.5,`, `"g.z": 1.5,`, "g.a"),
		"out of range":      is(`"g.a": 1.5`, `"g.a": 6.5`, "[-6, 6]"),
		"too large":         is(`"g.a": 1.5`, `"g.a": 1e999`, "g.a"),
		"NaN":               is(`"g.a": 1.5`, `"g.a": NaN`, "not a champion file"),
		"quoted NaN":        is(`"g.a": 1.5`, `"g.a": "NaN"`, "g.a"),
		"null gene":         is(`"g.a": 1.5`, `"g.a": null`, "g.a"),
		"list gene":         is(`"g.a": 1.5`, "\"g.a\": [1,\n\n2]", "g.a"),
		"long gene":         is(`"g.a": 1.5`, `"g.a": "`+strings.Repeat("z", 1<<20)+`"`, "g.a"),
		"line in gene":      is(`"g.a": 1.5`, `"g.a": 1.5, "x\ny": 1`, "is unknown"),
		"many unknown":      is(`"g.a": 1.5`, `"g.a": 1.5`+many(1000), "is unknown"),
		"no genes":          raw(`{"format": "bloodline-champion/1", "game": "coup", "schema": {"version": 3, "hash": "`+hash+`"}}`, "genome"),
		"null genes":        raw(`{"format": "bloodline-champion/1", "game": "coup", "schema": {"version": 3, "hash": "`+hash+`"}, "genes": null}`, "genome"),
		"a list of genes":   raw(`{"format": "bloodline-champion/1", "game": "coup", "schema": {"version": 3, "hash": "`+hash+`"}, "genes": [1]}`, "genome"),
		"key twice":         is(`"name": "bob"`, `"name": "bob", "name": "eve"`, "name is repeated"),
		"key in two cases":  is(`"name": "bob"`, `"name": "bob", "Name": "eve"`, "Name is repeated"),
		"deep key twice": is(`"seed": 18446744073709551615,
    "generation"`, `"seed": 1, "seed": 2, "generation"`, "seed is repeated"),
		"long name":     is(`"name": "bob"`, `"name": "`+strings.Repeat("x", 1<<20)+`"`, "at most 200 characters, has 1048576"),
		"null evidence": raw(`{"format": "bloodline-champion/1", "evidence": null}`, "a value is null"),
		"null figure":   raw(`{"format": "bloodline-champion/1", "evidence": {"field": {"mean": null}}}`, "a value is null"),
		"trailing text": raw(good+"x", "after its end"),
		"two files":     raw(good+good, "after its end"),
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `, "u%d": 1`, i)
	}
	return b.String()
}

// Every bad file gives one line that says what is wrong, of a length to be read.
func TestFile_bad(t *testing.T) {
	for name, c := range bad(t) {
		t.Run(name, func(t *testing.T) {
			v, err := read([]byte(c.data))
			if err == nil {
				t.Fatalf("read %v", v)
			}
			checkLine(t, err)
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q in: %v", c.want, err)
			}
		})
	}
}

func checkLine(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\r\x00") || len(text) > 400 {
		t.Errorf("want one line of at most 400 bytes, have %d bytes: %.400q", len(text), text)
	}
}

func TestEvidence_Better(t *testing.T) {
	lead := func(mean, low float64) *champion.Defaults {
		return &champion.Defaults{Lead: &stats.Figure{Mean: mean, Low: low}}
	}
	for _, c := range []struct {
		e    champion.Evidence
		want bool
	}{
		{champion.Evidence{}, true},
		{champion.Evidence{Defaults: &champion.Defaults{}}, true},
		{champion.Evidence{Defaults: lead(0.1, 0.01)}, true},
		{champion.Evidence{Defaults: lead(0.1, 0)}, false},
		{champion.Evidence{Defaults: lead(0.1, 0), AllDeals: true}, true},
		{champion.Evidence{Defaults: lead(0, 0), AllDeals: true}, false},
	} {
		if c.e.Better() != c.want {
			t.Errorf("%+v: better %v", c.e, !c.want)
		}
	}
}

// The first format had other intervals of leads, and on maps.
func TestFile_OtherIntervals(t *testing.T) {
	for format, old := range map[string]bool{champion.Format: false, "bloodline-champion/1": true} {
		for _, e := range []champion.Evidence{{}, {Maps: 1}, {Defaults: &champion.Defaults{}}, {Unproven: &champion.Unproven{}}} {
			f := champion.File{Format: format, Evidence: &e}
			if want := old && !reflect.ValueOf(e).IsZero(); f.OtherIntervals() != want {
				t.Errorf("%s, %+v: want %v", format, e, want)
			}
		}
	}
}

// Genes are measured at a temperature, of which 0 stands for 1.
func TestDigest(t *testing.T) {
	digest := func(temperature float64) string {
		out, err := champion.Digest(schema(), genome.Vector{1, 0, 8}, temperature)
		guard.Must(t, err)
		return out
	}
	if digest(0) != digest(1) || digest(1) == digest(2) {
		t.Errorf("at 0, 1 and 2: %s, %s, %s", digest(0), digest(1), digest(2))
	}
}

// No figure that JSON cannot hold is written down.
func TestFile_Encode_notFinite(t *testing.T) {
	f := file(t, genome.Vector{0, 0, 0})
	f.Evidence.Field.Low = math.Inf(-1)
	if data, err := f.Encode(); err == nil {
		t.Errorf("wrote %s", data)
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range bad(f) {
		if len(c.data) < 1<<16 {
			f.Add([]byte(c.data))
		}
	}
	f.Add(encode(f, file(f, genome.Vector{1.5, 0.25, 8})))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := read(data)
		if err != nil {
			checkLine(t, err)
			return
		}
		if err := schema().Check(v); err != nil {
			t.Fatalf("let through: %v", err)
		}
		// An accepted file can be written, and reads the same.
		again, err := champion.Decode(data)
		guard.Must(t, err)
		text, err := again.Encode()
		guard.Must(t, err)
		if w, err := read(text); err != nil || fmt.Sprint(w) != fmt.Sprint(v) {
			t.Fatalf("wrote %v, read %v (%v)", v, w, err)
		}
	})
}

// The file's own keys are a promise to strangers.
func TestFile_keys(t *testing.T) {
	var top map[string]json.RawMessage
	guard.Must(t, json.Unmarshal(encode(t, file(t, genome.Vector{1.5, 0.25, 8})), &top))
	for _, key := range []string{"format", "name", "game", "schema", "program", "origin", "evidence", "genes"} {
		if _, ok := top[key]; !ok {
			t.Errorf("no %q", key)
		}
	}
	if want := `{"g.a":1.5,"g.b":0.25,"g.c":8}`; compact(t, top["genes"]) != want {
		t.Errorf("want genes %s, have %s", want, top["genes"])
	}
}

func compact(t *testing.T, data []byte) string {
	t.Helper()
	var b bytes.Buffer
	guard.Must(t, json.Compact(&b, data))
	return b.String()
}

func TestFile_CheckGains(t *testing.T) {
	gain := func(games int64, high float64, genes ...string) *champion.File {
		return &champion.File{Gains: []champion.Gain{{Genes: genes, Games: games, Gain: &stats.Figure{Games: games, Mean: 0.2, Low: -0.1, High: high}}}}
	}
	for _, f := range []*champion.File{gain(8, 0.5, "g.a", "g.b"), {Gains: []champion.Gain{{Genes: []string{"g.c"}, MoreGames: 90}}}} {
		if err := f.CheckGains(schema(), 0, 1); err != nil {
			t.Error(err)
		}
	}
	for name, f := range map[string]*champion.File{"range": gain(8, 1.2, "g.a"), "gene": gain(8, 0.5, "g.a", "x\x1b"), "none": gain(8, 0.5), "games": gain(-8, 0.5, "g.a")} {
		if err := f.CheckGains(schema(), 0, 1); err == nil {
			t.Errorf("%s: accepted", name)
		} else {
			checkLine(t, err)
		}
	}
}

// Figures that no game with points from 0 to 1 can have.
func TestEvidence_Check(t *testing.T) {
	good := stats.Figure{Games: 10, Mean: 0.5, Low: 0.4, High: 0.6}
	ok := champion.Evidence{Blocks: 5, Field: good, Strangers: &champion.Strangers{Figure: good, Lead: stats.Figure{Mean: -0.9, Low: -1, High: -0.8}}}
	if err := ok.Check(0, 1); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*champion.Evidence){
		"blocks":       func(e *champion.Evidence) { e.Blocks = -1 },
		"field":        func(e *champion.Evidence) { e.Field.High = 500 },
		"games":        func(e *champion.Evidence) { e.Field.Games = -1 },
		"order":        func(e *champion.Evidence) { e.Field.Low = 0.55 },
		"holdout_mean": func(e *champion.Evidence) { e.HoldoutMean = &stats.Figure{Mean: 98, Low: 98, High: 500} },
		"line": func(e *champion.Evidence) {
			e.Against = []champion.OpponentFigure{{Opponent: "x", Figure: stats.Figure{Low: -1}}}
		},
		"ahead": func(e *champion.Evidence) {
			e.Against = []champion.OpponentFigure{{Opponent: "x", Figure: good, Ahead: &stats.Figure{Mean: 1.5, Low: 1, High: 2}}}
		},
		"lead": func(e *champion.Evidence) {
			e.Strangers = &champion.Strangers{Figure: good, Lead: stats.Figure{Low: -2}}
		},
	} {
		e := ok
		change(&e)
		if err := e.Check(0, 1); err == nil {
			t.Errorf("%s: accepted %+v", name, e)
		} else {
			checkLine(t, err)
		}
	}
}
