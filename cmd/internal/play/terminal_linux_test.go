package play_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"ringer/cmd/internal/cli"
	"ringer/engine/sessiontest"
)

// The requests of a pseudo-terminal, from asm-generic/ioctls.h.
const (
	unlock   = 0x40045431 // TIOCSPTLCK
	number   = 0x80045430 // TIOCGPTN
	setSize  = 0x5414     // TIOCSWINSZ
	widthOf  = 60         // columns: long lines are wrapped
	heightOf = 24
)

// openPTY returns the two ends of a pseudo-terminal.
func openPTY(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this machine has no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { person.Close() })
	ask := func(request uintptr, value unsafe.Pointer) {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(value)); e != 0 {
			t.Fatal(e)
		}
	}
	var zero, n int32
	size := [4]uint16{heightOf, widthOf}
	ask(unlock, unsafe.Pointer(&zero))
	ask(number, unsafe.Pointer(&n))
	ask(setSize, unsafe.Pointer(&size))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	sessiontest.NoError(t, err)
	t.Cleanup(func() { program.Close() })
	return person, program
}

// TestTerminal plays on a terminal: a typed line leaves the screen, and comes back with its time.
func TestTerminal(t *testing.T) {
	t.Parallel()
	person, program := openPTY(t)
	var screen strings.Builder
	var reading sync.WaitGroup
	reading.Add(1)
	go func() { // ends when the program has left, or the terminal is closed
		defer reading.Done()
		typed := map[string]string{"/help shows": "hello\x1b\r\rhello you\r", "Lee:": "half a line\x03"}
		b := make([]byte, 4096)
		for !strings.Contains(screen.String(), "You leave the game") {
			n, err := person.Read(b)
			if err != nil {
				return
			}
			screen.Write(b[:n])
			for part, text := range typed {
				if strings.Contains(screen.String(), part) {
					delete(typed, part)
					person.WriteString(text)
				}
			}
		}
	}()
	args := []string{"play", "--me", "Lee", "--speed", "20"}
	if err := cli.Run(t.Context(), args, func(string) string { return "" }, cli.Streams{In: program, Out: program, Err: program}); err != nil {
		t.Error(err)
	}
	program.Close() // ends the reading if the program has not left
	reading.Wait()
	for _, want := range []string{`chat \d:\d\d( · [^>]*)? > `, `\x1b\[1A\x1b\[2K`, `\d:\d\d\S* +\S*Lee:\S* hello`, `You leave the game`} {
		if !regexp.MustCompile(want).MatchString(screen.String()) {
			t.Errorf("the terminal does not show %q:\n%q", want, screen.String())
		}
	}
}
