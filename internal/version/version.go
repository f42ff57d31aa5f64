// Package version names the sources that this program was built from.
package version

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// release is the version of this source tree, see CHANGELOG.md; after a release the next one with "-dev".
const release = "v0.2.0-dev"

// Module is the path of this module, as in go.mod: the one place beside it and the imports that a fork changes.
const Module = "bloodline"

// String names bloodline in champion files and in the store.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Path == Module && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}

// Build names what this program was built from, so that two programs of one name play alike: the version of its main
// module, or a hash of the program if it was built without version control or from changed files.
func Build() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && traceable(info) {
		return info.Main.Path + " " + info.Main.Version, nil
	}
	sum, err := disk.Hash(system.Self())
	return fmt.Sprintf("%s, a build of unknown source with SHA-256 %.16s", String(), sum), err
}

func traceable(info *debug.BuildInfo) bool {
	local := func(m *debug.Module) bool { return m.Replace != nil && m.Replace.Version == "" }
	v := info.Main.Version
	return v != "" && v != "(devel)" && !strings.HasSuffix(v, "+dirty") && !slices.ContainsFunc(info.Deps, local)
}
