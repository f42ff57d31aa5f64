package trust_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs/trust"
)

// What has been added is trusted, whole and in its order, and nothing else; several lists
// of one file know the same.
func TestList(t *testing.T) {
	l := &trust.List{Path: filepath.Join(t.TempDir(), "new", "trusted")}
	mine := []string{"referee: sh r.sh", "bot: sh b.sh {level}"}
	refused := func(from *trust.List, commands ...string) bool {
		err := from.Check(trust.Commands{Lines: commands, Context: "here"})
		if err != nil && (!strings.HasPrefix(err.Error(), "it runs commands that have not run here: ") || strings.ContainsAny(err.Error(), "\n\x1b")) {
			t.Errorf("refused by %q", err)
		}
		return err != nil
	}
	if refused(l) || !refused(l, mine...) {
		t.Error("before: want nothing trusted but nothing")
	}
	if err := l.Add(trust.Commands{Lines: mine, Context: "here"}); err != nil {
		t.Fatal(err)
	}
	other := &trust.List{Path: l.Path}
	if refused(l, mine...) || refused(other, mine...) {
		t.Error("what was added is refused")
	}
	for _, commands := range [][]string{mine[:1], {mine[1], mine[0]}, {mine[0] + mine[1]}, {"referee: rm -rf \x1b[2J\n"}} {
		if !refused(l, commands...) {
			t.Errorf("%q is trusted", commands)
		}
	}
	if l.Check(trust.Commands{Lines: mine, Context: "there"}) == nil {
		t.Error("the same commands elsewhere are trusted")
	}
	other.All = true
	if refused(other, "new") || refused(l, "new") {
		t.Error("what all trust is not remembered")
	}
}
