package session

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

// readsIn is a strategy whose turns read the newest lines.
type readsIn struct{ scripted }

func (readsIn) Reads(kind string) bool { return kind == "turn" }

// TestReadWants: core.read waits while a thought that reads is wanted, and is wanted all the time,
// so that nothing stops its call. It is due once that thought has read nothing.
func TestReadWants(t *testing.T) {
	t.Parallel()
	s := NewState("ses_test")
	tell := func(at Millis, p Payload) {
		s.Apply(Event{Seq: s.Seq + 1, At: opened.Add(time.Duration(at) * time.Millisecond), Data: p})
	}
	due := func(now Millis) (at Millis) {
		for _, w := range Decide(s, readsIn{}, nil, now).Wants {
			if w.Kind == KindRead {
				at = w.At
			}
		}
		return at
	}
	c := Config{Strategy: "scripted", Bot: Bot{Seat: "red"}, TTL: 3600, Game: Setting{Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}}
	noError(t, c.Complete())
	tell(0, &SessionCreated{Config: c})
	tell(0, &ThoughtCompleted{Kind: Start, Mind: json.RawMessage(`{}`)})
	said := func(at Millis, id string) {
		tell(at, &MessageReceived{Post{ID: id, Sender: "blue", Kind: FromPlayer, Text: "red, why so?"}})
	}
	think := func(at Millis) {
		tell(at, &ThoughtCompleted{Kind: "turn", BasedOn: s.Seq, Calls: []Call{{Outcome: OutcomeOK, Model: "large"}}})
	}
	said(1000, "a")
	if at := due(1000); at != 0 {
		t.Errorf("no model has answered, and core.read is due at %d", at)
	}
	think(3000)
	if at := due(3000); at != 3000 {
		t.Errorf("the turn has read nothing, and core.read is due at %d", at)
	}
	said(4000, "b")
	for now := Millis(4000); now < 50_000; now += 500 {
		if at := due(now); at <= now {
			t.Errorf("at %d a turn is wanted, and core.read is due at %d", now, at)
		}
	}
	tell(5000, &MessageRead{Kind: "turn", Readings: []Reading{{Seq: s.Seq, To: []string{"red"}, Expects: true}}})
	if at := due(5000); at != 0 {
		t.Errorf("the newest line was read, and core.read is due at %d", at)
	}
	v := s.View(s.Now)
	r := v.Readings(5)
	if len(r) != 2 || r[0].By != SourceRule || r[0].MessageID != "a" || r[1].By != SourceModel || len(v.Readings(1)) != 1 {
		t.Errorf("the readings are %+v", r)
	}
}

// readsLater is a strategy that reads each line ten seconds later.
type readsLater struct{ readsIn }

func (readsLater) Wants(v View) []Want {
	last, _ := v.Last()
	return []Want{{Kind: "turn", BasedOn: last.Seq, At: last.At + 10_000}}
}

// TestOnlyLinesThatMayAskAreRead: from generation 3 on, a line costs a call of its own only if it
// may wait for an answer of the bot.
func TestOnlyLinesThatMayAskAreRead(t *testing.T) {
	t.Parallel()
	own := &MessageSent{MessageID: "own", Text: "hi"}
	for _, x := range []struct {
		text   string
		before Payload
		want   bool
	}{
		{"so it is", nil, false},
		{"where are you all from", nil, true},
		{"hm?", nil, true},
		{"that is like red said", nil, true},
		{"so it is", own, true},
	} {
		for _, generation := range []int{2, 3} {
			s := NewState("ses_test")
			c := Config{Strategy: "scripted", Bot: Bot{Seat: "red"}, TTL: 3600, Game: Setting{Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}}}
			noError(t, c.Complete())
			c.Generation = generation
			log := []Payload{&SessionCreated{Config: c}, &ThoughtCompleted{Kind: Start, Mind: json.RawMessage(`{}`)}, &ThoughtCompleted{Kind: "turn", Calls: []Call{{Outcome: OutcomeOK, Model: "large"}}}}
			if x.before != nil {
				log = append(log, x.before)
			}
			for i, p := range append(log, &MessageReceived{Post{ID: "a", Sender: "blue", Kind: FromPlayer, Text: x.text}}) {
				s.Apply(Event{Seq: int64(i + 1), At: opened.Add(time.Second), Data: p})
			}
			read := slices.ContainsFunc(Decide(s, scripted{}, nil, 60_000).Wants, func(w Want) bool { return w.Kind == KindRead })
			if want := x.want || generation == 2; read != want {
				t.Errorf("generation %d, %q: core.read is wanted: %t", generation, x.text, read)
			}
		}
	}
}

// TestReadingWaitsForALaterThought: a line that another call reads soon costs no call of its own.
// Before generation 3 only a thought within 1.5 s was waited for.
func TestReadingWaitsForALaterThought(t *testing.T) {
	t.Parallel()
	for generation, own := range map[int]bool{2: true, 3: false} {
		s := NewState("ses_test")
		c := Config{Strategy: "scripted", Bot: Bot{Seat: "red"}, TTL: 3600, Game: Setting{Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}}
		noError(t, c.Complete())
		c.Generation = generation
		for i, p := range []Payload{
			&SessionCreated{Config: c}, &ThoughtCompleted{Kind: Start, Mind: json.RawMessage(`{}`)},
			&ThoughtCompleted{Kind: "turn", Calls: []Call{{Outcome: OutcomeOK, Model: "large"}}}, &MessageReceived{Post{ID: "a", Sender: "blue", Kind: FromPlayer, Text: "so"}},
		} {
			s.Apply(Event{Seq: int64(i + 1), At: opened.Add(time.Second), Data: p})
		}
		for _, w := range Decide(s, readsLater{}, nil, 3000).Wants {
			if w.Kind == KindRead && (w.At <= 3000) != own {
				t.Errorf("generation %d: core.read is due at %d", generation, w.At)
			}
		}
	}
}

// TestTheBotsOwnQuestionsHaveTheWordsOfOne: what a model reads as waiting for an answer may be an
// invitation.
func TestTheBotsOwnQuestionsHaveTheWordsOfOne(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"grand, ask something so": false, "nothing much here": false, "grand, and you?": true, "where are you from": true, "blue is a bot": false, "same here?": true,
	} {
		s := beginning(t, "ses_a", scripted{}, anything)
		tell := func(p Payload) { s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now), Data: p}) }
		tell(&MessageSent{MessageID: "msg_a", Sender: "red", Text: text, Kind: Reply})
		tell(&MessageRead{Kind: "turn", Readings: []Reading{{Seq: s.Seq, To: []string{"blue"}, Expects: true}}})
		v := s.View(s.Now)
		if got := v.AskedLast(); got != want {
			t.Errorf("%q asks something: %t", text, got)
		}
	}
}
