package gametest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

// floorLog is a sound chat of Ann with the bots Red and Blue, at a moderated game.
func floorLog() *script {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1}, Bots: []session.BotSeat{{Seat: "Red"}, {Seat: "Blue"}}})
	s.wait(3 * time.Second)
	s.master("", "hi") // event 2
	s.wait(5 * time.Second)
	s.add(&session.FloorGiven{Seat: "Red", By: session.GivenByDraw, BasedOn: 2})
	s.add(&session.TypingStarted{Seat: "Red"})
	s.wait(3 * time.Second)
	s.say("Red", "") // event 5
	s.wait(time.Second)
	return s
}

// TestFloor judges a sound chat, and that chat with one thing wrong in it.
func TestFloor(t *testing.T) {
	t.Parallel()
	sound := floorLog()
	sound.add(&session.FloorGiven{By: session.GivenByModel, BasedOn: 5})
	if r := Floor(sound.log); len(r.Wrong) > 0 || r.Given[session.GivenByDraw] != 1 || r.Longest != 5*time.Second {
		t.Errorf("a sound chat: %+v", r)
	}
	mute := func(s *script) {
		s.add(&session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}, Seat: "Blue"})
	}
	for _, c := range []struct {
		name  string
		wrong func(*script)
		says  string
	}{
		{"a line of another bot", func(s *script) { s.say("Blue", "") }, `Blue speaks, and "Red" has the floor`},
		{"another bot types", func(s *script) { s.add(&session.TypingStarted{Seat: "Blue"}) }, `Blue speaks`},
		{"a floor for somebody who is out", func(s *script) { s.out("Blue"); s.add(&session.FloorGiven{Seat: "Blue", By: session.GivenByRule}) }, "cannot speak"},
		{"a floor for a muted bot", func(s *script) { mute(s); s.add(&session.FloorGiven{Seat: "Blue", By: session.GivenByRule}) }, "cannot speak"},
		{"a floor for a person", func(s *script) { s.add(&session.FloorGiven{Seat: "Ann", By: session.GivenByModel}) }, "cannot speak"},
		{"a rule that chooses between two", func(s *script) { s.add(&session.FloorGiven{Seat: "Blue", By: session.GivenByRule}) }, "given by rule"},
		{"a model that is asked about one", func(s *script) { mute(s); s.add(&session.FloorGiven{Seat: "Red", By: session.GivenByModel}) }, "given by model"},
		{"a draw of nobody", func(s *script) { s.add(&session.FloorGiven{By: session.GivenByDraw}) }, "draw is nobody"},
		{"a wait of six seconds", func(s *script) { s.wait(5 * time.Second); s.add(&session.FloorGiven{By: session.GivenByModel}) }, "waited for 6s"},
	} {
		s := floorLog()
		c.wrong(s)
		if found := Floor(s.log).Wrong; !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, c.says) }) {
			t.Errorf("%s: the judge says %q, not %q", c.name, found, c.says)
		}
	}
}
