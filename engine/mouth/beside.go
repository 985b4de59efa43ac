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
	// shortAnswer is the length of such an answer in words, and pieces that of lines read as one.
	shortAnswer, pieces = 5, 10
)

// admitsBeside reports whether a text admits what the room conceals by something beside its words:
// signs, the writer's last lines, or the question that it answers. It admits nothing without them.
func (r *Room) admitsBeside(text string, s *parsedText) bool {
	if r.concealed() == nil {
		return false
	}
	signs := allLanguages().ties.signs.Replace(text)
	if signs != text || r.withoutQuotes(text) != text {
		s = parseText(signs)
	}
	if signs != text && r.admits(s) {
		return true
	}
	if mended := r.mended(s); mended != nil && r.admits(mended) {
		return true
	}
	return r.admitsInPieces(signs, s) || r.admitsInAnswer(s)
}

// mostPieces is how many words a name is cut into.
const mostPieces = 6

// mended returns a text with a name of the writer's role, or of an ally, in place of its pieces and
// of a word that differs by one letter. It returns nil if there is nothing to mend.
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

// admitsInPieces reports whether a text completes an admission that begins in the writer's last
// lines.
func (r *Room) admitsInPieces(text string, s *parsedText) bool {
	before := ""
	for n := 1; n <= min(besideOwn, len(r.Own)); n++ {
		before = strings.TrimRight(r.Own[len(r.Own)-n], " .,!?…:;") + " " + before
		if len(strings.Fields(before))+len(s.words) > pieces {
			return false
		}
		if r.admits(parseText(before+text)) && !r.admits(parseText(before)) {
			return true
		}
	}
	return false
}

// admitsInAnswer reports whether a text says yes to a question for what the room conceals, or names
// an ally where one is asked for.
func (r *Room) admitsInAnswer(s *parsedText) bool {
	if len(s.words) == 0 || len(s.words) > shortAnswer || len(r.Others) == 0 {
		return false
	}
	c, ties, answer := r.concealed(), &allLanguages().ties, r.tieSearch(s)
	for _, line := range r.Others[max(0, len(r.Others)-besideLines):] {
		q := r.tieSearch(parseText(line))
		asked := q.hidden(c)
		for _, language := range ties.languages {
			allies, evil := q.asksWho(language)
			switch {
			case (c.evil && slices.ContainsFunc(q.spans("youwith"), in(language)) || q.asksReader(language, asked)) && answer.answers(language, "yes"), evil && answer.answers(language, "me"):
				return !answer.denied(language)
			case slices.ContainsFunc(q.spans("rolequestion"), in(language)) && !answer.denied(language) && r.namesOwn(s):
				return true
			case (c.evil && q.asksReader(language, q.spans("goodrole")) || c.machine && !r.MayAdmit && q.asksReader(language, q.spans("person"))) && answer.answers(language, "nope"):
				return true
			case c.evil && allies && !answer.denied(language) && s.mentions(c.tied[knownName]):
				return true
			}
		}
	}
	return false
}

// namesOwn reports whether a text has a name of a role or side of the writer.
func (r *Room) namesOwn(s *parsedText) bool {
	return slices.ContainsFunc(r.concealed().roles, func(role *hiddenRole) bool { return !(role.machine && r.MayAdmit) && s.mentions(role.names) })
}

// in returns a test for the language of a range.
func in(language string) func(span) bool {
	return func(at span) bool { return at.language == language }
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
	you := slices.Concat(m.spans("reader"), m.named(m.room.Forms.own))
	return slices.ContainsFunc(asked, func(at span) bool {
		return slices.ContainsFunc(you, func(of span) bool {
			return (at.language == language || at.language == "") && (of.language == language || of.language == "") && m.near(of, at)
		})
	})
}

// readerWords is how many words may stand between the reader and what is asked.
const readerWords = 4

// near reports whether two ranges stand close together, and nobody's opinion between them.
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

// named returns where names stand.
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
	has := func(class string) bool { return slices.ContainsFunc(m.spans(class), in(language)) }
	if !has("who") {
		return false, false
	}
	bond := has("bond") || has("squad") || has("withyou")
	own := slices.ContainsFunc(m.room.concealed().roles, func(role *hiddenRole) bool { return !role.machine && m.mentions(role.names) })
	evil = m.room.concealed().evil && (bond || has("kill") || m.mentions(m.with[factName]))
	return bond && has("reader"), evil || own
}

// answers reports whether an answer begins with a phrase of a class.
func (m *tieSearch) answers(language, class string) bool {
	return !m.isQuestion[0] && slices.ContainsFunc(m.spans(class), func(at span) bool {
		return at.from == 0 && at.language == language
	})
}

// denied reports whether a text denies something in a language.
func (m *tieSearch) denied(language string) bool {
	for i, w := range m.words {
		if m.has(language, "no", i) || allLanguages().denied[language+" "+w] {
			return true
		}
	}
	return false
}
