package thought

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// ballot is a vote as a model is shown it.
type ballot struct {
	game.Vote
	// choices are the options, and perhaps to abstain, as shown.
	choices []named
	labels  []named
}

// named is something that is shown under a key.
type named struct {
	prompt.Choice
	// id is that of the option or of the label; empty for abstaining.
	id string
}

// show draws the order in which a vote is shown. n tells the times apart that it is.
func show(v game.View, vote game.Vote, n int) ballot {
	s := ballot{Vote: vote}
	var taken []string
	for _, o := range vote.Options {
		c := named{prompt.Choice{Text: o.Label}, o.ID}
		if i := slices.IndexFunc(v.Players, func(p game.Player) bool { return p.ID == o.Player }); i >= 0 {
			c.Player = v.Players[i].Name
		}
		switch {
		case vote.Kind == game.YesNo:
			c.Note = map[string]string{game.Yes: noteYes, game.No: noteNo}[o.ID]
		case o.Player == v.Me.ID:
			c.Note = noteSelf
		}
		s.choices, taken = append(s.choices, c), append(taken, o.ID, o.Label, c.Player)
	}
	if vote.AllowAbstain && len(vote.Options) > 0 && vote.Kind != game.LabelEach {
		s.choices = append(s.choices, named{prompt.Choice{Text: "abstain", Note: noteAbstain}, ""})
	}
	for _, l := range vote.Labels {
		note := map[game.About]string{game.Suspicion: noteSuspicious, game.Trust: noteTrusted}[l.About]
		s.labels, taken = append(s.labels, named{prompt.Choice{Text: l.Label, Note: note}, l.ID}), append(taken, l.ID, l.Label)
	}
	draw := game.Draw(v.Seed, vote.Changed, "vote options", n) // failures count from 0 again once a thought has completed
	draw.Shuffle(len(s.choices), func(i, k int) { s.choices[i], s.choices[k] = s.choices[k], s.choices[i] })
	draw.Shuffle(len(s.labels), func(i, k int) { s.labels[i], s.labels[k] = s.labels[k], s.labels[i] })
	setKeys(s.choices, letters, taken)
	setKeys(s.labels, func(i int) string { return strconv.Itoa(i + 1) }, taken)
	return s
}

// setKeys gives each its key, none of which is the name of something else: players may well be called A and B.
func setKeys(all []named, key func(int) string, taken []string) {
	i := 0
	for n := range all {
		for slices.ContainsFunc(taken, func(name string) bool { return plain(name) == plain(key(i)) }) {
			i++
		}
		all[n].Key = key(i)
		i++
	}
}

// letters counts A, B … Z, AA, AB and so on.
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + letters(i%26)
}

// ids returns those of the options in the order shown.
func (s ballot) ids() (ids []string) {
	for _, c := range s.choices {
		if c.id != "" {
			ids = append(ids, c.id)
		}
	}
	return ids
}

// entries is how many an answer may have.
func (s ballot) entries() int {
	if s.Kind == game.LabelEach {
		return 2 * len(s.choices) // a second label for each
	}
	return len(s.choices)
}

// sections say what is asked, and what may be answered.
func (s ballot) sections() []prompt.Section {
	var terms []string
	switch s.Kind {
	case game.ChooseOne, game.ChooseMany:
		terms = append(terms, map[game.About]string{game.Suspicion: meansSuspicion, game.Trust: meansTrust, game.Other: meansQuestion}[s.About])
	case game.PickNumber:
		terms = append(terms, fmt.Sprintf(numberFormat, digits(*s.Min), digits(*s.Max)))
	}
	if s.Kind == game.ChooseMany {
		n := len(s.Options)
		terms = append(terms, fmt.Sprintf(choicesFormat, min(int(*s.Min), n), min(int(*s.Max), n)))
	}
	if s.Integer {
		terms = append(terms, wholeNumber)
	}
	if s.AllowAbstain {
		terms = append(terms, mayAbstain)
	}
	sections := []prompt.Section{prompt.List(sectionQuestion, []string{s.Question})}
	if len(terms) > 0 {
		sections = append(sections, prompt.Text(sectionVote, strings.Join(terms, "\n")))
	}
	for _, list := range []struct {
		name string
		all  []named
	}{{sectionLabels, s.labels}, {sectionChoices, s.choices}} {
		if len(list.all) == 0 {
			continue
		}
		var shown []prompt.Choice
		for _, c := range list.all {
			shown = append(shown, c.Choice)
		}
		sections = append(sections, prompt.Choices(list.name, shown))
	}
	return sections
}

// digits writes a number without an exponent.
func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// find returns the one that a word names: by its key, or, since models take liberties, by its whole line, its label, its player or
// its id, where that is no other's as well. Part of a name is no name: Lee is not Leeann.
func find(all []named, word string) (named, bool) {
	word = plain(word)
	if i := slices.IndexFunc(all, func(c named) bool { return plain(c.Key) == word }); i >= 0 {
		return all[i], true
	}
	var found []named
	for _, c := range all {
		if word != "" && slices.Contains([]string{plain(c.Text), plain(c.Player), plain(c.id), plain(c.String())}, word) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return named{}, false
	}
	return found[0], true
}

// plain returns a name without what models change in names: case, and spaces at the ends or in a row.
func plain(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }
