package run

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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

	curves sync.Map // by runs: the error that the process of their curves has ended with, or errPlaying
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

// Resume continues a run in a new process, up to so many games unless 0. The error is the message that it ended with.
func (c *Control) Resume(run string, games int64) error {
	args := []string{"breed", "--resume=" + run}
	if games > 0 {
		args = append(args, fmt.Sprint("--max-games=", games))
	}
	_, err := c.start(args...)
	return err
}

// Ladder starts ladder with these words in a new process, and returns the error with which it ends before c.Wait.
func (c *Control) Ladder(words ...string) error {
	_, err := c.start(append([]string{"ladder"}, words...)...)
	return err
}

var errPlaying = errors.New("the curves of this run are being played")

// Curves plays a run's champion with other values in a new process, in so many games or, with 0, as many as inspect
// plays by itself. What they end with is told by [Control.Playing].
func (c *Control) Curves(run string, games int64) error {
	args := []string{"inspect", run, "curves"}
	if games > 0 {
		args = append(args, fmt.Sprint("--games=", games))
	}
	if !slices.Contains(c.Finder.Runs(), run) {
		return c.Finder.NoRunError(run)
	}
	if last, _ := c.curves.Swap(run, errPlaying); last == errPlaying {
		return errPlaying
	}
	_, ended, err := c.spawn(args...)
	if err != nil {
		c.curves.Delete(run)
		return err
	}
	go func() { c.curves.Store(run, <-ended) }()
	return nil
}

// Playing reports whether the curves of a run are being played, and why they were not the last time.
func (c *Control) Playing(run string) (bool, error) {
	last, _ := c.curves.Load(run)
	if last == errPlaying {
		return true, nil
	}
	err, _ := last.(error)
	return false, err
}

// Begin breeds by a run file and returns the run's name; an empty name stands for one after the file.
func (c *Control) Begin(file, name string, seed uint64) (string, error) {
	args := []string{"breed", file, "--seed", strconv.FormatUint(seed, 10)}
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
	return "", setting.Usagef("no run file %q comes with this program or stands in the folder that it was started in (have %s)",
		file, strings.Join(c.Files(), ", "))
}

// Files are the run files that can begin a run: those of the current folder, then the shipped ones, quick ones first.
func (c *Control) Files() []string {
	names := append(configs.FilesIn("."), report.Map(c.Finder.Games, (*game.Game).Quick)...)
	for _, name := range configs.RunFileNames(c.Finder.Games) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// start starts a command of this program, and returns the run that it breeds as soon as it has one.
func (c *Control) start(args ...string) (string, error) {
	pid, ended, err := c.spawn(args...)
	if err != nil {
		return "", err
	}
	for wait := time.After(c.Wait); ; {
		select {
		case err := <-ended:
			if err != nil {
				return "", err
			}
			if runs := c.Finder.Runs(); len(runs) > 0 {
				return runs[0], nil // the latest
			}
			return "", nil
		case <-wait:
			return "", nil
		case <-time.After(pollInterval):
			if run := c.bredBy(pid); run != "" {
				return run, nil
			}
		}
	}
}

// spawn starts a command of this program, which outlives this process; it ends with the last line on standard error.
func (c *Control) spawn(args ...string) (pid int, ended <-chan error, err error) {
	told, err := system.Open(filepath.Join(os.TempDir(), "bloodline-"+rand.Text()+".log"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, nil, err
	}
	p := exec.Command(c.Program, append([]string{"--store", c.Finder.Store}, args...)...)
	p.Stderr = told
	system.Detach(p)
	// The file lives as long as the process has it open.
	if err := cmp.Or(os.Remove(told.Name()), p.Start()); err != nil {
		return 0, nil, errors.Join(err, told.Close())
	}
	done := make(chan error, 1)
	go func() {
		defer told.Close()
		err := p.Wait()
		if err != nil {
			text, _ := io.ReadAll(io.NewSectionReader(told, 0, 1<<16))
			lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
			err = setting.Usagef("%s", lines[len(lines)-1])
		}
		done <- err
	}()
	return p.Process.Pid, done, nil
}

// bredBy returns the run that a process breeds; empty before there is one.
func (c *Control) bredBy(pid int) string {
	s, err := c.Finder.OpenStore()
	if err != nil {
		return "" // the process has not made it yet
	}
	defer s.Close()
	rows, _ := s.Runs() // what can't be read isn't there yet
	for _, row := range rows {
		if held, by := s.Holder(row.Name); held && by == pid && row.State == store.Running {
			return row.Name
		}
	}
	return ""
}

func (c *Control) Note(run string, tags []string, note string) error {
	_, err := Tag(c.Finder, run, func(t *store.Tags) bool {
		*t = store.Tags{Tags: tags, Note: note}
		return true
	})
	return err
}

func (c *Control) Remove(run string) error {
	_, err := Remove(c.Finder, false, run)
	return err
}
