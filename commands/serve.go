package commands

import (
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"bloodline/results"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/view"
)

// defaultListen is where pages are served unless told otherwise.
const defaultListen = "localhost:8080"

func (a *app) serveCommand() *cobra.Command {
	var listen string
	l := labFlags{Lab: view.DefaultLab()}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the pages of all runs, live while they breed, and a chair to play in",
		Long: `serve shows the runs of the store in a browser: the pages of report, live while a
run breeds, an own page for every ancestor, and a chair at the table against a
champion or a baseline. It only reads the store.

It answers to this machine alone. With another address in --listen it prints an
address with a token, which every browser has to bring; the connection is not
encrypted.`,
		Example: "  $bloodline serve\n  $bloodline serve --listen localhost:0\n  $bloodline serve --listen 192.168.1.5:8080",
		Args:    arguments(cobra.NoArgs),
	}
	f := c.Flags()
	f.StringVar(&listen, "listen", defaultListen, "address to serve at; port 0 is any free one")
	f.IntVar(&l.Deals, "deals", l.Deals, "deals against each opponent, as in inspect")
	f.IntVar(&l.Cuts, "cuts", l.Cuts, "deals against each opponent to find out which genes earn wins, as in ablate; 0 leaves it out")
	f.IntVar(&l.Rounds, "rounds", l.Rounds, "rounds of the tournament; 0 leaves it out")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := l.check("", "json", ""); err != nil {
			return err
		}
		l.Workers = a.workers
		l.Adapt = !f.Changed("deals") && !f.Changed("cuts") && !f.Changed("rounds")
		s, err := a.listen(listen, l.Lab)
		if err != nil {
			return err
		}
		if a.json() {
			err = report.JSON(a.stdout, map[string]string{"store": a.Store, "address": s.address})
		} else {
			_, err = fmt.Fprintf(a.stdout, "serving %s at %s\n", a.Store, s.address)
		}
		if err != nil {
			return errors.Join(err, s.listener.Close())
		}
		return s.serve(cmd.Context())
	}
	return c
}

// served is a dashboard at an address.
type served struct {
	*dashboard.Server
	listener net.Listener
	address  string // to open, with the token if there is one
}

func (a *app) listen(address string, l view.Lab) (*served, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usage("--listen: must be HOST:PORT, have %q", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr)
	o := dashboard.Options{Finder: &a.Finder, Lab: l, Program: a.name + " " + results.Version()}
	s := &served{listener: listener}
	if host == "localhost" {
		s.address = fmt.Sprintf("http://localhost:%d/", at.Port)
	} else {
		s.address = "http://" + at.String() + "/"
	}
	if !at.IP.IsLoopback() {
		o.Token = dashboard.NewToken()
		s.address += "?token=" + o.Token
	}
	s.Server = dashboard.New(o)
	return s, nil
}

func (s *served) serve(ctx context.Context) error {
	if err := s.Serve(ctx, s.listener); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// beside serves while something else runs, and returns what ends it. What goes wrong
// on the way must not end a run that breeds: it is told and left.
func (a *app) beside(ctx context.Context, address string) (stop func(), err error) {
	s, err := a.listen(address, view.DefaultLab())
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.stderr, "serving %s at %s\n", a.Store, s.address)
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.serve(ctx); err != nil {
			fmt.Fprintln(a.stderr, complaint(a.name, err))
		}
	}()
	return func() { cancel(); <-done }, nil
}
