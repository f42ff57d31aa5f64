package run

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/internal/system"
	"bloodline/results/report"
)

// Control begins, stops, resumes and changes runs for a page. Each run is a process that outlives the page's server.
type Control struct {
	Finder  *player.Finder
	Program string        // path of this program
	Wait    time.Duration // how long a run may take to begin or to stop before the page goes on without it
}

// Stop ends a run after the games that it plays now, as Ctrl-C does: it can be resumed.
func (c *Control) Stop(run string) error {
	s, err := c.Finder.OpenStore()
	if err != nil {
		return err
	}
	defer s.Close()
	held, err := s.AskToStop(run)
	if err != nil {
		return fmt.Errorf("stop %s: %w", run, err)
	}
	if !held {
		return setting.Usagef("run %s is not being bred", run)
	}
	for end := time.Now().Add(c.Wait); held && time.Now().Before(end); held, _ = s.Holder(run) {
		time.Sleep(pollInterval)
	}
	return nil
}

// Resume continues a run in a new process. The error has the message with which the process ended at its start.
func (c *Control) Resume(run string) error {
	_, err := c.start("--resume=" + run)
	return err
}

// Begin breeds by a shipped run file and returns the run's name; an empty name stands for one after the file.
func (c *Control) Begin(file, name string, seed uint64) (string, error) {
	args := []string{file, "--seed", strconv.FormatUint(seed, 10)}
	if name != "" {
		if err := checkRunName(c.Finder, name); err != nil {
			return "", setting.Usagef("name: %w", err) // without a flag, since a page shows it
		}
		if slices.Contains(c.Finder.Runs(), name) {
			return "", setting.Usagef("name: there is a run %s already", name)
		}
		args = append(args, "--name="+name)
	}
	if slices.Contains(c.Files(), file) {
		return c.start(args...)
	}
	return "", setting.Usagef("no run file %q comes with this program (have %s)", file, strings.Join(c.Files(), ", "))
}

// Files are the run files that can begin a run: the shipped ones, quick ones first.
func (c *Control) Files() (names []string) {
	names = report.Map(c.Finder.Games, (*game.Game).Quick)
	for _, name := range configs.RunFileNames(c.Finder.Games) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// start starts the program's breed, and returns the run as soon as it has one.
func (c *Control) start(args ...string) (string, error) {
	told, err := system.Open(filepath.Join(os.TempDir(), "bloodline-"+rand.Text()+".log"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	defer told.Close()
	if err := os.Remove(told.Name()); err != nil { // it lives as long as the process has it open
		return "", err
	}
	p := exec.Command(c.Program, append([]string{"breed", "--store", c.Finder.Store}, args...)...)
	p.Stderr = told
	system.Detach(p)
	if err := p.Start(); err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	var s *store.Store // nil before the process has made it
	defer func() {
		if s != nil {
			_ = s.Close() // nothing was written
		}
	}()
	for wait := time.After(c.Wait); ; {
		select {
		case err := <-ended:
			if err != nil {
				text, _ := io.ReadAll(io.NewSectionReader(told, 0, 1<<16))
				lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
				return "", setting.Usagef("%s", lines[len(lines)-1])
			}
			if runs := c.Finder.Runs(); len(runs) > 0 {
				return runs[0], nil // the latest
			}
			return "", nil
		case <-wait:
			return "", nil
		case <-time.After(pollInterval):
			if s != nil && s.Outdated() {
				_, s = s.Close(), nil
			}
			if s == nil {
				s, _ = c.Finder.OpenStore()
			}
			if run := bredBy(s, p.Process.Pid); run != "" {
				return run, nil
			}
		}
	}
}

func bredBy(s *store.Store, pid int) string {
	if s == nil {
		return ""
	}
	rows, _ := s.Runs() // what can't be read isn't there yet
	for _, row := range rows {
		if held, by := s.Holder(row.Name); held && by == pid && row.State == store.Running {
			return row.Name
		}
	}
	return ""
}

// Note sets the tags and the note of a run.
func (c *Control) Note(run string, tags []string, note string) error {
	_, err := Tag(c.Finder, run, func(t *store.Tags) bool {
		*t = store.Tags{Tags: tags, Note: note}
		return true
	})
	return err
}

// Remove deletes a run and its files.
func (c *Control) Remove(run string) error {
	_, err := Remove(c.Finder, false, run)
	return err
}
