//go:build linux

package cmd

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// Pages can be opened at the address that is printed, with its token; without, they are read on this machine, and
// nothing of them elsewhere. serve ends when its context is cancelled.
func TestServe(t *testing.T) {
	for listen, remote := range map[string]bool{"localhost:0": false, "127.0.0.1:0": false, "0.0.0.0:0": true} {
		a := shipped()
		a.Store = filepath.Join(t.TempDir(), "lineage.db")
		s := guard.Value(a.listen("--listen", listen, view.Measurer{}, nil))(t)
		if own, err := os.UserCacheDir(); err != nil || s.Cache != filepath.Join(own, "bloodline", "pages") || !strings.HasPrefix(own, os.TempDir()) {
			t.Errorf("%s: the cache is %s; the user's, for tests a temporary one, is %s (%v)", listen, s.Cache, own, err)
		}
		address, err := url.Parse(s.Address)
		if err != nil || len(address.Query().Get("token")) < 20 {
			t.Errorf("%s: address %s, %v", listen, s.Address, err)
		}
		if _, err := a.listen("--serve", address.Host, view.Measurer{}, nil); err == nil || !strings.HasSuffix(err.Error(), "; --serve=127.0.0.1:0 takes a free port") {
			t.Errorf("%s: a second time: %v", listen, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx) }()
		if listen == "0.0.0.0:0" {
			address.Host = "127.0.0.1:" + address.Port()
		}
		got := guard.Value(http.Get(address.String()))(t) // without cookies the redirect ends outside
		body, err := io.ReadAll(got.Body)
		if err != nil || !remote && !(strings.Contains(string(body), "breed makes one") && strings.Contains(string(body), "This page only reads")) || remote && got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d, %v\n%s", listen, got.StatusCode, err, body)
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

// The pages of breed stay when the run has ended, or was stopped on its page, until an interrupt; the run is resumed
// there.
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
			if page == "" && strings.Contains(seen, "watch it at\n") { // alone in its line, to be copied
				page = lines.Text()
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
		jar := guard.Value(cookiejar.New(nil))(t)
		got, err := (&http.Client{Jar: jar}).Get(page)
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
			guard.Must(t, call(append(args, "--store", store), &differ, io.Discard))
		}
		if !strings.Contains(differ.String(), "0 of ") {
			t.Errorf("another champion:\n%s", &differ)
		}
	}
}

// The browser that breed --serve opens gets an address without the token: every user of the machine can read the
// command lines of others.
func TestBrowse(t *testing.T) {
	bin := t.TempDir()
	opened := filepath.Join(bin, "opened")
	guard.Must(t, os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\necho \"$@\" > "+opened+".part && mv "+opened+".part "+opened+"\n"), 0o700))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("DISPLAY", ":0")
	t.Setenv("TMPDIR", bin)
	a := shipped()
	a.terminal = true
	a.openBrowser(runURL("http://localhost:8080/?token=word", "a run"))
	for range 1000 {
		if text, err := os.ReadFile(opened); err == nil {
			page, err := os.ReadFile(strings.TrimSpace(string(text)))
			if err != nil || !strings.Contains(string(page), "url=http://localhost:8080/run?name=a+run&amp;token=word\"") {
				t.Errorf("opened %s with %s, %v", text, page, err)
			}
			if info, err := os.Stat(a.redirectFile); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("no browser was opened")
}
