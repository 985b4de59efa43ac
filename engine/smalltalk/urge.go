package smalltalk

import (
	"strconv"

	"ringer/engine/prompt"
)

// Factors of the chance to speak, and other values of Urge. They are set so that a bot among people
// reaches its share of the talk.
const (
	// pointlessFactor applies if nothing in the line can be taken up: a filler would be worse than
	// waiting.
	pointlessFactor = 0.3
	unknownFactor   = 0.4
	// olderFactor applies once for each later line: the line to take up may be settled or
	// forgotten.
	olderFactor = 0.65
	quietFactor = 2
	// outsiderFactor applies if another player is asked and has not answered yet.
	outsiderFactor = 0.5
	// crowdSize is the number of players above which somebody else is likelier to take the line up.
	crowdSize = 4.0
	// pressedChance is the minimum chance if the bot has an accusation that it has not made lately.
	pressedChance = 0.55
	// openChance applies if somebody has asked the player, and nobody has answered.
	openChance     = 0.98
	awkwardSeconds = 12
	// painfulSeconds is a silence that somebody has to break.
	painfulSeconds = 25
)

// Speaks reports whether the player answers now: always if it is asked or accused, else by its
// urge. The draw depends on the latest line, so that two thoughts about one line agree.
func (s *Scene) Speaks() bool {
	if m := s.findMoment(); m.line.open || m.situation == accused || m.situation == asked || s.village != nil && s.village.Pressing() {
		return true
	} else if len(s.lines) == 0 {
		return false
	}
	last := &s.lines[len(s.lines)-1]
	const steps = 1000
	return float64(s.draw("speaks "+strconv.FormatInt(last.Number, 10)+last.Text, steps)) < steps*s.Urge()
}

// BelowShare reports whether a player has said less than an even share of the lines.
func BelowShare(lines []prompt.Line, name string, players int) bool {
	own, all := countLines(lines, name)
	return all == 0 || own*players < all
}

func countLines(lines []prompt.Line, name string) (own, all int) {
	for i := range lines {
		if lines[i].Gamemaster || lines[i].Earlier {
			continue
		}
		if all++; lines[i].Name == name {
			own++
		}
	}
	return own, all
}

// isQuiet reports whether a player has said less than 3/4 of an even share: people notice.
func isQuiet(lines []prompt.Line, name string, players int) bool {
	own, all := countLines(lines, name)
	return 4*own*players < 3*all
}

// hasNewAccusation reports whether the player has not lately said what speaks against its suspect.
func (s *Scene) hasNewAccusation() bool {
	return (s.aim == AimAccuse || s.aim == AimRecruit || s.aim == AimVote) && !s.saidLately("suspicion", 3) && s.suspicion().player > 0
}

// Urge returns the probability with which the player speaks now.
func (s *Scene) Urge() float64 {
	m := s.findMoment()
	n := len(s.lines)
	if s.village != nil && s.village.Pressing() {
		return openChance
	}
	if n == 0 {
		return 0
	}
	if m.line.open {
		return openChance
	}
	name, last := string(m.situation), &s.lines[n-1]
	if length := s.now - last.Clock; m.situation == silent && length >= painfulSeconds {
		name = "silent_long"
	} else if m.situation == silent && length >= awkwardSeconds {
		name = "silent_some"
	}
	c := s.Chances[name]
	u := c.Over
	if s.belowShare {
		u = c.Under
	}
	switch {
	case m.situation == accused || m.situation == asked || m.situation == called:
		return u
	case m.situation == wondered && m.topic == nil:
		u *= unknownFactor
	case m.situation == remarked && m.topic == nil && m.thing == "" && (m.mood == "" || m.mood == "agree"):
		u *= pointlessFactor
	}
	for range m.since {
		u *= olderFactor
	}
	if last != m.line && last.to > 0 {
		u *= outsiderFactor
	}
	u *= min(1, crowdSize/float64(len(s.lowerNames)))
	if s.belowShare && s.quiet && last.to <= 0 {
		u = min(quietFactor*u, openChance)
	}
	if s.hasNewAccusation() {
		u = max(u, pressedChance)
	}
	return u
}
