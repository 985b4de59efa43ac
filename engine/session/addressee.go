package session

import (
	"slices"

	"ringer/engine/mouth"
)

const (
	fewAsked = 3         // how many players a question may ask by name; more are everybody
	youFor   = 60 * 1000 // how long a question may be about the last line of another player
	// crossedFor is how old a line is that the asker can have answered. Nobody is faster.
	crossedFor = 1500
	joinedFor  = 15 * 1000 // how long a player's next line still speaks to whom the line before did
	echoFor    = 30 * 1000 // how long a word of another line is taken up
	reactFor   = 20 * 1000 // how long a line may be a reaction to the last line of another player
	mostBack   = 3         // how many of a player's questions in a row may lead to whom it talks with
	talkLines  = 12        // how many lines back somebody may have asked what a line answers
)

var everybody = []string{""}

// ReadByRule reads a line by its words and by the kept lines before it: the fallback where no model
// has read it.
func ReadByRule(m *Message, before []Message, r *Roster) Reading {
	t := newTalk(m, before, r)
	read := t.asked()
	x := messageWithID(before, m.ReplyTo)
	if x == nil && m.Kind == FromPlayer {
		x = t.answered()
	}
	if x != nil {
		read.Answers = x.Seq
		if !read.Expects && !read.All && len(read.To) == 0 && x.Sender != m.Sender && x.Kind == FromPlayer {
			read.To = []string{x.Sender}
		}
	}
	return read
}

// askedByRule is ReadByRule for those who only need to know whom a line asks.
func askedByRule(m *Message, before []Message, r *Roster) Reading {
	t := newTalk(m, before, r)
	return t.asked()
}

func newTalk(m *Message, before []Message, r *Roster) *talk {
	t := &talk{m: m, before: before, r: r, listeners: r.listeners(m.Sender, m.Channel), asking: mouth.Ask(m.Text)}
	t.names = r.names(t.listeners)
	return t
}

func (t *talk) asked() Reading {
	m := t.m
	read := Reading{Seq: m.Seq, Expects: t.asking.Asks}
	switch {
	case m.Kind != FromPlayer:
		if read.To = t.called(m.Text); slices.Equal(read.To, everybody) {
			read.To = nil
		}
		return read
	case t.asking.Asks:
		read.To = t.addressees()
	default:
		read.To = t.called(m.Text)
	}
	if slices.Equal(read.To, everybody) {
		read.To, read.All = nil, true
	}
	return read
}

// talk is a line with what was said before it.
type talk struct {
	m                *Message
	before           []Message
	r                *Roster
	listeners, names []string
	asking           mouth.Asking
	// back is how many lines of the sender lead from a newer line to this one.
	back int
}

// addressees returns whom the line asks, "" for everybody: whom it calls by name, else whom it
// replies to, else with whom its sender talks.
func (t *talk) addressees() []string {
	if len(t.listeners) == 1 {
		return t.listeners
	}
	if asked := t.called(t.m.Text); asked != nil {
		return asked
	}
	if x := messageWithID(t.before, t.m.ReplyTo); x != nil && x.Kind == FromPlayer && x.Sender != t.m.Sender {
		return []string{x.Sender}
	}
	if t.asking.All {
		return everybody
	}
	if asked := t.goesOn(); asked != nil {
		return asked
	}
	if t.asking.Back {
		if x := t.asker(); x != nil {
			return t.of(x)
		}
	}
	sender, _ := t.r.Player(t.m.Sender)
	for _, word := range []string{t.asking.Echo, sender.Name} {
		if x := t.with(word); x != nil && (t.asking.Me || word == t.asking.Echo && t.m.At-x.At <= echoFor) {
			return t.of(x)
		}
	}
	last := t.last()
	if last != nil && (t.asking.Me || t.asking.Follows || t.talksTo(last)) {
		return t.of(last)
	}
	return everybody
}

func (t *talk) of(x *Message) []string {
	if p, ok := t.r.Player(x.Sender); ok && p.Presence == Active {
		return []string{x.Sender}
	}
	return everybody
}

// earlier yields the lines of players in the channel, newest first, that the line can rest on.
func (t *talk) earlier(yield func(*Message) bool) {
	seen := 0
	for i := len(t.before) - 1; i >= 0 && seen < talkLines; i-- {
		x := &t.before[i]
		if x.Channel != t.m.Channel || x.Kind == FromGamemaster || t.m.BasedOn > 0 && x.Seq > t.m.BasedOn && x.Sender != t.m.Sender {
			continue // the bot had not read it, or players talk on around it
		}
		if x.Kind == FromHost || t.m.At-x.At > youFor {
			return
		}
		if seen++; (x.Sender == t.m.Sender || t.m.At-x.At >= crossedFor) && !yield(x) {
			return
		}
	}
}

// goesOn returns whom the sender's line before asks or calls, if this line goes on with it.
func (t *talk) goesOn() []string {
	others := false
	for x := range t.earlier {
		switch {
		case x.Sender != t.m.Sender:
			others = true
			continue
		case mouth.MentionsAny(t.m.Text, t.names):
			return nil
		case others || !mouth.Ask(x.Text).Asks:
			if t.m.At-x.At > joinedFor {
				return nil
			}
			return t.called(x.Text)
		}
		i := slices.IndexFunc(t.before, func(y Message) bool { return y.Seq == x.Seq })
		if t.back == mostBack {
			return nil
		}
		from := newTalk(x, t.before[:i], t.r)
		from.back = t.back + 1
		if read := from.asked(); !read.All {
			return read.To
		}
		return everybody
	}
	return nil
}

// with returns the last line of another player that has the word.
func (t *talk) with(word string) *Message {
	for x := range t.earlier {
		if x.Sender != t.m.Sender && mouth.Mentions(x.Text, word) {
			return x
		}
	}
	return nil
}

// last returns the last line of another player.
func (t *talk) last() *Message {
	for x := range t.earlier {
		if x.Sender != t.m.Sender {
			return x
		}
	}
	return nil
}

// asker returns the question of another player that the line answers: the newest that its sender
// has not answered before. A question given back asks who asked before.
func (t *talk) asker() *Message {
	var back *Message
	for x := range t.earlier {
		a := mouth.Ask(x.Text)
		switch {
		case x.Sender == t.m.Sender:
			if a.Asks && back != nil {
				return back
			} else if t.m.At-x.At > joinedFor && back == nil {
				return nil
			}
		case a.Back && !a.All && t.called(x.Text) == nil:
			if back == nil {
				back = x
			}
		case a.Asks:
			if asked := t.called(x.Text); asked == nil || slices.Contains(asked, t.m.Sender) {
				return x
			}
		}
	}
	return back
}

// answered returns the line that this one answers: a question to its sender, else the line of
// another player that it follows at once.
func (t *talk) answered() *Message {
	if x := t.asker(); x != nil && (!t.asking.Asks || t.asking.Back) {
		return x
	}
	if x := t.last(); x != nil && t.m.At-x.At <= reactFor && (!t.asking.Asks || t.asking.Follows || t.asking.Me) {
		return x
	}
	return nil
}

// talksTo reports whether a line answers what the sender has asked its player.
func (t *talk) talksTo(last *Message) bool {
	for x := range t.earlier {
		if x.Sender == t.m.Sender && x.Seq < last.Seq {
			return mouth.Ask(x.Text).Asks && slices.Contains(t.called(x.Text), last.Sender)
		}
	}
	return false
}

// called returns whom a text calls by name, "" for everybody if they are many, nil for nobody.
func (t *talk) called(text string) (asked []string) {
	for _, n := range mouth.Called(text, t.names) {
		asked = append(asked, t.listeners[n])
	}
	if len(asked) > fewAsked {
		return everybody
	}
	return asked
}

func (r *Roster) names(ids []string) []string {
	return Each(ids, func(id string) string {
		p, _ := r.Player(id)
		return p.Name
	})
}

func (r *Roster) listeners(player, channel string) (ids []string) {
	for _, p := range r.Players {
		if p.ID != player && p.Presence == Active && r.Sees(p.ID, channel) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
