package ladder

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/trust"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
	"bloodline/results/run"
)

// Add adds a bot: a command, a run's champion, RUN/ID, a champion file, or the defaults of the run file. It copies the
// files that the command names, and more, and lets the bot play a game against itself. A bot that is the same as one
// that has retired, or was suspended, makes that one active again.
func (l *Ladder) Add(ctx context.Context, name, word, note string, more []string) (*store.Bot, error) {
	if err := cmp.Or(champion.CheckRunName(name), run.CheckNote(note)); err != nil {
		return nil, setting.Usagef("NAME: %w", err)
	}
	p, err := l.find(word)
	if err != nil {
		return nil, err
	}
	for _, path := range more {
		if _, err := os.Stat(path); err != nil {
			return nil, setting.Usagef("--file: %w", err)
		}
	}
	c, err := l.game.Stored.CopyOf(p, more)
	if err != nil {
		return nil, fmt.Errorf("copy the files of %s: %w", name, err)
	}
	for i := range l.Bots {
		switch old := &l.Bots[i]; {
		case old.Digest == c.Digest && old.Name == name && old.State != store.Active:
			old.State, old.Reason, old.Again, old.Note = store.Active, "", "", cmp.Or(note, old.Note)
			return old, l.store.PutBot(l.row.Contest, old)
		case old.Digest == c.Digest:
			return nil, setting.Usagef("%s is the same program as %s, which is %s", word, old.Name, old.State)
		case old.Name == name:
			return nil, setting.Usagef("NAME: the ladder has another %s, with other files or another command: "+
				"take another name, or remove that one by ladder rm %[1]s", name)
		}
	}
	b := store.Bot{Name: name, Digest: c.Digest, Command: c.Command, State: store.Active, Note: note}
	there := false // the files are those of a bot of another contest
	if len(c.Files()) > 0 {
		b.Folder = fmt.Sprintf("%s-%.8s", name, c.Digest)
		_, there = l.readManifest(l.folder(&b) + ".json")
		b.Revision, b.Clean = revision(ctx, c.From)
		if err = l.writeFiles(&b, c); err != nil {
			err = fmt.Errorf("copy the files of %s: %w", name, err)
		}
	}
	if err == nil {
		err = l.playItself(ctx, &b, p)
	}
	if err == nil {
		err = l.finder.Trust.Add(commandOf(&b), false)
	}
	if err == nil {
		err = l.store.PutBot(l.row.Contest, &b)
	}
	if err == nil && l.row.Begun.IsZero() {
		err = l.store.PutLadder(&l.row)
	}
	if err != nil && !there {
		_, left := l.removeFiles(b.Folder, b.Digest)
		err = errors.Join(err, left)
	}
	if err != nil {
		return nil, err
	}
	l.Bots = append(l.Bots, b)
	return &b, nil
}

func (l *Ladder) find(word string) (engine.Player, error) {
	if word == configs.Defaults {
		return l.game.Player(l.game.Schema.Default()), nil
	}
	_, line, given := command.Program(word)
	run, _, _ := strings.Cut(word, "/")
	file := strings.HasSuffix(word, ".json") && !strings.Contains(word, " ")
	if !given && (file || slices.Contains(l.finder.Runs(), run)) {
		p, err := l.finder.FindInGame(l.game, word)
		if err != nil {
			return nil, err
		}
		return p.Seat(), nil
	}
	if !given {
		line = word
	}
	p, err := l.game.Stored.Program(line, "")
	if err == nil {
		err = l.game.Stored.CheckProgram(p)
	}
	if err != nil {
		return nil, setting.Usagef("PLAYER: must be a command, a run, a champion file or %s: %w", configs.Defaults, err)
	}
	return p, nil
}

// playItself plays a game of a bot with itself. original is the bot before its files were copied.
func (l *Ladder) playItself(ctx context.Context, b *store.Bot, original engine.Player) error {
	p, err := l.player(b)
	if err != nil {
		return err
	}
	g, deal := l.game.Stored, l.Deals([2]string{b.Digest, b.Digest}).Block(0).Seed
	number := g.DealNumber(deal)
	t := g.NewSlowTable()
	r, err := g.PlayRated(ctx, t, number, []engine.Player{p, p})
	if err = errors.Join(err, t.Close()); err != nil {
		return fmt.Errorf("%s against itself: %w", b.Name, err)
	}
	line := command.Line(original)
	for _, wrong := range r.Errors {
		if wrong != "" {
			return setting.Usagef("%s fails in a game against itself, %s: %s; %s", b.Name, g.DealName(number), wrong,
				g.FailureHint(line, number, []string{line, line}, wrong))
		}
	}
	return nil
}

func (l *Ladder) player(b *store.Bot) (engine.Player, error) {
	p, err := l.game.Stored.Copied(b.Command, l.folder(b))
	if err != nil {
		return nil, fmt.Errorf("bot %s: %w", b.Name, err)
	}
	return p, nil
}

// commandOf is what a user trusts of a bot.
func commandOf(b *store.Bot) trust.Commands {
	return trust.Commands{Lines: []string{b.Command}, Context: "a bot of a ladder, " + b.Digest}
}

// revision returns the commit of the Git repository that has a folder, and whether it has no changes beside; an empty
// one without a repository, or without Git.
func revision(ctx context.Context, dir string) (commit string, clean *bool) {
	const gitTime = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false", "-C", dir}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0")
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	commit, err := git("rev-parse", "HEAD")
	if err != nil {
		return "", nil
	}
	changes, err := git("status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return commit, nil
	}
	return commit, new(changes == "")
}

// Retire takes a bot out of play. Its games stay, and count for the ratings of the others.
func (l *Ladder) Retire(name string) (*store.Bot, error) {
	b, err := l.bot(name)
	if err != nil {
		return nil, err
	}
	b.State, b.Reason, b.Again = store.Retired, "", ""
	return b, l.store.PutBot(l.row.Contest, b)
}

func (l *Ladder) Rename(name, other string) (*store.Bot, error) {
	b, err := l.bot(name)
	switch {
	case err != nil:
		return nil, err
	case champion.CheckRunName(other) != nil:
		return nil, setting.Usagef("NEWNAME: %w", champion.CheckRunName(other))
	case slices.ContainsFunc(l.Bots, func(x store.Bot) bool { return x.Name == other }):
		return nil, setting.Usagef("NEWNAME: the ladder has a bot %s already", other)
	}
	b.Name = other
	return b, l.store.PutBot(l.row.Contest, b)
}

// Removed is what [Ladder.Remove] did.
type Removed struct {
	Bot   string `json:"bot"`
	Games int    `json:"games"`          // of the bot in this ladder
	Kept  string `json:"kept,omitempty"` // its folder, if it has files that were not copied
}

// Remove deletes a bot with its games, and then its files; of a bot whose removal was killed in between, the files.
func (l *Ladder) Remove(name string) (out Removed, err error) {
	b, err := l.bot(name)
	if err != nil {
		left, _ := filepath.Glob(filepath.Join(l.botsFolder(), name+"-????????.json"))
		done := false
		for _, path := range left {
			m, ours := l.readManifest(path)
			inUse := slices.ContainsFunc(l.Bots, func(b store.Bot) bool { return b.Digest == m.Digest })
			if ours && !inUse && champion.CheckRunName(name) == nil {
				done = true
				out.Kept, err = l.removeFiles(strings.TrimSuffix(filepath.Base(path), ".json"), m.Digest)
			}
		}
		if out.Bot = name; !done {
			_, err = l.bot(name)
		}
		return out, err
	}
	gone := *b
	shared, err := l.store.RemoveBot(l.row.Contest, gone)
	if err == nil && !shared {
		out.Kept, err = l.removeFiles(gone.Folder, gone.Digest)
	}
	out.Bot, out.Games = name, len(l.games)
	l.Bots = slices.DeleteFunc(l.Bots, func(b store.Bot) bool { return b.Digest == gone.Digest })
	l.games = slices.DeleteFunc(l.games, func(g store.LadderGame) bool { return slices.Contains(g.Bots, gone.Digest) })
	out.Games -= len(l.games)
	return out, err
}

// manifest lies beside the folder of a bot's files and says that the folder is of the program's making.
type manifest struct {
	Store  string   `json:"store"` // identity
	Digest string   `json:"digest"`
	Files  []string `json:"files"`
}

// readManifest reads a manifest, and reports whether it is of this store.
func (l *Ladder) readManifest(path string) (m manifest, ours bool) {
	const most = 16 << 20
	text, err := disk.Read(path, most)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err == nil && m.Store == l.store.OwnIdentity()
}

// writeFiles copies the files of a bot into a new folder, or into that which a killed process has begun.
func (l *Ladder) writeFiles(b *store.Bot, c *command.Copy) error {
	dir := l.folder(b)
	m, ours := l.readManifest(dir + ".json")
	if _, err := os.Lstat(dir); err == nil && (!ours || m.Digest != b.Digest) {
		return setting.Usagef("the folder %s must not exist", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	text, _ := json.MarshalIndent(manifest{l.store.OwnIdentity(), b.Digest, c.Files()}, "", "  ") // of words
	if err := disk.Write(dir+".json", text, disk.Containing(b.Digest)); err != nil {
		return err
	}
	return c.Write(dir)
}

// checkFiles returns an error if the files of a bot are no longer those that were copied.
func (l *Ladder) checkFiles(b *store.Bot) error {
	var names []string
	if b.Folder != "" {
		m, ours := l.readManifest(l.folder(b) + ".json")
		if !ours {
			return fmt.Errorf("bot %s: %s.json is missing, or another store's", b.Name, l.folder(b))
		}
		names = m.Files
	}
	sum, err := command.DigestOfCopy(b.Command, l.folder(b), names)
	if err == nil && sum != b.Digest {
		err = errors.New("its copied files were changed")
	}
	if err != nil {
		return fmt.Errorf("bot %s: %w: restore %s, or ladder rm %[1]s and add it again", b.Name, err, l.folder(b))
	}
	return nil
}

// removeFiles removes the copied files of a bot, if the folder is its own; kept is the folder if other files are left.
func (l *Ladder) removeFiles(folder, digest string) (kept string, err error) {
	if folder == "" {
		return "", nil
	}
	dir := filepath.Join(l.botsFolder(), folder)
	m, ours := l.readManifest(dir + ".json")
	if !ours || m.Digest != digest {
		return dir, nil
	}
	for _, name := range m.Files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		err = errors.Join(err, disk.Remove(path))
		for path = filepath.Dir(path); len(path) >= len(dir); path = filepath.Dir(path) {
			_ = os.Remove(path) // fails for a folder with other files
		}
	}
	if _, gone := os.Lstat(dir); !errors.Is(gone, fs.ErrNotExist) || err != nil {
		return dir, err
	}
	return "", disk.Remove(dir + ".json")
}
