package cmd

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"bloodline"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/internal/version"
)

var manual = flag.String("manual", "", "write the man pages into this folder")

// Every command has a man page with all of its help. make release writes the pages by this test, so that the program
// doesn't link what makes them.
func TestManual(t *testing.T) {
	dir := *manual
	if dir == "" {
		dir = t.TempDir()
	}
	set := guard.Value(bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game()))(t)
	a := newApp("bloodline", set)
	root := a.root()
	fillHelp(root, a.helpWords())
	root.DisableAutoGenTag = true // it has the day
	guard.Must(t, os.MkdirAll(dir, 0o755))
	guard.Must(t, doc.GenManTree(root, &doc.GenManHeader{Source: "bloodline " + version.String(), Manual: "bloodline"}, dir))
	plain := strings.NewReplacer(`\-`, "-", `\&`, "", `\e`, `\`, `\(aq`, "'", `\fB`, "", `\fP`, "", "`", "")
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		text := guard.Value(os.ReadFile(filepath.Join(dir, name+".1")))(t)
		page := plain.Replace(string(text))
		words := strings.Fields(plain.Replace(c.Short + "\n" + c.Long + "\n" + c.Example))
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				words = append(words, "--"+f.Name)
			}
		})
		for _, word := range words {
			if !strings.Contains(page, word) {
				t.Errorf("the man page of %s lacks %s", name, word)
			}
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "completion" { // whose help is cobra's, in Markdown
				check(sub)
			}
		}
	}
	check(root)
}
