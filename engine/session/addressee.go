package session

import (
	"slices"

	"ringer/engine/mouth"
)

const (
	fewAsked = 3         // how many players a question may ask by name; more are everybody
	youFor   = 60 * 1000 // how long a plain "you" means the player who spoke last
	// crossedFor is how old a line is that the asker can have answered. Nobody is faster.
	crossedFor = 1500
	joinedFor  = 15 * 1000 // how long a player's next line still speaks to whom the line before called
)

var everybody = []string{""}

// ReadByRule reads a line by its words and by the kept lines before it: the fallback where no model
// has read it.
func ReadByRule(m *Message, before []Message, r *Roster) Reading {
	asking := mouth.Ask(m.Text)
	read := Reading{Seq: m.Seq, Expects: asking.Asks}
	if x := messageWithID(before, m.ReplyTo); x != nil {
		read.Answers = x.Seq
	}
	if !asking.Asks || m.Kind != FromPlayer {
		read.To = calledBy(m, r)
		return read
	}
	read.To = addressees(m, asking, before, r)
	if slices.Equal(read.To, everybody) {
		read.To, read.All = nil, true
	}
	return read
}

// addressees returns whom a message asks, "" for everybody: whom it calls by name, else whom it
// replies to, else whom the asker has just called. A plain "you" means who spoke before.
func addressees(m *Message, asking mouth.Asking, before []Message, r *Roster) []string {
	listeners := r.listeners(m.Sender, m.Channel)
	if len(listeners) == 1 {
		return listeners
	}
	names := r.names(listeners)
	if asked := called(m.Text, listeners, names); asked != nil {
		return asked
	}
	if x := messageWithID(before, m.ReplyTo); x != nil && x.Kind == FromPlayer && x.Sender != m.Sender {
		return []string{x.Sender}
	}
	if asking.All {
		return everybody
	}
	for i := len(before) - 1; i >= 0; i-- {
		x := &before[i]
		if x.Channel != m.Channel || x.Kind == FromGamemaster || m.BasedOn > 0 && x.Seq > m.BasedOn && x.Sender != m.Sender {
			continue // the bot had not read it, or players talk on around it
		}
		switch {
		case x.Kind == FromHost || m.At-x.At > youFor:
			return everybody
		case x.Sender == m.Sender && m.At-x.At <= joinedFor:
			if asked := called(x.Text, listeners, names); asked != nil && !mentionsAny(m.Text, names) {
				return asked
			}
		case x.Sender != m.Sender && m.At-x.At < crossedFor:
			// the lines have crossed
		case x.Sender != m.Sender && asking.You:
			if p, ok := r.Player(x.Sender); ok && p.Presence == Active {
				return []string{x.Sender}
			}
			return everybody
		case x.Sender != m.Sender:
			return everybody
		}
	}
	return everybody
}

func calledBy(m *Message, r *Roster) []string {
	listeners := r.listeners(m.Sender, m.Channel)
	if asked := called(m.Text, listeners, r.names(listeners)); !slices.Equal(asked, everybody) {
		return asked
	}
	return nil
}

// called returns whom a text calls by name, "" for everybody if they are many, nil for nobody.
func called(text string, ids, names []string) (asked []string) {
	for _, n := range mouth.AskedOf(text, names) {
		asked = append(asked, ids[n])
	}
	if len(asked) > fewAsked {
		return everybody
	}
	return asked
}

func mentionsAny(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return mouth.Mentions(text, name) })
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
