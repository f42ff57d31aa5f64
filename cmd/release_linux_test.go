package cmd

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

// A release is static programs with the sums that its file states, and completions.
func TestRelease(t *testing.T) {
	guard.Nightly(t)
	for _, tool := range []string{"make", "git", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("a release needs this tool: ", err)
		}
	}
	dist := filepath.Join(t.TempDir(), "dist")
	windows := "" // .ci/windows builds it in any case
	if _, err := exec.LookPath("x86_64-w64-mingw32-gcc"); err == nil {
		windows = "amd64"
	}
	command := exec.Command("make", "-C", "..", "release", "DIST="+dist, "ARCHS="+runtime.GOARCH, "WINDOWS="+windows, "PGO=off", "CC_"+runtime.GOARCH+"=cc")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program := filepath.Join(dist, "bloodline-linux-"+runtime.GOARCH)
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if needs, err := f.ImportedLibraries(); err != nil || len(needs) > 0 {
		t.Errorf("it needs %v (%v)", needs, err)
	}
	if info, err := os.Stat(filepath.Join(dist, "bloodline-windows-amd64.exe")); windows != "" && (err != nil || info.Size() == 0) {
		t.Errorf("the program for Windows: %v", err)
	}
	out, err := exec.Command(program, "version").Output()
	if err != nil || !strings.Contains(string(out), " v") || !strings.HasSuffix(string(out), " linux/"+runtime.GOARCH+"\n") {
		t.Errorf("version: %s, %v", out, err)
	}
	sums := exec.Command("sha256sum", "--check", "--quiet", "SHA256SUMS")
	sums.Dir = dist
	if out, err := sums.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	for _, shell := range []string{"bash", "fish", "zsh"} {
		if info, err := os.Stat(filepath.Join(dist, "completion", "bloodline."+shell)); err != nil || info.Size() == 0 {
			t.Errorf("completion of %s: %v", shell, err)
		}
	}
}
