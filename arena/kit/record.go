package kit

import (
	"fmt"

	"bloodline/arena/record"
)

func sent(line string) (seat int, text string, ok bool) {
	if len(line) < 3 || line[1] != '>' || line[2] != ' ' {
		return 0, "", false
	}
	return int(line[0] - '0'), line[3:], true
}

// replay asks the seats of a game on record the same questions, and gives their answers. It leaves out questions without views.
func (k Kit[V, A]) replay(trace []string, sit record.Sit) (unknown int, err error) {
	at := 0
	defer func() { // a view that no game comes to
		if r := recover(); r != nil {
			err = fmt.Errorf("trace, line %d: is none of this game: %.80q", at+1, fmt.Sprint(r))
		}
	}()
	var next A
	players := map[int]record.Policy[V, A]{}
	views, asked := map[int]*V{}, map[int]string{}
	for n, line := range trace {
		at = n
		if s, text, ok := sent(line); ok {
			asked[s] = text
			continue
		}
		if len(line) < 3 || line[1] != '<' || line[2] != ' ' {
			continue // neither a question nor an answer
		}
		s := int(line[0] - '0')
		question, ok := asked[s]
		if delete(asked, s); !ok {
			return 0, fmt.Errorf("trace, line %d: seat %d answers without a question", n+1, s)
		}
		if question == "?" {
			unknown++
			continue
		}
		p, known := players[s]
		if !known {
			p, _ = sit(s, record.Script[V, A](func(*V) A { return next })).(record.Policy[V, A])
			players[s], views[s] = p, new(V)
		}
		if p == nil {
			continue
		}
		if err = k.Read(views[s], question); err == nil {
			next, err = k.Parse(views[s], line[3:])
		}
		if err != nil {
			return 0, fmt.Errorf("trace, line %d: %w", n+1, err)
		}
		p.Act(views[s], 0)
	}
	return unknown, nil
}
