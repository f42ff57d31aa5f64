package configs_test

import (
	"os"
	"path/filepath"
	"testing"

	"bloodline/configs"
	"bloodline/internal/guard"
)

// A run file is read again from its record, wherever it lies.
func TestConfig_TextWithSource(t *testing.T) {
	for _, name := range []string{"plain", "a\nb", "a\u2028b", "a\xffb", `"quoted"`} {
		dir := filepath.Join(t.TempDir(), name)
		guard.Must(t, os.Mkdir(dir, 0o700))
		path := filepath.Join(dir, "mine.yaml")
		guard.Must(t, os.WriteFile(path, []byte("game: command\nfield: [defaults]\ncommand: {referee: 'r {p1} {p2}', bot: 'b {a}', genes: {a: {distribution: float, low: 0, high: 1, default: 0.5}}}\n"), 0o600))
		c, err := configs.Load(path, configs.Overrides{}, nil)
		guard.Must(t, err)
		again, err := configs.Parse("run", c.TextWithSource(), nil)
		if err != nil || again.Folder != dir || again.FileChanges(nil) != "" {
			t.Errorf("%q: have %+v, %v", name, again, err)
		}
		guard.Must(t, os.WriteFile(path, []byte("game: coup\n"), 0o600))
		if err == nil && again.FileChanges(nil) == "" {
			t.Errorf("%q: no change is seen", name)
		}
		if placed := configs.ReplaceFolder(string(c.YAML()), func(folder string) string { return folder + "/x" }); err == nil {
			if again, err = configs.Parse("run", []byte(placed), nil); err != nil || again.Folder != dir+"/x" {
				t.Errorf("%q: placed: have %+v, %v", name, again, err)
			}
		}
	}
}
