package cmd

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/results/report"
)

// strict turns mistakes in a command line that cobra accepts or words badly into usage errors, for all commands.
func strict(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	root.SuggestionsMinimumDistance = 2
	root.InitDefaultCompletionCmd()
	aloneInBash(root)
	root.InitDefaultHelpCmd()
	for _, c := range append(root.Commands(), root) {
		switch {
		case c.Name() == "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, err := root.Find(args)
				return errors.Join(err, unknown(root, rest))
			}
		case !c.Runnable(): // cobra would print a help page and succeed
			c.Args = unknown
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

//go:embed completion.bash
var bashAlone string

// aloneInBash lets the completion of bash work without the package bash-completion.
func aloneInBash(root *cobra.Command) {
	c, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || c.RunE == nil {
		return
	}
	c.Long = strings.Replace(c.Long, "This script depends on the 'bash-completion' package.\n"+
		"If it is not installed already, you can install it via your OS's package manager.\n\n", "", 1)
	script := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := io.WriteString(c.OutOrStdout(), bashAlone); err != nil {
			return err
		}
		return script(c, args)
	}
}

// unknown reports words that name no command.
func unknown(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		hint = ", did you mean " + near[0] + "?"
	}
	return usage("unknown command %q for %q%s; %s --help lists them", args[0], c.CommandPath(), hint, c.CommandPath())
}

// flagError words a mistake in a flag as the mistakes in other input are worded.
func flagError(c *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if near := suggestFlag(c, missing.GetSpecifiedName()); near != "" {
			return usage("%w, did you mean %s? %s --help lists the flags", err, near, c.CommandPath())
		}
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return usage("%w; %s --help lists the flags", err, c.CommandPath())
	}
	kind := map[string]string{
		"int": "a whole number", "uint64": "a whole number of 0 or more", "float64": "a number", "bool": "true or false",
		"duration": "a duration, such as 90s, 30m or 2h",
	}[bad.GetFlag().Value.Type()]
	if kind == "" {
		return usage("%w", err)
	}
	if strings.HasSuffix(kind, "whole number of 0 or more") && bad.GetValue() != "" && strings.Trim(bad.GetValue(), "0123456789") == "" {
		kind = fmt.Sprintf("in [0, %d]", uint64(math.MaxUint64)) // it has too many digits
	}
	return usage("--%s: must be %s, have %q", bad.GetFlag().Name, kind, bad.GetValue())
}

// arguments turns cobra's errors about the number of arguments into usage errors that name the missing arguments, or
// the first one too many, as Use has them.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		err := check(c, args)
		if err == nil {
			return nil
		}
		names, _, _ := strings.Cut(c.Use, " --")
		all := strings.Fields(names)[1:]
		needed := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return strings.HasPrefix(name, "[") })
		switch {
		case len(args) < len(needed):
			return usage("missing: %s; usage: %s", strings.Join(needed[len(args):], " "), c.UseLine())
		case len(args) > len(all):
			return usage("too many arguments, from %q on; usage: %s", args[len(all)], c.UseLine())
		}
		return usage("%w; usage: %s", err, c.UseLine())
	}
}

// fillHelp puts words into the help of a command and of all below it, where texts have $word,
// and breaks its paragraphs into lines that fit a terminal. Indented lines stay.
func fillHelp(c *cobra.Command, words map[string]string) {
	word := func(name string) string { return words[name] }
	paragraphs := strings.Split(os.Expand(c.Long, word), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains("\n"+p, "\n ") {
			paragraphs[i] = report.Wrap(p, "", report.Columns)
		}
	}
	c.Long, c.Example = strings.Join(paragraphs, "\n\n"), os.Expand(c.Example, word)
	for _, sub := range c.Commands() {
		fillHelp(sub, words)
	}
}
