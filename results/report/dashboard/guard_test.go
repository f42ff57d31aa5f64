package dashboard_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"bloodline/arena/program"
	"bloodline/internal/guard"
	"bloodline/results/report/dashboard"
)

func TestMain(m *testing.M) {
	program.Launcher()
	os.Exit(guard.Tests(m).Run())
}

// The printed address has the token. Elsewhere than on the loopback interface no page changes a run.
func TestListen(t *testing.T) {
	for address, remote := range map[string]bool{"localhost:0": false, "127.0.0.1:0": false, "0.0.0.0:0": true} {
		s, err := dashboard.Listen(address, dashboard.Options{Control: &told{}})
		guard.Must(t, err)
		name, _, _ := strings.Cut(address, ":")
		if s.Remote != remote || (s.Control == nil) != remote || !strings.HasSuffix(s.Address, "/?token="+s.Token) || !remote && !strings.HasPrefix(s.Address, "http://"+name+":") {
			t.Errorf("%s: %+v", address, s.Options)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		guard.Must(t, s.Serve(ctx))
	}
	for _, address := range []string{"localhost", "localhost:99999"} {
		if _, err := dashboard.Listen(address, dashboard.Options{}); err == nil {
			t.Errorf("%s is listened at", address)
		}
	}
}
