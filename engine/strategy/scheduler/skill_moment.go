package scheduler

import (
	"slices"
	"strings"
)

// situation is what a moment of the chat calls for.
type situation string

// The situations, the most urgent first.
const (
	accused   situation = "accused"   // somebody says, or asks whether, the bot is it
	asked     situation = "asked"     // a question to the bot
	ordered   situation = "ordered"   // a line that wants to give the bot orders
	called    situation = "called"    // the bot's name, without a question
	wondered  situation = "wondered"  // a question to all
	greeted   situation = "greeted"   // a greeting, and the bot has not said a word yet
	answered  situation = "answered"  // an answer to the bot's own question
	blamed    situation = "blamed"    // somebody suspects another player
	remarked  situation = "remarked"  // something was said that one can take up
	silent    situation = "silent"    // nobody says anything
	chattered situation = "chattered" // a laugh, keys hit at random, nothing to take up
	overheard situation = "overheard" // a question to another player
)

// urgency orders the situations: the line that calls loudest is taken up.
var urgency = []situation{overheard, chattered, silent, remarked, blamed, answered, greeted, wondered, called, ordered, asked, accused}

// moment is the line to take up and what it calls for.
type moment struct {
	situation
	turn *spoken
	// topic is the number of its topic, -1 for none; word is the one that gave it away.
	topic int
	word  string
	// mood is how a remark sounds, if it does.
	mood string
	// since counts the lines after it.
	since int
}

// look finds the moment. It has no turn only when the chat is empty.
func (s *scene) look() moment {
	first := s.open()
	best, rank := moment{situation: silent, topic: -1}, -1
	for i := len(s.turns) - 1; i >= first; i-- {
		m := s.judge(i)
		m.since = len(s.turns) - 1 - i
		level := slices.Index(urgency, m.situation)
		if m.since >= settled && level <= slices.Index(urgency, remarked) {
			continue
		}
		if r := level*2 - m.since; r > rank {
			best, rank = m, r
		}
	}
	if n := len(s.turns); n > 0 && s.now-s.turns[n-1].Clock >= quietAfter {
		if t := &s.turns[n-1]; t.question && t.to > 0 && s.now-t.Clock < patience {
			return best // it is another player's turn
		}
		stale := best.turn == nil || s.now-best.turn.Clock > 3*quietAfter
		if r := slices.Index(urgency, best.situation); r < slices.Index(urgency, remarked) || stale && r <= slices.Index(urgency, greeted) {
			best = moment{situation: silent, topic: -1, turn: &s.turns[n-1]}
		}
	}
	return best
}

// judge says what line i calls for.
func (s *scene) judge(i int) moment {
	t := &s.turns[i]
	m := moment{turn: t, topic: -1, situation: remarked}
	if s.order(t) {
		m.topic = s.byID["order"]
		if m.situation = overheard; t.to == toMe || t.to == toAll || t.to == toNobody {
			m.situation = ordered
		}
		return m
	}
	if t.noise() || t.Text[0] == '*' { // keys hit at random, or somebody corrects a slip
		m.situation = chattered
		m.mood = "noise"
		return m
	}
	s.about(&m, i)
	id := ""
	if m.topic >= 0 {
		id = s.Topics[m.topic].ID
	}
	why, next := t.asker()
	switch {
	case s.accuses(t, id):
		m.situation = accused
	case s.blames(t, id):
		m.situation = blamed
	case t.question && !s.serious(t, m):
		m.situation = remarked
	case t.aboutMe && t.question:
		m.situation = called
	case t.question && t.protests() && s.against() != s.number(speaker(t)):
		m.situation = overheard
	case t.question && why == "why" && next == "not" && !s.named(t):
		m.situation = chattered
	case t.question && t.to == toMe:
		m.situation = asked
	case s.aside(&m, id):
		m.situation = overheard
	case t.to == toMe && s.named(t), t.aboutMe:
		m.situation = called
	case s.greeting(t):
		m.situation = chattered
		if len(s.own) == 0 {
			m.situation = greeted
		}
	case t.question:
		m.situation = wondered
	case s.follows(i):
		m.situation = answered
	case m.topic < 0 && t.hollow(m.mood):
		m.situation = chattered
	}
	return m
}

// aside tells whether a line that does not speak to the bot is for somebody else.
func (s *scene) aside(m *moment, id string) bool {
	t := m.turn
	if t.question {
		word, _ := t.asker()
		return t.to > 0 || id == "style" || m.topic < 0 && (word == "why" || word == "warum")
	}
	return t.has(setYou) && (t.to > 0 || s.hunting && t.to != toMe && !t.has(setGroup) && m.mood != "thanks")
}

// hollow tells whether a remark holds nothing to take up: a laugh, a yes, a "cool".
func (t *spoken) hollow(mood string) bool {
	switch n := len(t.words); {
	case n <= 2:
		return t.has(setLaugh) || mood == ""
	case n <= 4:
		return (t.begins(setAgree) || mood == "glad") && !slices.Contains(t.words, "i")
	}
	return false
}

// about fills in what a line is about.
func (s *scene) about(m *moment, i int) {
	t := m.turn
	x := s.tells
	if t.question {
		x = s.asks
	}
	label, word := x.find(t)
	if said, _ := s.tells.find(t); label < 0 && t.question && said == s.byID["denial"] {
		label, t.question = said, false // "what? i am no bot" wants no answer
	}
	if label < 0 && t.question && (len(t.words) <= 5 || t.has(setYou)) {
		label, word = s.tells.find(t)
		if label >= 0 && len(s.Topics[label].Answer) == 0 {
			label = -1
		}
	}
	m.topic = label
	m.word = word
	if t.question && label < 0 {
		m.topic = s.ellipsis(t, i)
	}
	if len(t.words) == 1 && t.words[0] == "what" {
		m.topic = s.byID["clarify"]
	}
	if _, ok := arithmetic(t.Text); ok {
		m.topic = s.byID["maths"]
	}
	if mood, _ := s.moods.find(t); mood >= 0 {
		m.mood = moodOrder[mood]
	} else if t.begins(setAgree) {
		m.mood = "agree"
	}
}

// ellipsis finds the topic of a question that leaves it out: "and you?".
func (s *scene) ellipsis(t *spoken, i int) int {
	if len(t.words) > 5 || !t.has(setYou) || t.has(setVerb) {
		if len(t.words) > 2 || len(t.words) == 0 || t.who[len(t.who)-1] < 0 {
			return -1
		}
	}
	for j := i; j >= max(0, i-5); j-- {
		before := &s.turns[j]
		for _, x := range []index{s.asks, s.tells} {
			if label, _ := x.find(before); label >= 0 && s.Topics[label].Fact+s.Topics[label].ID != "" && len(s.Topics[label].Answer) > 0 {
				return label
			}
		}
	}
	return -1
}

func (s *scene) order(t *spoken) bool {
	label, _ := s.asks.find(t)
	return label >= 0 && s.Topics[label].ID == "order"
}

// greeting tells whether a line is a greeting and hardly more.
func (s *scene) greeting(t *spoken) bool {
	label, _ := s.greetings.find(t)
	return label >= 0 && len(t.words) <= 4
}

// accuses tells whether a line says or asks of the bot that it is the one.
func (s *scene) accuses(t *spoken, id string) bool {
	switch id {
	case "machine":
		return t.to == toMe || t.to == toAll && (t.has(setYou) || t.has(setGroup)) && !t.question || t.to == toAll && t.has(setYou)
	case "blame", "suspect":
		if t.aboutMe {
			return id == "blame" && !t.denies() || t.question && t.has(setMachine)
		}
		if id != "blame" || t.denies() {
			return false
		}
		return t.to == toMe && (t.has(setYou) || s.named(t)) && t.about <= 0 || t.to == toAll && t.has(setYou) && t.about < 0
	case "style", "side":
		return t.aboutMe && (!t.question || id == "style")
	case "":
		return t.to == toMe && t.has(setOdd) && t.about <= 0 && !t.question && !t.denies()
	}
	return false
}

// blames tells whether a line suspects another player.
func (s *scene) blames(t *spoken, id string) bool {
	return (id == "blame" || id == "machine" && t.to > 0 || id == "side" && !t.question && t.to < 0) && !t.denies() && t.about > 0 && s.shown[t.about] != speaker(t)
}

// serious tells whether a line with a question mark really asks something: "maybe lag?" does not.
func (s *scene) serious(t *spoken, m moment) bool {
	word, _ := t.asker()
	return word != "" || m.topic >= 0 || t.has(setYou) || t.to >= 0 && s.named(t) || t.about > 0
}

// protests tells whether the writer of a question wants to know what speaks against the writer.
func (t *spoken) protests() bool {
	i := slices.IndexFunc(t.words, func(w string) bool { return w == "i" || w == "me" || w == "ich" })
	word, _ := t.asker()
	return i >= 0 && (word == "why" || word == "what" || word == "how" || word == "warum" || word == "wieso") && len(t.words) < 7 && !t.has(setYou)
}

// denies tells whether a line says no.
func (t *spoken) denies() bool {
	return slices.Contains(t.words, "not") || slices.Contains(t.words, "nicht") || slices.Contains(t.words, "nobody")
}

// named tells whether the bot's name stands in a line.
func (s *scene) named(t *spoken) bool { return slices.Contains(t.who, toMe) }

// follows tells whether line i answers a question of the bot's: it comes soon after, and the question was about something.
func (s *scene) follows(i int) bool {
	for j := i - 1; j >= max(0, i-2); j-- {
		if t := &s.turns[j]; t.mine {
			label, _ := s.asks.find(t)
			return t.question && label >= 0 && len(s.turns[i].words) <= 8 && len(s.Topics[label].React) > 0 && (t.to < 0 || s.shown[t.to] == speaker(&s.turns[i]))
		}
	}
	return false
}

func speaker(t *spoken) string { return strings.ToLower(t.Name) }
