package smalltalk

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Limits of what the offline player reads.
const (
	// LinesForWriting is how many lines are read to write a line. Older lines are not taken up.
	LinesForWriting = 25
	// LinesForDeciding is how many lines are read to decide whether to speak: the open ones, and
	// the lines that they refer to.
	LinesForDeciding = 12
	wordsPerLine     = 6
	openLines        = 9
	// openSeconds is the time after which an answer would puzzle people.
	openSeconds = 75
	// remarkLines is the number of lines after which a remark is no longer taken up.
	remarkLines = 2
	// quietAfter is the pause in seconds after which a chat is quiet. People answer sooner.
	quietAfter = 7
	// joinedSeconds is the time between two lines of a player that belong together.
	joinedSeconds = 15
	// answerSeconds is the time that a player has for an answer.
	answerSeconds = 20
)

// ReadOptions say how a prompt is read.
type ReadOptions struct {
	// Viewpoint is the player from whose viewpoint the prompt is read. If empty, it is the player
	// that the prompt was written for.
	Viewpoint string
	// AllChannels reads the lines of all channels. Otherwise only the lines of the channel are
	// read to which the next line goes: a line of another channel is not taken up in it.
	AllChannels bool
	// MaxLines is how many lines of the transcript are read, LinesForWriting or LinesForDeciding.
	MaxLines int
	// BelowShare reports that the player has said less than an even share.
	BelowShare bool
	// Unsent are lines to read after the transcript, though nobody has sent them.
	Unsent []prompt.Line
	// Suspect is the player to suspect once minTalk lines were said, or empty.
	Suspect string
	// Trust is the player to side with, or empty.
	Trust string
	// Aim is what the player tries to do if nothing else calls for an answer.
	Aim Aim
}

// Aim is what a player tries to do. It needs a suspect.
type Aim string

// The aims.
const (
	AimTest    Aim = "test"    // see how the suspect takes a question
	AimAccuse  Aim = "accuse"  // say who it is
	AimRecruit Aim = "recruit" // win over the trusted player
	AimVote    Aim = "vote"    // make all vote for the suspect
)

// Scene is what a player sees in a prompt. It gives one answer: a second call draws other random
// numbers.
type Scene struct {
	prompt.Parsed
	*book
	players
	lines              []spokenLine
	suspected, trusted int
	aim                Aim
	// guest reports that the player is not the one whom the prompt was written for. Persona,
	// disclosure and private information of the prompt do not apply to a guest.
	guest bool
	own   []string
	// seed is the same for every question in a game, as far as the prompt allows.
	seed       uint64
	now        int64
	belowShare bool
	quiet      bool
	// oneReader reports that one other player reads these lines and the next one.
	oneReader bool
	hunting   bool
	rng       *rand.Rand
	// pending is the line that the player is about to send, or empty. It answers the line with the
	// number pendingAnswers.
	pending         string
	pendingAnswers  int64
	answers         int64 // the number of the line that the line written last takes up, or 0
	cachedSuspicion *clue
	// village is the game of Werewolf that the player plays, nil in another game, and for a guest.
	village    *Village
	saidWords  [][]string
	wordBuffer []word
}

// Read reads a prompt: its players, its transcript, and who the player is.
func Read(p prompt.Parsed, options ReadOptions, rng *rand.Rand) *Scene {
	s := &Scene{Parsed: p, rng: rng, belowShare: options.BelowShare, oneReader: !options.AllChannels && len(p.Readers()) == 2, guest: options.Viewpoint != "" && options.Viewpoint != p.Name()}
	all := p.Transcript(prompt.SectionTranscript)
	if !options.AllChannels {
		all = linesHere(p, all)
	}
	if len(options.Unsent) > 0 {
		all = slices.Concat(all, options.Unsent)
	}
	s.book = books[s.language(all)]
	if s.guest {
		s.players = newPlayers(options.Viewpoint, p.List(prompt.SectionPlayers))
		s.own = linesOf(all, options.Viewpoint)
	} else {
		s.players = newPlayers(p.Name(), p.List(prompt.SectionPlayers))
		s.own = append(slices.Clip(p.List(prompt.SectionOwn)), linesOf(all, p.Name())...)
	}
	s.quiet = isQuiet(all, cmp.Or(options.Viewpoint, p.Name()), len(p.List(prompt.SectionPlayers)))
	s.suspected, s.trusted, s.aim = s.playerNumber(options.Suspect), s.playerNumber(options.Trust), options.Aim
	rules := strings.ToLower(p.Text(prompt.SectionRules))
	s.hunting = strings.Contains(rules, "machine") || strings.Contains(rules, "mafia") || strings.Contains(rules, "werewol") || strings.Contains(rules, "bot")
	s.seed = hash(s.identity(all))
	if s.now = s.clock(); len(all) > 0 {
		s.now = max(s.now, all[len(all)-1].Clock)
	}
	all = all[max(0, len(all)-options.MaxLines):]
	s.lines = make([]spokenLine, 0, len(all))
	s.wordBuffer = make([]word, 0, wordsPerLine*len(all))
	for i := range all {
		l := &all[i]
		if l.Gamemaster || l.Earlier || strings.TrimSpace(l.Text) == "" {
			continue
		}
		t := s.parseLine(l)
		t.by = s.playerNumber(l.Name)
		t.mine = t.by == toMe
		s.lines = append(s.lines, t)
		s.setAddressee(len(s.lines) - 1)
	}
	s.readConversation()
	if !s.guest {
		s.village, _ = ReadVillage(p, rng)
	}
	return s
}

// linesHere returns the lines of the channel to which the next line goes, if the prompt says it.
func linesHere(p prompt.Parsed, all []prompt.Line) []prompt.Line {
	channel, ok := p.Channel()
	elsewhere := func(l prompt.Line) bool { return l.Channel != channel }
	if !ok || !slices.ContainsFunc(all, elsewhere) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), elsewhere)
}

// german matches words that most German chats have, and hardly any English one.
var german = regexp.MustCompile(`(?i)\b(?:ich|du|ist|nicht|und|hallo|bist|wer|ja|nein)\b`)

// language returns the language that the prompt says, else the one that the lines look like.
func (s *Scene) language(lines []prompt.Line) string {
	language := s.Language()
	strange := 0
	for i := range lines {
		if language == "" && german.MatchString(lines[i].Text) {
			strange++
		}
	}
	if strings.HasPrefix(language, "de") || strings.HasSuffix(language, "German") || strange*3 > len(lines) {
		return "de"
	}
	return "en"
}

// maxOwnLines is how many of its lines the offline player knows again.
const maxOwnLines = 15

func linesOf(lines []prompt.Line, name string) (own []string) {
	for i := range lines {
		if l := &lines[i]; !l.Gamemaster && l.Name == name {
			own = append(own, l.Text)
		}
	}
	return own[max(0, len(own)-maxOwnLines):]
}

// identity returns a text that stays the same during a game: the biography, without the first name,
// which older sessions do not have. Without one it is the name and the first own line. Before there
// is an own line, it is the name and the first line of the chat. Once the first own line may have
// left the prompt, it is the name alone.
func (s *Scene) identity(all []prompt.Line) string {
	b := s.Biography(prompt.SectionBiography)
	b.FirstName = ""
	if facts := prompt.BiographyLines(b); facts != "" && !s.guest {
		return session.BiographyText() + "\n" + facts
	}
	if len(s.own) >= maxOwnLines {
		return s.lowerNames[0]
	} else if len(s.own) > 0 {
		return s.lowerNames[0] + s.own[0]
	} else if len(all) > 0 {
		return s.lowerNames[0] + all[0].Name + all[0].Text
	}
	return s.lowerNames[0]
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

func (s *Scene) clock() (now int64) {
	text := strings.TrimRight(s.Text(prompt.SectionTime), ".\n ")
	for part := range strings.SplitSeq(text[strings.LastIndexByte(text, ' ')+1:], ":") {
		n, _ := strconv.ParseInt(part, 10, 64)
		now = now*60 + n
	}
	return now
}

// setAddressee finds out whom a line without a name addresses.
func (s *Scene) setAddressee(i int) {
	t := &s.lines[i]
	if t.mine || t.to != toNobody {
		return
	}
	before := i - 1
	for before >= 0 && s.lines[before].by == t.by {
		before--
	}
	t.to = toAll
	if who := s.namedBefore(i); who >= 0 && t.hasWordOf(setYou) && !t.hasWordOf(setGroup) && len(s.lowerNames) > 2 {
		t.to = who
		return
	}
	switch {
	case s.oneReader:
		t.to = toMe
	case t.hasWordOf(setGroup) || before < 0 || t.Clock-s.lines[before].Clock > 30:
	case s.lines[before].mine:
		if !t.aboutMe && (t.hasWordOf(setYou|setOdd) || t.question) {
			t.to = toMe
		}
	case t.hasWordOf(setYou):
		t.to = s.lines[before].by
	}
	if n := s.echoedPlayer(i); t.question && n >= 0 {
		t.to = n
	}
}

// namedBefore returns the player whom the writer has just named in the line before i, or -1.
func (s *Scene) namedBefore(i int) int {
	if i == 0 || s.lines[i-1].by != s.lines[i].by || s.lines[i].Clock-s.lines[i-1].Clock > joinedSeconds {
		return -1
	}
	switch before := &s.lines[i-1]; {
	case before.namesMe && !before.mine:
		return toMe
	case before.about != before.by:
		return before.about
	}
	return -1
}

// echoedPlayer returns the player whose words line i takes up, or -1.
func (s *Scene) echoedPlayer(i int) int {
	for _, w := range s.lines[i].words {
		if len(w.text) < 4 || !w.isContentWord() {
			continue
		}
		for j := i - 1; j >= max(0, i-6); j-- {
			if before := &s.lines[j]; before.by != s.lines[i].by && before.hasWord(w.text) {
				return before.by
			}
		}
	}
	return -1
}

// firstOpen returns the index of the first line that may still want an answer from the bot.
func (s *Scene) firstOpen() int {
	i := len(s.lines)
	for i > 0 && len(s.lines)-i < openLines && !s.lines[i-1].mine && s.now-s.lines[i-1].Clock <= openSeconds {
		i--
	}
	if open := s.openAt(); open >= 0 {
		i = min(i, open)
	}
	return i
}
