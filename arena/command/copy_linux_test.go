package command_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// A copy plays as its bot did, whatever becomes of the bot's files: with a file of parameters, behind env, and in a
// sandbox, which shows it what was copied. It is the same on another machine, and another bot with other files.
func TestGame_CopyOf(t *testing.T) {
	talk := `read seed; read start
for i in 0 1; do echo "###Input $i"; echo go; echo "###Output $i 1"; read a; [ "$a" = "fine 7" ] || echo "###Error $i said $a"; done
echo "###End 01"`
	files := map[string]string{"referee.sh": talk, "bot.sh": `. "${0%/*}/lib/say"; read go; say $(tr -dc 0-9 < "$1")`}
	g := contest(t, command.Settings{Style: command.StyleStdio, Referee: "sh referee.sh", Bot: "env A=1 sh bot.sh {parameters}"}, files)
	bot := g.Bot([]float64{7})
	dir := filepath.Dir(strings.Fields(bot.CommandLine())[3])
	guard.Must(t, os.Mkdir(filepath.Join(dir, "lib"), 0o700))
	lib := filepath.Join(dir, "lib", "say")
	guard.Must(t, os.WriteFile(lib, []byte(`say() { echo fine $1; }`), 0o600))
	c := guard.Value(g.CopyOf(bot, []string{filepath.Join(dir, "lib")}))(t)
	if names := []string{"bot.sh", "lib/say", "parameters.json"}; !slices.Equal(c.Files(), names) || c.From != dir || c.Command != "env A=1 sh '{bot}/bot.sh' '{bot}/parameters.json'" {
		t.Errorf("copies %v from %s, as %s", c.Files(), c.From, c.Command)
	}
	to := t.TempDir()
	guard.Must(t, c.Write(to))
	again := guard.Value(command.DigestOfCopy(c.Command, to, c.Files()))(t)
	guard.Must(t, os.WriteFile(lib, []byte(`say() { echo other; }`), 0o600))
	if other := guard.Value(g.CopyOf(bot, []string{filepath.Join(dir, "lib")}))(t); again != c.Digest || other.Digest == c.Digest {
		t.Errorf("digests: %s of the bot, %s of the copy, %s with another file", c.Digest, again, other.Digest)
	}
	p := guard.Value(g.Copied(c.Command, to))(t)
	table := g.NewSlowTable()
	defer table.Close()
	r := guard.Value(g.PlayRated(t.Context(), table, 1, []engine.Player{p, p}))(t)
	if r.Errors[0] != "" || r.Errors[1] != "" {
		t.Errorf("the copy fails: %q", r.Errors)
	}
	guard.Must(t, os.Remove(filepath.Join(to, "bot.sh")))
	if _, err := g.Copied(c.Command, to); err == nil || !strings.Contains(err.Error(), "bot.sh") {
		t.Errorf("of a copy without its script: %v", err)
	}
}
