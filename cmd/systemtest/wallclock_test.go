package systemtest

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// clockVariable names the file of the wall clock of a server.
const clockVariable = "RINGER_TEST_CLOCK"

// wallClock is the wall clock of servers, which a test sets while they run. The memory holds by how
// much the clock is ahead of the machine's, in nanoseconds. Servers and test share it through a
// file.
type wallClock struct {
	path   string
	memory []byte
}

const clockBytes = 8

// newWallClock returns a clock that shows the machine's time.
func newWallClock(t *testing.T) *wallClock {
	path := filepath.Join(t.TempDir(), "clock")
	if err := os.WriteFile(path, make([]byte, clockBytes), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := openWallClock(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(c.memory) })
	return c
}

func openWallClock(path string) (*wallClock, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	memory, err := syscall.Mmap(int(f.Fd()), 0, clockBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return &wallClock{path, memory}, err
}

// set sets the clock ahead of the machine's, or behind it.
func (c *wallClock) set(ahead time.Duration) {
	binary.NativeEndian.PutUint64(c.memory, uint64(ahead))
}

// now returns the time without a monotonic reading, which setting a clock would not change.
func (c *wallClock) now() time.Time {
	return time.Now().Round(0).Add(time.Duration(binary.NativeEndian.Uint64(c.memory)))
}
