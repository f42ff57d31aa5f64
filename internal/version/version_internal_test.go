package version

import (
	"runtime/debug"
	"testing"
)

// The version of a program stands for its sources only where these are known.
func TestTraceable(t *testing.T) {
	for _, c := range []struct {
		version, replaced string
		want              bool
	}{
		{"v0.1.0", "", true},
		{"v0.0.0-20261122101010-abcdefabcdef", "", true},
		{"v0.1.0", "v0.2.0", true},
		{"", "", false},
		{"(devel)", "", false},
		{"v0.1.1-0.20261122101010-abcdefabcdef+dirty", "", false},
		{"v0.1.0", "../bloodline", false},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Path: "game", Version: c.version}, Deps: []*debug.Module{{Path: "bloodline", Version: "v0.1.0"}}}
		switch c.replaced {
		case "":
		case "v0.2.0":
			info.Deps[0].Replace = &debug.Module{Path: "fork", Version: c.replaced}
		default:
			info.Deps[0].Replace = &debug.Module{Path: c.replaced}
		}
		if have := traceable(info); have != c.want {
			t.Errorf("%+v: have %v", c, have)
		}
	}
}
