package optimiser_test

import (
	"math"
	"math/rand/v2"

	"bloodline/genome"
)

// race is a race of two pods through checkpoints, with the movement of Coders Strike Back: a pod turns by
// at most 18 degrees, thrusts by at most 100 and keeps 85 % of its speed.
func race() *contest {
	c := newContest("race")
	c.number("LEAD", 0, 6, 0, 0, 1.5, 3)                       // turns of own speed that the aim makes up for
	c.number("ANGLE_FULL", 5, 90, 60, 90, 40, 25)              // degrees off the aim up to which thrust is full
	c.number("ANGLE_NONE", 20, 180, 120, 180, 110, 100)        // and from which there is none
	c.number("BRAKE_FROM", 0, 4000, 2500, 0, 1500, 1200)       // distance at which braking begins
	c.number("BRAKE_TO", 0, 100, 30, 60, 50, 45)               // thrust at the checkpoint
	c.number("SWING", 0, 3000, 300, 0, 900, 1700)              // distance at which the pod aims at the next checkpoint
	c.number("SWING_SPEED", 0, 800, 600, 800, 350, 250)        // and the least speed for that
	c.number("BOOST_FROM", 2000, 9000, 8500, 9000, 6000, 4500) // distance at which the one boost is used
	c.number("RAM", 0, 1.999, 0, 0, 0, 1)                      // a switch: bump into a rival that is close ahead
	c.number("RAM_FROM", 400, 2500, 1200, 800, 800, 1000)      // from this distance
	c.play = playRace
	return c
}

type pod struct {
	p       genome.Vector
	x, y    float64
	vx, vy  float64
	angle   float64 // radians
	passed  int
	boosted bool
}

const checkpointRadius = 600

func playRace(first, second genome.Vector, rng *rand.Rand) float64 {
	n := 3 + rng.IntN(3)
	var course [][2]float64
	for len(course) < n {
		at := [2]float64{1500 + 13000*rng.Float64(), 1200 + 6600*rng.Float64()}
		apart := true
		for _, c := range course {
			apart = apart && math.Hypot(c[0]-at[0], c[1]-at[1]) > 2500
		}
		if apart {
			course = append(course, at)
		}
	}
	pods := [2]pod{{p: first}, {p: second}}
	toward := math.Atan2(course[1][1]-course[0][1], course[1][0]-course[0][0])
	for i := range pods {
		side := float64(2*i-1) * 500
		pods[i].x, pods[i].y = course[0][0]-side*math.Sin(toward), course[0][1]+side*math.Cos(toward)
		pods[i].angle, pods[i].passed = toward, 1
	}
	const laps = 2
	for turn := range 250 {
		_ = turn
		for i := range pods {
			pods[i].drive(&pods[1-i], course)
		}
		bump(&pods[0], &pods[1])
		for i := range pods {
			t := &pods[i]
			t.x, t.y = t.x+t.vx, t.y+t.vy
			t.vx, t.vy = math.Trunc(0.85*t.vx), math.Trunc(0.85*t.vy)
			if at := course[t.passed%n]; math.Hypot(at[0]-t.x, at[1]-t.y) < checkpointRadius {
				t.passed++
			}
		}
		a, b := pods[0].passed > laps*n, pods[1].passed > laps*n
		switch {
		case a && b:
			return 0.5
		case a:
			return 1
		case b:
			return 0
		}
	}
	return progress(&pods[0], &pods[1], course)
}

// progress decides a race that neither pod has finished.
func progress(a, b *pod, course [][2]float64) float64 {
	left := func(t *pod) float64 {
		at := course[t.passed%len(course)]
		return -20000*float64(t.passed) + math.Hypot(at[0]-t.x, at[1]-t.y)
	}
	if left(a) < left(b) {
		return 1
	}
	return 0
}

// drive turns and thrusts by the parameters.
func (t *pod) drive(foe *pod, course [][2]float64) {
	p := t.p
	at := course[t.passed%len(course)]
	distance, speed := math.Hypot(at[0]-t.x, at[1]-t.y), math.Hypot(t.vx, t.vy)
	aim, far := at, distance
	if distance < p[5]+checkpointRadius && speed > p[6] {
		aim = course[(t.passed+1)%len(course)]
		far = math.Hypot(aim[0]-t.x, aim[1]-t.y)
	}
	if p[8] >= 1 && foe.passed >= t.passed && math.Hypot(foe.x-t.x, foe.y-t.y) < p[9] && foe.passed > t.passed {
		aim = [2]float64{foe.x + foe.vx, foe.y + foe.vy}
	}
	want := math.Atan2(aim[1]-p[0]*t.vy-t.y, aim[0]-p[0]*t.vx-t.x)
	off := math.Remainder(want-t.angle, 2*math.Pi)
	const most = math.Pi / 10
	t.angle += max(-most, min(most, off))
	degrees := math.Abs(off) * 180 / math.Pi
	thrust := 100.0
	if degrees > p[1] {
		thrust *= max(0, 1-(degrees-p[1])/max(1, p[2]-p[1]))
	}
	if distance < p[3] && far == distance {
		thrust = min(thrust, p[4]+(100-p[4])*distance/p[3])
	}
	if !t.boosted && distance > p[7] && degrees < 8 {
		thrust, t.boosted = 650, true
	}
	t.vx += thrust * math.Cos(t.angle)
	t.vy += thrust * math.Sin(t.angle)
}

// bump is an elastic collision of two pods that meet within the turn, as if at its end.
func bump(a, b *pod) {
	dx, dy := b.x+b.vx-a.x-a.vx, b.y+b.vy-a.y-a.vy
	d := math.Hypot(dx, dy)
	if d >= 800 || d == 0 {
		return
	}
	dx, dy = dx/d, dy/d
	by := (a.vx-b.vx)*dx + (a.vy-b.vy)*dy
	if by <= 0 {
		return
	}
	by = max(by, 120)
	a.vx, a.vy, b.vx, b.vy = a.vx-by*dx, a.vy-by*dy, b.vx+by*dx, b.vy+by*dy
}
