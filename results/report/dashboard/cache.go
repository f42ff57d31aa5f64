package dashboard

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"

	"bloodline/internal/disk"
	"bloodline/results/report/view"
)

// cache keeps the results of games, by all that they depend on: in memory, and in a folder of the user's own, so that a
// page that was seen once comes at once. It is not beside the store, which may come from elsewhere with false figures.
type cache struct {
	folder string // "" is none
	mu     sync.Mutex
	kept   map[string]*view.PageData
}

const (
	mostKept = 64 // in memory
	keptForm = 5  // of the reports; another form of view.PageData is another number
	largest  = 16 << 20
)

// cacheKey is what the look depends on: the program, the games of the measurer, and every player by what it plays, not
// by what it is called.
func (s *Server) cacheKey(l look) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %+v %q %q\n", keptForm, s.Program, s.Measurer, l.tab, l.called)
	for i, p := range append(l.others[:len(l.others):len(l.others)], l.player) {
		if i < len(l.others) && l.tab != "what" {
			continue
		}
		programs, _ := p.Game.Hashes() // that can't be read play no games
		fmt.Fprintf(h, "%q %q %v %q\n", p.Game.Name(), p.Name, p.Temperature(), programs)
		for _, x := range p.Genes {
			fmt.Fprintf(h, "%x ", math.Float64bits(x))
		}
		file, _ := json.Marshal(p.File) // with the settings of the game, and the evidence that is quoted
		fmt.Fprintf(h, "%s\n", file)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

func (c *cache) path(key string) string { return filepath.Join(c.folder, key+".json") }

func (c *cache) get(key string) *view.PageData {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.kept[key]; r != nil {
		return r
	}
	if c.folder == "" {
		return nil
	}
	data, err := disk.Read(c.path(key), largest)
	if err != nil {
		return nil
	}
	r := &view.PageData{}
	if json.Unmarshal(data, r) != nil || len(r.Players) == 0 {
		return nil // damaged: it is played again
	}
	c.keep(key, r)
	return r
}

func (c *cache) keep(key string, r *view.PageData) {
	if c.kept == nil || len(c.kept) >= mostKept {
		c.kept = map[string]*view.PageData{}
	}
	c.kept[key] = r
}

// put keeps a report. A folder that can not be written keeps it in memory alone.
func (c *cache) put(key string, r *view.PageData) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, r)
	data, err := json.Marshal(r)
	if err != nil || c.folder == "" || os.MkdirAll(c.folder, 0o700) != nil {
		return
	}
	_ = disk.Write(c.path(key), data, disk.Any)
}
