package referee

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"bloodline/arena"
)

// keeper keeps the results of blocks in a file as they come: a line that says which games
// these are, then a line for each block, of JSON. A nil keeper keeps nothing.
type keeper struct {
	mu   sync.Mutex
	file *os.File
	old  map[int]bool // blocks that the file had
}

// keptHead says which games a file of results is of.
type keptHead struct {
	Game     string
	Players  []keptPlayer
	Limits   Limits
	Replay   bool   `json:",omitempty"`
	Blocks   int    // of the schedule
	Schedule string // a hash of its seeds and lineups
}

type keptPlayer struct {
	Name    string
	Command []string `json:",omitempty"`
}

type keptBlock struct {
	Block   int
	Result  arena.Result
	Records []Record
}

// openKeeper reads the blocks that a file has into out, and opens it for more.
func openKeeper(run *runner, s arena.Schedule, out []block) (*keeper, error) {
	path := run.options.Results
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	k := &keeper{file: f, old: map[int]bool{}}
	if err := k.begin(run, s, out); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return k, nil
}

func (k *keeper) begin(run *runner, s arena.Schedule, out []block) error {
	if err := unix.Flock(int(k.file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return errors.New("another match is writing to it")
	}
	head := run.keptHead(s)
	r := bufio.NewReader(k.file)
	line, err := r.ReadBytes('\n')
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return k.write(head)
	}
	var have keptHead
	if err != nil || !exactly(line, &have) || have.Game == "" {
		return errors.New("it is no file of results")
	}
	if differs := head.differs(&have); differs != "" {
		return fmt.Errorf("it has the results of other games: %s", differs)
	}
	end := int64(len(line))
	for n := 2; ; n++ {
		line, err = r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // a line that was not written to its end is played again
		}
		var b keptBlock
		if err != nil || !exactly(line, &b) || !k.fits(run, &b, len(out)) {
			return fmt.Errorf("line %d: is no result", n)
		}
		out[b.Block].Result = b.Result
		copy(out[b.Block].records[:], b.Records)
		k.old[b.Block] = true
		end += int64(len(line))
	}
	if err := k.file.Truncate(end); err != nil {
		return err
	}
	_, err = k.file.Seek(end, io.SeekStart)
	return err
}

// exactly reads a line that is, byte for byte, what this package writes: no key is unknown,
// missing, written otherwise or there twice.
func exactly(line []byte, v any) bool {
	if json.Unmarshal(line, v) != nil {
		return false
	}
	again, err := json.Marshal(v)
	return err == nil && bytes.Equal(append(again, '\n'), line)
}

// fits reports whether a result is one of a block of the schedule that has none yet.
func (k *keeper) fits(run *runner, b *keptBlock, blocks int) bool {
	if b.Block < 0 || b.Block >= blocks || k.old[b.Block] || len(b.Records) != run.info.Seats {
		return false
	}
	for _, r := range b.Records {
		if r.Plays != run.info.Seatings() {
			return false
		}
	}
	return true
}

func (run *runner) keptHead(s arena.Schedule) *keptHead {
	h := &keptHead{Game: run.info.Name, Limits: run.limits, Replay: run.options.Replay, Blocks: s.Len()}
	for _, seat := range run.seats {
		h.Players = append(h.Players, keptPlayer{seat.Name, seat.Command})
	}
	sum := sha256.New()
	var buf []byte
	for i := range s.Len() {
		b := s.Block(i)
		buf = binary.LittleEndian.AppendUint64(buf[:0], b.Seed)
		for _, player := range b.Lineup {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(player))
		}
		sum.Write(buf)
	}
	h.Schedule = fmt.Sprintf("%x", sum.Sum(nil)[:8])
	return h
}

// differs names what is not the same, "" for nothing.
func (h *keptHead) differs(have *keptHead) string {
	text := func(v any) []byte {
		b, _ := json.Marshal(v) // of plain fields
		return b
	}
	for _, part := range []struct {
		name       string
		want, have any
	}{
		{"the game", h.Game, have.Game},
		{"the players", h.Players, have.Players},
		{"the limits of time", h.Limits, have.Limits},
		{"replay", h.Replay, have.Replay},
		{"the number of deals", h.Blocks, have.Blocks},
		{"the deals", h.Schedule, have.Schedule},
	} {
		if want, have := text(part.want), text(part.have); !bytes.Equal(want, have) {
			return fmt.Sprintf("%s: have %.200s, want %.200s", part.name, have, want)
		}
	}
	return ""
}

// has reports whether the file had a block.
func (k *keeper) has(block int) bool { return k != nil && k.old[block] }

// put keeps a block, unless it is void: who resumes tries it again.
func (k *keeper) put(i int, b *block) error {
	if k == nil || b.void != nil {
		return nil
	}
	seats := len(b.records)
	for seats > 0 && b.records[seats-1].Plays == 0 {
		seats--
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.write(keptBlock{i, b.Result, b.records[:seats]})
}

func (k *keeper) write(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = k.file.Write(append(text, '\n'))
	}
	return err
}

// Close closes the file.
func (k *keeper) Close() error {
	if k == nil {
		return nil
	}
	return k.file.Close()
}
