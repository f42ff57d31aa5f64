package optimiser_test

import (
	"math"
	"math/rand/v2"

	"bloodline/genome"
)

// cycles is a duel of light cycles on a board of 12 by 9: each leaves a wall behind, and loses by
// running into one.
func cycles() *contest {
	c := newContest("cycles")
	c.number("W_ROOM", 0, 4, 1, 1, 1, 1)       // worth of a cell that can be reached
	c.number("W_FIRST", 0, 4, 0, 0, 0.5, 1.5)  // worth of a cell that is reached before the opponent
	c.number("W_WALL", -4, 4, 0, 0, 1, 0.5)    // worth of a wall beside the cell
	c.number("W_AHEAD", -4, 4, 0, 0, 0, 1)     // worth of going straight on
	c.number("W_CENTRE", -2, 2, 0, 0, 0, 0.3)  // worth of a step towards the middle
	c.number("W_FOE", -2, 2, 0, -1, 0, 0.3)    // worth of a step towards the opponent
	c.number("FOE_FROM", 0, 20, 10, 20, 8, 12) // up to this distance
	c.number("NARROW", 0, 60, 10, 0, 10, 20)   // room below which walls count thrice
	c.number("CUT_OFF", 0, 1.999, 0, 0, 0, 1)  // a switch: once parted from the opponent, only room and walls count
	c.number("STYLE", 0, 2.999, 0, 0, 1, 2)    // a choice: all cells count, near ones, or those of the larger half
	c.play = playCycles
	return c
}

const boardWide, boardHigh = 12, 9

type board [(boardWide + 2) * (boardHigh + 2)]bool // true is a wall, with a rim around

var headings = [4]int{1, boardWide + 2, -1, -boardWide - 2}

func playCycles(first, second genome.Vector, rng *rand.Rand) float64 {
	var walls board
	for i := range walls {
		x, y := i%(boardWide+2), i/(boardWide+2)
		walls[i] = x == 0 || y == 0 || x == boardWide+1 || y == boardHigh+1
	}
	x, y := 1+rng.IntN(boardWide/2-1), 1+rng.IntN(boardHigh)
	at := [2]int{y*(boardWide+2) + x, (boardHigh+1-y)*(boardWide+2) + boardWide + 1 - x}
	heading := [2]int{rng.IntN(4), 0}
	heading[1] = (heading[0] + 2) % 4
	bots := [2]genome.Vector{first, second}
	walls[at[0]], walls[at[1]] = true, true
	for {
		var to [2]int
		for i := range bots {
			heading[i] = steer(bots[i], &walls, at[i], at[1-i], heading[i])
			to[i] = at[i] + headings[heading[i]]
		}
		a, b := walls[to[0]] || to[0] == to[1], walls[to[1]] || to[0] == to[1]
		switch {
		case a && b:
			return 0.5
		case a:
			return 0
		case b:
			return 1
		}
		at = to
		walls[at[0]], walls[at[1]] = true, true
	}
}

// flood fills distances from a cell, and returns the cells in order.
func flood(walls *board, from int, distance *[len(board{})]int8, queue []int) []int {
	for i := range distance {
		distance[i] = -1
	}
	distance[from] = 0
	queue = append(queue[:0], from)
	for k := 0; k < len(queue); k++ {
		for _, d := range headings {
			if to := queue[k] + d; !walls[to] && distance[to] < 0 {
				distance[to] = distance[queue[k]] + 1
				queue = append(queue, to)
			}
		}
	}
	return queue
}

// steer returns the heading that the parameters value most.
func steer(p genome.Vector, walls *board, me, foe, heading int) int {
	var mine, theirs [len(board{})]int8
	var space [len(board{})]int
	cell := func(at int) (x, y float64) { return float64(at % (boardWide + 2)), float64(at / (boardWide + 2)) }
	apart := func(a, b int) float64 {
		ax, ay := cell(a)
		bx, by := cell(b)
		return math.Abs(ax-bx) + math.Abs(ay-by)
	}
	flood(walls, foe, &theirs, space[:0])
	middle := (boardHigh/2)*(boardWide+2) + boardWide/2
	best, choice := math.Inf(-1), heading
	for h, d := range headings {
		to := me + d
		if walls[to] {
			continue
		}
		cells := flood(walls, to, &mine, space[:0])
		room, ahead, met := 0.0, 0.0, false
		for _, at := range cells {
			worth := 1.0
			switch int(p[9]) {
			case 1:
				worth = 1.5 / (1 + float64(mine[at])/8)
			case 2:
				if mine[at] > 12 {
					worth = 0.5
				}
			}
			room += worth
			if theirs[at] >= 0 {
				met = true
			}
			if theirs[at] < 0 || mine[at] < theirs[at] {
				ahead += worth
			}
		}
		beside := 0.0
		for _, d := range headings {
			if walls[to+d] {
				beside++
			}
		}
		if room < p[7] {
			beside *= 3
		}
		value := p[0]*room + p[2]*beside
		if met || p[8] < 1 {
			value += p[1]*ahead + p[4]*(apart(me, middle)-apart(to, middle))
			if h == heading {
				value += p[3]
			}
			if near := apart(me, foe); near <= p[6] {
				value += p[5] * (near - apart(to, foe))
			}
		}
		if value > best {
			best, choice = value, h
		}
	}
	return choice
}
