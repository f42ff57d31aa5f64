package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/configs/player"
	"bloodline/engine/roll"
	"bloodline/results/report"
)

// me is the word for the person at the terminal.
const me = "me"

func (a *app) playCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "play PLAYER PLAYER...",
		Short: "Watch a game move by move, or play yourself",
		Long: `play prints games move by move, with each player's hidden information: in Coup coins,
cards, claims and bluffs; in other games the lines of their protocols. The games are
the first games of match with the same seed. As JSON, each game is a line with its
moves and its trace in the contest's notation.

If a PLAYER is ` + "`me`" + `, you play, and see at the end what the bot held. The first
player moves first. In a game of four seats, ` + "`play BOT me`" + ` gives the bot all other seats.`,
		Example: "  $bloodline play $champion $baseline --seed 3\n" +
			"  $bloodline play $champion $baseline --games 100 -o json > games.jsonl\n  $bloodline play $champion me",
	}
	f := c.Flags()
	games := f.Int("games", 1, "games to play")
	seed := f.Uint64("seed", 1, "seed of the deals")
	named := f.String("game", "", "the game, if no player implies it")
	c.RunE = func(cmd *cobra.Command, words []string) error {
		if err := checkRange("--games", *games, 1, 1_000_000); err != nil {
			return err
		}
		seat := slices.Index(words, me)
		others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == me })
		ps, g, err := a.findPlayers(others, *named)
		switch seats := 0; {
		case err != nil:
			return err
		case g == nil:
			return usage("one of the players must be a bot, which you play against")
		default:
			if seats = g.Info().Seats; len(words) != seats && (seat < 0 || len(words) != 2) {
				return usage("%s seats %d players, have %d", g.Name(), seats, len(words))
			}
		}
		if i := slices.IndexFunc(ps, func(p *player.Player) bool { return p.IsProgram() || p.Game.UserBot != nil }); i >= 0 {
			return usage("%s is a program and has no seat here: match plays it, and --records keeps its games", ps[i].Name)
		}
		deals := arena.Pair{Seed: roll.Mix(*seed, arena.StageShow)}
		if seat < 0 {
			return a.playGames(cmd.Context(), g, ps, *games, deals)
		}
		switch {
		case len(ps) != 1 || g.Human == nil:
			return usage("%s has no seat for a person yet", g.Info().Title)
		case a.json() || cmd.Flags().Changed("games"):
			return usage("a person plays one game at a time, and reads no JSON: leave --output and --games out")
		}
		return a.sit(cmd.Context(), ps[0], seat, deals.Block(0).Seed)
	}
	return c
}

func (a *app) playGames(ctx context.Context, g *game.Game, ps []*player.Player, games int, deals arena.Pair) error {
	names, players, seats := player.Names(ps), player.Seats(ps), len(ps)
	scale := g.Info().Scale()
	for k := range games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r, err := g.Record(names, players, deals.Block(k/seats).Seed, k%seats)
		if err != nil {
			return fmt.Errorf("play: %w", err)
		}
		if a.json() {
			if err := json.NewEncoder(a.stdout).Encode(r); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(a.stdout, "game %d of %s: %s\n\n", k+1, g.Name(), strings.Join(r.Players, " against "))
		for _, line := range r.Lines() {
			fmt.Fprintln(a.stdout, line)
		}
		var won, points []string // the winners, or the points of a game that counts them
		for seat, x := range r.Points {
			points = append(points, r.Players[seat]+" "+scale.Show(x))
			if x > scale.Fair {
				won = append(won, r.Players[seat])
			}
		}
		result := "won by " + report.List(won)
		switch {
		case !scale.Percent:
			result = scale.Unit + ": " + report.List(points)
		case len(won) == 0:
			result = "a draw"
		}
		if _, err := fmt.Fprintf(a.stdout, "\n%s\n\n", result); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) sit(ctx context.Context, p *player.Player, seat int, deal uint64) error {
	g := human.Sit(p.Game.Human, human.Sitting{Bot: p.Seat(), Genes: p.PlayedGenes(), Seat: seat}, p.Game.Info(), deal)
	defer g.Leave()
	lines := a.lines()
	for shown := 0; ; {
		s, err := g.State()
		if err != nil {
			return fmt.Errorf("play: %w", err)
		}
		for ; shown < len(s.News); shown++ {
			fmt.Fprintln(a.stdout, s.News[shown])
		}
		if s.Question == nil {
			scale, result := p.Game.Info().Scale(), "You did not win"
			switch {
			case !scale.Percent:
				result = fmt.Sprintf("Your %s: %s", scale.Unit, scale.Show(s.Score))
			case s.Score > scale.Fair:
				result = "You won"
			}
			t := report.ThoughtTable(s.Thoughts)
			t.Title = fmt.Sprintf("\n%s. What %s held when it decided:", result, p.Name)
			return a.print(nil, t)
		}
		option, err := a.ask(ctx, lines, s.Question)
		if err != nil {
			return err
		}
		g.Answer(s.Asked, option)
	}
}

// lines returns a channel of the lines that are typed, so that an interrupt need not wait for one.
func (a *app) lines() <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for in := bufio.NewScanner(a.stdin); in.Scan(); {
			out <- in.Text()
		}
	}()
	return out
}

func (a *app) ask(ctx context.Context, lines <-chan string, q *human.Question) (int, error) {
	fmt.Fprintln(a.stdout)
	for _, line := range q.Know {
		fmt.Fprintln(a.stdout, line)
	}
	fmt.Fprintf(a.stdout, "%s\n", q.Text)
	for i, o := range q.Options {
		fmt.Fprintf(a.stdout, "  %d  %s\n", i+1, o)
	}
	for {
		fmt.Fprintf(a.stdout, "[1-%d] ", len(q.Options))
		select {
		case <-ctx.Done():
			fmt.Fprintln(a.stdout)
			return 0, ctx.Err()
		case text, ok := <-lines:
			if !ok {
				fmt.Fprintln(a.stdout)
				return 0, errors.New("play: you left before the game was over")
			}
			if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 1 && n <= len(q.Options) {
				fmt.Fprintln(a.stdout)
				return n - 1, nil
			}
			fmt.Fprintf(a.stdout, "Type the number of an option, from 1 to %d; Ctrl-D leaves the game.\n", len(q.Options))
		}
	}
}
