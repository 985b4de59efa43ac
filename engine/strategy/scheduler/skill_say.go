package scheduler

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// maxLine is the longest line in characters: people rarely write more than two or three times the median of 22.
const maxLine = 70

// mouthpiece writes one line: it has the scene, the moment to take up and the chance to draw with.
type mouthpiece struct {
	*scene
	moment
	rng *rand.Rand
	// guess is whom the bot suspects. It is found when first needed.
	guess *clue
	// said are the words of the bot's own lines.
	said [][]string
}

// say writes a line for the moment: the first from the pools that suit, in their order, that has not been said yet. It is
// empty when everything has.
func (s *scene) say(m moment, rng *rand.Rand) string {
	p := &mouthpiece{scene: s, moment: m, rng: rng}
	for _, line := range s.own {
		p.said = append(p.said, p.bare(line))
	}
	for _, pool := range p.pools() {
		if text := p.pick(pool); text != "" {
			return text
		}
	}
	for range 20 {
		if text := p.fill(pickOne(s.Pools["last"], rng).text); text != "" && p.fresh(text, true) {
			return text
		}
	}
	return ""
}

// pick returns a line of a pool that can be filled and is fresh, or nothing. Of two, it takes the longer one more often:
// short lines are easier to write down than to answer.
func (p *mouthpiece) pick(pool []line) string {
	if len(pool) == 0 {
		return ""
	}
	best, two := "", p.rng.IntN(5) > 1
	start := p.rng.IntN(len(pool))
	for i := range pool {
		text := p.fill(pool[(start+i)%len(pool)].text)
		if text == "" || !p.fresh(text, false) {
			continue
		}
		if len(text) > len(best) {
			best = text
		}
		if !two {
			return best
		}
		two = false
	}
	return best
}

// fill chooses among alternatives and fills the slots. A line with a slot that has no value is none.
func (p *mouthpiece) fill(line string) string {
	for {
		before, rest, found := strings.Cut(line, "[")
		if !found {
			break
		}
		choice, after, _ := strings.Cut(rest, "]")
		line = before + pickOne(strings.Split(choice, "|"), p.rng) + after
	}
	for {
		before, rest, found := strings.Cut(line, "{")
		if !found {
			break
		}
		slot, after, _ := strings.Cut(rest, "}")
		value := p.slot(slot)
		if value == "" {
			return ""
		}
		line = before + value + after
	}
	if line = strings.Join(strings.Fields(line), " "); len(line) > maxLine {
		return ""
	}
	return p.style(strings.TrimRight(line, " ,"))
}

// pickOne draws one of several.
func pickOne[T any](from []T, rng *rand.Rand) T { return from[rng.IntN(len(from))] }

// slot returns what stands for a slot.
func (p *mouthpiece) slot(name string) string {
	switch name {
	case "me":
		return p.shown[toMe]
	case "name":
		if p.turn == nil || p.turn.mine {
			return ""
		}
		return speaker(p.turn)
	case "other":
		if p.turn == nil || p.turn.about <= 0 || p.shown[p.turn.about] == speaker(p.turn) {
			return ""
		}
		return p.shown[p.turn.about]
	case "suspect":
		if g := p.suspicion(); g.player > 0 {
			return p.shown[g.player]
		}
		return ""
	case "why", "sin":
		pool := p.Pools[name+"_"+p.suspicion().kind]
		if len(pool) == 0 {
			return ""
		}
		return pickOne(pool, p.rng).text
	case "word":
		return p.subject()
	case "a", "b":
		a, b := p.turn.choice(p.draw(p.turn.Text, 2) == 1)
		if name == "a" {
			return a
		}
		return b
	case "sum":
		n, _ := p.turn.sum()
		return n
	case "fact":
		return p.fact(p.Topics[p.topic].Fact)
	}
	if pool := p.Pools[name]; len(pool) > 0 {
		return pickOne(pool, p.rng).text
	}
	fact := p.fact(name)
	if p.situation == remarked && len(fact) > 3 && strings.Contains(strings.ToLower(p.turn.Text), fact) {
		return "" // they have just said that
	}
	return fact
}

func (p *mouthpiece) suspicion() clue {
	if p.guess == nil {
		g := p.suspect()
		p.guess = &g
	}
	return *p.guess
}

// subject returns a word of the line that can be taken up: the one that gave the topic away, or the longest that says
// something.
func (p *mouthpiece) subject() string {
	if p.word != "" {
		return p.word
	}
	best := ""
	for i, word := range p.turn.words {
		plain := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
		if p.turn.who[i] < 0 && plain && len(word) >= 4 && len(word) > len(best) && len(word) < 13 && !p.turn.is(i, setStop|setMachine|setOdd) &&
			!strings.HasSuffix(word, "ing") && !strings.HasSuffix(word, "ly") && !strings.HasSuffix(word, "ed") {
			best = word
		}
	}
	return best
}

// bare returns the words of a text without players' names, which do not make a line another one.
func (p *mouthpiece) bare(text string) []string {
	words := split(strings.ToLower(text), nil)
	return slices.DeleteFunc(words, func(w string) bool { return p.find(w) >= 0 })
}

// fresh tells whether nobody has said a text yet. Unless it must only differ in its wording, it must not resemble an own
// line either.
func (p *mouthpiece) fresh(text string, literal bool) bool {
	whole, words := split(text, nil), p.bare(text)
	for i, line := range p.own {
		if strings.EqualFold(line, text) || !literal && alike(p.said[i], words, i+8 > len(p.own)) {
			return false
		}
	}
	for i := range p.turns {
		t := &p.turns[i]
		if !t.mine && (len(t.raw) == len(whole) && slices.Equal(t.raw, whole) || len(words) > 2 && share(t.raw, words) >= 0.75) {
			return false
		}
	}
	return true
}

// alike tells whether two lines would read as one frame used twice. Recent ones must not begin alike either.
func alike(a, b []string, recent bool) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	begin := 3
	if recent {
		begin = 2
	}
	if len(a) >= begin && len(b) >= begin && slices.Equal(a[:begin], b[:begin]) {
		return true
	}
	return share(a, b) >= 0.6
}

// share is the Jaccard index of two lists of words.
func share(a, b []string) float64 {
	common := 0
	for _, word := range a {
		if slices.Contains(b, word) {
			common++
		}
	}
	return float64(common) / float64(max(1, len(a)+len(b)-common))
}

// style gives a line the bot's own way of writing, which it keeps for a game.
func (p *mouthpiece) style(text string) string {
	words := strings.Fields(text)
	short := p.draw("short", 10) < 3
	for i, word := range words {
		switch {
		case word == "you" && short:
			words[i] = "u"
		case word == "your" && short:
			words[i] = "ur"
		case word == "lol" || word == "haha":
			words[i] = [...]string{"lol", "haha", "lol", "haha", "xd", word}[p.draw("laugh", 6)]
		}
	}
	text = strings.Join(words, " ")
	if p.draw("mark", 10) < 3 && len(words) > 2 {
		text = strings.TrimSuffix(text, "?")
	}
	return text
}
