package systemtest

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"ringer/engine/sessiontest"
)

// clockVariable names the file of the wall clock of a server.
const clockVariable = "RINGER_TEST_CLOCK"

// wallClock is the wall clock of a server, which a test sets while it runs. The memory holds by how
// many seconds the clock is ahead of the machine's. Server and test share it through a file.
type wallClock struct {
	path   string
	memory []byte
}

const clockBytes = 8

// newWallClock returns a clock that shows the machine's time.
func newWallClock(t *testing.T) *wallClock {
	path := filepath.Join(t.TempDir(), "clock")
	sessiontest.NoError(t, os.WriteFile(path, make([]byte, clockBytes), 0o600))
	c := sessiontest.Must(openWallClock(path))(t)
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

// set sets the clock ahead of the machine's, or behind it, by whole seconds.
func (c *wallClock) set(ahead time.Duration) {
	binary.NativeEndian.PutUint64(c.memory, uint64(ahead/time.Second))
}

// wear makes this process read its wall clock from c, wherever in its code. A process reads clocks
// by a function that the kernel puts into its memory, the vDSO. wear replaces the function of this
// process alone. The monotonic clock stays as it is, as when the clock of a machine is set.
func (c *wallClock) wear() error {
	memory, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer memory.Close()
	start, symbols, err := findVDSO(memory)
	if err != nil {
		return err
	}
	read, unused := symbols["__vdso_clock_gettime"], symbols["__vdso_gettimeofday"]
	code := c.code()
	if read == 0 || unused == 0 {
		return errors.New("this kernel's vDSO has other functions")
	}
	// Other threads read clocks meanwhile. So the new function stands where nobody is, and the old
	// one gets one jump.
	if _, err = memory.WriteAt(code, start+unused); err != nil {
		return err
	}
	const jumpBytes = 5
	jump := binary.LittleEndian.AppendUint32([]byte{0xe9}, uint32(unused-read-jumpBytes))
	_, err = memory.WriteAt(jump, start+read)
	return err
}

// code returns the function clock_gettime(id, *time) for amd64.
func (c *wallClock) code() []byte {
	return slices.Concat(
		[]byte{0xb8, 228, 0, 0, 0}, // mov eax, clock_gettime
		[]byte{0x0f, 0x05},         // syscall
		[]byte{0x85, 0xff},         // test edi, edi: is it CLOCK_REALTIME?
		[]byte{0x75, 16},           // jne ret
		binary.LittleEndian.AppendUint64([]byte{0x48, 0xb9}, uint64(uintptr(unsafe.Pointer(&c.memory[0])))), // mov rcx, memory
		[]byte{0x48, 0x8b, 0x09}, // mov rcx, [rcx]
		[]byte{0x48, 0x01, 0x0e}, // add [rsi], rcx: the seconds
		[]byte{0xc3},             // ret
	)
}

// findVDSO returns where the vDSO of this process begins, and where its functions are in it.
func findVDSO(memory io.ReaderAt) (start int64, symbols map[string]int64, err error) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return 0, nil, err
	}
	var end int64
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "[vdso]") {
			_, err = fmt.Sscanf(line, "%x-%x", &start, &end)
		}
	}
	image := make([]byte, end-start)
	if err == nil {
		_, err = memory.ReadAt(image, start)
	}
	if err != nil {
		return 0, nil, err
	}
	file, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return 0, nil, err
	}
	if file.Machine != elf.EM_X86_64 {
		return 0, nil, fmt.Errorf("no function is written for %s", file.Machine)
	}
	all, err := file.DynamicSymbols()
	symbols = map[string]int64{}
	for _, s := range all {
		symbols[s.Name] = int64(s.Value)
	}
	return start, symbols, err
}
