package results

import "runtime/debug"

// release is the version of this source tree; see CHANGELOG.md.
const release = "v0.1.0"

// Version names bloodline in champion files and in the store.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if ok && info.Main.Path == "bloodline" && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return release
}
