package dashboard_test

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"bloodline/internal/guard"
)

// browser finds a browser.
var browser = sync.OnceValues(func() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", exec.ErrNotFound
})

// tab is a page of a browser.
type tab struct {
	*testing.T
	ctx    context.Context
	mu     sync.Mutex
	errors []string
}

// open opens a page. Without a browser it skips the test, or fails it where CI says that there must be one.
func open(t *testing.T) *tab {
	t.Helper()
	path, err := browser()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("CI has no browser: install chromium")
		}
		t.Skip("no browser (chromium or chrome) in the path")
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Env("XDG_CACHE_HOME=" + t.TempDir()), // else it leaves folders in the user's
	}
	for _, name := range []string{"disable-background-networking", "disable-component-update", "disable-dev-shm-usage", "disable-quic", "disable-sync", "no-first-run"} {
		options = append(options, chromedp.Flag(name, true)) // a closed network, and little shared memory
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx}
	note := func(s string) { b.mu.Lock(); b.errors = append(b.errors, s); b.mu.Unlock() }
	err = chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" || e.Type == "warning" {
				note(fmt.Sprint("console: ", e.Type))
			}
		case *runtime.EventExceptionThrown:
			note("exception: " + e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			if e.Entry.Level == "error" || e.Entry.Level == "warning" {
				note("log: " + e.Entry.Text)
			}
		}
	})
	guard.Must(t, err)
	return b
}

func (b *tab) do(as ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	guard.Must(b, chromedp.Do(b.ctx, as...))
}

// look sets the width and the colours.
func (b *tab) look(width int64, scheme string) {
	b.Helper()
	b.do(chromedp.EmulateViewport(width, 900), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	}))
}

func eval[T any](b *tab, js string) T {
	b.Helper()
	out, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return out
}

// until waits for a condition of the page, which may be another page by then.
func (b *tab) until(what, js string) {
	b.Helper()
	for range 400 {
		if met, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](js, chromedp.EvalAwaitPromise)); err == nil && met {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	b.Fatalf("waited in vain until %s; the page:\n%s", what, eval[string](b, "location.href + '\\n' + (document.body?.innerText ?? '')"))
}

// quiet fails if the page has complained.
func (b *tab) quiet(where string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.errors {
		b.Errorf("%s: %s", where, e)
	}
	b.errors = nil
}

//go:embed testdata/audit.js
var auditJS string

// audit looks for what keeps people from reading a page: things without a name, contrast below 4.5, sideways scrolling.
func (b *tab) audit(where string) {
	b.Helper()
	for _, problem := range eval[[]string](b, auditJS) {
		b.Errorf("%s: %s", where, problem)
	}
	b.quiet(where)
}

// opensWithAnswer fails unless a finished run's page begins with its answer: on a screen the sentence with its interval, what does
// best against the champion and the next command, on a phone the sentence.
func (b *tab) opensWithAnswer(url, worst string) {
	b.Helper()
	above := func(selector string, height int) bool {
		return eval[bool](b, fmt.Sprintf("(() => { const e = document.querySelector(%q), r = e?.getBoundingClientRect(); return r?.height > 0 && r.bottom <= %d })()", selector, height))
	}
	for width, height := range map[int64]int64{1440: 900, 390: 844} {
		b.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(url))
		if text := eval[string](b, "document.querySelector('.big').innerText"); !above(".big", int(height)) || !strings.Contains(text, "% interval") || !strings.Contains(text, worst) {
			b.Errorf("%s at %d x %d begins with %q", url, width, height, text)
		}
		if width == 1440 && !above(".next .command", 900) {
			b.Errorf("%s: no next command in the first 900 pixels", url)
		}
	}
}

func (b *tab) picture(name string) {
	b.Helper()
	if *pictures == "" {
		return
	}
	data, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	guard.Must(b, err)
	guard.Must(b, os.WriteFile(filepath.Join(*pictures, name+".png"), data, 0o644))
}
