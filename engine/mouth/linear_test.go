package mouth

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/engine/slowtest"
)

// floods are texts of n bytes that make a careless search slow: each word begins many phrases, or
// each letter begins a secret.
func floods(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	var count strings.Builder
	for i := 1; count.Len() < n; i++ {
		count.WriteString(strconv.Itoa(i) + " ")
	}
	const end = " the ai is what i am and its me right here thats all humans like me confirmed"
	return map[string]string{
		"Phrases": fill("ai ")[:n-len(end)] + end, "Adverbs": fill("i am really just "), "Mixed": fill("the ai is a bot and i am not "), "OneLetter": fill("a"), "Letters": fill("a "), "Halves": fill("blue "), "HalfAgain": fill("blueblue"),
		"Marks": fill("a\u0301"), "Numbers": count.String()[:n], "Base64": fill("Ymx1Z"), "Hex": fill("62 6c 75 "), "Signs": fill("- * "), "Stamps": fill("[00:12] "), "Stops": fill("a. "), "Chinese": fill("我是机器"),
		"Repeated": fill("1"), "HexWord": fill("6e"), "Base64Words": fill("cm9zZ WJ1Zb bHVl= "), "Dots": fill("a.b.c.d"), "DotWords": fill("a.b.c.d "), "Radio": fill("bravo lima uniform echo "), "Examples": fill("b as in boy "),
		"Scripts": fill("blυe бlue ɐlnq "), "Quoted": fill(`"blue" "a": `), "Spaced": fill("b l u e "), "Escapes": fill("%62\\u006c"), "Entities": fill("&#98;&#108;"), "Bits": fill("01100010 "), "Ports": fill("p: @a #1 "), "Morse": fill("-... .-.. "), "Words": fill("four seven hundred "),
		"Directions": fill("*sighs* (a "), "Stars": fill("*"), "Brackets": fill("([{<"), "Dashes": fill("so — “a”… "), "Pings": fill("@here <!here> "), "Breaks": fill("\\n&amp;"), "Speakers": fill("Blue: no.\n"), "Unclosed": fill("(sighs "), "Languages": fill("ich weiß not "), "EmptyLines": fill(".\n"),
		"Masks": fill("bl*e_ird? "), "Mafia": fill("mafia red i am "), "Known": fill("i know blue is the ai and "), "Told": fill("i was told blue "),
	}
}

// TestSearchIsLinear counts the places that a search tries in texts that begin many phrases.
// Twice as long a text must not need much more than twice as many.
func TestSearchIsLinear(t *testing.T) {
	t.Parallel()
	slowtest.Skip(t)
	l := allLanguages()
	steps := func(p *phrases, text string) int {
		s := parseText(text)
		m := &search{parsedText: s, words: p.look(s), names: names{roleName: {{"ai"}}, knownName: {{"blue"}}, factName: {{"bot"}, {"ai"}}, botName: {{"i"}}}, accept: func(span) bool { return false }, state: make([]possibility, p.size)}
		m.run(p)
		return m.steps
	}
	short, long := floods(4<<10), floods(8<<10)
	for name := range short {
		for list, p := range map[string]*phrases{"admission": l.admission, "setup": l.setup, "refusal": l.refusal, "work": l.assistantWork, "scold": l.scolding, "claim": l.claim, "deed": l.killing, "certain": l.conceal.certain, "vouched": l.conceal.vouched, "sight": l.conceal.sight, "pair": l.conceal.pair, "abuse": l.abuse.abuse, "system": l.system.lines, "formal": l.system.formal} {
			a, b := steps(p, short[name]), steps(p, long[name])
			if most := 2*a + a/5 + 1000; b > most {
				t.Errorf("%s, %s: %d steps for 4 KB, %d for 8 KB", name, list, a, b)
			}
		}
	}
}

// TestActsOfOthersAreReadOnce passes a text full of stage directions in a room full of remarks. Of
// both twice as many must not cost four times as much.
func TestActsOfOthersAreReadOnce(t *testing.T) {
	cost := func(n int) float64 {
		r := disguiseRoom()
		r.Others = slices.Repeat([]string{strings.Repeat("*dull* ", n)}, 20)
		text := strings.Repeat("*nods* ", 5*n) + "no"
		return testing.AllocsPerRun(1, func() { r.Pass(text) })
	}
	if a, b := cost(20), cost(40); b > 2.5*a {
		t.Errorf("%.0f allocations for a short text, %.0f for a long one", a, b)
	}
}

// BenchmarkFloods measures a call for texts that make a careless search slow, of two lengths: the
// time must grow as the length does.
func BenchmarkFloods(b *testing.B) {
	for _, n := range []int{4 << 10, 64 << 10} {
		for name, text := range floods(n) {
			b.Run(name+strconv.Itoa(n>>10)+"K", func(b *testing.B) {
				r := disguiseRoom()
				r.MaxChars = 4000
				r.PrivateTexts = []string{strings.Repeat("You take part in a group chat as one of its players. ", 60)}
				for b.Loop() {
					r.Pass(text)
				}
			})
		}
	}
}

func TestRestOfLongTextIsUnread(t *testing.T) {
	t.Parallel()
	r := disguiseRoom()
	long := strings.Repeat("so many words. ", longestText*r.MaxChars/15+1)
	for text, want := range map[string]string{long + "bluebird": "", "bluebird " + long: RuleSecret} {
		if parts, rule := r.Pass(text); rule != want || len(parts) > maxMessages {
			t.Errorf("rule %q, want %q; %d parts", rule, want, len(parts))
		}
	}
}
