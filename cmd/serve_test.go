//go:build linux

package cmd

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/results/report/view"
	"bloodline/results/run"
)

// Pages can be opened at the address that is printed, without a token on this
// machine and with one elsewhere, and serve ends when its context is cancelled.
func TestServe(t *testing.T) {
	for listen, token := range map[string]bool{"localhost:0": false, "127.0.0.1:0": false, "0.0.0.0:0": true} {
		a := shipped()
		a.Store = filepath.Join(t.TempDir(), "lineage.db")
		s, err := a.listen(listen, view.Measurer{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if own, err := os.UserCacheDir(); err != nil || s.Cache != filepath.Join(own, "bloodline", "pages") || !strings.HasPrefix(own, os.TempDir()) {
			t.Errorf("%s: the cache is %s; the user's, for tests a temporary one, is %s (%v)", listen, s.Cache, own, err)
		}
		address, err := url.Parse(s.Address)
		if err != nil || (address.Query().Get("token") != "") != token {
			t.Errorf("%s: address %s, %v", listen, s.Address, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx) }()
		if listen == "0.0.0.0:0" {
			address.Host = "127.0.0.1:" + address.Port()
		}
		got, err := http.Get(address.String())
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(got.Body)
		if err != nil || !token && !strings.Contains(string(body), "breed makes one") || token && got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d, %v\n%s", listen, got.StatusCode, err, body) // without cookies the redirect ends outside
		}
		if err := got.Body.Close(); err != nil {
			t.Error(err)
		}
		stop()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", listen, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s goes on", listen)
		}
	}
}

// The pages of breed stay when the run has ended, or was stopped on its page, until an interrupt; the run is resumed there.
func TestBreed_serve(t *testing.T) {
	for _, stop := range []bool{false, true} {
		dir := t.TempDir()
		file := filepath.Join(dir, "tiny.yaml")
		text := "game: coup\nfield: [Taxman]\nholdout: []\nfitness: {deals: 2}\nevidence: {deals: 2}\nevolve: {population: 4, generations: 2}\n"
		if stop {
			text = strings.Replace(text, "generations: 2", "generations: 100000", 1)
		}
		write(t, file, text)
		a := shipped()
		store := filepath.Join(dir, "lineage.db")
		told, out := io.Pipe()
		a.stdin, a.stdout, a.stderr = strings.NewReader(""), io.Discard, out
		ctx, interrupt := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- a.execute(ctx, []string{"breed", file, "--name", "run", "--store", store, "--serve=127.0.0.1:0"})
			out.Close()
		}()
		page, seen := "", ""
		for lines := bufio.NewScanner(told); lines.Scan() && !strings.Contains(lines.Text(), "until Ctrl-C"); seen += lines.Text() + "\n" {
			if _, at, ok := strings.Cut(lines.Text(), "watch it at "); ok {
				page = at
				if stop {
					c := run.Control{Finder: &a.Finder, Wait: time.Minute}
					go func() {
						if err := c.Stop("run"); err != nil {
							t.Error(err)
						}
					}()
				}
			}
		}
		go io.Copy(io.Discard, told)
		got, err := http.Get(page)
		if err != nil {
			t.Fatalf("stop %t: %v\n%s", stop, err, seen)
		}
		body, err := io.ReadAll(got.Body)
		if want := map[bool]string{false: ">finished<", true: ">stopped<"}[stop]; err != nil || !strings.Contains(string(body), want) || strings.Contains(string(body), ">Resume<") != stop {
			t.Errorf("stop %t: no %s, %v\n%s", stop, want, err, body)
		}
		if err := got.Body.Close(); err != nil {
			t.Error(err)
		}
		select {
		case err := <-ended:
			t.Errorf("stop %t: the pages are gone: %v", stop, err)
		default:
		}
		interrupt()
		if err := <-ended; (err != nil) != stop {
			t.Errorf("stop %t: %v", stop, err)
		}
		if stop {
			continue
		}
		var differ strings.Builder // from a run that is not served
		for _, args := range [][]string{{"breed", file, "--name", "plain"}, {"diff", "plain", "run"}} {
			if err := call(append(args, "--store", store), &differ, io.Discard); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(differ.String(), "0 of ") {
			t.Errorf("another champion:\n%s", &differ)
		}
	}
}
