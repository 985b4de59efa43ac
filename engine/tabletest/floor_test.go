package tabletest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
)

// floorLog is a sound chat of Ann with the bots Red and Blue, at a moderated table.
func floorLog() *script {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.add(&game.TableCreated{Config: game.Table{Speed: 1}, Bots: []game.BotSeat{{Seat: "Red"}, {Seat: "Blue"}}})
	s.wait(3 * time.Second)
	s.master("", "hi") // event 2
	s.wait(5 * time.Second)
	s.add(&game.FloorGiven{Seat: "Red", By: game.GivenByDraw, BasedOn: 2})
	s.add(&game.TypingStarted{Seat: "Red"})
	s.wait(3 * time.Second)
	s.say("Red", "") // event 5
	s.wait(time.Second)
	return s
}

// TestFloor judges a sound chat, and that chat with one thing wrong in it.
func TestFloor(t *testing.T) {
	t.Parallel()
	sound := floorLog()
	sound.add(&game.FloorGiven{By: game.GivenByModel, BasedOn: 5})
	if r := Floor(sound.log); len(r.Wrong) > 0 || r.Given[game.GivenByDraw] != 1 || r.Longest != 5*time.Second {
		t.Errorf("a sound chat: %+v", r)
	}
	mute := func(s *script) {
		s.add(&game.ObservationReceived{Observation: game.Observation{Kind: game.BotMuted}, Seat: "Blue"})
	}
	for _, c := range []struct {
		name  string
		wrong func(*script)
		says  string
	}{
		{"a line of another bot", func(s *script) { s.say("Blue", "") }, `Blue speaks, and "Red" has the floor`},
		{"another bot types", func(s *script) { s.add(&game.TypingStarted{Seat: "Blue"}) }, `Blue speaks`},
		{"a floor for somebody who is out", func(s *script) { s.out("Blue"); s.add(&game.FloorGiven{Seat: "Blue", By: game.GivenByRule}) }, "cannot speak"},
		{"a floor for a muted bot", func(s *script) { mute(s); s.add(&game.FloorGiven{Seat: "Blue", By: game.GivenByRule}) }, "cannot speak"},
		{"a floor for a person", func(s *script) { s.add(&game.FloorGiven{Seat: "Ann", By: game.GivenByModel}) }, "cannot speak"},
		{"a rule that chooses between two", func(s *script) { s.add(&game.FloorGiven{Seat: "Blue", By: game.GivenByRule}) }, "given by rule"},
		{"a model that is asked about one", func(s *script) { mute(s); s.add(&game.FloorGiven{Seat: "Red", By: game.GivenByModel}) }, "given by model"},
		{"a draw of nobody", func(s *script) { s.add(&game.FloorGiven{By: game.GivenByDraw}) }, "draw is nobody"},
		{"a wait of six seconds", func(s *script) { s.wait(5 * time.Second); s.add(&game.FloorGiven{By: game.GivenByModel}) }, "waited for 6s"},
	} {
		s := floorLog()
		c.wrong(s)
		if found := Floor(s.log).Wrong; !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, c.says) }) {
			t.Errorf("%s: the judge says %q, not %q", c.name, found, c.says)
		}
	}
}
