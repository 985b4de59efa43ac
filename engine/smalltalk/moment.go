package smalltalk

import (
	"slices"
	"strings"
)

type situation string

// The situations, the most urgent first.
const (
	accused   situation = "accused"   // somebody says that the bot is the one they look for, or asks whether it is
	asked     situation = "asked"     // a question to the bot
	ordered   situation = "ordered"   // a line that gives the bot orders
	called    situation = "called"    // the bot's name, without a question
	wondered  situation = "wondered"  // a question to all
	greeted   situation = "greeted"   // a greeting, before the bot has said a word
	answered  situation = "answered"  // an answer to the bot's own question
	blamed    situation = "blamed"    // somebody suspects another player
	remarked  situation = "remarked"  // a remark that the bot can take up
	silent    situation = "silent"    // nobody says anything
	chattered situation = "chattered" // a laugh or random keys, nothing to take up
	overheard situation = "overheard" // a question to another player
)

// urgency orders the situations, the least urgent first. The bot takes up the most urgent line.
var urgency = []situation{overheard, chattered, silent, remarked, blamed, answered, greeted, wondered, called, ordered, asked, accused}

func (s situation) urgency() int { return slices.Index(urgency, s) }

type moment struct {
	situation
	line  *spokenLine
	topic *topic
	thing string
	mood  string
	since int
	// dice is a number below ten, drawn for the line to be written.
	dice int
}

func (m *moment) topicID() string {
	if m.topic == nil {
		return ""
	}
	return m.topic.ID
}

// openRank puts a question that waits for the player's answer before everything else.
const openRank = 100

func (s *Scene) findMoment() moment {
	best, rank := moment{situation: silent, line: &spokenLine{by: toNobody, about: -1}}, -1
	for i := len(s.lines) - 1; i >= s.firstOpen(); i-- {
		m := s.momentOf(i)
		level := m.urgency()
		if m.since >= remarkLines && level <= remarked.urgency() {
			continue
		}
		r := level*2 - m.since
		if m.line.open {
			r += openRank
		}
		if r > rank {
			best, rank = m, r
		}
	}
	n := len(s.lines)
	if n == 0 || s.now-s.lines[n-1].Clock < quietAfter {
		return best
	}
	last := &s.lines[n-1]
	if last.question && last.to > 0 && s.now-last.Clock < answerSeconds {
		return best // it is another player's turn
	}
	stale := rank < 0 || s.now-best.line.Clock > 3*quietAfter
	if r := best.urgency(); r < remarked.urgency() || stale && r <= greeted.urgency() {
		best = moment{situation: silent, line: last}
	}
	return best
}

func (s *Scene) momentOf(i int) moment {
	t := &s.lines[i]
	m := moment{line: t, since: len(s.lines) - 1 - i}
	m.topic = s.topicOf(i)
	if label := s.find(t)[moodPattern]; label >= 0 {
		m.mood = s.Moods[label].ID
	} else if t.beginsWith(setAgree) {
		m.mood = "agree"
	}
	m.situation = situation(s.firstMatch(s.situationRules, &m)[0])
	switch m.situation {
	case answered:
		m.topic = s.ownQuestionTopic(&m)
	case remarked, called:
		if m.thing = t.thing(); slices.ContainsFunc(s.own[max(0, len(s.own)-2):], func(own string) bool { return strings.Contains(strings.ToLower(own), m.thing) }) {
			m.thing = "" // it has just been taken up
		}
	}
	return m
}

func (s *Scene) topicOf(i int) *topic {
	t := &s.lines[i]
	ask, tell := s.topicAt(s.find(t)[questionTopic]), s.topicAt(s.find(t)[remarkTopic])
	if _, found := arithmetic(t.Text); found {
		return s.byID["maths"]
	}
	switch {
	case len(t.words) == 1 && t.words[0].text == "what":
		return s.byID["clarify"]
	case len(t.words) == 1 && t.words[0].who == toMe:
		return s.byID["quiet"]
	case ask != nil && (t.question || ask.ID == "order"):
		return ask
	case !t.question:
		return tell
	case tell != nil && tell.ID == "denial":
		t.question = false // "what? i am no bot" wants no answer
		return tell
	case tell != nil && (len(t.words) <= 4 || t.hasWordOf(setYou)) && len(tell.Answer) > 0:
		return tell
	}
	return s.omittedTopic(i)
}

func (s *Scene) topicAt(label int16) *topic {
	if label < 0 {
		return nil
	}
	return &s.Topics[label]
}

// omittedTopic returns the topic that a question without a long word leaves out: "and you?".
func (s *Scene) omittedTopic(i int) *topic {
	t := &s.lines[i]
	n := len(t.words)
	own := func(w word) bool { return w.isContentWord() && len(w.text) > 5 }
	if t.taste() != "" || slices.ContainsFunc(t.words, own) || (n > 5 || !t.hasWordOf(setYou) || t.hasWordOf(setVerb)) && (n > 2 || n == 0 || t.words[n-1].who < 0) {
		return nil
	}
	for j := i; j >= max(0, i-5); j-- {
		if s.lines[j].mine && !s.lines[j].question {
			continue // nobody asks back what the player has just told
		}
		for kind, label := range s.find(&s.lines[j])[questionTopic : remarkTopic+1] {
			if patternKind(kind) == questionTopic && !s.lines[j].question {
				continue
			}
			if found := s.topicAt(label); found != nil && len(found.Answer) > 0 {
				return found
			}
		}
	}
	return nil
}

// ownQuestionTopic returns the topic of the bot's own question that a short line answers soon.
func (s *Scene) ownQuestionTopic(m *moment) *topic {
	i := len(s.lines) - 1 - m.since
	for j := i - 1; j >= max(0, i-2); j-- {
		if t := &s.lines[j]; t.mine {
			found := s.topicAt(s.find(t)[questionTopic])
			if !t.question || found == nil || len(found.React) == 0 || len(m.line.words) > 8 || t.to > 0 && t.to != m.line.by {
				return nil
			}
			return found
		}
	}
	return nil
}
