package smalltalk

import (
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// Limits of what the offline player looks at.
const (
	AllLines    = 25 // lines: what was said before is no matter to take up
	FewLines    = 12 // lines that deciding takes: the open ones and what they refer to
	lineWords   = 6  // words of a line, as many as most have: room that a reader starts with
	openLines   = 9  // lines since its own last one that may still want an answer
	openSeconds = 75 // after that an answer would puzzle people
	settled     = 2  // lines after which a remark is no more to take up
	quietAfter  = 7  // seconds without a line; people answer within that
	breath      = 15 // seconds between two lines of a player that go together
	patience    = 20 // seconds that a player who was asked something has for the answer
)

// Look is how a prompt is looked at.
type Look struct {
	// As is the player whose eyes it is seen with; empty for the one that the prompt was written for.
	As string
	// Lines is how many lines of the transcript are read, AllLines or FewLines.
	Lines int
	// Under says that the player has said less than a fair share.
	Under bool
	// Ahead are lines that follow the transcript, though nobody has sent them.
	Ahead []prompt.Line
	// Suspect is a player to doubt once the talk is about that, Trust one to side with; empty for nobody.
	Suspect, Trust string
	// Aim is what the player is after where nothing else calls for an answer.
	Aim Aim
}

// Aim is what a player is after. It needs a suspect.
type Aim string

// The aims.
const (
	AimTest    Aim = "test"    // to see how the suspect takes a question
	AimAccuse  Aim = "accuse"  // to say who it is
	AimRecruit Aim = "recruit" // to win the one it trusts
	AimVote    Aim = "vote"    // to have all vote for the suspect
)

// Scene is what a player sees in a prompt. One scene gives one answer: asked again, its chance has moved on.
type Scene struct {
	prompt.Parsed
	*book
	cast
	turns              []spoken
	suspected, trusted int
	aim                Aim
	// guest says that the player is not the one whom the prompt was written for: what is known of that one is none of theirs.
	guest bool
	// own are the lines that the player has said.
	own []string
	// seed is the same at every question in a game, as far as the prompt allows.
	seed uint64
	now  int64
	// under says that the player has said less than a fair share.
	under bool
	// hunting says that the game is about finding somebody out.
	hunting bool
	rng     *rand.Rand
	// guess is whom the bot suspects. It is found when first needed.
	guess *clue
	// heard are the words of all lines, names left out.
	heard [][]string
	// room is what the turns share for their words.
	room []word
}

// Read reads a prompt: its players, its transcript, and who the player is.
func Read(p prompt.Parsed, look Look, rng *rand.Rand) *Scene {
	s := &Scene{Parsed: p, rng: rng, under: look.Under, guest: look.As != "" && look.As != p.Name()}
	all := p.Transcript(prompt.SectionTranscript)
	if len(look.Ahead) > 0 {
		all = slices.Concat(all, look.Ahead)
	}
	s.book = books[s.language(all)]
	if s.guest {
		s.cast = newCast(look.As, p.List(prompt.SectionPlayers))
		s.own = linesOf(all, look.As)
	} else {
		s.cast = newCast(p.Name(), p.List(prompt.SectionPlayers))
		s.own = append(slices.Clip(p.List(prompt.SectionOwn)), linesOf(look.Ahead, p.Name())...)
	}
	s.suspected, s.trusted, s.aim = s.player(look.Suspect), s.player(look.Trust), look.Aim
	rules := strings.ToLower(p.Text(prompt.SectionRules))
	s.hunting = strings.Contains(rules, "machine") || strings.Contains(rules, "mafia") || strings.Contains(rules, "bot")
	s.seed = hash(s.identity(all))
	if s.now = s.clock(); len(all) > 0 {
		s.now = max(s.now, all[len(all)-1].Clock)
	}
	all = all[max(0, len(all)-look.Lines):]
	s.turns = make([]spoken, 0, len(all))
	s.room = make([]word, 0, lineWords*len(all))
	for i := range all {
		l := &all[i]
		if l.Gamemaster || strings.TrimSpace(l.Text) == "" {
			continue
		}
		t := s.read(l)
		t.by = s.player(l.Name)
		t.mine = t.by == toMe
		s.turns = append(s.turns, t)
		s.place(len(s.turns) - 1)
	}
	return s
}

// german are words that most German chats have, and hardly any English one.
var german = regexp.MustCompile(`(?i)\b(?:ich|du|ist|nicht|und|hallo|bist|wer|ja|nein)\b`)

// language is that of the chat as the prompt says it, else what the lines look like.
func (s *Scene) language(lines []prompt.Line) string {
	_, language, said := strings.Cut(s.Text(prompt.SectionYou), "The language of this chat: ")
	strange := 0
	for i := range lines {
		if !said && german.MatchString(lines[i].Text) {
			strange++
		}
	}
	if strings.HasPrefix(language, "de") || strange*3 > len(lines) {
		return "de"
	}
	return "en"
}

// linesOf returns what a player has said lately.
func linesOf(lines []prompt.Line, name string) (own []string) {
	for i := range lines {
		if l := &lines[i]; !l.Gamemaster && l.Name == name {
			own = append(own, l.Text)
		}
	}
	return own[max(0, len(own)-prompt.OwnLines):]
}

// identity is what stays the same: the name and the first own line, or, before there is one, the first line of the chat. Once the first own
// line may have gone from the prompt, it is the name alone.
func (s *Scene) identity(all []prompt.Line) string {
	if len(s.own) >= prompt.OwnLines {
		return s.shown[0]
	} else if len(s.own) > 0 {
		return s.shown[0] + s.own[0]
	} else if len(all) > 0 {
		return s.shown[0] + all[0].Name + all[0].Text
	}
	return s.shown[0]
}

// draw returns a number below n that stays the same in a game.
func (s *Scene) draw(what string, n int) int {
	return int((hash(what) ^ s.seed) * 0x9e3779b97f4a7c15 >> 33 % uint64(n))
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// clock reads the current time, the last word of the time section.
func (s *Scene) clock() (now int64) {
	text := strings.TrimRight(s.Text(prompt.SectionTime), ".\n ")
	for part := range strings.SplitSeq(text[strings.LastIndexByte(text, ' ')+1:], ":") {
		n, _ := strconv.ParseInt(part, 10, 64)
		now = now*60 + n
	}
	return now
}

// place settles whom a line without a name speaks to.
func (s *Scene) place(i int) {
	t := &s.turns[i]
	if t.mine || t.to != toNobody {
		return
	}
	before := i - 1
	for before >= 0 && s.turns[before].by == t.by {
		before--
	}
	t.to = toAll
	if who := s.spokenTo(i); who >= 0 && t.has(setYou) && !t.has(setGroup) && len(s.shown) > 2 {
		t.to = who
		return
	}
	switch {
	case len(s.shown) == 2:
		t.to = toMe
	case t.has(setGroup) || before < 0 || t.Clock-s.turns[before].Clock > 30:
	case s.turns[before].mine:
		if !t.aboutMe && (t.has(setYou|setOdd) || t.question) {
			t.to = toMe
		}
	case t.has(setYou):
		t.to = s.turns[before].by
	}
	if n := s.echoed(i); t.question && n >= 0 {
		t.to = n
	}
}

// spokenTo returns the player whom the writer of line i has just named, in a line of the same breath, or -1.
func (s *Scene) spokenTo(i int) int {
	if i == 0 || s.turns[i-1].by != s.turns[i].by || s.turns[i].Clock-s.turns[i-1].Clock > breath {
		return -1
	}
	switch before := &s.turns[i-1]; {
	case before.namesMe && !before.mine:
		return toMe
	case before.about != before.by:
		return before.about
	}
	return -1
}

// echoed returns the player whose words line i takes up, or -1.
func (s *Scene) echoed(i int) int {
	for _, w := range s.turns[i].words {
		if len(w.text) < 4 || !w.telling() {
			continue
		}
		for j := i - 1; j >= max(0, i-6); j-- {
			if before := &s.turns[j]; before.by != s.turns[i].by && before.holds(w.text) {
				return before.by
			}
		}
	}
	return -1
}

// open returns the first of the lines that may still want an answer of the bot.
func (s *Scene) open() int {
	i := len(s.turns)
	for i > 0 && len(s.turns)-i < openLines && !s.turns[i-1].mine && s.now-s.turns[i-1].Clock <= openSeconds {
		i--
	}
	return i
}
