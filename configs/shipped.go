package configs

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.yaml
var shipped embed.FS

// List returns the names of the shipped run files in order.
func List() []string {
	entries, err := shipped.ReadDir(".")
	if err != nil {
		panic("configs: embedded files: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	slices.Sort(names) // "coup-quick.yaml" < "coup.yaml"
	return names
}

// Shipped returns the bytes of a shipped run file.
func Shipped(name string) ([]byte, bool) {
	data, err := shipped.ReadFile(name + ".yaml")
	return data, err == nil
}
