package seat

import (
	"fmt"
	"strconv"
	"strings"
)

// Ready is what a program prints before it is sent anything.
const Ready = "READY"

// AppendStart appends the game's setting, sent with the report of turn 1: "9 4 6" and six strengths, a line each.
func AppendStart(dst []byte, strength *[Lords]uint8) []byte {
	dst = appendLine(dst, Turns, Seats, Lords)
	return appendLine(dst, strength[:]...)
}

// AppendText appends the report in the protocol's words: nine lines by day, eight by night.
func (r *Report) AppendText(dst []byte) []byte {
	dst = append(append(dst, turnLine(r.Turn)...), '\n')
	for l := range r.Public {
		dst = appendLine(dst, r.Public[l][:]...)
	}
	dst = appendLine(dst, r.Own[:]...)
	if !IsNight(r.Turn) {
		dst = appendLine(dst, r.Count[:]...)
	}
	return dst
}

func appendLine(dst []byte, numbers ...uint8) []byte {
	for i, n := range numbers {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendUint(dst, uint64(n), 10)
	}
	return append(dst, '\n')
}

func parseLine(dst []uint8, what, line string, lo, hi int) error {
	fields := strings.Fields(line)
	if len(fields) != len(dst) {
		return fmt.Errorf("%s: must be %d numbers, have %q", what, len(dst), clip(line))
	}
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < lo || n > hi {
			return fmt.Errorf("%s: number %d must be in [%d, %d], have %q", what, i+1, lo, hi, clip(f))
		}
		dst[i] = uint8(n)
	}
	return nil
}

func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// check returns an error if a report can't follow the earlier ones: intimacies grow by exactly what all seats place.
func (v *View) check(r *Report) error {
	days, nights := sentDays(r.Turn), 0
	if r.Turn > HalfTurn {
		nights = 2
	}
	for j := range Seats {
		sum := 0
		for l := range Lords {
			sum += int(r.Public[l][j])
			if r.Public[l][j] < v.Public[l][j] {
				return fmt.Errorf("intimacy of lord %d, column %d: must not fall below %d, have %d", l, j, v.Public[l][j], r.Public[l][j])
			}
		}
		if want := days*DayVisits + nights*NightVisits*NightWorth; sum != want {
			return fmt.Errorf("intimacies of column %d: must sum to %d on turn %d, have %d", j, want, r.Turn, sum)
		}
	}
	return v.checkOwn(r)
}

// sentDays is the number of days whose visits are public in the report of a turn.
func sentDays(turn uint8) int { return int(turn) / 2 }

func (v *View) checkOwn(r *Report) error {
	nights := int(r.Turn-1) / 2
	own, count, want := 0, 0, Seats*NightVisits
	if IsNight(r.Turn) || r.Turn == 1 {
		want = 0
	}
	for l := range Lords {
		own += int(r.Own[l])
		count += int(r.Count[l])
		gain := int(r.Own[l]) - int(v.Own[l])
		switch {
		case gain < 0 || r.Own[l] < r.Public[l][0]:
			return fmt.Errorf("own intimacy of lord %d: must not fall or be less than the public one, have %d", l, r.Own[l])
		case want > 0 && (gain%NightWorth != 0 || gain/NightWorth > int(r.Count[l])):
			return fmt.Errorf("visits of lord %d in the night: must include the own ones, have %d", l, r.Count[l])
		}
	}
	if sum := sentDays(r.Turn)*DayVisits + nights*NightVisits*NightWorth; own != sum {
		return fmt.Errorf("own intimacies: must sum to %d on turn %d, have %d", sum, r.Turn, own)
	}
	if count != want {
		return fmt.Errorf("visits of the night: must sum to %d on turn %d, have %d", want, r.Turn, count)
	}
	return nil
}
