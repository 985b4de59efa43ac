// Package browsertest gives tests a browser.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
)

// names are the names of Chromium's program.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"}

// Start starts a headless Chromium and returns the context of its one tab. Both end with the test.
// Without a browser it skips the test. If the variable CI is set it fails instead, because nobody
// would notice the skip.
func Start(t testing.TB) context.Context {
	t.Helper()
	path := ""
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" && os.Getenv("CI") != "" {
		t.Fatal("this test needs a browser; .ci/run installs Debian's chromium")
	}
	if path == "" {
		t.Skip("this test needs a browser; install chromium to run it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1400, 1000),
		chromedp.NoSandbox) // the sandbox does not work for root, the user in most containers
	browser, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	tab, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return tab
}
