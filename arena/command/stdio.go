package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"bloodline/arena/program"
	"bloodline/engine"
)

// host plays the bots' part in style stdio: each is a process that lives through the game, in a sandbox of its own, and
// the referee says which lines each program gets, and which is asked.
func (r *run) host(ctx context.Context) (none engine.Ranking, err error) {
	seats := make([]program.SandboxSpec, len(r.bots)) // genomes share a sandbox, one after the other
	for i, b := range r.bots {
		seats[i] = program.SandboxSpec{Key: b.line, Name: "bot", Command: b.words, Files: b.readable, Passing: ParametersFile}
		if b.genome {
			seats[i].Key = "genome"
		}
	}
	boxes, err := r.boxes.Seat(program.Mode(r.game.Sandbox), seats, r.game.reads...)
	if err != nil {
		return none, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h := &host{run: r, result: engine.Ranking{Errors: make([]string, len(r.bots))}}
	if h.referee, err = r.box.Open(ctx, r.game.start(r.box, r.words)); err != nil {
		return none, program.RootCause(err)
	}
	defer h.referee.Close()
	for i, b := range r.bots {
		var p *program.Pipe
		words, err := b.commandIn(boxes[i], ParametersFile)
		if err == nil && r.game.Foreign {
			p, err = boxes[i].Open(ctx, boxes[i].Command(words))
		} else if err == nil {
			p, err = boxes[i].Open(ctx, r.game.start(boxes[i], words))
		}
		if h.pipes = append(h.pipes, p); err != nil {
			h.result.Errors[i] = "cannot be started: " + program.RootCause(err).Error()
			continue
		}
		defer p.Close()
	}
	h.deadline = time.Now().Add(r.game.GameTime)
	defer time.AfterFunc(time.Until(h.deadline), cancel).Stop() // kills the referee: a later deadline would call that its own end
	if err := h.play(); err != nil {
		return none, lastWords(err, h.referee.Stderr(), strings.Join(h.lastLines, "\n"))
	}
	return h.result, nil
}

// ParametersFile is the name of the file of {parameters} in a bot's folder.
const ParametersFile = "parameters.json"

type host struct {
	*run
	referee   *program.Pipe
	pipes     []*program.Pipe // of bots; nil: not started, or out of the game
	unsent    [engine.MaxSeats]strings.Builder
	answered  [engine.MaxSeats]bool
	result    engine.Ranking
	lastLines []string // the last lines of the referee
	deadline  time.Time
}

func (h *host) line() (string, error) {
	h.referee.ResetLimits()
	line, k := h.referee.Line(time.Until(h.deadline))
	line = strings.TrimPrefix(line, bom)
	switch {
	case k == program.None:
		h.lastLines = append(h.lastLines[max(0, len(h.lastLines)-4):], line)
		return line, nil
	case k == program.Flood:
		return "", errors.New("a line without end")
	case k == program.Timeout || time.Now().After(h.deadline):
		return "", fmt.Errorf("%s%v", noEnd, h.game.GameTime)
	}
	if !h.referee.WaitEnd(program.EndWait) {
		return "", errors.New("it closed its output before ###End")
	}
	return "", fmt.Errorf("it ended before ###End (%v)", h.referee.State)
}

func (h *host) send(text string) error {
	// A referee that has exited may have reported its result before.
	if k := h.referee.Send(text, time.Until(h.deadline)); k != program.None && k != program.Exit {
		return fmt.Errorf("it does not listen (%s)", k)
	}
	return nil
}

func (h *host) play() error {
	if err := h.send(fmt.Sprintf("###Seed %d\n###Start %d\n", h.seed, len(h.pipes))); err != nil {
		return err
	}
	to := -1 // the program that gets the lines
	for {
		line, err := h.line()
		if err != nil {
			return err
		}
		words := strings.Fields(line)
		if len(words) == 0 || !strings.HasPrefix(words[0], "###") {
			if to >= 0 {
				h.unsent[to].WriteString(line + "\n")
			}
			continue
		}
		to = -1
		switch words[0] {
		case "###Input":
			to, err = h.player(words)
		case "###Output":
			err = h.output(words)
		case "###Error":
			var i int
			if i, err = h.player(words); err == nil && h.result.Errors[i] == "" {
				h.result.Errors[i] = cmp.Or(strings.Join(words[2:], " "), "error")
			}
		case "###End":
			h.result.Answer = line
			h.result.Ranks, err = readRanks(words[1:], len(h.pipes))
			return err
		}
		if err != nil {
			return err
		}
	}
}

func (h *host) player(words []string) (int, error) {
	if len(words) > 1 {
		if i, err := strconv.Atoi(words[1]); err == nil && i >= 0 && i < len(h.pipes) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown player: %q", strings.Join(words, " "))
}

// brokenLine is an answer that some readers of lines, as those of node, Java and Python, would read as several.
const brokenLine program.Kind = "a control character in its answer"

// output sends a bot its lines, asks it for some, and sends these to the referee. A bot that fails is out of the game.
func (h *host) output(words []string) error {
	i, err := h.player(words)
	if err != nil {
		return err
	}
	n := 1
	if len(words) > 2 {
		if n, err = strconv.Atoi(words[2]); err != nil || n < 0 || n > 10_000 {
			return fmt.Errorf("invalid line count: %q", strings.Join(words, " "))
		}
	}
	limit := h.game.AnswerTime
	if !h.answered[i] {
		limit = max(limit, h.game.StartTime)
	}
	text := h.unsent[i].String()
	h.unsent[i].Reset()
	var out []string
	if b := h.pipes[i]; b != nil {
		k := b.Send(text, limit)
		for k == program.None && len(out) < n {
			var line string
			switch line, k = b.Line(limit); {
			case k != program.None:
			case strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), unicode.IsControl), strings.ContainsAny(line, "\u2028\u2029"):
				k = brokenLine
			default:
				out = append(out, line)
			}
		}
		if k != program.None {
			h.expel(i, k)
		}
		h.answered[i] = true
	}
	// In place of a failed bot's answer. No rules accept it; empty lines make some referees crash.
	out = append(out, slices.Repeat([]string{"TIMEOUT"}, n-len(out))...)
	return h.send(strings.Join(out, "\n") + "\n")
}

func (h *host) expel(i int, k program.Kind) {
	b := h.pipes[i]
	h.pipes[i] = nil
	b.WaitEnd(grace / 4)
	b.Close()
	if h.result.Errors[i] == "" {
		h.result.Errors[i] = string(k)
		if k == program.Timeout && !h.answered[i] {
			h.result.Errors[i] += " of its first answer (command.start_time)"
		}
		if last := b.Stderr(); last != "" {
			h.result.Errors[i] += ": " + last[strings.LastIndexByte(last, '\n')+1:]
		}
	}
}
