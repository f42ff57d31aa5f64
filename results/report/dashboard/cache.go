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

// cache keeps what was played, by its content: in memory, and in a folder beside the
// store, so that a page that was seen once comes at once.
type cache struct {
	folder string
	mu     sync.Mutex
	kept   map[string]*view.Report
}

// CacheFolder is the folder beside the store that holds what serve has played. It may be
// deleted at any time.
const CacheFolder = ".cache"

const (
	mostKept = 64 // in memory
	keptForm = 2  // of the reports; another form of view.Report is another number
)

// key is what the look depends on: the program, the games of the measurer, and every
// player by what it plays, not by what it is called.
func (s *Server) key(l look) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %+v %q %q\n", keptForm, s.Program, s.Measurer, l.tab, l.called)
	for i, p := range append(l.others[:len(l.others):len(l.others)], l.player) {
		if i < len(l.others) && l.tab != "what" {
			continue
		}
		fmt.Fprintf(h, "%q %q %v\n", p.Game.Name(), p.Name, p.Temperature())
		for _, x := range p.Genes {
			fmt.Fprintf(h, "%x ", math.Float64bits(x))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

func (c *cache) path(key string) string { return filepath.Join(c.folder, key+".json") }

func (c *cache) get(key string) *view.Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.kept[key]; r != nil {
		return r
	}
	data, err := os.ReadFile(c.path(key))
	if err != nil {
		return nil
	}
	r := &view.Report{}
	if json.Unmarshal(data, r) != nil || len(r.Players) == 0 {
		return nil // damaged: it is played again
	}
	c.keep(key, r)
	return r
}

func (c *cache) keep(key string, r *view.Report) {
	if c.kept == nil || len(c.kept) >= mostKept {
		c.kept = map[string]*view.Report{}
	}
	c.kept[key] = r
}

// put keeps a report. A folder that can not be written keeps it in memory alone.
func (c *cache) put(key string, r *view.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(key, r)
	if _, err := os.Stat(filepath.Dir(c.folder)); err != nil {
		return // there is no store yet: serve makes no folders for one
	}
	data, err := json.Marshal(r)
	if err != nil || os.MkdirAll(c.folder, 0o755) != nil {
		return
	}
	_ = disk.Write(c.path(key), data, disk.Any)
}
