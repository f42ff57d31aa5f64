package cmd

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"bloodline/configs"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) configCommand() *cobra.Command {
	var all, schema bool
	c := &cobra.Command{
		Use:   "config [CONFIG]",
		Short: "Check a run file and print it; --all explains every key",
		Long: `config checks a run file as breed would and prints it as it stands, with its
comments; what flags and the environment say replaces its values. --all prints
every key that is read, each with its meaning as a comment. Without a file
config lists the embedded ones. --schema prints the JSON schema that editors use
to complete and check run files.`,
		Example: "  $bloodline config $quick > my.yaml\n  $bloodline config my.yaml --all\n  $bloodline config my.yaml --seed 3\n  $bloodline config --schema > bloodline.schema.json",
		Args:    arguments(cobra.MaximumNArgs(1)),
	}
	c.Flags().BoolVar(&all, "all", false, "print every key that is read, with its meaning")
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of run files")
	bindOverrides(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		o := overrides(cmd.Flags())
		switch {
		case schema && (len(args) > 0 || all):
			return usage("--schema is that of all run files: leave the file and --all out")
		case len(args) == 0 && (all || len(o.Set)+len(o.Flags) > 0):
			return usage("config needs a CONFIG that --all and the settings are for (%s)", report.List(configs.List(a.Games)))
		case schema:
			text, err := configs.Schema(a.Games)
			return a.write(text, err)
		case len(args) > 0:
			return a.showConfig(args[0], all, o)
		case a.json():
			return report.JSON(a.stdout, configs.List(a.Games))
		}
		return a.write([]byte(strings.Join(configs.List(a.Games), "\n")+"\n"), nil)
	}
	return c
}

// showConfig prints a run file as it stands, everything that it means, or its values.
func (a *app) showConfig(path string, all bool, o configs.Overrides) error {
	cfg, err := a.load(path, o)
	if err != nil {
		return usage("%w", err)
	}
	if _, err := run.NewEvaluator(&a.Finder, cfg); err != nil { // it finds the players
		return err
	}
	switch {
	case a.json():
		return writeYAMLAsJSON(a.stdout, cfg.YAML())
	case all:
		return a.write(cfg.Explained(), nil)
	}
	text, err := configs.Text(path, o, a.Games)
	return a.write(text, err)
}

// write prints text unless there is an error.
func (a *app) write(text []byte, err error) error {
	if err == nil {
		_, err = a.stdout.Write(text)
	}
	return err
}

// writeYAMLAsJSON prints a run file as JSON.
func writeYAMLAsJSON(w io.Writer, text []byte) error {
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		return err
	}
	return report.JSON(w, v)
}
