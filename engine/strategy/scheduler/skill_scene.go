package scheduler

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"

	"ringer/engine/prompt"
)

// Limits of what the offline player looks at.
const (
	lookLines   = 25 // lines: what was said before is no matter to take up
	glanceLines = 12 // lines that deciding takes: the open ones and what they refer to
	lineWords   = 6  // words of a line, as many as most have: room that a reader starts with
	openLines   = 9  // lines since its own last one that may still want an answer
	openSeconds = 75 // after that an answer would puzzle people
	settled     = 2  // lines after which a remark is no more to take up
	quietAfter  = 7  // seconds without a line; people answer within that
	patience    = 20 // seconds that a player who was asked something has for the answer
)

// scene is what the offline player sees in a prompt.
type scene struct {
	prompt.Parsed
	*book
	cast
	turns []spoken
	// own are the lines that the bot has said.
	own []string
	// seed is the same at every question in a game, as far as the prompt allows.
	seed uint64
	now  int64
	// under says that the bot has said less than its share.
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

func readScene(p prompt.Parsed, look int, rng *rand.Rand) *scene {
	s := &scene{Parsed: p, rng: rng, book: books["en"], cast: newCast(p.Name(), p.List(prompt.SectionPlayers)), own: p.List(prompt.SectionOwn)}
	if _, language, _ := strings.Cut(p.Text(prompt.SectionYou), "The language of this chat: "); strings.HasPrefix(language, "de") {
		s.book = books["de"]
	}
	all := p.Transcript(prompt.SectionTranscript)
	s.under = strings.HasPrefix(p.Text(sectionBalance), "Talk")
	rules := strings.ToLower(p.Text(prompt.SectionRules))
	s.hunting = strings.Contains(rules, "machine") || strings.Contains(rules, "mafia") || strings.Contains(rules, "bot")
	s.seed = hash(s.identity(all))
	s.now = s.clock()
	all = all[max(0, len(all)-look):]
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

// identity is what stays the same: the name and the first own line, or, before there is one, the first line of the chat. Once the first own
// line may have gone from the prompt, it is the name alone.
func (s *scene) identity(all []prompt.Line) string {
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
func (s *scene) draw(what string, n int) int {
	return int((hash(what) ^ s.seed) * 0x9e3779b97f4a7c15 >> 33 % uint64(n))
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// clock reads the current time, the last word of the time section.
func (s *scene) clock() (now int64) {
	text := strings.TrimRight(s.Text(prompt.SectionTime), ".\n ")
	for part := range strings.SplitSeq(text[strings.LastIndexByte(text, ' ')+1:], ":") {
		n, _ := strconv.ParseInt(part, 10, 64)
		now = now*60 + n
	}
	return now
}

// place settles whom a line without a name speaks to.
func (s *scene) place(i int) {
	t := &s.turns[i]
	if t.mine || t.to != toNobody {
		return
	}
	before := i - 1
	for before >= 0 && s.turns[before].by == t.by {
		before--
	}
	t.to = toAll
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

// echoed returns the player whose words line i takes up, or -1.
func (s *scene) echoed(i int) int {
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
func (s *scene) open() int {
	i := len(s.turns)
	for i > 0 && len(s.turns)-i < openLines && !s.turns[i-1].mine && s.now-s.turns[i-1].Clock <= openSeconds {
		i--
	}
	return i
}

// cast holds the players' names in lower case, the bot's first: as they are shown, and as one word each.
type cast struct{ shown, keys []string }

func newCast(me string, players []string) (c cast) {
	c.shown, c.keys = make([]string, 0, len(players)+1), make([]string, 0, len(players)+1)
	for i, name := range append([]string{me}, players...) {
		if i > 0 && name == me {
			continue
		}
		name, key := strings.ToLower(name), ""
		for part := range split(name) {
			key += part
		}
		c.shown, c.keys = append(c.shown, name), append(c.keys, key)
	}
	return c
}

// number returns the number of the player a word names, also in the genitive, or -1.
func (c cast) number(word string) int {
	for i, name := range c.keys {
		if rest, found := strings.CutPrefix(word, name); found && name != "" && (rest == "" || rest == "s") {
			return i
		}
	}
	return -1
}

// player returns the number of a player by name; one who left is nobody.
func (c cast) player(name string) int {
	for i, shown := range c.shown {
		if strings.EqualFold(shown, name) {
			return i
		}
	}
	return toNobody
}
