package session

import (
	"slices"

	"ringer/engine/mouth"
)

const (
	fewAsked = 3         // how many players a question may ask by name; more are everybody
	youFor   = 60 * 1000 // how long a question may be about a line of another player
	// crossedFor is how old a line is that the asker can have answered. Nobody is faster.
	crossedFor = 1500
	joinedFor  = 15 * 1000 // how old a line of the sender is that this one goes on with
	reactFor   = 12 * 1000 // how long a line may be a reaction to the last line of another player
	talkLines  = 12        // how many lines back a line can rest on
	firstLines = 5         // how many lines of a chat speak to all
)

// ReadByRule reads a line by its words and by the kept lines before it: the fallback where no model
// has read it.
func ReadByRule(m *Message, before []Message, r *Roster) Reading {
	t := newTalk(m, before, r)
	read := t.asked()
	x := messageWithID(before, m.ReplyTo)
	if x == nil && m.Kind == FromPlayer && (!read.Expects || t.asking.Back) {
		x = t.find(t.asksSender)
	}
	if x == nil && m.Kind == FromPlayer {
		if last := t.find(anyLine); last != nil && m.At-last.At <= reactFor && (!read.Expects || slices.Contains(read.To, last.Sender)) {
			x = last
		}
	}
	if x != nil {
		read.Answers = x.Seq
		if !read.Expects && len(read.To) == 0 && x.Sender != m.Sender && x.Kind == FromPlayer {
			read.To = []string{x.Sender}
		}
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
}

func newTalk(m *Message, before []Message, r *Roster) *talk {
	t := &talk{m: m, before: before, r: r, listeners: r.listeners(m.Sender, m.Channel), asking: mouth.Ask(m.Text)}
	t.names = r.names(t.listeners)
	return t
}

func (t *talk) asked() Reading {
	read := Reading{Seq: t.m.Seq, Expects: t.asking.Asks, To: t.called(t.m.Text)}
	if player := t.m.Kind == FromPlayer; len(read.To) > fewAsked {
		read.To, read.All = nil, player
	} else if read.To == nil && read.Expects && player {
		read.To = t.unnamed()
		read.All = read.To == nil
	}
	return read
}

// unnamed returns whom a question asks that calls nobody: whom it replies to or gives a question
// back, whom its sender has just called, the only one whom it is not about, whose word it takes up,
// who spoke just before. It returns nil for all.
func (t *talk) unnamed() []string {
	if x := messageWithID(t.before, t.m.ReplyTo); x != nil && x.Kind == FromPlayer && x.Sender != t.m.Sender {
		return t.to(x)
	}
	var rest []string // whom the line does not name
	for i, name := range t.names {
		if !mouth.Mentions(t.m.Text, name) {
			rest = append(rest, t.listeners[i])
		}
	}
	switch named := len(rest) < len(t.names); {
	case t.asking.All, named && !t.asking.You:
		return nil
	case named && len(rest) == 1:
		return rest
	}
	if t.asking.Back {
		if x := t.find(t.asksSender); x != nil {
			return t.to(x)
		}
	}
	if asked := t.goesOn(); asked != nil {
		return asked
	}
	if t.asking.Word != "" {
		if x := t.find(func(x *Message) bool { return mouth.Mentions(x.Text, t.asking.Word) }); x != nil {
			return t.to(x)
		}
	}
	if x := t.find(anyLine); x != nil && t.m.At-x.At <= reactFor && !t.early() {
		return t.to(x)
	}
	return nil
}

// to returns the sender of a line, if the sender can hear this one.
func (t *talk) to(x *Message) []string {
	if !slices.Contains(t.listeners, x.Sender) {
		return nil
	}
	return []string{x.Sender}
}

// goesOn returns whom the sender's line just before calls.
func (t *talk) goesOn() []string {
	for i := len(t.before) - 1; i >= 0 && t.m.At-t.before[i].At <= joinedFor; i-- {
		if x := &t.before[i]; x.Sender == t.m.Sender && x.Channel == t.m.Channel {
			return t.called(x.Text)
		}
	}
	return nil
}

func anyLine(*Message) bool { return true }

// asksSender reports whether a line asks the sender of this one, or all. It gives no question back.
func (t *talk) asksSender(x *Message) bool {
	a := mouth.Ask(x.Text)
	asked := t.called(x.Text)
	return a.Asks && !a.Back && (asked == nil || slices.Contains(asked, t.m.Sender))
}

// find returns the newest wanted line of another player in the channel that the line can rest on.
// It returns nil for none.
func (t *talk) find(wanted func(*Message) bool) *Message {
	seen := 0
	for i := len(t.before) - 1; i >= 0 && seen < talkLines; i-- {
		x := &t.before[i]
		if x.Channel != t.m.Channel || x.Kind == FromGamemaster || t.m.BasedOn > 0 && x.Seq > t.m.BasedOn && x.Sender != t.m.Sender {
			continue // the bot had not read it, or players talk on around it
		}
		if x.Kind == FromHost || t.m.At-x.At > youFor || x.Sender == t.m.Sender && t.m.At-x.At > joinedFor {
			return nil
		}
		if seen++; x.Sender != t.m.Sender && t.m.At-x.At >= crossedFor && wanted(x) {
			return x
		}
	}
	return nil
}

// early reports whether the chat of the channel has only begun.
func (t *talk) early() bool {
	n := 0
	for i := 0; i < len(t.before) && n < firstLines; i++ {
		if x := &t.before[i]; x.Channel == t.m.Channel && x.Kind == FromPlayer {
			n++
		}
	}
	return n < firstLines
}

// called returns whom a text calls by name, nil for nobody.
func (t *talk) called(text string) (asked []string) {
	for _, n := range mouth.Called(text, t.names) {
		asked = append(asked, t.listeners[n])
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
