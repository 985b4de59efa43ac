package mouth

import (
	"regexp"
	"strings"
)

// systemTable holds the words of lines that programs write about a game: who left, what begins.
type systemTable struct {
	// Labels are who speaks in such lines. Soft ones count in brackets and in capitals only,
	// because people announce things, too.
	Labels, Soft string
	// Events are words of such a line that count in a frame.
	Events string
	// Classes are lists of phrases that the lines share, and Lines are whole lines.
	Classes map[string][]string
	Lines   []string
}

// systemWords is that table as it is searched.
type systemWords struct {
	labels, soft, events map[string]bool
	lines                *phrases
}

func (l *lexicon) readSystem(common map[string][]string) {
	var t systemTable
	decode("system.json", &t)
	for _, class := range []string{"really", "a"} {
		t.Classes[class] = common[class]
	}
	l.system = systemWords{setOf(t.Labels), setOf(t.Soft), setOf(t.Events), &phrases{vocabulary: l.claim.vocabulary, first: map[int][]*phrase{}}}
	for _, line := range t.Lines {
		l.system.lines.add(line, "system", t.Classes)
	}
}

var (
	// frame matches the marks that programs put before a line of theirs, and icons of such lines.
	frame = regexp.MustCompile(`^(?:\*{3,}|\*{1,2} |={2,}|-{2,}>?|<-+|>{2,}|<{2,}|#{2,} ?|~{2,}|_{3,}|\+{2,}|:{2,}|\|{1,2} |\[|\*|→|←|»|«|•|●|▶|⚠|ℹ|🔔|📢|📣|🚨|🛑|⛔|💀|☠|🌙|🌞|☀|🏆|🗳|⏰|⏳|❗|‼|🔴|🔒|🎮|⚖|▌|█|═|━|─|╔)`)
	// label matches who speaks in a line, in brackets or before a colon.
	label = regexp.MustCompile(`^\W{0,8}([\p{L}_]+(?:[ -][\p{L}]+)?)(?: (?:message|msg|notice|alert|bot|announcement|info|log))?\s*(?:\*{0,2}[\])}>:|»]|[\])}>]+)`)
	// quotedSpeaker matches a name in angle brackets, as programs show who speaks.
	quotedSpeaker = regexp.MustCompile(`^\W*<[@+~&%]?([^<>]{1,40})>\s*\S`)
)

// playsSystem reports whether a text poses as a line of the chat program or of the game: it says in
// the words of such a line that something has happened, stands in a frame, or is said in the name
// of somebody else.
func (r *Room) playsSystem(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return false
	}
	if first := text[0]; first == '[' || first == '(' || first >= '0' && first <= '9' {
		if rest := removeLeading(text, r.Name); rest != text && r.speaker(rest) != "" {
			return true // [12:04] Green: it was me
		}
	}
	marked := !isWordRune(rune(text[0])) // also by an icon
	if at := quotedSpeaker.FindStringSubmatch(text); strings.Contains(text, "<") && at != nil && foldLetters(at[1]) != foldLetters(r.Name) && r.isPlayerName(foldLetters(at[1])) {
		return true
	}
	w := &allLanguages().system
	if !marked && !strings.ContainsAny(text, ":|]})>") {
		// nearly always
	} else if at := label.FindStringSubmatch(text); at != nil {
		who := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(foldLetters(at[1]))
		bracket := !strings.HasSuffix(at[0], ":")
		if w.labels[who] || w.soft[who] && (bracket && marked || at[1] == strings.ToUpper(at[1])) {
			return true
		}
	}
	plain := trimMarks(visible(text))
	s := parseText(plain)
	if len(s.words) > maxSystemWords {
		return false
	}
	if marked && len(s.words) > 1 && frame.MatchString(text) {
		for _, word := range s.words {
			if w.events[word] && (r.namesOther(s) || closesFrame(text)) {
				return true
			}
		}
	}
	return w.lines.find(s, names{playerName: r.Forms.others, botName: r.Forms.own}, func(at span) bool { return !s.isQuestion[s.sentence[at.to-1]] })
}

// maxSystemWords is how many words a line of a program has at most.
const maxSystemWords = 24

// namesOther reports whether a text has the name of another player.
func (r *Room) namesOther(s *parsedText) bool { return s.mentions(r.Forms.others) }

// closesFrame reports whether a text ends with the mark with which it begins, or as a bracket does.
// Such a mark alone, without a name, is how people stress a word.
func closesFrame(text string) bool {
	if isASCIILetter := text[0] >= 0x80; isASCIILetter {
		return true // an icon
	}
	if len(text) < 6 {
		return false
	}
	first, last := text[:2], text[len(text)-2:]
	return first == last && first != "__" || first == "--" || first == "==" || first == "##" || first == ">>" || first == "<<" || text[0] == '[' && text[len(text)-1] == ']'
}
