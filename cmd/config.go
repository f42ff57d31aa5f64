package cmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"bloodline/configs"
	"bloodline/results/report"
)

func (a *app) configCommand() *cobra.Command {
	var schema bool
	var o overrides
	c := &cobra.Command{
		Use:   "config [CONFIG]",
		Short: "Check a run file and print it with everything resolved",
		Long: `config reads a run file as breed would and prints the settings that result.
Without a file it lists the embedded ones. --schema prints the JSON schema that
editors use to complete and check run files.`,
		Example: "  $bloodline config $quick > my.yaml\n  $bloodline config my.yaml --seed 3\n  $bloodline config --schema > bloodline.schema.json",
		Args:    arguments(cobra.MaximumNArgs(1)),
	}
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of run files")
	o.bind(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if a.json() && !schema && len(args) == 0 {
			return report.JSON(a.stdout, a.known().List())
		}
		text, err := a.configText(args, schema, a.overrides(o, cmd.Flags()))
		if err != nil {
			return err
		}
		if a.json() && !schema {
			return writeYAMLAsJSON(a.stdout, text)
		}
		_, err = a.stdout.Write(text)
		return err
	}
	return c
}

// writeYAMLAsJSON prints a run file as JSON.
func writeYAMLAsJSON(w io.Writer, text []byte) error {
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		return err
	}
	return report.JSON(w, v)
}

func (a *app) configText(args []string, schema bool, o configs.Overrides) ([]byte, error) {
	switch {
	case schema:
		return configs.Schema()
	case len(args) == 0:
		var out []byte
		for _, name := range a.known().List() {
			out = fmt.Appendln(out, name)
		}
		return out, nil
	}
	cfg, err := configs.Load(args[0], o, a.known())
	if err != nil {
		return nil, usage("%w", err)
	}
	return cfg.YAML(), nil
}
