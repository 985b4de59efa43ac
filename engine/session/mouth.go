package session

import (
	"slices"

	"ringer/engine/mouth"
)

// Instructed is a strategy that lists its instructions to the model. No message may recite them.
type Instructed interface {
	// Instructions returns the texts of its prompts.
	Instructions() []string
}

// Confidant is a strategy whose mind keeps what was said in private channels.
type Confidant interface {
	// Confided returns what the mind keeps, each text with its channel.
	Confided(View) []ChannelSummary
}

// HasWordList reports whether the mouth has a word list of the language of a tag such as pt-BR.
func HasWordList(tag string) bool { return mouth.HasTable(tag) }

// Languages returns the languages of which the mouth has a word list.
func Languages() []string { return slices.Clone(mouth.Languages) }

type mouthForms struct {
	of *mouth.Forms
	// barrier is the state's barrier then. Only barriers change names, role and secrets.
	barrier int64
}

// Prepare computes what the mouth searches the bot's texts for, unless that is done. The owner of a
// state calls it before Decide, so that not each decision computes it. Snapshots lack it, clones
// share it, and Decide returns the same without it.
func (s *State) Prepare() {
	if s.forms.of != nil && s.forms.barrier == s.Barrier {
		return
	}
	r := s.bareRoom()
	r.Forms = s.forms.of // a change of the phase keeps them
	s.forms = mouthForms{r.Prepare(), s.Barrier}
}

func (s *State) bareRoom() *mouth.Room {
	r := &mouth.Room{Conceal: s.Config.Concealed(), Secrets: s.Config.Bot.Secrets}
	if role := s.Config.Bot.Role; !s.Config.Bot.conceals(role) && !s.Config.mayTell() {
		r.Role = role // else the rule for concealed roles judges it
	}
	for _, p := range s.Roster.Players {
		r.Names, r.IDs = append(r.Names, p.Name), append(r.IDs, p.ID)
		if p.ID == s.Roster.Seat {
			r.Name = p.Name
		}
	}
	return r
}

func (d *decider) room() *mouth.Room {
	c, me := &d.s.Config, d.s.Roster.Seat
	r := d.s.bareRoom()
	r.AmongAllies, r.AllowsAbuse = d.s.amongAllies(), c.Bot.Abuse == AbuseAllow
	r.MaxChars, r.Rules, r.Forms = c.Limits.MaxChars, c.RulesText(), d.s.forms.of
	r.PrivateTexts = slices.Concat([]string{c.Persona, c.Objective, DisclosureText(), BiographyText()}, d.s.Private, d.instructions)
	r.Facts, r.Restraint = d.s.Person().facts(), c.Lively()
	r.MayRetell = r.Restraint && len(d.s.openQuestions(d.now)) > 0
	if s, ok := d.strategy.(Instructed); ok {
		r.PrivateTexts = append(r.PrivateTexts, s.Instructions()...)
	}
	var confided []ChannelSummary
	if c, ok := d.strategy.(Confidant); ok && len(d.s.Roster.Channels) > 0 {
		confided = c.Confided(d.s.View(d.now))
	}
	r.Narrower, r.Open = d.s.linesByReaders(confided)
	for i := range d.s.Messages {
		switch m := &d.s.Messages[i]; {
		case m.Own:
			r.Own = append(r.Own, m.Text)
		case m.Foreign() && d.s.Roster.Sees(me, m.Channel):
			r.Others = append(r.Others, m.Text)
		}
	}
	r.MayAdmit, _ = d.s.asked()
	r.Asked = d.s.Questions.texts(d.s.Messages, d.now-askedFor)
	return r
}

// askedFor is how long a question is not asked again, by the bot, in the same or in other words.
const askedFor = 180 * 1000

// askedWithin is how many of the newest foreign messages are searched for a question to the bot.
const askedWithin = 5

// asked reports whether somebody has lately asked a bot that discloses itself, sincerely and in its
// channel, what it is. open says that the bot has said nothing since.
func (s *State) asked() (lately, open bool) {
	if s.Config.Disclosure != DiscloseBot {
		return false, false
	}
	me, _ := s.Roster.Player(s.Roster.Seat)
	foreign, quiet, here := 0, true, s.here()
	for i := len(s.Messages) - 1; i >= 0 && foreign < askedWithin; i-- {
		m := &s.Messages[i]
		if m.Channel != here {
			continue
		}
		quiet = quiet && !m.Own
		if !m.Foreign() {
			continue
		}
		if foreign++; mouth.AsksWhetherBot(m.Text, me.Name) {
			return true, quiet
		}
	}
	return false, false
}

// messagesLeft returns how many more messages the bot's share of the talk allows, at most a number.
// It may always answer an open question to it alone, and tell what it is if it discloses that.
func (s *State) messagesLeft(most int) int {
	n := s.talk().Left(most)
	if n == 0 {
		if _, open := s.asked(); open || s.Questions.direct(s.Roster.Seat, s.here(), s.Seq, s.Messages, s.Now) {
			return 1
		}
	}
	return n
}

func (s *State) talk() (t mouth.Talk) {
	for _, p := range s.Roster.Players {
		n := s.Talk[p.ID].Phase
		t.All += n
		if p.ID == s.Roster.Seat {
			t.Own = n
		}
		if s.Roster.MaySpeakIn(p.ID, s.here()) {
			t.Players++
		}
	}
	return t
}
