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

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{
		taskReflex: react, taskMessage: answer, taskSingle: prompt.ByRules(answerPlainly), taskReserve: begin,
		taskKnowledge: func(p prompt.Parsed, rng *rand.Rand) any {
			return knownAnswer{knowledgeAnswer: newWitness(p, rng).knowledge()}
		},
		taskBeliefs:   func(p prompt.Parsed, rng *rand.Rand) any { return newWitness(p, rng).beliefs() },
		taskIntention: func(p prompt.Parsed, rng *rand.Rand) any { return newWitness(p, rng).decideIntention() },
		taskGoal:      func(p prompt.Parsed, rng *rand.Rand) any { return goalAnswer{newWitness(p, rng).pickGoal()} },
		taskState:     update,
	}
}

// witness is what the offline player reads in a prompt: the chat, and the mental state.
type witness struct {
	prompt.Parsed
	scene *smalltalk.Scene
	// lines are the shown lines of the players, the bot included.
	lines []smalltalk.Reading
	// fresh are the numbers of the lines that the state has not considered yet.
	fresh map[int64]bool
	me    string
	// others are the other players in the prompt.
	others []string
	// allies are those of them who are on the bot's side.
	allies []string
	// out holds the other players who are out of the game, as the game master said, with the number
	// of that line. The number is 0 if the line is too old to be shown.
	out map[string]int64
	// known is what the state believes about the other players, by name.
	known map[string]believed
	// intention is what the bot meant to do.
	intention intentionAnswer
	play      play
	rng       *rand.Rand
	// village is the game of Werewolf, nil in another game.
	village *smalltalk.Village
}

// newWitness reads a prompt.
func newWitness(p prompt.Parsed, rng *rand.Rand) *witness {
	chat := p.Transcript(prompt.SectionTranscript)
	latest := p.Transcript(sectionLatest)
	w := &witness{Parsed: p, me: p.Name(), fresh: map[int64]bool{}, known: map[string]believed{}, rng: rng}
	w.scene = smalltalk.Read(p, smalltalk.ReadOptions{AllChannels: true, Unsent: latest, MaxLines: max(1, len(chat)+len(latest))}, rng)
	w.lines = w.scene.Readings()
	w.village, _ = smalltalk.ReadVillage(p, rng, latest...)
	for _, l := range latest {
		w.fresh[l.Number] = true
	}
	for _, name := range p.List(prompt.SectionPlayers) {
		if name != w.me {
			w.others = append(w.others, name)
		}
	}
	for _, item := range p.List(sectionBeliefs) {
		if b, ok := readBelief(item, w.others, w.me); ok {
			w.known[b.Name] = b
		}
	}
	w.allies = p.Allies()
	w.out = w.eliminated(slices.Concat(chat, latest))
	w.intention = readIntention(p.List(sectionIntention))
	if p.Task == taskBeliefs { // which does not show the intention
		w.intention.Suspect = w.mostDoubted()
	}
	phase, _, _ := strings.Cut(p.Text(sectionPlay), ":")
	w.play = play(phase)
	return w
}

// percentPattern matches the suspicion in a line of the beliefs, after the name.
var percentPattern = regexp.MustCompile(`(\d+) of 100`)

// stancePattern matches what a player thinks of another.
var stancePattern = regexp.MustCompile(`(Doubts|Trusts) (you\b|"(?:[^"\\]|\\.)*")`)

// readBelief reads a belief from its line in the prompt. ok is false if the line is not about one
// of the other players.
func readBelief(line string, others []string, me string) (b believed, ok bool) {
	first := len(line)
	for _, name := range others {
		if i := strings.Index(line, prompt.Quote(name)); i >= 0 && i < first {
			first, b.Name = i, name
		}
	}
	if b.Name == "" {
		return b, false
	}
	m := percentPattern.FindStringSubmatch(line[first+len(prompt.Quote(b.Name)):])
	if m == nil {
		return b, false
	}
	b.Suspicion, _ = strconv.Atoi(m[1])
	for _, tell := range tellTexts {
		if strings.Contains(line, tell) {
			b.Tells = append(b.Tells, tell)
		}
	}
	slices.Sort(b.Tells)
	for _, s := range stancePattern.FindAllStringSubmatch(line, -1) {
		if s[2] == "you" {
			s[2] = me
		}
		b.OfOthers = append(b.OfOthers, stance{unquoted(s[2]), strings.ToLower(s[1])})
	}
	return b, true
}

// mostDoubted returns the player whom the state doubts most, if it doubts anybody more than not.
func (w *witness) mostDoubted() (name string) {
	most := 50
	for _, o := range w.others {
		if n := w.known[o].Suspicion; n > most {
			name, most = o, n
		}
	}
	return name
}

// readIntention reads the intention from its section.
func readIntention(items []string) (a intentionAnswer) {
	for _, item := range items {
		switch what, value, _ := strings.Cut(item, ": "); what {
		case "Suspect":
			a.Suspect = unquoted(value)
		case "Ally":
			a.Ally = unquoted(value)
		case "Next":
			a.Action = value
		case "Because":
			a.Reasoning = unquoted(value)
		}
	}
	return a
}

// unquoted returns a text without the quotation marks around it.
func unquoted(text string) (plain string) {
	if json.Unmarshal([]byte(text), &plain) != nil {
		return text
	}
	return plain
}

// update answers all four stages in one. Each stage sees the results of the stages before it.
func update(p prompt.Parsed, rng *rand.Rand) any {
	w := newWitness(p, rng)
	a := stateAnswer{Knowledge: w.knowledge(), Beliefs: w.beliefs().Players}
	for _, b := range a.Beliefs {
		w.known[b.Name] = b
	}
	a.Intention = w.decideIntention()
	w.intention = a.Intention
	a.Goal = w.pickGoal()
	return a
}

// quoteChars is the most characters that the offline player quotes from a line: enough to recognise
// it.
const quoteChars = 48

// quoted returns the beginning of a line in quotation marks.
func quoted(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > quoteChars {
		text = string([]rune(text)[:quoteChars-1]) + "…"
	}
	return prompt.Quote(text)
}

// latestLine returns the newest line that fits.
func (w *witness) latestLine(fits func(smalltalk.Reading) bool) (found smalltalk.Reading, ok bool) {
	for _, r := range slices.Backward(w.lines) {
		if fits(r) {
			return r, true
		}
	}
	return found, false
}

// attack returns the newest fresh line that accuses the bot, if the bot has not written since.
func (w *witness) attack() (found smalltalk.Reading, ok bool) {
	return w.unanswered(func(r smalltalk.Reading) bool { return accuses(r, w.me) })
}

// accuses reports whether a line accuses a player, alone or together with all others.
func accuses(r smalltalk.Reading, name string) bool {
	return r.Accused == name || r.Kind == smalltalk.Accusation && r.Accused == "" && r.By != name
}

// unanswered returns the newest fresh line of another player that fits, if the bot has not written
// since.
func (w *witness) unanswered(fits func(smalltalk.Reading) bool) (found smalltalk.Reading, ok bool) {
	own, _ := w.latestLine(func(r smalltalk.Reading) bool { return r.By == w.me })
	return w.latestLine(func(r smalltalk.Reading) bool {
		return r.By != w.me && r.Number > own.Number && w.fresh[r.Number] && fits(r)
	})
}
