package cmd

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/evolve/store"
	"bloodline/results/run"
)

// tagged is a run with its tags.
type tagged struct {
	Run string `json:"run"`
	store.Tags
}

func (a *app) tagCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tag RUN [TAG...]",
		Short: "Tag a run, or add a note to it",
		Long: `tag adds tags to a run and prints its tags. A tag is a word, a note a line of text; runs, report and
serve show them. You can tag a run while it breeds.`,
		Example: "  $bloodline runs tag $run first-try\n  $bloodline runs tag $run --note \"twice the deals\"\n" +
			"  $bloodline runs tag $run --remove first-try",
	}
	remove := c.Flags().StringArray("remove", nil, "a tag to remove; may be repeated")
	note := c.Flags().String("note", "", "a line of text that replaces the note; empty: no note")
	c.RunE = func(_ *cobra.Command, args []string) error {
		name, add := args[0], args[1:]
		t, err := run.Tag(&a.Finder, name, func(t *store.Tags) bool {
			t.Tags = slices.DeleteFunc(append(t.Tags, add...), func(tag string) bool { return slices.Contains(*remove, tag) })
			if c.Flags().Changed("note") {
				t.Note = *note
			}
			return len(add)+len(*remove) > 0 || c.Flags().Changed("note")
		})
		if err != nil {
			return err
		}
		return a.printLine(tagged{name, t}, "%s: %s", name, cmp.Or(t.Text(), "no tags"))
	}
	return c
}
