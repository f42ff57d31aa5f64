//go:build linux

package cmd

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/results/report/view"
)

// Pages can be opened at the address that is printed, without a token on this
// machine alone and with one elsewhere, and ends when it is told to.
func TestServe(t *testing.T) {
	for listen, token := range map[string]bool{"localhost:0": false, "127.0.0.1:0": false, "0.0.0.0:0": true} {
		a := shipped()
		a.Store = filepath.Join(t.TempDir(), "lineage.db")
		s, err := a.listen(listen, view.Measurer{}, nil)
		if err != nil {
			t.Fatal(err)
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

func TestServe_usage(t *testing.T) {
	for _, address := range []string{"", "8080", "localhost", "a:b:c"} {
		if _, err := shipped().listen(address, view.Measurer{}, nil); exitCode(err) != exitUsage {
			t.Errorf("%q: %v", address, err)
		}
	}
}
