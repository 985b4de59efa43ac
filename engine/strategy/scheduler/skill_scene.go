package scheduler

import (
	"hash/fnv"
	"strings"

	"ringer/engine/prompt"
)

// Limits of what the offline player looks at.
const (
	lookLines   = 25 // lines: what was said before is no matter to take up
	glanceLines = 14 // lines that deciding takes: the open ones and what they refer to
	openLines   = 9  // lines since its own last one that may still want an answer
	openSeconds = 75 // after that an answer would puzzle people
	settled     = 3  // lines after which a remark is no more to take up
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
	// hunting says that the game is about finding somebody out; prey is what the players call that somebody.
	hunting bool
}

func readScene(p prompt.Parsed, look int) *scene {
	s := &scene{Parsed: p, book: books["en"], cast: newCast(p.Name(), p.List(prompt.SectionPlayers)), own: p.List(prompt.SectionOwn)}
	if _, language, _ := strings.Cut(p.Text(prompt.SectionYou), "The language of this chat: "); strings.HasPrefix(language, "de") {
		s.book = books["de"]
	}
	all := p.Transcript(prompt.SectionTranscript)
	s.under = strings.HasPrefix(p.Text(sectionBalance), "Talk")
	rules := strings.ToLower(p.Text(prompt.SectionRules))
	s.hunting = strings.Contains(rules, "machine") || strings.Contains(rules, "mafia") || strings.Contains(rules, "bot")
	s.seed = s.identity(all)
	s.now = s.clock()
	start := max(0, len(all)-look)
	s.turns = make([]spoken, 0, len(all)-start)
	r := newReader(&s.words, s.cast, len(all)-start)
	for _, l := range all[start:] {
		if l.Gamemaster || strings.TrimSpace(l.Text) == "" {
			continue
		}
		t := r.read(l)
		t.mine = strings.EqualFold(l.Name, s.shown[0])
		t.named()
		s.turns = append(s.turns, t)
		s.place(len(s.turns) - 1)
	}
	return s
}

// identity draws the seed of a persona from what stays the same: the name and the first own line, or, before there is one,
// the first line of the chat.
func (s *scene) identity(all []prompt.Line) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s.shown[0]))
	if len(s.own) > 0 {
		h.Write([]byte(s.own[0]))
	} else if len(all) > 0 {
		h.Write([]byte(all[0].Name + all[0].Text))
	}
	return h.Sum64()
}

// draw returns a number below n that stays the same in a game.
func (s *scene) draw(what string, n int) int {
	h := fnv.New64a()
	h.Write([]byte(what))
	x := (h.Sum64() ^ s.seed) * 0x9e3779b97f4a7c15
	return int((x >> 33) % uint64(n))
}

// clock reads the current time, the last word of the time section.
func (s *scene) clock() int64 {
	text := strings.TrimRight(s.Text(prompt.SectionTime), ".\n ")
	var now, part int64
	for _, r := range text[strings.LastIndexByte(text, ' ')+1:] {
		if r == ':' {
			now, part = (now+part)*60, 0
		} else if r >= '0' && r <= '9' {
			part = part*10 + int64(r-'0')
		}
	}
	return now + part
}

// place settles whom a line without a name speaks to.
func (s *scene) place(i int) {
	t := &s.turns[i]
	if t.mine || t.to != toNobody {
		return
	}
	before := s.before(i)
	switch {
	case len(s.shown) == 2:
		t.to = toMe
	case t.has(setGroup):
		t.to = toAll
	case before == nil:
		t.to = toAll
	case t.Clock-before.Clock > 30:
		t.to = toAll
	case before.mine && !t.aboutMe && (t.has(setYou|setOdd) || t.question):
		t.to = toMe
	case before.mine || !t.has(setYou):
		t.to = toAll
	default:
		t.to = s.number(strings.ToLower(before.Name))
	}
}

// before returns the line before line i that somebody else said.
func (s *scene) before(i int) *spoken {
	for j := i - 1; j >= 0; j-- {
		if s.turns[j].Name != s.turns[i].Name {
			return &s.turns[j]
		}
	}
	return nil
}

// number returns the number of a player by name; a player who left is nobody.
func (s *scene) number(name string) int {
	for i, shown := range s.shown {
		if shown == name {
			return i
		}
	}
	return toNobody
}

// open returns the first of the lines that may still want an answer of the bot.
func (s *scene) open() int {
	i := len(s.turns)
	for i > 0 && len(s.turns)-i < openLines {
		t := &s.turns[i-1]
		if t.mine || s.now-t.Clock > openSeconds {
			break
		}
		i--
	}
	return i
}

// lastOwn returns the bot's last line in sight.
func (s *scene) lastOwn() *spoken {
	for i := len(s.turns) - 1; i >= 0; i-- {
		if s.turns[i].mine {
			return &s.turns[i]
		}
	}
	return nil
}

// dialogue tells whether two others are busy with each other.
func (s *scene) dialogue() bool {
	n := len(s.turns)
	if n < 4 || len(s.shown) == 2 {
		return false
	}
	a, b := s.turns[n-1].Name, s.turns[n-2].Name
	return a != b && s.turns[n-3].Name == a && s.turns[n-4].Name == b && !s.turns[n-1].mine && !s.turns[n-2].mine
}
