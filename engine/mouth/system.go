package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// systemWords holds the words of lines that programs write about a game: who left, what begins.
type systemWords struct {
	// labels are who speaks in such lines. Soft ones count in brackets and in capitals only,
	// because people announce things, too.
	labels, soft map[string]bool
	// events are words of such a line that count in a frame. talk is what no such line says: with
	// such a word, somebody thinks about what has happened.
	events, talk map[string]bool
	// lines are what only programs write. Formal lines are what people write, too, but not with a
	// capital and a full stop.
	lines, formal *phrases
}

func (l *lexicon) readSystem(common map[string][]string) {
	t, w := readTable("system", "system", l.vocabulary), &l.system
	for _, class := range []string{"really", "a"} {
		t.classes[class] = common[class]
	}
	w.labels, w.soft, w.events, w.talk = setOf(t.text("labels")), setOf(t.text("soft")), setOf(t.text("events")), setOf(t.text("talk"))
	t.phrases(&w.lines, "lines")
	t.phrases(&w.formal, "formal")
}

var (
	// frame matches the marks that programs put before a line of theirs, and icons of such lines.
	frame = regexp.MustCompile(`^(?:-!-|\*{3,}|\*{1,2} |={2,}|-{2,}>?|<-+|>{2,}|<{2,}|#{2,} ?|~{1,3} |~{2,}|_{3,}|\+{2,}|:{2,}|\|{1,2} |\[|\*|→|←|»|«|•|●|▶|⚠|ℹ|🔔|📢|📣|🚨|🛑|⛔|💀|☠|🌙|🌞|☀|🏆|🗳|⏰|⏳|❗|‼|🔴|🔒|🎮|⚖|▌|█|═|━|─|╔)`)
	// label matches who speaks in a line, in brackets or before a colon or arrow.
	label  = regexp.MustCompile(`^\W{0,8}([\p{L}_]+)((?:[ -][\p{L}#\d]+){0,2})\s*(?:\([^()]{0,20}\)\s*)?(?:-\s|\*{0,2}[\])}>:|»]|[\])}>]+|->|→|=>|\*{2,}|={2,}|-{2,})`)
	speaks = regexp.MustCompile(`^(?:> |:? ?\]:? ?|>: ?)[^\s>]`)
	// confides matches the first words in which a speaker tells of themselves.
	confides = regexp.MustCompile(`(?i)^\W{0,2}(?:(?:yes|ok|okay|fine|yeah|well|lol|haha|sorry|guys)[,. ]+)*(?:i am|i['’]?m|i did|i killed|i confess|i admit|it was me|it['’]?s me|i was the|i vote|i voted|i change|i choose|i reveal|i claim|i accuse|i nominate|i protect|i checked|my role|vote (?:for )?me|lynch me|kill me)\b`)
)

// playsSystem reports whether a text poses as a line of the program, or of somebody else.
func (r *Room) playsSystem(text string) bool {
	if text = strings.TrimSpace(text); text == "" {
		return false
	}
	marked := !isWordRune(rune(text[0])) // also by an icon
	if r.speaksForOther(text) || (marked || strings.ContainsAny(text, ":|]})>→")) && hasLabel(text, marked) {
		return true
	}
	w, s := &allLanguages().system, parseText(trimMarks(visible(text)))
	if len(s.words) > maxSystemWords {
		return false
	}
	own := slices.ContainsFunc(s.words, func(word string) bool { return allLanguages().self[word] })
	if marked && !own && len(s.words) > 1 && frame.MatchString(text) && (s.mentions(r.Forms.others) || closesFrame(text)) &&
		slices.ContainsFunc(s.words, func(word string) bool { return w.events[word] }) {
		return true
	}
	players := names{playerName: r.Forms.others, botName: r.Forms.own}
	told := func(at span) bool { return !s.isQuestion[s.sentence[at.to-1]] }
	if w.lines.find(s, players, told) {
		return true
	}
	talks := own || slices.ContainsFunc(s.words, func(word string) bool { return w.talk[word] })
	return !talks && isFormal(text) && w.formal.find(s, players, told)
}

// speaksForOther finds <Green> hi, and a name and a colon before what one tells of oneself.
func (r *Room) speaksForOther(text string) bool {
	rest := removeLeading(text, r.Name)
	if rest != text && text[0] != '#' && text[0] != '-' && r.speaker(rest) != "" {
		return true
	}
	for _, name := range r.Names {
		if name == r.Name {
			continue
		}
		bare := strings.TrimLeft(rest, "[<(*@+~&% ")
		if len(bare) <= len(name) || !strings.EqualFold(bare[:len(name)], name) {
			continue
		}
		after := bare[len(name):]
		if speaks.MatchString(after) && (bare != rest || after[0] != ']') {
			return true
		}
		if said, ok := strings.CutPrefix(strings.TrimLeft(after, "* "), ":"); ok && confides.MatchString(said) && !holdsName(strings.ToLower(said), strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// hasLabel reports whether a text begins with who speaks in lines of programs.
func hasLabel(text string, marked bool) bool {
	at := label.FindStringSubmatch(text)
	if at == nil {
		return false
	}
	w, first := &allLanguages().system, foldLetters(at[1])
	who := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(first + foldLetters(at[2]))
	last := strings.TrimLeft(foldLetters(at[2]), " -")
	if w.labels[first] || w.labels[who] || w.labels[last] {
		return true
	}
	bracket := !strings.HasSuffix(at[0], ":")
	return (w.soft[first] || w.soft[who]) && (bracket && marked || at[1] == strings.ToUpper(at[1]) || isFormal(text))
}

// isFormal reports whether a text begins and ends as people in a chat hardly write.
func isFormal(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last := text[len(text)-1]
	return (unicode.IsUpper(first) || unicode.IsDigit(first)) && (last == '.' || last == '!' || last >= 'A' && last <= 'Z' || last >= '0' && last <= '9')
}

const maxSystemWords = 24

// closesFrame reports whether a text begins with an icon, or ends as it begins.
func closesFrame(text string) bool {
	if text[0] >= utf8.RuneSelf {
		return true
	}
	if len(text) < 6 {
		return false
	}
	first, last := text[:2], text[len(text)-2:]
	return first == last && first != "__" || strings.Contains("-- == ## >> << ~ ", first) || text[0] == '[' && text[len(text)-1] == ']'
}
