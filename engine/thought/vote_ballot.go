package thought

import (
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type ballot struct {
	session.Vote
	form    voteForm
	quarry  string       // what the bot looks for in others; empty if nobody has said so
	side    session.Side // the side of the bot in a quest game
	last    bool         // evil wins if the team is refused
	choices []entry      // the options as shown, with abstaining if that is a choice
	labels  []entry      // the labels as shown
}

// entry is something that is shown under a key.
type entry struct {
	prompt.Choice
	// id is the id of the option or label. It is empty for abstaining.
	id string
}

// newBallot draws the order in which a vote is shown. n counts the thoughts about it so far.
func newBallot(v session.View, vote session.Vote, n int) ballot {
	s := ballot{Vote: vote, form: formOf(vote.Kind), quarry: v.Quarry(), side: v.Config.Side(), last: vote.Step == session.StepApproval && v.LastTeam()}
	var taken []string
	for _, o := range vote.Options {
		c := entry{prompt.Choice{Text: o.Label}, o.ID}
		if i := slices.IndexFunc(v.Players, func(p session.Player) bool { return p.ID == o.Player }); i >= 0 {
			c.Player = v.Players[i].Name
		}
		switch {
		case s.form.hints != nil:
			c.Hint = s.form.hints[o.ID]
		case o.Player == v.Me.ID:
			c.Hint = hintSelf
		case slices.Contains(v.Config.Bot.Allies, o.Player):
			c.Hint = hintAlly
		}
		s.choices, taken = append(s.choices, c), append(taken, o.ID, o.Label, c.Player)
	}
	if vote.AllowAbstain && len(vote.Options) > 0 && !s.form.apart {
		s.choices = append(s.choices, entry{prompt.Choice{Text: "abstain", Hint: hintAbstain}, ""})
	}
	for _, l := range vote.Labels {
		note := map[session.About]string{session.Suspicion: hintSuspicious, session.Trust: hintTrusted}[l.About]
		s.labels, taken = append(s.labels, entry{prompt.Choice{Text: l.Label, Hint: note}, l.ID}), append(taken, l.ID, l.Label)
	}
	// n may repeat, because failures count from 0 again once a thought has completed.
	draw := session.Draw(v.Seed, vote.ChangedSeq, "vote options", n)
	draw.Shuffle(len(s.choices), func(i, k int) { s.choices[i], s.choices[k] = s.choices[k], s.choices[i] })
	draw.Shuffle(len(s.labels), func(i, k int) { s.labels[i], s.labels[k] = s.labels[k], s.labels[i] })
	setKeys(s.choices, letterKey, taken)
	setKeys(s.labels, func(i int) string { return strconv.Itoa(i + 1) }, taken)
	return s
}

// setKeys gives each entry a key that is not a name: players may be called A and B.
func setKeys(all []entry, key func(int) string, taken []string) {
	i := 0
	for n := range all {
		for slices.ContainsFunc(taken, func(name string) bool { return foldName(name) == foldName(key(i)) }) {
			i++
		}
		all[n].Key = key(i)
		i++
	}
}

// letterKey counts A, B … Z, AA, AB and so on.
func letterKey(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letterKey(i/26-1) + letterKey(i%26)
}

func (s ballot) ids() (ids []string) {
	for _, c := range s.choices {
		if c.id != "" {
			ids = append(ids, c.id)
		}
	}
	return ids
}

func (s ballot) maxEntries() int { return s.form.entries * len(s.choices) }

func (s ballot) sections() []prompt.Section {
	var terms []string
	switch {
	case s.Step != "":
		terms = stepTerms(s.Step, s.side)
		if s.last {
			terms = append(terms, lastTeam)
		}
		if !s.Step.Ruled() {
			terms = append(terms, s.form.means(s))
		}
	case s.form.means != nil:
		terms = append(terms, s.form.means(s))
	}
	if s.form.limits != nil {
		terms = append(terms, s.form.limits(s))
	}
	if s.Integer {
		terms = append(terms, wholeNumber)
	}
	if s.AllowAbstain {
		terms = append(terms, mayAbstain)
	}
	sections := []prompt.Section{prompt.ListSection(sectionQuestion, []string{s.Question})}
	if len(terms) > 0 {
		sections = append(sections, prompt.TextSection(sectionVote, strings.Join(terms, "\n")))
	}
	for _, list := range []struct {
		name string
		all  []entry
	}{{sectionLabels, s.labels}, {sectionChoices, s.choices}} {
		if len(list.all) > 0 {
			sections = append(sections, prompt.ChoiceSection(list.name, session.Each(list.all, func(c entry) prompt.Choice { return c.Choice })))
		}
	}
	return sections
}

// suspicion says what it means to choose a suspect: that depends on what the bot looks for.
func (s ballot) suspicion() string {
	if s.quarry == "" {
		return meansSuspicion
	}
	return meansQuarry + s.quarry + "."
}

func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// findEntry returns the entry that a word names: by its key, else by its line, label, player or id,
// if only one matches. Part of a name does not match: Lee is not Leeann.
func findEntry(all []entry, word string) (entry, bool) {
	word = foldName(word)
	if i := slices.IndexFunc(all, func(c entry) bool { return foldName(c.Key) == word }); i >= 0 {
		return all[i], true
	}
	var found []entry
	for _, c := range all {
		if word != "" && slices.Contains([]string{foldName(c.Text), foldName(c.Player), foldName(c.id), foldName(c.String())}, word) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return entry{}, false
	}
	return found[0], true
}

// foldName returns a name without what models change in names: case and spaces.
func foldName(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }
