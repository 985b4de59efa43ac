package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

// TestMessagesThatCannotBeOpened has a replica with another key, as an older one has none. Besides,
// a stranger rings what it has heard, and what it makes up. Lines reach the bot and readers at the
// others within a second, and nothing else does.
func TestMessagesThatCannotBeOpened(t *testing.T) {
	fleetOf(t, 1, nil, func(f *replicas) {
		f.key = "another"
		f.join()
		heard := make(chan []byte, 1000)
		stranger := f.room.Open(func(m []byte) { heard <- m })
		defer stranger.Close()
		time.Sleep(3 * time.Second)
		id := f.open(f.replicas[0])
		reader := f.replicas[1].Listen(id)
		defer reader.Close()
		for n := range 3 {
			f.say(f.replicas[(n+1)%2], id, fmt.Sprint("line ", n))
			for range len(heard) {
				m := <-heard
				sender, _, _ := strings.Cut(string(m), " ")
				forged := fmt.Sprintf(`{"from":%q,"n":900,"rings":[{"session":%q,"events":[{"seq":%d,"v":1,"type":"message.received","data":{"sender":"blue","text":"forged"}}]}]}`, sender, id, len(f.logOf(id))+1)
				for _, message := range [][]byte{m, []byte(forged), []byte(sender + " 900 AAAA"), m[:len(m)-1]} {
					if err := stranger.Ring(t.Context(), [][]byte{message}); err != nil {
						t.Error(err)
					}
				}
			}
			stored := len(f.logOf(id))
			time.Sleep(time.Second)
			events, err := reader.Events(t.Context(), 0, 100)
			if all := len(f.logOf(id)); err != nil || len(events) < stored || len(events) > all { // the bot's own events are younger
				t.Errorf("after a second the reader has %d events, want %d to %d, %v", len(events), stored, all, err)
			}
			time.Sleep(6 * time.Second)
			if got := f.sent(id); got != n+1 {
				t.Errorf("%d answers to %d lines", got, n+1)
			}
		}
	})
}

// TestGarbageCostsFewPolls rings garbage all the time. The replicas poll no more than they do for
// lost messages, and hear each other meanwhile.
func TestGarbageCostsFewPolls(t *testing.T) {
	fleetOf(t, 2, nil, func(f *replicas) {
		id := f.open(f.replicas[0])
		reader := f.replicas[1].Listen(id)
		defer reader.Close()
		stranger := f.room.Open(func([]byte) {})
		defer stranger.Close()
		time.Sleep(2 * time.Second)
		before := f.replicas[1].store.polls.Load()
		for n := range 5000 {
			garbage := fmt.Sprintf("%s %d AAAA", f.replicas[0].Owner(), 1_000_000+n)
			sessiontest.NoError(t, stranger.Ring(t.Context(), [][]byte{[]byte(garbage)}))
			time.Sleep(time.Millisecond)
			if n == 2001 {
				select {
				case <-reader.C: // of the opening
				default:
				}
				f.say(f.replicas[0], id, "hi")
			}
			if n == 2003 {
				select {
				case <-reader.C:
				default:
					t.Error("the reader does not hear of the line")
				}
			}
		}
		if polls := f.replicas[1].store.polls.Load() - before; polls < 10 || polls > 30 {
			t.Errorf("%d polls in 5 s, want one in a quarter of a second, and those of the sweeper", polls)
		}
	})
}
