package replay

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// TestDeceit: the bot's lines, and those of the recorded player in its seat, are marked by what the
// seat knows. Lines at night and after the end are not counted.
func TestDeceit(t *testing.T) {
	t.Parallel()
	g := &recording.Game{ID: "g", Rules: recording.Mafia, Players: []recording.Player{{Name: "Gus", Role: "mafia"}, {Name: "Kim", Role: "mafia"}, {Name: "Ann", Role: "bystander"}, {Name: "Bob", Role: "bystander"}}}
	say := func(at float64, sender, channel, text string) {
		g.Messages = append(g.Messages, recording.Message{At: at, Sender: sender, Kind: session.FromPlayer, Channel: channel, Text: text})
	}
	say(1, "Ann", "", "who is it?")
	say(2, "Gus", "", "its ann")
	say(3, "Gus", recording.NightChannel, "its ann")
	say(4, "Gus", "", "hi bob")
	play := recording.Play{Game: g, Seat: g.Players[0], Variant: &strategy.Variant{}}
	log := recordedLog(&play)[:2]
	for i, line := range [][2]string{{"i'm a bystander", ""}, {"kim is mafia", ""}, {"i'm a bystander", recording.NightChannel}, {"i'm a bystander", ""}} {
		at := time.Unix(int64(i+2), 0)
		if i == 3 {
			at = time.Unix(60, 0)
		}
		log = append(log, session.Event{Seq: int64(i + 3), At: at, Data: &session.MessageSent{MessageID: fmt.Sprint(i), Sender: "Gus", Text: line[0], Channel: line[1]}})
	}
	var events []recording.Event
	for _, e := range log {
		events = append(events, recording.Event{Event: e, Received: e.At})
	}
	r := newResult(g, g.Players[0], &Settings{Speed: 1}, events)
	if got := fmt.Sprint(r.Deceit.Bot, r.Deceit.Recorded); got != "{2 1 map[fabrication:1] 0} {2 1 map[misdirection:1] 0}" {
		t.Errorf("counted %s; %+v", got, r.Conversation)
	}
	var out strings.Builder
	if printDeceits(&out, []Result{r}); !strings.Contains(out.String(), "mafia    ringer      2       1   50 %") {
		t.Error(out.String())
	}
	if m := r.asPlayed().Messages[1]; m.Mind == nil || len(m.Marks) != 1 {
		t.Errorf("the file has %+v", m)
	}
}
