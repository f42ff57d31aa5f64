package dashboard_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/results/report/dashboard"
)

// The first page begins with the run files of its folder, each with its command; games of which the store has no run are
// folded away, with their opponents. A file that can't be bred says why; one of another kind isn't listed.
func TestHandler_ownFiles(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"mine.yaml": "game: coup\nseed: 3\n", "my contest.yaml": "game: command\ncommand:\n  referee: sh r.sh {p1} {p2}\n  bot: sh b.sh {a}\n" +
			"  genes:\n    a: {distribution: int, low: 0, high: 9, default: 2}\nfield: [{mid: sh b.sh 6}]\n",
		"wrong.yaml": "game: coup\nevolve: {populaton: 4}\n", "other.yaml": "services:\n  game: yes\n", "note.txt": "game: coup\n",
	} {
		guard.Must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	served := func(path string) string {
		o := dashboard.Options{Finder: finder(t, path), Measurer: quick, Folder: folder, Control: &told{}, Token: word, Program: "bloodline 1"}
		_, body := ask(t, dashboard.New(o).Handler(), "GET", "/", opened)
		return body
	}
	store := filepath.Join(t.TempDir(), "lineage.db")
	keep(t, store, "mine-3", &champion.Evidence{Field: stats.Figure{Mean: 0.8, Low: 0.79, High: 0.81, Games: 10}}, evolve.League{})
	body := served(store)
	shows(t, body, "<code>bloodline breed mine.yaml</code>", "<code>bloodline breed &#39;my contest.yaml&#39;</code>", "the contest 001",
		`name="file" value="my contest.yaml"`, "wrong.yaml:2: evolve.populaton", "<summary>Games that come with the program: ")
	for _, unlisted := range []string{"other.yaml", "note.txt"} {
		if strings.Contains(body, unlisted) {
			t.Errorf("%s is listed", unlisted)
		}
	}
	folded := strings.Index(body, `<details class="shipped">`)
	for text, before := range map[string]bool{"breed mine.yaml": true, `data-row="mine-3"`: true, `data-row="coup"`: true, `data-row="samurai"`: false, `data-row="wojna"`: false, "samurai%3Arebel": false} {
		if at := strings.Index(body, text); at < 0 || at < folded != before {
			t.Errorf("%s stands at %d, what is folded at %d", text, at, folded)
		}
	}
	if strings.Contains(body, `<details class="shipped" open`) {
		t.Error("the other games are not folded")
	}
	if body := served(filepath.Join(t.TempDir(), "none.db")); !strings.Contains(body, "breed mine.yaml") || strings.Index(body, `data-row="wojna"`) < strings.Index(body, `<details class="shipped">`) || strings.Contains(body, "breed coup-quick") {
		t.Errorf("without a store other games stand beside the own files:\n%s", body)
	}
}

// A tab without an answer isn't shown: a hand-written player has no genes. Who asks for it gets the first one.
func TestHandler_tabs(t *testing.T) {
	h := handler(t, bred(t), "")
	for path, tabs := range map[string]string{
		"/player?name=small":               "better,whom,what,why,where",
		"/player?name=coup:Taxman":         "whom,what",
		"/player?name=coup:Taxman&tab=why": "whom,what",
		"/player?name=coup":                "whom,what,why",
	} {
		_, body := ask(t, h, "GET", path, nil)
		var have []string
		for _, link := range strings.Split(body, "&amp;tab=")[1:] {
			have = append(have, link[:strings.IndexAny(link, `"&`)])
		}
		if got := strings.Join(have, ","); got != tabs || !strings.Contains(body, "against its opponents") {
			t.Errorf("%s has the tabs %s, want %s", path, got, tabs)
		}
	}
}
