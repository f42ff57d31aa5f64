package cmd

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/swarm"
	"bloodline/configs/player"
	"bloodline/evolve/measure"
	"bloodline/internal/disk"
	"bloodline/internal/system"
	"bloodline/internal/version"
	"bloodline/results/report"
)

// swarmFlags say how games are spread over machines: the flags of breed and exploit.
type swarmFlags struct {
	swarm.Options
	on   bool
	open atomic.Pointer[swarm.Breeder] // nil before it has started
}

func bindSwarm(f *pflag.FlagSet) *swarmFlags {
	s := &swarmFlags{}
	f.BoolVar(&s.on, "swarm", false, "let workers on other machines play: docs/swarm.md")
	f.StringVar(&s.Listen, "listen", "127.0.0.1:4222", "with --swarm, `HOST:PORT` for workers")
	f.StringVar(&s.URL, "nats", "", "with --swarm, `URL` of a NATS server with JetStream")
	f.StringVar(&s.Token, "token", "", "with --swarm, `WORD` that workers must know, readable by ps; better in "+tokenVariable)
	f.StringVar(&s.Cert, "tls-cert", "", "with --swarm, `FILE` of a certificate, for TLS")
	f.StringVar(&s.Key, "tls-key", "", "with --swarm, `FILE` of the certificate's key")
	f.Float64Var(&s.Audit, "audit", 0.01, "with --swarm, `SHARE` of results played again")
	return s
}

func (s *swarmFlags) check(f *pflag.FlagSet) error {
	for _, name := range []string{"listen", "nats", "token", "tls-cert", "tls-key", "audit"} {
		if f.Changed(name) && !s.on {
			return usage("--%s goes with --swarm", name)
		}
	}
	switch {
	case s.URL != "" && (f.Changed("listen") || f.Changed("token") || s.Cert != "" || s.Key != ""):
		return usage("--nats names a server of its own: leave --listen, --token, --tls-cert and --tls-key out")
	case s.on && s.URL == "" && !isAddress(s.Listen):
		return usage("--listen: must be HOST:PORT, have %q", s.Listen)
	case (s.Cert == "") != (s.Key == ""):
		return usage("--tls-cert and --tls-key go together")
	case !(s.Audit >= 0 && s.Audit <= 1):
		return usage("--audit: must be in [0, 1], have %v", s.Audit)
	case f.Changed("token") && !isToken(s.Token):
		return usage("--token: must be 8 or more letters and digits")
	}
	return nil
}

func isAddress(address string) bool {
	_, port, err := net.SplitHostPort(address)
	number, bad := strconv.Atoi(port)
	return err == nil && bad == nil && number >= 0 && number < 1<<16
}

// swarmURL checks a URL and adds the environment's token, if it has none; it warns of a token that a process list shows.
func (a *app) swarmURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
		return "", usage("URL: must be as breed --swarm prints it, nats://worker:TOKEN@HOST:4222, have %q", text)
	}
	token, err := givenToken()
	if _, shown := u.User.Password(); shown {
		a.note("every user of this machine can see the token in this command line: leave worker:TOKEN@ out and set %s", tokenVariable)
	}
	if token == "" || err != nil || u.User != nil {
		return text, err
	}
	u.User = url.UserPassword(swarm.User, token)
	return u.String(), nil
}

// tokenVariable holds a token that no list of processes shows.
const tokenVariable = "BLOODLINE_SWARM_TOKEN"

// givenToken returns the token of the environment; empty without one.
func givenToken() (string, error) {
	token := os.Getenv(tokenVariable)
	if token != "" && !isToken(token) {
		return "", usage("%s: must be 8 or more letters and digits", tokenVariable)
	}
	return token, nil
}

func isToken(t string) bool {
	return len(t) >= 8 && strings.Trim(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// tokenFile lies beside the store, so that a resumed run has the token that its workers know.
const tokenFile = "swarm.token"

// token returns the token of the environment, or that of the file, which it makes. A file that others can read, or that
// another path leads to, keeps no secret: it is refused.
func (a *app) token() (token string, err error) {
	if token, err = givenToken(); token != "" || err != nil {
		return token, err
	}
	path := filepath.Join(filepath.Dir(a.Store), tokenFile)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	f, err := disk.Own(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err == nil {
		err = system.WaitLock(f, system.Exclusive) // of two breeders the first writes
	}
	if err != nil {
		return "", err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" { // which has no such modes
		return "", &disk.Refused{Path: path, Rule: "must be for its owner alone (mode 600)", Have: fmt.Sprintf("mode %03o", mode)}
	}
	text, err := io.ReadAll(io.LimitReader(f, disk.Head))
	if token = strings.TrimSpace(string(text)); err != nil || isToken(token) {
		return token, err
	} else if token != "" {
		return "", &disk.Refused{Path: path, Rule: "must be 8 or more letters and digits", Have: "another text"}
	}
	token = rand.Text()
	_, err = f.WriteString(token + "\n")
	return token, errors.Join(err, f.Sync())
}

// openSwarm opens a swarm in which this process has slots; notify, unless nil, gets a line for each refused worker.
func (a *app) openSwarm(s *swarmFlags, slots int, notify func(string)) (*swarm.Breeder, error) {
	own, err := version.Build()
	if err != nil {
		return nil, err
	}
	o := s.Options
	o.Version, o.Slots, o.Notify = own, slots, notify
	if o.Token == "" && o.URL == "" {
		if o.Token, err = a.token(); err != nil {
			return nil, fmt.Errorf("token: %w", err)
		}
	}
	open, err := swarm.Start(o)
	if err == nil {
		s.open.Store(open)
	}
	return open, err
}

func (a *app) workerCommand() *cobra.Command {
	m := swarm.WorkerOptions{}
	c := &cobra.Command{
		Use:   "worker URL",
		Short: "Play games for a run on another machine",
		Long: `worker plays games for a run on another machine: $bloodline breed --swarm prints the URL. It needs no
store and no run file, works until you interrupt it, and waits between runs. It must be the same version of the same
program. The breeder plays some of its results again as a check: docs/swarm.md.

On a machine of several users leave worker:TOKEN@ out of the URL and give the token in the environment, as
BLOODLINE_SWARM_TOKEN: ps shows command lines to everybody.

A game of commands starts the breeder's commands on this machine, so it needs --programs, a folder with the same
programs as that of the run file. Only do this if you trust the breeder.`,
		Example: "  $bloodline worker nats://worker:TOKEN@192.168.1.10:4222\n  " + tokenVariable +
			"=TOKEN $bloodline worker nats://192.168.1.10:4222 --workers 4",
	}
	c.Flags().StringVar(&m.Name, "name", "", "name in the swarm, which no other worker has (default: host and process)")
	c.Flags().StringVar(&m.CA, "tls-ca", "", "file with the certificate of a breeder with TLS, unless this system trusts it")
	programs := c.Flags().String("programs", "", "folder with the programs of games of commands (default: play none)")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		address, err1 := a.swarmURL(args[0])
		own, err2 := version.Build()
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		p := &job.Runner{Games: a.Games, Search: measure.Search}
		if *programs != "" {
			p.Contest = func(config []byte) (*game.Game, error) {
				return player.GameInFolder(a.Games, a.Simulators, config, *programs)
			}
		}
		m.URL, m.Slots, m.Version = address, cmp.Or(a.workers, runtime.GOMAXPROCS(0)), own
		m.Open = func(setting []byte) (swarm.Play, error) { return p.Open(setting) }
		if m.Name == "" {
			m.Name = swarm.ProcessName()
		}
		m.Notify = func(what string) {
			fmt.Fprintf(a.stderr, "worker %s, %s: %s\n", m.Name, report.Plural(m.Slots, "game")+" at a time", what)
		}
		return swarm.Join(cmd.Context(), m)
	}
	return c
}

func (a *app) swarmCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "swarm URL",
		Short: "List the workers of a run with --swarm",
		Long: `swarm lists the workers of a run that breeds with --swarm: games played, time of a message, results that
were played again, and refused workers with the reason. A URL without worker:TOKEN@ takes the token from
BLOODLINE_SWARM_TOKEN, where ps doesn't show it to everybody.`,
		Example: "  $bloodline swarm nats://worker:TOKEN@192.168.1.10:4222",
	}
	ca := c.Flags().String("tls-ca", "", "file with the certificate of a breeder with TLS, unless this system trusts it")
	c.RunE = func(_ *cobra.Command, args []string) error {
		address, err := a.swarmURL(args[0])
		if err != nil {
			return err
		}
		s, err := swarm.QueryStatus(address, *ca)
		if err != nil {
			return err
		}
		return a.print(s, workersTable(s))
	}
	return c
}

// statusTable returns what the dashboard calls to show the swarm; nil for a run without one.
func (s *swarmFlags) statusTable() func() *report.Table {
	if !s.on {
		return nil
	}
	return func() *report.Table {
		if open := s.open.Load(); open != nil {
			return workersTable(open.Status())
		}
		return &report.Table{Title: "The swarm is not open yet."}
	}
}

func workersTable(s swarm.Status) *report.Table {
	t := &report.Table{
		Title: report.Paragraph("%s of %s games by workers in %.0f seconds, %s jobs/s, %s games/s; %s by the "+
			"breeder; %s played again to audit them.",
			report.Plural(s.Jobs, "job"), report.Count(s.Games), s.Seconds, rate(s.Jobs, s.Seconds), rate(s.Games, s.Seconds),
			report.Count(s.BreederJobs), report.Plural(s.Audits, "result")),
		Columns: []string{"worker", "platform", ">slots", ">jobs", ">games", ">lag ms", ">audits", "state"},
	}
	for _, w := range s.Workers {
		state := "works"
		switch {
		case w.Refused != "":
			state = "refused: " + w.Refused
		case !w.Present:
			state = "gone"
		}
		t.Add(w.Name, w.Platform, fmt.Sprint(w.Slots), report.Count(w.Jobs), report.Count(w.Games),
			fmt.Sprintf("%.1f", w.Lag), report.Count(w.Audits), state)
	}
	return t
}

func rate(n int64, seconds float64) string {
	return report.Rate(float64(n) / max(seconds, 1e-3))
}
