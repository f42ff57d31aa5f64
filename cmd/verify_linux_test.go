package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

// verified runs verify on a champion file that was changed, and returns its exit code and output.
func verified(t *testing.T, dir, run string, file any) (code int, out string) {
	t.Helper()
	data := guard.Value(json.Marshal(file))(t)
	write(t, filepath.Join(dir, "results", run, "changed.json"), string(data))
	var stdout, stderr bytes.Buffer
	code = inProcess(dir, os.Getenv, &stdout, &stderr, "bloodline", "verify", "results/"+run+"/changed.json", "--seed", "1", "--games", "20", "--trust")
	return code, strings.Join(strings.Fields(stdout.String()+stderr.String()), " ")
}

// A changed number of evidence is found, or is of the parts that verify lists as not verified.
func TestVerify_numbers(t *testing.T) {
	guard.Slow(t)
	dir := unpacked(t, "v0.1.0")
	write(t, filepath.Join(dir, "mine.yaml"), read(t, filepath.Join(dir, "simulator.yaml"))+"holdout: [strangers, {far: {count: 15}}]\n")
	mustRun(t, dir, "breed", "mine.yaml", "--name", "mine", "--seed", "2", "--max-games", "2000", "--trust")
	var file map[string]any
	guard.Must(t, json.Unmarshal([]byte(read(t, filepath.Join(dir, "results/mine/champion.json"))), &file))
	evidence := file["evidence"].(map[string]any)
	figure := maps.Clone(evidence["field"].(map[string]any))
	claims := map[string]string{
		"earlier_looks": "earlier comparisons", "look": "the look at which", "most_games": "the games that it could take",
		"unproven": "figures of the champion that was not shown", "errors": "errors", "draws": "draws",
	}
	check := func(path string) {
		t.Helper()
		claim := ""
		for key, text := range claims {
			if slices.Contains(strings.Split(path, "."), key) {
				claim = text
			}
		}
		code, out := verified(t, dir, "mine", file)
		if _, listed, _ := strings.Cut(out, "Not verified: "); code != 1 && (claim == "" || !strings.Contains(listed, claim)) {
			t.Errorf("%s: exit code %d, %s", path, code, out)
		}
	}
	var each func(at any, path string, add float64)
	each = func(at any, path string, add float64) {
		values, _ := at.(map[string]any)
		for key, x := range values {
			if n, ok := x.(float64); ok {
				values[key] = n + add
				check(fmt.Sprint(path, ".", key))
				values[key] = n
			}
			each(x, path+"."+key, add)
		}
		list, _ := at.([]any)
		for _, x := range list {
			each(x, path, add)
		}
	}
	if code, out := verified(t, dir, "mine", file); code != 0 {
		t.Fatal(out)
	}
	evidence["earlier_looks"] = 1.0 // changes the lead's interval
	check("lead")
	delete(evidence, "earlier_looks")
	evidence["unproven"] = map[string]any{"digest": "x", "field": figure, "lead": figure}
	each(evidence, "", 1)
	delete(evidence, "unproven")
	evidence["nondeterministic"] = true
	if code, out := verified(t, dir, "mine", file); code != 0 {
		t.Fatal(out)
	}
	each(evidence, "", 1)
	for _, at := range []any{evidence["defaults"].(map[string]any)["lead"], evidence["against"].([]any)[1]} {
		row := at.(map[string]any) // moved as a whole, so that it is no contradiction in itself
		was := maps.Clone(row)
		for _, key := range []string{"mean", "low", "high"} {
			row[key] = row[key].(float64) - 0.3
		}
		if code, out := verified(t, dir, "mine", file); code != 1 || !strings.Contains(out, "outside its interval") {
			t.Errorf("a row of %v: exit code %d, %s", was, code, out)
		}
		maps.Copy(row, was)
	}
}

// A release that computed intervals otherwise has files whose points are compared.
func TestReleases_intervals(t *testing.T) {
	dir := unpacked(t, "v0.1.0")
	for _, name := range []string{"contest", "simulator"} {
		var file map[string]any
		guard.Must(t, json.Unmarshal([]byte(read(t, filepath.Join(dir, "results", name, "champion.json"))), &file))
		code, out := verified(t, dir, name, file)
		if code != 0 || !strings.Contains(out, "bloodline v0.1.0 computed some intervals otherwise") || !strings.Contains(out, ", intervals.") {
			t.Errorf("%s: %d, %s", name, code, out)
		}
		lead := file["evidence"].(map[string]any)["defaults"].(map[string]any)["lead"].(map[string]any)
		lead["mean"] = lead["mean"].(float64) + 0.001
		if code, out := verified(t, dir, name, file); code != 1 || !strings.Contains(out, "NOT EQUAL") {
			t.Errorf("%s with another lead: %d, %s", name, code, out)
		}
	}
}
