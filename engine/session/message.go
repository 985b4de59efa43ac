package session

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// MessageKind says who said a message.
type MessageKind string

const (
	FromPlayer     MessageKind = "player"     // one of the players
	FromGamemaster MessageKind = "gamemaster" // whoever leads the game
	FromHost       MessageKind = "host"       // whoever asks all players a question, as in a show
)

// Post is a message as a platform posts it.
type Post struct {
	// ID is the platform's id. A repeated id gets the first result again.
	ID      string      `json:"id,omitempty"`
	Sender  string      `json:"sender,omitempty"`
	Text    string      `json:"text"`
	Kind    MessageKind `json:"kind,omitempty"`
	Channel string      `json:"channel,omitempty"` // Channel is empty for the main channel.
	// SentAt is when it was said. Only the times that a model reads in its prompt come from it.
	// Everything else uses the time of arrival.
	SentAt  *time.Time `json:"sent_at,omitempty"`
	ReplyTo string     `json:"reply_to,omitempty"`
	// MessageID is the id of the bot's own message that this post echoes.
	MessageID string `json:"message_id,omitempty"`
	// History says that it was said before, where the bot was not there. The bot reads it, and
	// never answers it.
	History bool `json:"history,omitempty"`
}

// PastMessage is a message that was said before a session or a game was created.
type PastMessage struct {
	// ID is the platform's id. Without one the server makes one.
	ID     string `json:"id,omitempty"`
	Sender string `json:"sender,omitempty"`
	Text   string `json:"text"`
	// Kind is player unless you say gamemaster or host.
	Kind    MessageKind `json:"kind,omitempty"`
	Channel string      `json:"channel,omitempty"` // Channel is empty for the main channel.
	// SentAt is when it was said.
	SentAt  *time.Time `json:"sent_at,omitempty"`
	ReplyTo string     `json:"reply_to,omitempty"` // ReplyTo is the id of an earlier message.
}

// Post returns the message as a platform posts it.
func (p PastMessage) Post() Post {
	return Post{ID: p.ID, Sender: p.Sender, Text: p.Text, Kind: p.Kind, Channel: p.Channel, SentAt: p.SentAt, ReplyTo: p.ReplyTo, History: true}
}

// Complete fills in what the client left out, and checks the message. prefix is its JSON pointer.
func (p *Post) Complete(r *Roster, prefix string) error {
	var errs Errors
	p.Kind = cmp.Or(p.Kind, FromPlayer)
	switch p.Kind {
	case FromPlayer:
		if p.Sender == "" {
			errs.Add(CodeRequired, prefix+"/sender", "say who said it: the id of a player")
		} else if _, ok := r.Player(p.Sender); !ok {
			errs.Add(CodeUnknownPlayer, prefix+"/sender", r.unknownPlayer(p.Sender, "for a new player, post a joined observation first"))
		}
	case FromGamemaster, FromHost:
		p.Sender = cmp.Or(p.Sender, map[MessageKind]string{FromGamemaster: "GameMaster", FromHost: "Host"}[p.Kind])
		checkName(&errs, CodeInvalidName, prefix+"/sender", p.Sender)
	default:
		oneOf(&errs, prefix+"/kind", p.Kind, FromPlayer, FromGamemaster, FromHost)
	}
	if strings.TrimSpace(p.Text) == "" {
		errs.Add(CodeEmptyText, prefix+"/text", "must not be empty or only spaces")
	} else if utf8.RuneCountInString(p.Text) > MaxText {
		errs.Add(CodeTooLong, prefix+"/text", fmt.Sprintf("is longer than %d characters; shorten or split it", MaxText))
	}
	if !r.hasChannel(p.Channel) {
		errs.Add(CodeUnknownChannel, prefix+"/channel", r.unknownChannel(p.Channel, "for the main channel, leave it out"))
	}
	for _, id := range [][2]string{{"/id", p.ID}, {"/reply_to", p.ReplyTo}, {"/message_id", p.MessageID}} {
		if id[1] != "" {
			checkName(&errs, CodeInvalidID, prefix+id[0], id[1])
		}
	}
	if p.MessageID != "" && (p.Kind != FromPlayer || p.Sender != r.Seat) {
		errs.Add(CodeInvalidValue, prefix+"/message_id", "is only for echoes of the bot's own messages, and this sender is not the bot; send your own id as id")
	}
	if p.SentAt != nil {
		at := p.SentAt.UTC().Truncate(time.Microsecond)
		if y := at.Year(); y < 1970 || y > 9999 {
			errs.Add(CodeOutOfRange, prefix+"/sent_at", "must be a time between the years 1970 and 9999")
		}
		p.SentAt = &at
	}
	return errs.Err()
}

// Message is one line of the transcript.
type Message struct {
	Seq int64 `json:"seq"`
	// Number counts the messages that the bot may see, from 1. Prompts show it. It is 0 for a
	// message that the bot may not see.
	Number  int64       `json:"number,omitempty"`
	ID      string      `json:"id"`
	Sender  string      `json:"sender"`
	Name    string      `json:"name"` // Name is the sender's name as the players see it.
	Kind    MessageKind `json:"kind"`
	Text    string      `json:"text"`
	Channel string      `json:"channel,omitempty"`
	ReplyTo string      `json:"reply_to,omitempty"`
	At      Millis      `json:"at"` // At is when it arrived.
	// SaidAt is when it was said, if the platform has told; else when it arrived.
	SaidAt Millis `json:"clock"`
	Own    bool   `json:"own,omitempty"` // Own says that the bot said it.
	// Edited says that the platform has given it another text.
	Edited bool `json:"edited,omitempty"`
	// History says that it was said before the bot was there.
	History bool `json:"history,omitempty"`
	// Confirmed says that the platform has shown this message of the bot: there was an echo or a
	// receipt.
	Confirmed bool `json:"confirmed,omitempty"`
	// Echo is the platform's own id of this message, which replies may name as well. It is empty
	// until the platform has posted the message back.
	Echo string `json:"echo,omitempty"`
	// Follows is the id of the bot's message that this one continues.
	Follows string `json:"follows,omitempty"`
	// Continues says that it goes on with the sender's line before it.
	Continues bool `json:"continues,omitempty"`
	// Addressed says that it speaks to the bot: by reply_to, or with the bot's name as a whole
	// word. After a reading it says that the line is put to the bot.
	Addressed bool `json:"addressed,omitempty"`
	// BasedOn is the seq up to which the bot had considered the log when it wrote its own message.
	// It is 0 for messages of others.
	BasedOn int64 `json:"based_on_seq,omitempty"`
	// Answers is the seq of the line that the bot's own message answers, or 0.
	Answers int64 `json:"answers_seq,omitempty"`
	// Annotation is what the strategy has found in the message, if it has examined it.
	Annotation *Annotation `json:"annotation,omitempty"`
	// Reading is what a model has read the message as, and ReadBy the kind of the thought.
	Reading *Reading `json:"reading,omitempty"`
	ReadBy  string   `json:"read_by,omitempty"`
}

// partOf returns the id of the message that this one is a part of. It may be the message itself.
func (m Message) partOf() string {
	return cmp.Or(m.Follows, m.ID)
}

// Foreign reports whether somebody else said it who may get an answer: a player, or a show's host.
// A correction of a word gets none, and neither does what was said before the bot was there.
func (m Message) Foreign() bool {
	return !m.Own && (m.Kind == FromPlayer || m.Kind == FromHost) && !m.Corrects() && !m.History
}

// FactID returns the id of a fact that came without one. It depends on the session and the seq.
func FactID(session string, seq int64) string {
	return "msg_" + bareID(session) + "_" + strconv.FormatInt(seq, 10)
}

// FactSeq returns the seq in an id of FactID, and whether it is one.
func FactSeq(session, id string) (seq int64, ok bool) {
	number, ok := strings.CutPrefix(id, "msg_"+bareID(session)+"_")
	seq, err := strconv.ParseInt(number, 10, 64)
	return seq, ok && err == nil && FactID(session, seq) == id
}

// ActID returns the id of an act: the index-th one decided at a cursor.
func ActID(prefix, session string, cursor int64, index int) string {
	return fmt.Sprintf("%s_%s_%d_%d", prefix, bareID(session), cursor, index)
}

func bareID(id string) string { return id[strings.IndexByte(id, '_')+1:] }

// receive adds a posted message, or confirms the message of the bot that it repeats.
func (s *State) receive(e Event, p *MessageReceived) {
	if p.Kind == FromPlayer && p.Sender == s.Roster.Seat && !p.History && !s.StandIn && s.confirm(e, p) {
		return
	}
	m := Message{
		Seq: e.Seq, ID: e.MessageID(s.Session), Sender: p.Sender, Name: p.Sender, Kind: p.Kind, Text: s.Roster.withNames(p.Text), Channel: p.Channel,
		ReplyTo: p.ReplyTo, At: s.Now, SaidAt: s.Now, Own: p.Kind == FromPlayer && p.Sender == s.Roster.Seat, History: p.History,
	}
	if p.SentAt != nil {
		m.SaidAt = s.saidAt(*p.SentAt)
	}
	if pl, ok := s.Roster.Player(p.Sender); ok && p.Kind == FromPlayer {
		m.Name = pl.Name
	}
	if m.Own {
		m.Confirmed, m.Echo = true, m.ID
	} else if !m.History {
		m.Addressed = s.addresses(&m) || p.Kind == FromHost
	}
	nudged := s.nudges(&m)
	s.addMessage(m)
	if nudged {
		s.nudge(&m)
	}
}

// saidAt returns the game time of a time by the platform's clock. That clock may have been set
// together with ours, or not. The time that is nearer to the arrival is right.
func (s *State) saidAt(sent time.Time) Millis {
	with, without := s.Clock.Game(sent), s.Clock.Now(Moment{At: sent})
	if max(with-s.Now, s.Now-with) <= max(without-s.Now, s.Now-without) {
		return with
	}
	return without
}

func (s *State) addresses(p *Message) bool {
	if bot, _ := s.Roster.Player(s.Roster.Seat); mouth.Mentions(p.Text, bot.Name) {
		return true
	}
	return p.ReplyTo != "" && slices.ContainsFunc(s.Messages, func(m Message) bool {
		return m.Own && (m.ID == p.ReplyTo || m.Echo == p.ReplyTo)
	})
}

// confirm marks the bot's message that an echo repeats, and reports whether it found one. That is
// the message that the echo names, else the oldest one with the same text and no echo yet.
func (s *State) confirm(e Event, p *MessageReceived) bool {
	same := mouth.Normalise(p.Text)
	i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.Own && p.MessageID != "" && m.ID == p.MessageID })
	if i < 0 {
		i = slices.IndexFunc(s.Messages, func(m Message) bool { return m.Own && m.Echo == "" && mouth.Normalise(m.Text) == same })
	}
	if i < 0 {
		return false
	}
	s.confirmAt(i, e.MessageID(s.Session))
	return true
}

// confirmAt marks a message as shown, in a copy. echo may be empty.
func (s *State) confirmAt(i int, echo string) {
	s.Messages = slices.Clone(s.Messages)
	m := &s.Messages[i]
	m.Confirmed = true
	if echo != "" {
		m.Echo = echo
	}
}

// addMessage appends a line to the transcript and counts it. A line that the bot may not see is not
// counted: neither prompts nor the bot's acts may depend on it.
func (s *State) addMessage(m Message) {
	if s.Roster.Sees(s.Roster.Seat, m.Channel) {
		s.Numbered++
		m.Number = s.Numbered
	}
	m.Continues = !m.History && s.continues(&m)
	s.Messages = append(s.Messages, m)
	if n := len(s.Messages) - KeptMessages; n > 0 {
		s.Messages = s.Messages[n:]
	}
	s.Window.move(s.Messages, &s.Roster)
	if !s.Roster.Sees(s.Roster.Seat, m.Channel) {
		return
	}
	if m.History { // nobody waits for an answer to it
		s.Said++
		return
	}
	if !m.Corrects() {
		s.Questions.Hear(&m, s.Messages[:len(s.Messages)-1], &s.Roster)
	}
	s.Said++
	s.Rhythm.LastActivity = s.Now
	if m.Kind == FromPlayer {
		c := s.Talk[m.Sender]
		c.Total++
		if !m.Continues {
			c.Phase++
		}
		s.Talk[m.Sender] = c
	}
	if m.Foreign() {
		s.Rhythm.OwnRun = 0
	}
	if m.Own {
		s.Draft = nil // else the bot would answer the same lines twice
	}
}
