package game

import (
	"slices"

	"ringer/engine/mouth"
)

// Instructed is a strategy that shows what it tells a model, so that no message reads it out.
type Instructed interface {
	// Instructions are the texts of its prompts.
	Instructions() []string
}

// Portrayer is a strategy that makes up whom the bot plays.
type Portrayer interface {
	// Persona is whom it plays now: the session's own persona, where it has one.
	Persona(View) string
}

// As returns the view with the persona that a strategy has made up, as if the session had it.
func (v View) As(s Strategy) View {
	if p, ok := s.(Portrayer); ok {
		v.Config.Persona = p.Persona(v)
	}
	return v
}

func (d *decider) persona() string {
	if p, ok := d.strategy.(Portrayer); ok {
		return p.Persona(d.s.View(d.now))
	}
	return d.s.Config.Persona
}

// room returns what the mouth has to know of the chat.
func (d *decider) room() *mouth.Room {
	c, me := &d.s.Config, d.s.Roster.Seat
	r := &mouth.Room{
		MaxChars: c.Limits.MaxChars, Role: c.Bot.Role, Secrets: c.Bot.Secrets, Rules: c.RulesText(),
		PrivateTexts: slices.Concat([]string{d.persona(), c.Objective, DisclosureText()}, d.s.Private, d.told),
	}
	if s, ok := d.strategy.(Instructed); ok {
		r.PrivateTexts = append(r.PrivateTexts, s.Instructions()...)
	}
	for _, p := range d.s.Roster.Players {
		r.Names = append(r.Names, p.Name)
		if p.ID == me {
			r.Name = p.Name
		}
	}
	for i := range d.s.Messages {
		switch m := &d.s.Messages[i]; {
		case m.Own:
			r.Own = append(r.Own, m.Text)
		case m.Foreign() && d.s.Roster.Sees(me, m.Channel):
			r.Others = append(r.Others, m.Text)
		}
	}
	r.MayAdmit, _ = d.s.asked()
	return r
}

// askedWithin is how many messages of others ago somebody may have asked whether the bot is one, for it to say so: more, and nobody remembers.
const askedWithin = 5

// asked tells whether somebody has lately asked, sincerely, what the bot is, where it is to say so itself, and whether it has said nothing since.
func (s *State) asked() (lately, open bool) {
	if s.Config.Disclosure != DiscloseBot {
		return false, false
	}
	me, _ := s.Roster.Player(s.Roster.Seat)
	foreign, quiet := 0, true
	for i := len(s.Messages) - 1; i >= 0 && foreign < askedWithin; i-- {
		m := &s.Messages[i]
		quiet = quiet && !m.Own
		if !m.Foreign() || !s.Roster.Sees(me.ID, m.Channel) {
			continue
		}
		if foreign++; mouth.AsksWhetherBot(m.Text, me.Name) {
			return true, quiet
		}
	}
	return false, false
}

// mayAdd returns how many messages the bot's share of the talk leaves it, up to a number. Who asks it what it is gets an answer.
func (s *State) mayAdd(most int) int {
	n := s.talk().Left(most)
	if n == 0 {
		if _, open := s.asked(); open {
			return 1
		}
	}
	return n
}

// Others returns what the other players have said, the oldest first.
func (v *View) Others() []string {
	var others []string
	for i := range v.Messages {
		if m := &v.Messages[i]; m.Foreign() {
			others = append(others, m.Text)
		}
	}
	return others
}

// talk counts the messages of this phase, and the players who may speak in it.
func (s *State) talk() (t mouth.Talk) {
	for _, p := range s.Roster.Players {
		n := s.Talk[p.ID].Phase
		t.All += n
		if p.ID == s.Roster.Seat {
			t.Own = n
		}
		if s.Roster.MaySpeak(p.ID) {
			t.Players++
		}
	}
	return t
}
