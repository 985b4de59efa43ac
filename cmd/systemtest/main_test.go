package systemtest

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"

	"ringer/api/browsertest"
	"ringer/cmd/internal/cli"
	"ringer/engine/slowtest"
)

// browser is the browser of the tests of pages. Each test opens tabs of its own.
var browser browsertest.Shared

// TestMain lets the test binary be the program, so that the tests can start it as a process of its
// own.
func TestMain(m *testing.M) {
	if os.Getenv("RINGER_TEST_PROCESS") == "" {
		code := m.Run()
		browser.Stop()
		_ = os.RemoveAll(installed.dir) // the system clears temporary folders, too
		os.Exit(code)
	}
	go collectOnSignal() // ends with the process
	if path := os.Getenv(clockVariable); path != "" {
		clock, err := openWallClock(path)
		if err == nil {
			err = clock.wear()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "the clock of the test:", err)
			os.Exit(1)
		}
	}
	os.Exit(cli.Main())
}

// slow lets a test run beside others, and leaves it out with -short.
func slow(t *testing.T) {
	t.Helper()
	slowtest.Skip(t)
	t.Parallel()
}

// collected begins the line that a server prints after it has given back all memory that it can.
const collected = "collected; goroutines left: "

func collectOnSignal() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR2)
	for range asked {
		debug.FreeOSMemory()
		fmt.Printf("%s%d\n", collected, runtime.NumGoroutine())
	}
}
