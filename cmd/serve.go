package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"bloodline/internal/version"
	"bloodline/results/ladder"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

const defaultListen = "localhost:8080"

func (a *app) serveCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show all runs in a browser, and play against bots",
		Long: `serve shows the runs of the store in a browser: a leaderboard, the pages of report, live while a run
breeds, games move by move, and a seat at the table against a bot. Your cache folder (bloodline/pages in ~/.cache on
Linux) keeps results of games; you may delete it.

The run files of this folder come first, with their runs. serve listens on this machine only, where everyone with an
account can read its pages. Opened at the URL that serve prints, with its token, they also start runs of shipped run
files and of those in this folder, and stop, resume, tag and delete runs. At another --listen address they change nothing, and
reading needs the token, too. The connection is not encrypted.`,
		Example: "  $bloodline serve\n  $bloodline serve --listen 192.168.1.5:8080",
	}
	f := c.Flags()
	listen := f.String("listen", defaultListen, "`HOST:PORT`; port 0: any")
	m, check := a.bindMeasure(f)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if a.Trust.All {
			return usage("--trust: serve runs no commands of others: run them by another command first")
		}
		if err := check(); err != nil {
			return err
		}
		if _, err := os.Stat(a.Store); cmd.Flags().Changed("store") && errors.Is(err, fs.ErrNotExist) {
			return usage("--store: there is no store %s; breed makes one, and serve alone shows %s", a.Store, defaultStore)
		}
		s, err := a.listen("--listen", *listen, *m, nil)
		if err != nil {
			return err
		}
		if err := a.printLine(served{a.Store, s.Address}, "serving %s at\n%s", a.Store, s.Address); err != nil {
			return errors.Join(err, s.Close())
		}
		return s.Serve(cmd.Context())
	}
	return c
}

// listen serves at an address. Runs can be changed from this machine alone.
func (a *app) listen(flag, address string, m view.Measurer, swarm func() *report.Table) (*dashboard.Server, error) {
	o := dashboard.Options{Finder: &a.Finder, Measurer: m, Program: a.name + " " + version.String(), Call: a.call(), Folder: ".", Swarm: swarm}
	o.Ladders = func(place string, seat int) ([]*report.LadderPage, error) {
		return ladder.Pages(&a.Finder, place, seat)
	}
	if cache, err := os.UserCacheDir(); err == nil {
		o.Cache = filepath.Join(cache, "bloodline", "pages")
	}
	if program, err := os.Executable(); err == nil {
		o.Control = &run.Control{Finder: &a.Finder, Program: program, Wait: 10 * time.Second}
	}
	s, err := dashboard.Listen(address, o)
	if _, taken := errors.AsType[*net.OpError](err); taken {
		return nil, fmt.Errorf("%w; %s=127.0.0.1:0 takes a free port", err, flag)
	}
	return s, err
}

// runURL returns the address of a run's page at an address that serve has printed.
func runURL(address, run string) string {
	u, _ := url.Parse(address) // which is ours
	q := u.Query()             // with the token
	q.Set("name", run)
	u.Path, u.RawQuery = "/run", q.Encode()
	return u.String()
}

// openBrowser opens a page in the user's browser, once, where there is a desktop. All users of the machine can read the
// browser's command line, so it gets a file that only this user can read, which leads to the page with its token.
func (a *app) openBrowser(page string) {
	desktop := os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
	if !desktop || !a.terminal || a.redirectFile != "" {
		return
	}
	f, err := os.CreateTemp("", "bloodline-*.html")
	if err != nil {
		return // the address is printed as well
	}
	_, err = f.WriteString(dashboard.RedirectPage(page))
	if errors.Join(err, f.Close()) == nil {
		_ = exec.Command("xdg-open", f.Name()).Start()
	}
	a.redirectFile = f.Name()
}

// served is a store and the address of its pages.
type served struct {
	Store   string `json:"store"`
	Address string `json:"address"`
}

// whileServing breeds while it serves the pages at the address of --serve, if there is one. Unless no run began, it
// keeps the pages up afterwards, for a look at the run, and resumes the run there if it was stopped on its page.
func (a *app) whileServing(ctx context.Context, o *breedFlags, breed func() error) error {
	if o.serve == "" {
		return breed()
	}
	s, err := a.listen("--serve", o.serve, view.DefaultMeasurer(), o.machines.statusTable())
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "serving %s at\n%s\n", a.Store, s.Address)
	a.serveURL = s.Address
	serving, cancel := context.WithCancel(ctx)
	var pages sync.WaitGroup
	pages.Go(func() {
		if err := s.Serve(serving); err != nil {
			fmt.Fprintln(a.stderr, errorText(a.name, err))
		}
	})
	err = breed()
	if ctx.Err() == nil && a.keepServing {
		if err != nil {
			fmt.Fprintln(a.stderr, errorText(a.name, err))
		}
		fmt.Fprintf(a.stderr, "the pages stay until Ctrl-C, at\n%s\n", a.serveURL)
		<-ctx.Done()
	}
	cancel()
	pages.Wait()
	_ = os.Remove(a.redirectFile)
	return err
}
