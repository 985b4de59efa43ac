package belltest

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/bell"
)

// Ear collects what a bell hears.
type Ear chan string

// NewEar returns an ear that has room for many messages.
func NewEar() Ear { return make(Ear, 100_000) }

// Hear takes a message, as the function that hears for a bell.
func (e Ear) Hear(message []byte) { e <- string(message) }

// Want checks that the next messages are these.
func (e Ear) Want(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-e:
			if got != w {
				t.Fatalf("heard %.100q, want %.100q", got, w)
			}
		case <-t.Context().Done():
			t.Fatalf("heard nothing, want %.100q", w)
		}
	}
}

// Ring rings messages, which must not fail.
func Ring(t *testing.T, b bell.Bell, messages ...string) {
	t.Helper()
	if err := b.Ring(t.Context(), texts(messages...)); err != nil {
		t.Fatal(err)
	}
}

func texts(messages ...string) [][]byte {
	list := make([][]byte, len(messages))
	for i, m := range messages {
		list[i] = []byte(m)
	}
	return list
}

// Run is the specification of a bell. Bells that open returns hear each other, and nobody else.
func Run(t *testing.T, open func(t *testing.T, hear func([]byte)) bell.Bell) {
	t.Run("AllHearAllInOrder", func(t *testing.T) {
		here, there := NewEar(), NewEar()
		one, two := open(t, here.Hear), open(t, there.Hear)
		for i := range 50 {
			batch := []string{fmt.Sprint("a", i), fmt.Sprint("b", i), fmt.Sprint("c", i)}
			Ring(t, one, batch...)
			here.Want(t, batch...)
			there.Want(t, batch...) // only the messages of one bell have an order
			Ring(t, two, batch[0])
			here.Want(t, batch[0])
			there.Want(t, batch[0])
		}
	})
	t.Run("ManyAtOnce", func(t *testing.T) {
		ear := NewEar()
		b := open(t, ear.Hear)
		var all []string
		for i := range 1000 {
			all = append(all, fmt.Sprint(i))
		}
		Ring(t, b, all...)
		ear.Want(t, all...)
	})
	t.Run("NoMessages", func(t *testing.T) {
		Ring(t, open(t, NewEar().Hear))
	})
	t.Run("LargeText", func(t *testing.T) {
		ear := NewEar()
		b := open(t, ear.Hear)
		start := `{"text":"ä \"quoted\" \\ {1,2} ` + "\t🎲\"}"
		long := start + strings.Repeat("x", b.Size()-len(start))
		Ring(t, b, start, long, strings.Repeat("é", b.Size()/2))
		ear.Want(t, start, long, strings.Repeat("é", b.Size()/2))
	})
	t.Run("ClosedBellsHearNothing", func(t *testing.T) {
		here, there := NewEar(), NewEar()
		one, two := open(t, here.Hear), open(t, there.Hear)
		Ring(t, two, "before")
		here.Want(t, "before")
		for range 2 {
			if err := one.Close(); err != nil {
				t.Fatal(err)
			}
		}
		Ring(t, two, "after")
		there.Want(t, "before", "after")
		if len(here) > 0 {
			t.Errorf("a closed bell heard %q", <-here)
		}
	})
}
