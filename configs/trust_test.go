package configs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs/trust"
	"bloodline/internal/guard"
)

// Added commands are trusted, as a whole and in their order, and nothing else; several lists
// of one file know the same.
func TestList(t *testing.T) {
	l := &trust.List{Path: filepath.Join(t.TempDir(), "new", "trusted")}
	mine := []string{"referee: sh r.sh", "bot: sh b.sh {level}"}
	refused := func(from *trust.List, commands ...string) bool {
		_, err := from.Check(trust.Commands{Lines: commands, Context: "here"})
		if err != nil && (!strings.HasPrefix(err.Error(), "it runs commands that have not run here: ") || strings.ContainsAny(err.Error(), "\n\x1b")) {
			t.Errorf("refused by %q", err)
		}
		return err != nil
	}
	if refused(l) || !refused(l, mine...) {
		t.Error("before: want nothing trusted but nothing")
	}
	guard.Must(t, l.Add(trust.Commands{Lines: mine, Context: "here"}, false))
	other := &trust.List{Path: l.Path}
	if refused(l, mine...) || refused(other, mine...) {
		t.Error("what was added is refused")
	}
	for _, commands := range [][]string{mine[:1], {mine[1], mine[0]}, {mine[0] + mine[1]}, {"referee: rm -rf \x1b[2J\n"}} {
		if !refused(l, commands...) {
			t.Errorf("%q is trusted", commands)
		}
	}
	if _, err := l.Check(trust.Commands{Lines: mine, Context: "there"}); err == nil {
		t.Error("the same commands elsewhere are trusted")
	}
	if own, _ := l.Check(trust.Commands{Lines: mine, Context: "here"}); !own {
		t.Error("what the user has given is foreign")
	}
	other.All = true
	if refused(other, "new") || refused(l, "new") {
		t.Error("what all trust is not remembered")
	}
	if own, _ := l.Check(trust.Commands{Lines: []string{"new"}, Context: "here"}); own {
		t.Error("what a file has brought is the user's own")
	}
	guard.Must(t, l.Add(trust.Commands{Lines: []string{"new"}, Context: "here"}, false))
	if own, _ := l.Check(trust.Commands{Lines: []string{"new"}, Context: "here"}); !own {
		t.Error("what a file has brought and the user gives later is foreign")
	}
}
