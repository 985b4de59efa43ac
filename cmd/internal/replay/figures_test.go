package replay

import (
	"slices"
	"testing"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// repeat returns n lines of a player, one a second.
func repeat(n int, name, text string) (all []recording.Message) {
	for i := range n {
		all = append(all, recording.Message{At: float64(i), Sender: name, Kind: session.FromPlayer, Text: text})
	}
	return all
}

// TestStyleIsComparedWithThePeople: a style is compared with the other people of the recorded game.
// It is not compared with bots, with its own player, or with what the bot said in a person's seat.
func TestStyleIsComparedWithThePeople(t *testing.T) {
	t.Parallel()
	g := &recording.Game{Players: []recording.Player{{Name: "Red", Kind: "human"}, {Name: "Blue", Kind: "human"}, {Name: "Green", Kind: "human"}, {Name: "Gold", Kind: recording.BotKind}}}
	for name, text := range map[string]string{"Red": "plain", "Blue": "plain", "Green": "Is it so, I ask?", "Gold": "THIS, IS, A, MACHINE, 😀😀"} {
		g.Messages = append(g.Messages, repeat(5, name, text)...)
	}
	r := newResult(g, g.Players[0], &Settings{Speed: 1}, nil)
	for i := range r.Talk {
		switch x := &r.Talk[i]; {
		case x.Kind == "ringer":
			if x.Style != nil {
				t.Errorf("a bot that said nothing has the distance %v", *x.Style)
			}
		case x.Style == nil:
			t.Errorf("%s (%s) has no distance", x.Name, x.Kind)
		}
	}
	// Red and Blue write alike, and are compared with each other and Green.
	recorded, blue, green, gold := r.Talk[1].Style, r.Talk[2].Style, r.Talk[3].Style, r.Talk[4].Style
	if *recorded != *blue || *blue >= *green || *blue >= *gold {
		t.Errorf("recorded %v, blue %v, green %v, gold %v", *recorded, *blue, *green, *gold)
	}
	if r.Pair != nil {
		t.Errorf("three people have the pair distance %v", *r.Pair)
	}
}

// TestTwoPeopleShareNoNumber: in a game of two people neither has a style distance of its own.
func TestTwoPeopleShareNoNumber(t *testing.T) {
	t.Parallel()
	g := &recording.Game{Players: []recording.Player{{Name: "Red", Kind: recording.BotKind}, {Name: "Blue", Kind: "human"}, {Name: "Green", Kind: "human"}}}
	g.Messages = append(append(repeat(5, "Red", "no"), repeat(5, "Blue", "no")...), repeat(5, "Green", "Yes, I do.")...)
	r := newResult(g, g.Players[0], &Settings{Speed: 1}, nil)
	if recorded, blue, green := r.Talk[1], r.Talk[2], r.Talk[3]; recorded.Style == nil || blue.Style != nil || green.Style != nil || r.Pair == nil || *r.Pair < 0.2 {
		t.Errorf("recorded %v, blue %v, green %v, pair %v", recorded.Style, blue.Style, green.Style, r.Pair)
	}
}

// TestStyleOfQuestions: question marks and the word I are part of a style.
func TestStyleOfQuestions(t *testing.T) {
	t.Parallel()
	lines := func(text string) []string { return []string{text, text, text, text, text} }
	for _, x := range []struct {
		own, others string
		want        float64
	}{{"so what! then", "so what? then", 1. / 11}, {"i know it", "we know it", 1. / 11}, {"I'm here", "I'm there", 0.}} {
		got := styleDistance(lines(x.own), lines(x.others))
		if got == nil || *got > x.want+0.05 || *got < x.want {
			t.Errorf("%q and %q: %v, want about %v", x.own, x.others, got, x.want)
		}
	}
}

// TestNothingAfterTheEndIsCounted: what the bot says or does after the last line of the recorded
// game is in no figure. An act is stored after the lines that came while it was decided, with the
// time of its decision.
func TestNothingAfterTheEndIsCounted(t *testing.T) {
	t.Parallel()
	g := &recording.Game{Players: []recording.Player{{Name: "Red", Kind: recording.BotKind}, {Name: "Blue", Kind: "human"}}, Messages: repeat(11, "Blue", "hi")}
	opened := time.Unix(1000, 0)
	var events []recording.Event
	for i, at := range []int{0, 3, 11, 10, 12} {
		e := session.Event{Seq: int64(i + 1), At: opened.Add(time.Duration(at) * time.Second), Data: &session.MessageSent{Sender: "Red", Text: "hi blue"}}
		switch at {
		case 0:
			e.Data = &session.SessionCreated{}
		case 11:
			e.Data = &session.MessageReceived{Post: session.Post{Sender: "Blue", Text: "bye", Kind: session.FromGamemaster}}
		}
		events = append(events, recording.Event{Event: e, Received: e.At})
	}
	r := newResult(g, g.Players[0], &Settings{Speed: 1}, events)
	if r.Talk[0].Messages != 2 || r.Work.Sent != 2 || r.Talk[0].Repeats != 1 || r.Talk[0].Share != 1 || len(r.Conversation) != 4 || !r.Conversation[3].Late {
		t.Errorf("%+v, %+v, %+v", r.Talk[0], r.Work, r.Conversation)
	}
}

// TestRestRestsOnItsMessage: the rest of a message was written with its first line, so it answers
// nothing that was asked in between.
func TestRestRestsOnItsMessage(t *testing.T) {
	t.Parallel()
	var events []recording.Event
	for i, p := range []session.Payload{
		&session.SessionCreated{}, &session.MessageSent{MessageID: "a", BasedOn: 1}, &session.MessageReceived{},
		&session.MessageSent{MessageID: "b", Follows: "a", Kind: session.Rest, BasedOn: 3}, &session.MessageSent{MessageID: "c", Follows: "a", Kind: session.Rest, BasedOn: 4},
		&session.MessageSent{MessageID: "d", BasedOn: 5},
	} {
		events = append(events, recording.Event{Event: session.Event{Seq: int64(i + 1), At: time.Unix(1000, 0), Data: p}})
	}
	var got []int64
	for _, m := range conversation(events, 1, 1000) {
		got = append(got, m.restsOn)
	}
	if !slices.Equal(got, []int64{1, 0, 1, 1, 5}) {
		t.Errorf("%v", got)
	}
}
