//go:build linux

package cmd

import (
	"runtime/debug"
	"testing"
)

// Commands that the program suggests can be typed as they stand.
func TestInvocation(t *testing.T) {
	for _, tt := range []struct{ arg0, path, want string }{
		{"bloodline", "bloodline/cmd/bloodline", "bloodline"},
		{"./bin/bloodline", "bloodline/cmd/bloodline", "./bin/bloodline"},
		{"/tmp/go-build7/b001/exe/bloodline", "bloodline/cmd/bloodline", "go run ./cmd/bloodline"},
		{"/tmp/go-build7/b001/exe/bloodline", "bloodline", "go run ."},
		{"/home/me/.cache/go-build/d3/d3d9612ed76f5eb1a8796623ec0c8b4d6f718590346d2b807764e8e01e5c0ce3-d/bloodline", "bloodline/cmd/bloodline", "go run ./cmd/bloodline"},
		{"/home/d3/bloodline", "bloodline/cmd/bloodline", "/home/d3/bloodline"},
		{"/tmp/go-build7/b001/exe/main", "command-line-arguments", "/tmp/go-build7/b001/exe/main"},
	} {
		info := &debug.BuildInfo{Path: tt.path}
		info.Main.Path = "bloodline"
		if have := invocation(tt.arg0, info); have != tt.want {
			t.Errorf("%s of %s: have %q, want %q", tt.arg0, tt.path, have, tt.want)
		}
	}
}
