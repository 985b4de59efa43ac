package talk

import (
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"unicode"

	"ringer/engine/recording"
)

// The features of a message stand in for the sentence embeddings of the paper: counts of its groups
// of three letters, hashed to this many sums, and its form.
const (
	gramSums = 256
	forms    = 9
	features = gramSums + forms
)

// message is a message with its features and its class.
type message struct {
	game  string
	is    bool
	point [features]float64
}

// Separation says how well a linear discriminant analysis tells two kinds of messages apart.
type Separation struct {
	Kinds string
	Lines int
	// Seen is the macro-averaged F1 score in the games that it was fitted to, and Unseen in games
	// that it was not: each game is left out once. Unseen is NaN with a single game.
	Seen, Unseen float64
}

// separations compares what table 4 of the paper compares: who writes, the writer's side, and the
// phase. Other bots than those of the recordings are compared with the people of the recordings.
func separations(sessions []*judged) (all []Separation) {
	kinds := []string{recordedBots + " / " + people, "mafia / bystander", "night / day"}
	lists := map[string][]message{}
	seen := map[string]bool{}
	for _, s := range sessions {
		kind := map[string]recording.Player{}
		for _, p := range s.Players {
			kind[p.Name] = p
		}
		for _, l := range s.lines {
			p := kind[l.sender]
			who, m := groupOf(s.Game, p), message{game: s.ID, point: pointOf(l.text)}
			add := func(kinds string, is bool) {
				m.is = is
				lists[kinds] = append(lists[kinds], m)
			}
			switch {
			case p.Kind == recording.RingerKind:
				add(who+" / "+people, true)
			case seen[s.ID]: // a replay repeats the recorded lines
				continue
			default:
				add(kinds[0], who == recordedBots)
			}
			if p.Role != "" && s.PlayedBy == "" {
				add(kinds[1], p.Role == recording.Mafia)
			}
			if s.PlayedBy == "" && l.phase >= 0 {
				add(kinds[2], l.night)
			}
		}
		if name := ringer(s); name != "" && !slices.Contains(kinds, name+" / "+people) {
			kinds = append(kinds, name+" / "+people)
		}
		seen[s.ID] = true
	}
	for i, name := range kinds {
		list := lists[name]
		if i >= 3 {
			for _, m := range lists[kinds[0]] {
				if !m.is {
					list = append(list, m)
				}
			}
		}
		if x := separate(name, list); x.Lines > 0 {
			all = append(all, x)
		}
	}
	return all
}

func ringer(s *judged) string {
	for _, p := range s.Players {
		if p.Kind == recording.RingerKind {
			return groupOf(s.Game, p)
		}
	}
	return ""
}

// separate returns no lines where one of the kinds has none.
func separate(kinds string, all []message) Separation {
	if n := len(filter(all, func(m message) bool { return m.is })); n < 2 || len(all)-n < 2 {
		return Separation{}
	}
	s := Separation{Kinds: kinds, Lines: len(all), Unseen: math.NaN()}
	var whole moments
	games := map[string]*moments{}
	for i := range all {
		if games[all[i].game] == nil {
			games[all[i].game] = &moments{}
		}
		whole.add(&all[i])
		games[all[i].game].add(&all[i])
	}
	s.Seen = f1(all, whole.fit().is)
	if len(games) < 2 {
		return s
	}
	fitted := map[string]*discriminant{}
	for game, own := range games {
		fitted[game] = whole.without(own).fit()
	}
	s.Unseen = f1(all, func(m *message) bool { return fitted[m.game].is(m) })
	return s
}

// f1 returns the mean of the F1 scores of both kinds.
func f1(all []message, judge func(*message) bool) float64 {
	var count [2][2]float64 // by what it is, and what it is judged to be
	for i := range all {
		count[number(all[i].is)][number(judge(&all[i]))]++
	}
	sum := 0.0
	for k := range 2 {
		right := count[k][k]
		sum += 2 * right / max(2*right+count[k][1-k]+count[1-k][k], 1)
	}
	return sum / 2
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func pointOf(text string) (p [features]float64) {
	letters := []rune(" " + strings.ToLower(text) + " ")
	for i := range len(letters) - 2 {
		h := fnv.New32a()
		h.Write([]byte(string(letters[i : i+3])))
		sum := h.Sum32()
		p[sum%gramSums] += 1 - 2*float64(sum>>31)
	}
	for i := range gramSums {
		p[i] /= math.Sqrt(float64(len(letters)))
	}
	var upper, marks, digits int
	for _, r := range text {
		upper, marks, digits = upper+number(unicode.IsUpper(r)), marks+number(unicode.IsPunct(r)), digits+number(unicode.IsDigit(r))
	}
	chars, words := float64(len(letters)-1), float64(len(strings.Fields(text)))
	first := []rune(text + " ")[0]
	copy(p[gramSums:], []float64{
		math.Log1p(chars), math.Log1p(words), chars / (words + 1), float64(upper) / chars, float64(marks) / chars, float64(digits) / chars,
		float64(number(unicode.IsUpper(first))), float64(number(strings.HasSuffix(text, "."))), float64(number(strings.Contains(text, "?"))),
	})
	return p
}
