// Package browsertest gives tests a browser.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// names are the names of Chromium's program.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"}

// errNone says that this machine has no browser.
var errNone = errors.New("this test needs a browser; install chromium to run it")

// Start starts a headless Chromium and returns the context of its one tab. Both end with the test.
// Without a browser it skips the test. If the variable CI is set it fails instead, because nobody
// would notice the skip.
func Start(t testing.TB) context.Context {
	t.Helper()
	tab, stop, err := launch(t.Context())
	require(t, err)
	t.Cleanup(stop)
	return tab
}

// require skips or fails a test that has no browser.
func require(t testing.TB, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errNone) && os.Getenv("CI") != "":
		t.Fatal("this test needs a browser; .ci/run installs Debian's chromium")
	case errors.Is(err, errNone):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
}

// Shared is one Chromium for the tests of a package, since each start takes some seconds. The zero
// value is ready for use.
type Shared struct {
	once sync.Once
	tab  context.Context
	stop func()
	err  error
}

// Start returns the context of the first tab, as the function Start does. The first call starts the
// browser.
func (s *Shared) Start(t testing.TB) context.Context {
	t.Helper()
	s.once.Do(func() { s.tab, s.stop, s.err = launch(context.Background()) })
	require(t, s.err)
	return s.tab
}

// Stop ends the browser. Call it after the last test.
func (s *Shared) Stop() {
	s.once.Do(func() { s.err = errNone })
	if s.stop != nil {
		s.stop()
	}
}

// launch starts a browser.
func launch(ctx context.Context) (tab context.Context, stop func(), err error) {
	path := ""
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, nil, errNone
	}
	files, err := os.MkdirTemp("", "browsertest") // Chromium leaves files there when it is ended
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1400, 1000),
		chromedp.UserDataDir(files), chromedp.Env("TMPDIR="+files),
		chromedp.NoSandbox) // the sandbox does not work for root, the user in most containers
	browser, cancel := chromedp.NewExecAllocator(ctx, options...)
	tab, cancelTab := chromedp.NewContext(browser)
	stop = func() {
		cancelTab()
		cancel() // waits for the process
		_ = os.RemoveAll(files)
	}
	if err := chromedp.Do(tab); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return tab, stop, nil
}
