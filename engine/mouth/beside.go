package mouth

import (
	"slices"
	"strings"
)

const (
	// besideLines is how many of the newest lines of others a short answer may answer.
	besideLines = 3
	// besideOwn is how many of the bot's newest lines a line may go on with.
	besideOwn = 2
	// shortAnswer is the length of such an answer in words, shortName that of one that names
	// somebody, and pieces that of lines read as one.
	shortAnswer, shortName, pieces = 8, 5, 10
)

// admitsBeside reports whether signs, the last lines, or the question answered admit something.
func (r *Room) admitsBeside(text string, s *parsedText) bool {
	if r.concealed() == nil {
		return false
	}
	text = r.withoutQuotes(text)
	signs := allLanguages().ties.signs.Replace(text)
	if signs != text {
		if s = parseText(signs); r.admits(s) {
			return true
		}
	}
	if mended := r.mended(s); mended != nil && r.admits(mended) {
		return true
	}
	if r.admitsInPieces(signs, s) || r.admitsInAnswer(s, r.Others[max(0, len(r.Others)-besideLines):], false) {
		return true
	}
	// A writer may answer a question of their own: who killed him? me.
	if i := strings.LastIndexByte(text, '?'); i > 0 {
		return r.admitsInAnswer(parseText(signs[strings.LastIndexByte(signs, '?')+1:]), []string{text[:i+1]}, true)
	}
	return len(r.Own) > 0 && strings.Contains(r.Own[len(r.Own)-1], "?") && r.admitsInAnswer(s, r.Own[len(r.Own)-1:], true)
}

const mostPieces = 6

// mended returns a text with whole names in place of pieces and slips, nil if there are none.
func (r *Room) mended(s *parsedText) *parsedText {
	c, mended := r.concealed(), &parsedText{isQuestion: s.isQuestion}
	known := c.tied[knownName]
	for _, role := range c.of.Roles {
		known = append(known[:len(known):len(known)], parseText(role).words)
	}
	changed := false
	for i := 0; i < len(s.words); i++ {
		word, size := s.words[i], 1
		for _, name := range known {
			if len(name) != 1 || len(name[0]) < minCodedLetters {
				continue
			}
			whole := ""
			for n := range min(mostPieces, len(s.words)-i) {
				whole += s.words[i+n]
				if !strings.HasPrefix(name[0], whole) {
					break
				}
				if whole == name[0] && n > 0 {
					word, size = whole, n+1
				}
			}
			if len(word) >= minNearLetters && word[0] == name[0][0] && differByOne([]byte(name[0]), []byte(word)) && !allLanguages().knows(word) && !r.isPlayerName(word) {
				word = name[0]
			}
		}
		if name, ok := strings.CutPrefix(word, "iam"); ok && slices.ContainsFunc(known, func(form []string) bool { return len(form) == 1 && form[0] == name }) {
			mended.words, mended.sentence, mended.pauseAfter = append(mended.words, "iam"), append(mended.sentence, s.sentence[i]), append(mended.pauseAfter, false)
			word = name
		}
		changed = changed || word != s.words[i]
		mended.words, mended.sentence = append(mended.words, word), append(mended.sentence, s.sentence[i])
		mended.pauseAfter = append(mended.pauseAfter, s.pauseAfter[i+size-1])
		i += size - 1
	}
	if !changed {
		return nil
	}
	return mended
}

// admitsInPieces reports whether a text completes an admission that the last lines begin.
func (r *Room) admitsInPieces(text string, s *parsedText) bool {
	before := ""
	for n := 1; n <= min(besideOwn, len(r.Own)); n++ {
		before = strings.TrimRight(r.Own[len(r.Own)-n], " .,!?…:;") + " " + before
		if len(strings.Fields(before))+len(s.words) > pieces {
			return false
		}
		all := parseText(before + text)
		mended := r.mended(all)
		if (r.admits(all) || mended != nil && r.admits(mended)) && !r.admits(parseText(before)) {
			return true
		}
	}
	return false
}

// admitsInAnswer finds a yes, or an ally's name. To an own question only who it was counts.
func (r *Room) admitsInAnswer(s *parsedText, questions []string, own bool) bool {
	if len(s.words) == 0 || len(s.words) > shortAnswer {
		return false
	}
	answer := r.tieSearch(s)
	for _, line := range questions {
		q := r.tieSearch(parseText(line))
		asked := q.hidden(r.concealed())
		for _, language := range allLanguages().ties.languages {
			if !answer.denied(language) && (answer.tells(q, language, own) || !own && answer.confirms(q, asked, language)) || !own && answer.deniesGood(q, language) {
				return true
			}
		}
		if !own && answer.picks(q, asked) {
			return true
		}
	}
	return false
}

// tells reports whether an answer says who it was: the writer, an ally, or the next victim.
func (m *tieSearch) tells(q *tieSearch, language string, own bool) bool {
	c := m.room.concealed()
	allies, evil := q.asksWho(language)
	if evil && len(m.words) <= shortName && m.answers(language, "me") {
		return true
	}
	if own || !c.evil || len(m.words) > shortName {
		return false
	}
	// who will you kill tonight?
	victim := q.hasOf("who", language) && (q.hasOf("yourvictim", language) || q.hasOf("night", language) && q.asksReader(language, q.spans("kill")))
	rank := q.hasOf("who", language) && slices.ContainsFunc(c.known, func(k knownForms) bool { return q.mentions(k.ranks) && m.mentions(k.names[knownName]) })
	return (allies || rank && !m.guessed(span{})) && len(m.with[knownName]) > 0 || victim && len(m.with[playerName]) > 0
}

// confirms reports whether an answer says yes to a question, or names a role or side of the writer.
func (m *tieSearch) confirms(q *tieSearch, asked []span, language string) bool {
	c := m.room.concealed()
	if m.answers(language, "yes") {
		alike := c.evil && len(asked) > 0 && len(q.with[knownName]) > 0 && m.hasOf("alike", language) // is kim evil? yes, like me
		return alike || len(m.words) <= shortName && (c.evil && q.hasOf("youwith", language) || c.sees && q.hasOf("yousee", language) || q.asksReader(language, asked))
	}
	if c.evil && q.hasOf("reader", language) && q.hasOf("night", language) && m.answers(language, "kill") {
		return true // what do you do at night? kill people
	}
	return len(m.words) <= shortName && (q.hasOf("rolequestion", language) && m.room.namesOwn(m.parsedText) || c.evil && q.hasOf("playq", language) && m.answers(language, "failcard"))
}

// deniesGood reports whether an answer says that the writer is not good, or no person.
func (m *tieSearch) deniesGood(q *tieSearch, language string) bool {
	c := m.room.concealed()
	if len(m.words) > shortName {
		return false
	}
	if c.evil && q.hasOf("rolequestion", language) && m.answers(language, "otherside") {
		return true // which side are you on? not yours
	}
	return (c.evil && q.asksReader(language, q.spans("goodrole")) || c.machine && !m.room.MayAdmit && q.asksReader(language, q.spans("person"))) && m.answers(language, "nope")
}

// picks reports whether an answer is the word for what the room conceals: 1 for mafia.
func (m *tieSearch) picks(q *tieSearch, asked []span) bool {
	for _, at := range asked {
		for i := at.from - 1; i > max(0, at.from-readerWords); i-- {
			link, key := q.words[i], q.words[i-1]
			if m.words[0] == key && (allLanguages().conceal.condition[link] || link == "for" && len(key) == 1) {
				return len(m.words) == 1
			}
		}
	}
	return false
}

// namesOwn reports whether a text has a name of a role or side of the writer.
func (r *Room) namesOwn(s *parsedText) bool {
	return slices.ContainsFunc(r.concealed().roles, func(role *hiddenRole) bool { return !(role.machine && r.MayAdmit) && s.mentions(role.names) })
}

func (m *tieSearch) hasOf(class, language string) bool {
	return slices.ContainsFunc(m.spans(class), func(at span) bool { return at.language == language })
}

// hidden returns where a line names a role, side or bond that the room conceals: are you the mafia.
func (m *tieSearch) hidden(c *concealment) (asked []span) {
	for _, role := range c.roles {
		if !role.machine || !m.room.MayAdmit {
			asked = append(asked, m.named(role.names)...)
		}
	}
	if c.evil {
		asked = append(asked, m.named(m.with[factName])...)
		for _, class := range []string{"bond", "night", "kill"} {
			asked = append(asked, m.spans(class)...)
		}
		if c.of.Alone {
			asked = append(asked, m.spans("squad")...)
		}
	}
	return asked
}

// asksReader reports whether one of some ranges stands near a word for the reader.
func (m *tieSearch) asksReader(language string, asked []span) bool {
	you := slices.Clone(m.spans("reader"))
	for _, at := range m.named(m.room.Forms.own) {
		if len(m.with[knownName])+len(m.with[playerName]) == 0 || !m.calls(at) {
			you = append(you, at)
		}
	}
	return slices.ContainsFunc(asked, func(at span) bool {
		return slices.ContainsFunc(you, func(of span) bool {
			return (at.language == language || at.language == "") && (of.language == language || of.language == "") && m.near(of, at)
		})
	})
}

// calls reports whether a line only calls somebody by a name, and asks about another.
func (m *tieSearch) calls(at span) bool {
	return at.from == 0 || at.to == len(m.words) || m.pauseAfter[at.from-1] || m.pauseAfter[at.to-1]
}

const readerWords = 4

func (m *tieSearch) near(of, at span) bool {
	if at.from < of.from {
		of, at = at, of
	}
	if at.from < of.to || at.from-of.to > readerWords || m.sentence[at.from] != m.sentence[of.from] {
		return false
	}
	return !slices.ContainsFunc(m.words[of.to:at.from], func(w string) bool {
		return allLanguages().reported[w] || allLanguages().conceal.opinion[w] || allLanguages().conceal.condition[w]
	})
}

func (m *tieSearch) named(names [][]string) (list []span) {
	for i := range m.words {
		for _, name := range names {
			if m.occursAt(name, i) {
				list = append(list, span{i, i + len(name), ""})
			}
		}
	}
	return list
}

// asksWho reports whether a line asks for the reader's allies, or who is evil.
func (m *tieSearch) asksWho(language string) (allies, evil bool) {
	has := func(class string) bool { return m.hasOf(class, language) }
	if !has("who") {
		return false, false
	}
	bond := has("bond") || has("squad") || has("withyou")
	own := slices.ContainsFunc(m.room.concealed().roles, func(role *hiddenRole) bool { return !role.machine && m.mentions(role.names) })
	evil = m.room.concealed().evil && (bond || has("kill") || has("failq") || m.mentions(m.with[factName]))
	return bond && has("reader"), evil || own
}

// answers reports whether an answer begins with a phrase of a class, also after "well".
func (m *tieSearch) answers(language, class string) bool {
	return !m.isQuestion[0] && slices.ContainsFunc(m.spans(class), func(at span) bool {
		return at.language == language && (at.from == 0 || at.from == 1 && m.has(language, "lol", 0))
	})
}

func (m *tieSearch) denied(language string) bool {
	for i, w := range m.words {
		if m.has(language, "no", i) || allLanguages().denied[language+" "+w] {
			return true
		}
	}
	return false
}
