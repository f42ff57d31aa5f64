package dashboard

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

type replay struct {
	*game.NarratedRecord
	Info    engine.Info // of the game
	Words   []string    // of the players, to be asked for again
	Next    uint64      // seed
	Seating int
	Steps   []step
}

// step is a line of a game, with the bot's thought before it.
type step struct {
	Who     string // the player who thought; empty without a thought
	Thought *human.Thought
	Text    string
	Sides   []human.Side
}

// replay plays one game and shows it. Equal addresses show equal games.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := &replay{Words: q["of"]}
	var ps []*player.Player
	for _, word := range v.Words {
		p, err := s.find(word)
		if err != nil {
			return err
		}
		if p.Game.UserBot != nil {
			return setting.Usagef("games of programs can't be watched move by move: only their referee knows the moves")
		}
		if len(ps) > 0 && p.Game != ps[0].Game {
			return setting.Usagef("%s plays %s, not %s", p.Name, p.Game.Name(), ps[0].Game.Name())
		}
		ps = append(ps, p)
	}
	g := ps[0].Game
	v.Info = g.Info()
	seats := v.Info.Seats
	if len(ps) > seats {
		return setting.Usagef("%s seats %d", v.Info.Title, seats)
	}
	for len(ps) < seats {
		ps = append(ps, ps[len(ps)-1]) // the last one takes the other seats too
	}
	seed, err1 := strconv.ParseUint(cmp.Or(q.Get("seed"), "1"), 10, 64)
	seating, err2 := strconv.ParseUint(cmp.Or(q.Get("seating"), "0"), 10, 64)
	if err1 != nil || err2 != nil || seating >= uint64(seats) {
		return setting.Usagef("seed and seating must be whole numbers, the seating below %d", seats)
	}
	v.Next, v.Seating = seed+1, int(seating)
	if err := v.play(g, ps, seed); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "replay", "A game", v)
}

// play plays the game for its record, and again with players that report their thoughts, if the game has such players.
func (v *replay) play(g *game.Game, ps []*player.Player, seed uint64) (err error) {
	names := player.Names(ps)
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			names[i] = fmt.Sprintf("%s #%d", name, i+1)
		}
	}
	if v.NarratedRecord, err = g.Record(names, player.Seats(ps), seed, v.Seating); err != nil {
		return err
	}
	if g.Narrate == nil || g.Human == nil || v.Info.Seats != 2 {
		v.Steps = report.Map(v.Lines(), func(line string) step { return step{Text: line} })
		return nil
	}
	var open step
	t := g.Narrate(v.Players, func(m human.Move) {
		open.Text, open.Sides = m.Caption(), m.Sides
		v.Steps, open = append(v.Steps, open), step{}
	})
	seats := player.Seats(ps)
	for seat, name := range v.Players {
		p := ps[slices.Index(names, name)]
		silent := func(string) {}
		seats[seat] = g.Human(human.Sitting{
			Bot: p.Seat(), Genes: p.PlayedGenes(), Seat: seat, News: silent, Thought: func(x human.Thought) { open.Who, open.Thought = name, &x },
		}).Bot(seat)
	}
	t.Play(seed, seats)
	return nil
}
