package smalltalk

import (
	"strconv"

	"ringer/engine/prompt"
)

// Factors on the chance to speak. They are set so that a bot among people comes out at its share of the talk.
const (
	pointless = 0.3  // nothing in the line can be taken up: a filler would be worse than waiting
	unknown   = 0.4  // a question to all of which only the form is understood
	older     = 0.6  // for each line since: it is settled or forgotten
	outsider  = 0.5  // another player is asked and has not answered yet
	crowd     = 4.0  // players; with more of them, another one is likelier to take it up
	pressing  = 0.55 // at least, with something to say against somebody that has not been said lately
	awkward   = 12   // seconds of silence that somebody may break
	painful   = 25   // seconds of silence that somebody has to
)

// Speaks tells whether the player answers now: always if it is asked or accused, else by its urge. The draw hangs on the latest line, so that
// two thoughts about one line agree.
func (s *Scene) Speaks() bool {
	if m := s.look(); m.situation == accused || m.situation == asked {
		return true
	} else if len(s.turns) == 0 {
		return false
	}
	last := &s.turns[len(s.turns)-1]
	const sides = 1000
	return float64(s.draw("speaks "+strconv.FormatInt(last.Number, 10)+last.Text, sides)) < sides*s.Urge()
}

// Behind tells whether a player has said less than an even share of the lines of a chat of so many players.
func Behind(lines []prompt.Line, name string, players int) bool {
	own, all := 0, 0
	for i := range lines {
		if lines[i].Gamemaster {
			continue
		}
		if all++; lines[i].Name == name {
			own++
		}
	}
	return all == 0 || own*players < all
}

// pressed tells whether the player has something to say against its suspect, and has not said so lately.
func (s *Scene) pressed() bool {
	return (s.aim == AimAccuse || s.aim == AimRecruit || s.aim == AimVote) && !s.lately("suspicion", 3) && s.suspicion().player > 0
}

// Urge is the probability with which the player speaks now.
func (s *Scene) Urge() float64 {
	m := s.look()
	n := len(s.turns)
	if n == 0 {
		return 0
	}
	name, last := string(m.situation), &s.turns[n-1]
	if length := s.now - last.Clock; m.situation == silent && length >= painful {
		name = "silent_long"
	} else if m.situation == silent && length >= awkward {
		name = "silent_some"
	}
	c := s.Chances[name]
	u := c.Over
	if s.under {
		u = c.Under
	}
	switch {
	case m.situation == accused || m.situation == asked || m.situation == called:
		return u
	case m.situation == wondered && m.topic == nil:
		u *= unknown
	case m.situation == remarked && m.topic == nil && m.thing == "" && (m.mood == "" || m.mood == "agree"):
		u *= pointless
	}
	for range m.since {
		u *= older
	}
	if last != m.turn && last.to > 0 {
		u *= outsider
	}
	u *= min(1, crowd/float64(len(s.shown)))
	if s.pressed() {
		u = max(u, pressing)
	}
	return u
}
