package tom

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/smalltalk"
)

// skills are what the offline model plays this strategy with.
func skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{
		taskPersona: invent, taskReflex: answer, taskMessage: answer, taskSingle: answerPlainly, taskReserve: begin,
		taskKnowledge: func(p prompt.Parsed, rng *rand.Rand) any { return witnessed(p, rng).knowledge() },
		taskBeliefs:   func(p prompt.Parsed, rng *rand.Rand) any { return witnessed(p, rng).beliefs() },
		taskIntention: func(p prompt.Parsed, rng *rand.Rand) any { return witnessed(p, rng).intend() },
		taskGoal:      func(p prompt.Parsed, rng *rand.Rand) any { return goalAnswer{witnessed(p, rng).aim()} },
		taskState:     update,
	}
}

// witness is what the offline player sees in a prompt: the chat, and the mental state as it was.
type witness struct {
	prompt.Parsed
	scene *smalltalk.Scene
	// lines are what was said, fresh those numbers that the state does not know yet.
	lines []smalltalk.Reading
	fresh map[int64]bool
	me    string
	// others are the other players who are there.
	others []string
	// out are those of them whom the game master has called out of the game, each with the number of that line, 0 where it is no longer shown.
	out map[string]int64
	// known is what is believed of them.
	known map[string]believed
	intentionAnswer
	play play
	rng  *rand.Rand
}

func witnessed(p prompt.Parsed, rng *rand.Rand) *witness {
	chat := p.Transcript(prompt.SectionTranscript)
	w := &witness{Parsed: p, me: p.Name(), fresh: map[int64]bool{}, known: map[string]believed{}, rng: rng}
	w.scene = smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: max(1, len(chat))}, rng)
	w.lines = w.scene.Readings()
	latest := p.Transcript(sectionLatest)
	if len(latest) == 0 {
		latest = chat
	}
	for _, l := range latest {
		w.fresh[l.Number] = true
	}
	for _, name := range p.List(prompt.SectionPlayers) {
		if name != w.me {
			w.others = append(w.others, name)
		}
	}
	for _, item := range p.List(sectionBeliefs) {
		if b, ok := recalled(item, w.others); ok {
			w.known[b.Name] = b
		}
	}
	w.out = w.gone(chat)
	w.intentionAnswer = readIntention(p.List(sectionIntention))
	phase, _, _ := strings.Cut(p.Text(sectionPlay), ":")
	w.play = play(phase)
	return w
}

// percentage matches the number in a line of the beliefs, behind the name.
var percentage = regexp.MustCompile(`(\d+) %`)

var stances = regexp.MustCompile(`(Doubts|Trusts) ("(?:[^"\\]|\\.)*")`)

// recalled reads from a line of the beliefs whom it is about, the number, the tells, and what that player thinks of whom.
func recalled(line string, others []string) (b believed, ok bool) {
	first := len(line)
	for _, name := range others {
		if i := strings.Index(line, prompt.Quote(name)); i >= 0 && i < first {
			first, b.Name = i, name
		}
	}
	if b.Name == "" {
		return b, false
	}
	m := percentage.FindStringSubmatch(line[first+len(prompt.Quote(b.Name)):])
	if m == nil {
		return b, false
	}
	b.Suspicion, _ = strconv.Atoi(m[1])
	for _, tell := range giveaways {
		if strings.Contains(line, tell) {
			b.Tells = append(b.Tells, tell)
		}
	}
	slices.Sort(b.Tells)
	for _, s := range stances.FindAllStringSubmatch(line, -1) {
		b.OfOthers = append(b.OfOthers, stance{bare(s[2]), strings.ToLower(s[1])})
	}
	return b, true
}

// readIntention reads the section of the intention.
func readIntention(items []string) (a intentionAnswer) {
	for _, item := range items {
		switch what, value, _ := strings.Cut(item, ": "); what {
		case "Suspect":
			a.Suspect = bare(value)
		case "Ally":
			a.Ally = bare(value)
		case "Next":
			a.Action = value
		case "Because":
			a.Reasoning = bare(value)
		}
	}
	return a
}

// bare returns a text without the quotes around it.
func bare(text string) (plain string) {
	if json.Unmarshal([]byte(text), &plain) != nil {
		return text
	}
	return plain
}

// update is the whole cycle in one answer: each stage sees what the former have found.
func update(p prompt.Parsed, rng *rand.Rand) any {
	w := witnessed(p, rng)
	a := stateAnswer{Knowledge: w.knowledge(), Beliefs: w.beliefs().Players}
	for _, b := range a.Beliefs {
		w.known[b.Name] = b
	}
	a.Intention = w.intend()
	w.intentionAnswer = a.Intention
	a.Goal = w.aim()
	return a
}

// quoteChars bounds what the offline player quotes of a line in its thoughts, in characters: enough to know it again.
const quoteChars = 48

// quoted returns the beginning of a line in quotes.
func quoted(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > quoteChars {
		text = string([]rune(text)[:quoteChars-1]) + "…"
	}
	return prompt.Quote(text)
}

// lastly returns the newest of the lines that a player wrote and that fit.
func (w *witness) lastly(fits func(smalltalk.Reading) bool) (found smalltalk.Reading, ok bool) {
	for _, r := range slices.Backward(w.lines) {
		if fits(r) {
			return r, true
		}
	}
	return found, false
}

// attack returns the newest fresh line that accuses the bot, if it has not answered since.
func (w *witness) attack() (found smalltalk.Reading, ok bool) {
	return w.unanswered(func(r smalltalk.Reading) bool { return accuses(r, w.me) })
}

// accuses tells whether a line accuses a player, alone or with all others.
func accuses(r smalltalk.Reading, name string) bool {
	return r.Accused == name || r.Kind == smalltalk.Accusation && r.Accused == "" && r.By != name
}

// unanswered returns the newest fresh line of another player that fits and that the bot has not answered.
func (w *witness) unanswered(fits func(smalltalk.Reading) bool) (found smalltalk.Reading, ok bool) {
	own, _ := w.lastly(func(r smalltalk.Reading) bool { return r.By == w.me })
	return w.lastly(func(r smalltalk.Reading) bool {
		return r.By != w.me && r.Number > own.Number && w.fresh[r.Number] && fits(r)
	})
}
