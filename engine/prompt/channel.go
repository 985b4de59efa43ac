package prompt

import (
	"slices"
	"strings"

	"ringer/engine/session"
)

const (
	SectionChannels = "channels"
	SectionNext     = "next line"
)

// The fixed words of the section SectionNext. The offline player reads them back.
const (
	nextMain    = "The next line goes to: the main channel"
	nextPrivate = "The next line goes to: the private channel "
	nextOpen    = "The next line goes to: the channel "
	nextHidden  = "The next line goes to: a channel that is not shown here. Others write it."
	readByAll   = ", which everyone in the game reads."
	readBySome  = ", which only "
)

const channelsIntro = "Channels besides the main one, which everyone in the game reads. " +
	"Marked (private): what was said there is known to its readers only."

// IsPrivate reports whether not everyone in the game reads a channel.
func IsPrivate(v session.View, channel string) bool {
	r := v.Roster()
	return isPrivate(&r, channel)
}

func isPrivate(r *session.Roster, channel string) bool { return r.Narrower(channel, "") }

// Channels returns the section that lists the other channels that the bot sees, if there are any.
func Channels(v session.View) []Section {
	r := v.Roster()
	text := channelsIntro
	for _, c := range r.Channels {
		if !r.Sees(v.Me.ID, c.ID) {
			continue
		}
		text += "\n" + Quote(c.ID)
		if isPrivate(&r, c.ID) {
			text += " (private), read by " + readers(v, c.ID) + " only"
		} else {
			text += ", read by everyone"
		}
	}
	if text == channelsIntro {
		return nil
	}
	return []Section{TextSection(SectionChannels, text)}
}

func readers(v session.View, channel string) string {
	r := v.Roster()
	all := slices.DeleteFunc(slices.Clone(v.Players), func(p session.Player) bool { return !r.Sees(p.ID, channel) })
	return enumerate(quotedNames(all))
}

func quotedNames(players []session.Player) []string {
	return session.Each(session.Names(players), Quote)
}

// enumerate returns a list in words: a, b and c.
func enumerate(items []string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// Next returns the section that says where the next line goes, who reads it, and which private
// channels not all of them read. Without channels it is empty, and left out.
func Next(v session.View) Section {
	r, to := v.Roster(), v.Channel
	if len(r.Channels) == 0 {
		return Section{}
	}
	var text string
	switch {
	case !r.Sees(v.Me.ID, to):
		return TextSection(SectionNext, nextHidden)
	case to == "":
		text = nextMain + readByAll
	case isPrivate(&r, to):
		text = nextPrivate + Quote(to) + readBySome + readers(v, to) + " read."
	default:
		text = nextOpen + Quote(to) + readByAll
	}
	var narrower []string
	for _, c := range r.Channels {
		if r.Sees(v.Me.ID, c.ID) && r.Narrower(c.ID, to) {
			narrower = append(narrower, Quote(c.ID))
		}
	}
	if len(narrower) > 0 {
		text += " Not all of them read " + enumerate(narrower) + ": the line follows from what all of them have read, and gives no hint at the rest."
	}
	return TextSection(SectionNext, text)
}

// Channel returns the channel to which the next line goes, and false if the prompt does not say it.
func (p Parsed) Channel() (id string, ok bool) {
	text := p.Text(SectionNext)
	if strings.HasPrefix(text, nextMain) {
		return "", true
	}
	for _, head := range []string{nextPrivate, nextOpen} {
		if rest, found := strings.CutPrefix(text, head); found {
			id, _, err := unquote(rest)
			return id, err == nil
		}
	}
	return "", false
}

// Readers returns the names of the players in the game who read the next line, the writer too.
func (p Parsed) Readers() (names []string) {
	rest, found := strings.CutPrefix(p.Text(SectionNext), nextPrivate)
	if !found {
		return p.List(SectionPlayers)
	}
	_, rest, err := unquote(rest)
	for rest = strings.TrimPrefix(rest, readBySome); err == nil; rest = strings.TrimPrefix(strings.TrimPrefix(rest, ", "), " and ") {
		var name string
		if name, rest, err = unquote(rest); slices.Contains(p.List(SectionPlayers), name) {
			names = append(names, name)
		}
	}
	return names
}
