package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

const maxOutput = 1 << 20 // bytes that are read from a referee

// table plays one game at a time, in a folder that is emptied after each.
type table struct {
	game  *Game
	boxes program.Sandboxes // of the bots of style stdio, and one of the referee
}

func (t *table) Close() error {
	t.boxes.Close()
	return nil
}

// playOnce plays a game, whatever the book says. The referee may do what its user may, and ends with this program.
func (t *table) playOnce(ctx context.Context, seed uint64, bots []*Bot) (r engine.Ranking, err error) {
	boxes, err := t.boxes.Seat(program.Off, []program.SandboxSpec{{Key: "referee", Name: "game"}})
	if err != nil {
		return r, err
	}
	r, err = t.play(ctx, boxes[0], seed, bots)
	dir := boxes[0].Dir()
	info, failed := os.Lstat(dir) // a referee may have replaced the folder by a link to one of its user
	if failed == nil && !info.IsDir() {
		failed = os.ErrNotExist
	}
	if failed == nil {
		var files []os.DirEntry
		files, failed = os.ReadDir(dir)
		for _, f := range files {
			failed = errors.Join(failed, os.RemoveAll(filepath.Join(dir, f.Name())))
		}
	}
	if failed != nil {
		t.boxes.Close() // the next game gets another
	}
	return r, err
}

func botsAndLines(seats []engine.Player) (bots []*Bot, lines []string) {
	for _, p := range seats {
		bots, lines = append(bots, p.(*Bot)), append(lines, p.(*Bot).line)
	}
	return bots, lines
}

// PlaySlow plays a game, or finds it in the book. A referee that fails is tried once more, and then it is an error;
// with a book it is a loss ([RefereeFailed]) if the referee can play the defaults.
func (t *table) PlaySlow(ctx context.Context, d engine.Deal, seats []engine.Player) (engine.Outcome, error) {
	g := t.game
	bots, lines := botsAndLines(seats)
	seed := g.DealNumber(d.Seed)
	if g.book == nil {
		r, err := t.playRetrying(ctx, seed, bots)
		return g.Outcome(r), err
	}
	if d.Lost != 0 {
		r := g.lostBy(d.Lost, len(bots), fmt.Sprintf("given up, since games of this setting before it had %s%v", noEnd, g.GameTime))
		_, ok, err := g.book.Find(seed, lines)
		if err == nil && !ok {
			err = g.book.Enter(seed, lines, r)
		}
		return g.Outcome(r), err
	}
	// Bots of rounded genes are often equal, and may be at two tables at once.
	r, err, _ := g.playing.Do(fmt.Sprintf("%d %q", seed, lines), func() (any, error) {
		r, ok, err := g.book.Find(seed, lines)
		if err != nil || ok {
			return r, err
		}
		r, err = t.playRetrying(ctx, seed, bots)
		f, failed := errors.AsType[*failure](err)
		if failed && !slices.ContainsFunc(bots, func(b *Bot) bool { return b.genome }) {
			r, err = t.blame(ctx, seed, bots, f)
			f, failed = errors.AsType[*failure](err)
		}
		if failed {
			if err = t.playDefaults(ctx, seed, bots); err == nil {
				r, err = t.rankFailed(ctx, seed, bots, f)
			}
		}
		if err == nil {
			err = g.book.Enter(seed, lines, r)
		}
		return r, err
	})
	return g.Outcome(r.(engine.Ranking)), err
}

// PlayAgain plays a game of the book again, whatever the book says.
func (g *Game) PlayAgain(ctx context.Context, seed uint64, seats []string) (r engine.Ranking, _ error) {
	t := &table{game: g, boxes: program.Sandboxes{Lacking: g.lacking}}
	defer t.Close()
	bots := make([]*Bot, len(seats))
	for i, line := range seats {
		if v, ok := g.Genes(line); ok {
			bots[i] = g.Bot(v)
			continue
		}
		rival, _, err := g.Rival(line)
		if err != nil {
			return r, err
		}
		bots[i] = rival.(*Bot)
	}
	return t.playRetrying(ctx, seed, bots)
}

func (t *table) playRetrying(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	r, err := t.playOnce(ctx, seed, bots)
	if err != nil && ctx.Err() == nil {
		r, err = t.playOnce(ctx, seed, bots)
	}
	return r, cmp.Or(ctx.Err(), err)
}

// play plays a game once. An error is the referee's, with its command line, the seed and its last words.
func (t *table) play(ctx context.Context, box *program.Sandbox, seed uint64, bots []*Bot) (r engine.Ranking, err error) {
	g := t.game
	run := &run{table: t, box: box, begin: time.Now(), bots: bots}
	run.seed, _ = g.SeedAndMap(seed)
	g.under.Store(run, nil)
	defer g.under.Delete(run)
	if g.Style == StyleStdio {
		run.words = g.refereeFor(seed, nil, "")
		r, err = run.host(ctx)
	} else {
		commands := make([][]string, len(bots))
		for i, b := range bots {
			if commands[i], err = b.commandIn(box, fmt.Sprintf("parameters-%d.json", i+1)); err != nil {
				return r, err
			}
			if g.handsScripts() {
				if err = box.Write(scriptName(i), strings.Join(g.startScript(commands[i]), "\n")+"\n", 0o700); err != nil {
					return r, err
				}
			}
		}
		log := filepath.Join(box.Dir(), "log.json")
		run.words = g.refereeFor(seed, commands, log)
		r, err = run.watch(ctx, log, len(bots))
	}
	if err != nil {
		var hint, help string
		if f, failed := errors.AsType[*failure](err); failed {
			help = f.help
		}
		machine := system.Remedy(err) != "" && !errors.Is(err, os.ErrNotExist)
		if words := err.Error() + help; !machine && (help == "" || missing.MatchString(words)) {
			hint = g.missingFilesHint(words)
		}
		isNamed := func(b *Bot) bool { return len(b.words) > 1 && strings.Contains(err.Error(), b.line) }
		if !g.handsScripts() && missing.MatchString(err.Error()) && slices.ContainsFunc(bots, isNamed) {
			hint = "; a referee that takes the path of a file gets one by {p1.path} in place of {p1}"
		}
		return r, engine.SeedTold{Err: fmt.Errorf("referee %s, %s: %w%s", system.Line(run.words), g.DealName(seed), err, hint+help)}
	}
	r.Millis = float64(time.Since(run.begin).Microseconds()) / 1000
	return r, nil
}

// Waiting says which game has taken more than half of its time, and by which bot; empty for none.
func (g *Game) Waiting(now time.Time) (text string) {
	longest := g.GameTime / 2
	g.under.Range(func(x, _ any) bool {
		u := x.(*run)
		if d := now.Sub(u.begin).Truncate(time.Second); d > longest {
			longest = d
			at := max(0, slices.IndexFunc(u.bots, func(b *Bot) bool { return b.genome }))
			text = fmt.Sprintf("waiting for a game of %s: %v of %v", u.bots[at].line, d, g.GameTime)
		}
		return true
	})
	return text
}

func (g *contest) start(box *program.Sandbox, words []string) *exec.Cmd {
	cmd := box.Command(words)
	if g.where != "" {
		cmd.Dir = g.where
	}
	return cmd
}

// commandIn returns the words of a bot in a sandbox, and writes its parameters into a file there.
func (b *Bot) commandIn(s *program.Sandbox, file string) ([]string, error) {
	if b.parameters == nil {
		return b.words, nil
	}
	return b.commandWith(filepath.Join(s.Dir(), file)), s.Write(file, string(b.parameters), 0o600)
}

// commandWith returns the words of a bot with a text, such as the path of a file, for its parameters.
func (b *Bot) commandWith(text string) []string {
	out := slices.Clone(b.words)
	for i, w := range out {
		out[i] = strings.ReplaceAll(w, "{parameters}", text)
	}
	return out
}

// handsScripts reports whether the referee gets paths of scripts that start the bots.
func (g *contest) handsScripts() bool { return strings.Contains(g.Referee, ".path}") }

func scriptName(seat int) string { return fmt.Sprintf("p%d.sh", seat+1) }

func (g *contest) startScript(words []string) []string {
	out := []string{"#!/bin/sh"}
	if g.where != "" {
		out = append(out, system.Line([]string{"cd", g.where})+" || exit")
	}
	return append(out, "exec "+system.Line(words)+` "$@"`)
}

// refereeFor fills the placeholders: {players} as a word becomes a word for each. Scripts are in the folder of the log.
func (g *Game) refereeFor(seed uint64, bots [][]string, log string) []string {
	number, name := g.SeedAndMap(seed)
	values := map[string]string{"seed": strconv.FormatUint(number, 10), "map": name, "log": log}
	if strings.Contains(g.Referee, "{port") {
		for i := range engine.MaxSeats {
			values[fmt.Sprintf("port%d", i+1)] = strconv.Itoa(system.FreePort())
		}
	}
	var lines, scripts []string
	several := map[string][]string{} // words for a word
	for i, words := range bots {
		line, script, seat := system.Line(words), filepath.Dir(log)+"/"+scriptName(i), fmt.Sprintf("p%d", i+1)
		values[seat], values[seat+".path"], several["{"+seat+".words}"] = line, script, words
		lines, scripts = append(lines, line), append(scripts, script)
	}
	several["{players}"], several["{players.path}"] = lines, scripts
	values["players"], values["players.path"] = strings.Join(lines, " "), strings.Join(scripts, " ")
	var out []string
	for _, w := range g.referee {
		if words, ok := several[w]; ok {
			out = append(out, words...)
		} else {
			out = append(out, fill(w, values))
		}
	}
	if g.addsArguments() {
		for i, line := range lines {
			out = append(out, fmt.Sprintf("-p%d", i+1), line)
		}
		out = append(out, "-seed", values["seed"], "-l", log)
	}
	return out
}

type run struct { // a game that is being played
	*table
	box   *program.Sandbox // of the referee
	words []string         // of the referee
	seed  uint64
	begin time.Time
	bots  []*Bot
}

func (r *run) watch(ctx context.Context, log string, players int) (out engine.Ranking, err error) {
	cmd := r.game.start(r.box, r.words)
	stdout := program.Head{Max: maxOutput}
	cmd.Stdout = &stdout
	p, err := r.box.Launch(ctx, cmd)
	if err != nil {
		return out, program.RootCause(err)
	}
	late := !p.WaitEnd(r.game.GameTime)
	p.End()
	failed := func(err error) *failure { return lastWords(err, p.Stderr(), string(stdout.Bytes)) }
	switch {
	case late:
		return out, failed(fmt.Errorf("%s%v", noEnd, r.game.GameTime))
	case !p.State.Success():
		return out, failed(errors.New(p.State.String()))
	}
	text := stdout.Bytes
	if r.game.Style == StyleBrutaltester {
		switch logged, err := disk.Read(log, maxOutput); {
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return out, fmt.Errorf("no result: its log: %w", err)
		case plainText(logged) != "":
			text = logged
		}
	}
	if out, err = r.game.result(ctx, text, players); err == nil {
		return out, nil
	}
	f, is := errors.AsType[*failure](err)
	if !is {
		f = &failure{error: err, short: err.Error()}
	} else if f.help == "" {
		f.error = errors.New(f.short)
	}
	if strings.TrimSpace(p.Stderr()) != "" {
		f.error = failed(f.error).error
	}
	return out, f
}
