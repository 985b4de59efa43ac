package scheduler

import (
	"math/rand/v2"

	"ringer/engine/prompt"
)

// skills are what the offline model plays this strategy with. They read the transcript as a model would (skill_scene.go,
// skill_spoken.go), find the line that calls loudest for an answer (skill_moment.go), decide here whether to give one, and
// word it (skill_what.go, skill_wording.go). What they know and the rules they follow stand in skill/*.json.
func skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{"scheduler.when": when, "scheduler.what": what}
}

// when decides whether to speak.
func when(p prompt.Parsed, rng *rand.Rand) any {
	s := readScene(p, glanceLines, rng)
	if m := s.look(); rng.Float64() < s.urge(&m) {
		return whenAnswer{Decision: answerSend}
	}
	return whenAnswer{Decision: answerWait}
}

// what writes the line.
func what(p prompt.Parsed, rng *rand.Rand) any {
	s := readScene(p, lookLines, rng)
	m := s.look()
	return whatAnswer{Text: s.say(&m)}
}

// Factors on the chance to speak. They are set so that a bot among people comes out at its share of the talk.
const (
	pointless = 0.3 // nothing in the line can be taken up: a filler would be worse than waiting
	unknown   = 0.4 // a question to all of which only the form is understood
	older     = 0.6 // for each line since: it is settled or forgotten
	outsider  = 0.5 // another player is asked and has not answered yet
	crowd     = 4.0 // players; with more of them, another one is likelier to take it up
	awkward   = 12  // seconds of silence that somebody may break
	painful   = 25  // seconds of silence that somebody has to
)

// urge is the probability with which the bot speaks now.
func (s *scene) urge(m *moment) float64 {
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
	return u * min(1, crowd/float64(len(s.shown)))
}
