package fourmind

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{taskLookahead: continueChat, taskAnalysis: readSides, taskAppraisal: countAccusers}
}

// How likely each player writes next. With these values a bot among people has about an even share.
const (
	// repeatFactor is for the writer of the last line: people seldom add to their own.
	repeatFactor = 0.05
	// baseUrge is for all but the bot: people also write when nothing calls for it.
	baseUrge = 0.15
	// turnUrge is the least urge of a bot that has written less than the others.
	turnUrge = 0.8
	// In seconds, between two simulated lines.
	pause = 6
)

// continueChat writes the next lines, each by a writer who is drawn by the urges.
func continueChat(p prompt.Parsed, rng *rand.Rand) any {
	count, first, mayWrite, read, chooses := readAhead(p.Text(sectionAhead))
	c := continuation{Parsed: p, rng: rng, mayWrite: mayWrite, turn: strings.Contains(p.Text(sectionAhead), aheadTurn)}
	if len(mayWrite) == 0 {
		c.mayWrite = p.List(prompt.SectionPlayers)
	}
	c.suspect, c.trust = c.readObjective()
	for i := range count {
		name := first
		if i > 0 || first == "" {
			name = c.next()
		}
		text := c.sceneFor(name, smalltalk.LinesForWriting).Say()
		if text == "" {
			break
		}
		c.add(name, c.inStyleOf(name, text))
	}
	messages := []simulated{}
	for _, l := range c.lines {
		messages = append(messages, simulated{Sender: l.Name, Text: l.Text})
	}
	switch {
	case chooses:
		a := choosingAnswer{Unsent: session.LookKeep, Messages: messages}
		now := smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForDeciding}, rng)
		if unsent, _ := p.Pending(); now.Keeps() == "" || smalltalk.Said(p, unsent) {
			if a.Unsent = session.LookDrop; len(messages) > 0 && messages[0].Sender == p.Name() {
				a.Unsent = session.LookReplace
			}
		}
		return a
	case read > 0:
		a := readingAnswer{Newest: reading{Receivers: []string{}}, Messages: messages}
		for _, x := range readLines(p, []int64{read}, rng) {
			a.Newest = reading{Receivers: x.Receivers, Facts: x.Facts, Revelation: x.Revelation, Relationship: x.Relationship, Appeal: x.Appeal}
		}
		return a
	}
	return lookaheadAnswer{messages}
}

// readAhead reads the section ahead. Empty values of first and mayWrite stand for anybody, read 0
// for none.
func readAhead(text string) (count int, first string, mayWrite []string, read int64, chooses bool) {
	names := func(value string) (all []string) {
		_ = json.Unmarshal([]byte("["+value+"]"), &all) // anything else names nobody
		return all
	}
	for line := range strings.Lines(text) {
		label, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch label + ": " {
		case aheadCount:
			count, _ = strconv.Atoi(value)
		case aheadFirst:
			first = strings.Join(names(value), "")
		case aheadOnly:
			mayWrite = names(value)
		case aheadRead:
			read = append(lineNumbers(value), 0)[0]
		case aheadUnsent:
			chooses = true
		}
	}
	return max(1, count), first, mayWrite, read, chooses
}

type continuation struct {
	prompt.Parsed
	lines          []prompt.Line
	mayWrite       []string
	turn           bool
	suspect, trust string
	rng            *rand.Rand
}

func (c *continuation) all() []prompt.Line {
	return slices.Concat(c.Transcript(prompt.SectionTranscript), c.lines)
}

// sceneFor returns the chat as a player sees it. Only the bot's scene has the objective.
func (c *continuation) sceneFor(name string, lines int) *smalltalk.Scene {
	options := smalltalk.ReadOptions{Viewpoint: name, MaxLines: lines, Unsent: c.lines, BelowShare: smalltalk.BelowShare(c.all(), name, len(c.List(prompt.SectionPlayers)))}
	if name == c.Name() {
		options.Suspect, options.Trust = c.suspect, c.trust
	}
	return smalltalk.Read(c.Parsed, options, c.rng)
}

// next draws whether the bot writes next, by its urge, and if not, one of the others by theirs.
func (c *continuation) next() string {
	var last string
	if all := c.all(); len(all) > 0 {
		last = all[len(all)-1].Name
	}
	me, names := c.Name(), c.mayWrite
	urges, sum := make([]float64, len(names)), 0.0
	for i, name := range names {
		urges[i] = c.sceneFor(name, smalltalk.LinesForDeciding).Urge()
		if name == me {
			if name == last {
				urges[i] *= repeatFactor
			}
			if c.turn && len(c.lines) == 0 {
				urges[i] = max(urges[i], turnUrge)
			}
			if c.rng.Float64() < urges[i] || len(names) == 1 {
				return me
			}
			urges[i] = 0
			continue
		}
		if urges[i] += baseUrge; name == last {
			urges[i] *= repeatFactor
		}
		sum += urges[i]
	}
	drawn := c.rng.Float64() * sum
	for i, name := range names {
		if drawn -= urges[i]; urges[i] > 0 && drawn < 0 {
			return name
		}
	}
	return me // nobody else is left
}

// inStyleOf adds a capital and a full stop, if most lines of that player have them.
func (c *continuation) inStyleOf(name, text string) string {
	if name == c.Name() {
		return text
	}
	lines, capitals, stops := 0, 0, 0
	for _, l := range c.Transcript(prompt.SectionTranscript) {
		if l.Name != name || l.Text == "" {
			continue
		}
		lines++
		if first, _ := utf8.DecodeRuneInString(l.Text); unicode.IsUpper(first) {
			capitals++
		}
		if strings.HasSuffix(l.Text, ".") {
			stops++
		}
	}
	if first, n := utf8.DecodeRuneInString(text); capitals*2 > lines {
		text = string(unicode.ToUpper(first)) + text[n:]
	}
	if stops*2 > lines && !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text
}

func (c *continuation) add(name, text string) {
	l := prompt.Line{Name: name, Text: text}
	if all := c.all(); len(all) > 0 {
		last := all[len(all)-1]
		l.Number, l.Clock = last.Number+1, last.Clock+pause
	}
	c.lines = append(c.lines, l)
}

var (
	doubting   = []string{"suspicion", "suspect", "doubt", "against", "accuse", "suspicious", "machine", "target", "blame", "vote"}
	supporting = []string{"support", "side", "trust", "agree", "defend", "protect", "help", "back"}
)

// readObjective reads whom the bot doubts and whom it sides with: the players whose names stand in
// a clause with one of these words.
func (c *continuation) readObjective() (suspect, trust string) {
	_, own, _ := strings.Cut(c.Text(prompt.SectionYou), "What you want here: ")
	text := strings.ReplaceAll(strings.ToLower(c.Text(sectionObjective)+"\n"+own), " and ", "\n")
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".;\n", r) }) {
		for _, name := range c.List(prompt.SectionPlayers) {
			switch {
			case name == c.Name() || !containsName(clause, name):
			case suspect == "" && containsAny(clause, doubting):
				suspect = name
			case trust == "" && containsAny(clause, supporting):
				trust = name
			}
		}
	}
	return suspect, trust
}

func containsName(clause, name string) bool { return strings.Contains(spaced(clause), spaced(name)) }

func spaced(text string) string {
	return " " + strings.Join(words(text), " ") + " "
}

func containsAny(clause string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(clause, w) })
}
