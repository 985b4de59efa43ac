package scheduler

import (
	"math/rand/v2"

	"ringer/engine/prompt"
)

// skills are what the offline model plays this strategy with: rules that read the prompt as a model would. They know a
// number of situations, listed in skill_moment.go, and take their lines from skill/*.json.
func skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{"scheduler.when": when, "scheduler.what": what}
}

// when decides whether to speak.
func when(p prompt.Parsed, rng *rand.Rand) any {
	s := readScene(p, glanceLines)
	if rng.Float64() < s.urge(s.look()) {
		return whenAnswer{Decision: answerSend}
	}
	return whenAnswer{Decision: answerWait}
}

// what writes the line.
func what(p prompt.Parsed, rng *rand.Rand) any {
	s := readScene(p, lookLines)
	return whatAnswer{Text: s.say(s.look(), rng)}
}

// chance is how likely the bot speaks in a situation when it is asked once: with less than its share of the talk, and with
// its share or more.
type chance struct{ under, over float64 }

// chances are set so that a bot among people at their usual pace comes out at its share, or a little less.
var chances = map[situation]chance{
	accused:   {0.95, 0.85},
	asked:     {0.97, 0.92},
	called:    {0.85, 0.55},
	ordered:   {0.6, 0.3},
	wondered:  {0.75, 0.45},
	greeted:   {0.8, 0.6},
	answered:  {0.4, 0.12},
	blamed:    {0.5, 0.12},
	remarked:  {0.5, 0.07},
	chattered: {0.03, 0.0},
	overheard: {0.02, 0.0},
}

// urge is the probability with which the bot speaks now.
func (s *scene) urge(m moment) float64 {
	c := chances[m.situation]
	if m.situation == silent {
		c = s.quiet()
	}
	u := c.over
	if s.under {
		u = c.under
	}
	switch m.situation {
	case accused, asked, called:
		return u
	}
	if len(s.turns) == 0 {
		return 0
	}
	if m.situation == wondered && m.topic < 0 {
		u *= 0.4 // there is little to say to it
	}
	if m.situation == remarked && m.topic < 0 && m.mood == "" {
		u *= 0.6 // nor to this
	}
	for range m.since {
		u *= 0.6 // what was said some lines ago is settled or forgotten
	}
	if last := &s.turns[len(s.turns)-1]; s.dialogue() || last != m.turn && last.to > 0 {
		u *= 0.5
	}
	return u * min(1, 4/float64(len(s.shown))) // the more players, the more likely another one takes it up
}

// quiet is the chance to break a silence: the longer it lasts, the more likely.
func (s *scene) quiet() chance {
	n := len(s.turns)
	if n == 0 {
		return chance{}
	}
	switch length := s.now - s.turns[n-1].Clock; {
	case length < 12:
		return chance{0.3, 0.06}
	case length < 25:
		return chance{0.55, 0.2}
	}
	return chance{0.85, 0.6}
}
