package champion_test

import (
	"strings"
	"testing"

	"bloodline/genome/champion"
)

// A run's name is fit for a folder on every system, and PlainRunName makes such a name out of any.
func TestCheckRunName(t *testing.T) {
	for name, plain := range map[string]string{
		"coup-quick-1": "coup-quick-1", "v1.2_b": "v1.2_b", "console": "console", "com10": "com10", "auxiliary.x": "auxiliary.x",
		"": "run", "a/b": "a-b", "../../etc/x": "etc-x", ".hidden": "hidden", "żółw": "żółw", "日本-1": "日本-1", "हिन्दी": "हिन्दी", "ete\u0301": "eté", "\u0301x": "x", "a\u202eb": "a-b", "a\u200db": "a-b", "a\ufe0f": "a-", "a\u3164": "a-", "x\x00y\u2028z": "x-y-z", "a／b": "a-b", "\xff.e": "e",
		"...": "run", "dot.": "dot",
		"con": "run-con", "NUL": "run-NUL", "Aux.v2": "run-Aux.v2", "prn.": "run-prn", "com1": "run-com1", "LPT9.json.x": "run-LPT9.json.x",
		strings.Repeat("a", 244) + "..": strings.Repeat("a", 244), strings.Repeat("a", 246): strings.Repeat("a", 245),
		strings.Repeat("日", 82): strings.Repeat("日", 81), strings.Repeat("é", 122): strings.Repeat("é", 122),
	} {
		if have := champion.PlainRunName(name); have != plain || champion.CheckRunName(have) != nil {
			t.Errorf("%q: have %q (%v), want %q", name, have, champion.CheckRunName(have), plain)
		}
		if err := champion.CheckRunName(name); (err == nil) != (name == plain) {
			t.Errorf("%q: have %v", name, err)
		}
	}
	for _, name := range []string{"x.json", "con.json"} {
		if champion.CheckRunName(name) == nil {
			t.Errorf("%s: want an error", name)
		}
	}
}
