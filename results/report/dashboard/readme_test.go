package dashboard_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"bloodline"
	"bloodline/games/coup"
	"bloodline/internal/guard"
)

// The README shows the page of a run of coup-quick, light and dark:
//
//	make pictures
//
// takes the pictures.
func TestReadme(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	store := filepath.Join(t.TempDir(), "lineage.db")
	set := small
	if *pictures != "" {
		set = nil // a picture is of the whole run
	}
	if _, err := bloodline.Breed(t.Context(), coup.Game(), nil, bloodline.Options{Store: store, Name: "coup-quick-1", Set: set}); err != nil {
		t.Fatal(err)
	}
	s := serve(t, store)
	b.opensWithAnswer(s.URL+"/run?name=coup-quick-1", "It does worst against ")
	for _, scheme := range []string{"light", "dark"} {
		b.look(1000, scheme)
		b.do(chromedp.EmulateViewport(1200, 700), chromedp.Navigate(s.URL+"/run?name=coup-quick-1"))
		b.audit(scheme)
		if b.until("the chart is drawn", "document.querySelector('figure svg') !== null"); *pictures == "" {
			continue
		}
		data, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("dashboard-%s.png", scheme)), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
