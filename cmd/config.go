package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"bloodline/configs"
	"bloodline/internal/disk"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "config [CONFIG]",
		ValidArgsFunction: offer(orFiles, a.runFiles),
		Short:             "Check a run file and print it; --all explains every key",
		Long: `config checks a run file as breed does and prints it with its comments and with the
values of flags and environment. Without an argument it lists the shipped run files.
--out writes a run file to edit, with a JSON schema for editors beside it.`,
		Example: "  $bloodline config $quick --out my.yaml\n  $bloodline config my.yaml --all\n  $bloodline config --schema > bloodline.schema.json",
		Args:    arguments(cobra.MaximumNArgs(1)),
	}
	all := c.Flags().Bool("all", false, "print every key that applies, with its meaning")
	schema := c.Flags().Bool("schema", false, "print the JSON schema of run files")
	out := c.Flags().String("out", "", "new `FILE` to write, beside it the schema for editors")
	bindOverrides(c.Flags())
	c.RunE = func(cmd *cobra.Command, args []string) error {
		o := overrides(cmd.Flags())
		if *out != "" && (len(args) == 0 || a.json()) {
			return usage("--out: must be left out without a CONFIG, and with -o json")
		}
		switch {
		case *schema && (len(args) > 0 || *all):
			return usage("--schema is that of all run files: leave the file and --all out")
		case len(args) == 0 && (*all || len(o.Set)+len(o.Flags) > 0):
			return usage("config needs a CONFIG that --all and the settings are for (%s)", report.List(configs.RunFileNames(a.Games)))
		case *schema:
			text, err := configs.Schema(a.Games)
			if err == nil {
				_, err = a.stdout.Write(text)
			}
			return err
		case len(args) > 0:
			return a.showConfig(args[0], *out, *all, o)
		}
		names := configs.RunFileNames(a.Games)
		return a.print(names, report.NotesTable(names...))
	}
	return c
}

// showConfig prints a run file as it stands, everything that it means, or its values.
func (a *app) showConfig(path, out string, all bool, o configs.Overrides) error {
	cfg, err := a.load(path, o)
	if err != nil {
		return usage("%w", err)
	}
	if _, err := run.NewEvaluator(&a.Finder, cfg, nil); err != nil { // it finds the players
		return err
	}
	if a.json() {
		var v any
		if err := yaml.Unmarshal(cfg.YAML(), &v); err != nil {
			return err
		}
		return a.print(v, nil)
	}
	text := cfg.CommentedYAML()
	if !all {
		if text, err = configs.Text(path, o, a.Games); err != nil {
			return err
		}
	}
	if out == "" {
		_, err = a.stdout.Write(text)
		return err
	}
	return a.writeConfig(out, text)
}

// editorSchema lies beside run files that config writes.
const editorSchema = "bloodline.schema.json"

// writeConfig writes a run file that editors complete and check.
func (a *app) writeConfig(path string, text []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return usage("--out: must not exist, have %s", path)
	}
	if err := checkWritable("--out", path, false); err != nil {
		return err
	}
	schema, err := configs.Schema(a.Games)
	if err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(path), editorSchema)
	if !bytes.HasPrefix(text, []byte(modeline)) {
		text = append([]byte(modeline+editorSchema+"\n"), text...)
	}
	if err := errors.Join(disk.Write(path, text, nil), disk.Write(beside, schema, disk.Containing(configs.SchemaDoc))); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "wrote %s, and beside it %s, with which editors complete and check it\n", path, editorSchema)
	return nil
}

// modeline tells editors with the YAML language server which schema a file has.
const modeline = "# yaml-language-server: $schema="
