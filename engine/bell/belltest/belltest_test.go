package belltest

import (
	"testing"

	"ringer/engine/bell"
)

func TestRoom(t *testing.T) {
	t.Parallel()
	room := NewRoom()
	Run(t, func(t *testing.T, hear func([]byte)) bell.Bell {
		b := room.Open(hear)
		t.Cleanup(func() { _ = b.Close() })
		return b
	})
}

// TestLosing loses every second message.
func TestLosing(t *testing.T) {
	t.Parallel()
	ear := NewEar()
	b := Losing(NewRoom().Open(ear.Hear), func(n int64) bool { return n%2 == 0 })
	defer b.Close()
	Ring(t, b, "1", "2", "3")
	Ring(t, b, "4", "5")
	ear.Want(t, "1", "3", "5")
}
