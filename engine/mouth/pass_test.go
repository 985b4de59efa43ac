package mouth

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func anyText(words []string) *rapid.Generator[string] {
	odd := []string{"\u200b", "\u202e", "😀", "👩‍🚀", "**", "`", "\"", "Red:", "[00:12]", "\n", ". ", ", ", "...", "?", "#", "- ", "A.I.", "\u0301\u0301\u0301", "ＡＩ", "(smiles)", "\x00", "\xff", "I", "İ", "ß", "“", "”.", "—", "…", "→", "\\n", "&amp;", "*sighs*", "(to Blue)", "@here", "<@u1>", "«", "_", "[nods"}
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 60).Draw(t, "n") {
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0:
				b.WriteString(rapid.SampledFrom(odd).Draw(t, "odd"))
			case 1:
				b.WriteString(rapid.StringN(0, 4, 12).Draw(t, "any"))
			default:
				b.WriteString(rapid.SampledFrom(words).Draw(t, "word") + " ")
			}
		}
		return b.String()
	})
}

func TestPassProperties(t *testing.T) {
	t.Parallel()
	all := strings.Fields(strings.Join(append(corpus(t, "clean.txt"), corpus(t, "hostile.txt")...), " "))
	rooms := [][]string{nil, terse, neat, append([]string{"ha 😀"}, terse...), {"so Blue", "no Green", "ask Green", "hi Blue", "well I"}}
	texts := anyText(all)
	rapid.Check(t, func(t *rapid.T) {
		r := mafiaRoom()
		r.MaxChars = rapid.SampledFrom([]int{20, 80, 250, 1200}).Draw(t, "limit")
		r.Others = rapid.SampledFrom(rooms).Draw(t, "room")
		parts, rule := r.Pass(texts.Draw(t, "text"))
		if (len(parts) == 0) == (rule == "") || len(parts) > maxMessages {
			t.Fatalf("%q, %q", parts, rule)
		}
		for _, part := range parts {
			if n := utf8.RuneCountInString(part); n == 0 || n > r.MaxChars {
				t.Fatalf("%q has %d characters", part, n)
			}
			if strings.ContainsFunc(part, func(c rune) bool { return isInvisible(c) && !isJoiner(c) || c < ' ' }) || !utf8.ValidString(part) {
				t.Fatalf("%q contains invisible characters", part)
			}
			if again, rule := r.Pass(part); rule != "" || !slices.Equal(again, []string{part}) {
				t.Fatalf("%q passes a second time as %q, %q", part, again, rule)
			}
		}
	})
}

func TestPassSplits(t *testing.T) {
	t.Parallel()
	r := mafiaRoom()
	r.MaxChars = 40
	for in, want := range map[string]string{
		"This one is short enough to be sent.":                                                                                "This one is short enough to be sent.",
		"That was Green. I saw it when the lights went out, and then it was over.":                                            "That was Green. | I saw it when the lights went out | and then it was over.",
		"well i do not know what to say to that. Red:":                                                                        "well i do not know what to say to that.",
		"one two three four five six seven eight nine ten eleven":                                                             "one two three four five six seven eight",
		"a first one is here. a second one is here! and a third one? then a fourth one which nobody will ever read. and more": "a first one is here. | a second one is here! and a third one? | then a fourth one which nobody will ever",
	} {
		parts, rule := r.Pass(in)
		if got := strings.Join(parts, " | "); got != want || rule != "" {
			t.Errorf("%q: %q, %q, want %q", in, got, rule, want)
		}
	}
	r.MaxChars = 30
	if parts, rule := r.Pass("nobody here should ever claim, i am a bot. ok"); rule == "" && strings.Contains(strings.Join(parts, "|"), "i am a bot") {
		t.Errorf("a part says what the whole did not: %q", parts)
	}
}

func TestPassRefusesNearRepeats(t *testing.T) {
	t.Parallel()
	r := threePlayers()
	r.Own = append(r.Own, "i think blue is a bit too quiet", "i was at home with my dog")
	r.Others = append(r.Others, "i say we all vote for green before it is too late")
	wantRules(t, r, map[string]string{
		"I think Blue is a bit too quiet today":                    RuleRepeat,
		"well i think blue is a bit too quiet":                     RuleRepeat,
		"i think green is a bit too quiet":                         "",
		"i dont think blue is a bit too quiet":                     "",
		"i think blue is not a bit too quiet":                      "",
		"i was at home with my two cats":                           "",
		"i was at home with my dog!!":                              RuleRepeat,
		"i say we all vote for green now before it is too late":    RuleRepeat,
		"i say we all vote for blue before it is too late":         "",
		"lets not vote for green, there are better ones out there": "",
	})
}

func TestLongLinesAreComparedByTheirFirstWords(t *testing.T) {
	t.Parallel()
	line := func(from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			b.WriteByte(' ')
			for _, c := range strconv.Itoa(i) {
				b.WriteRune(c - '0' + 'k') // digits would change the meaning of a line
			}
		}
		return b.String()
	}
	r := &Room{Name: "Red", Names: []string{"Red"}, MaxChars: 4000, Others: []string{line(1000, 1300)}}
	for name, c := range map[string]struct{ text, rule string }{
		"TheSameFirstHundred":  {"so" + line(1000, 1100) + line(2000, 2200), RuleRepeat},
		"AnotherFirstHundred":  {line(2000, 2100) + line(1100, 1300), ""},
		"FarFewerWordsOfThese": {line(1000, 1100), ""},
	} {
		if _, rule := r.Pass(c.text); rule != c.rule {
			t.Errorf("%s: rule %q, want %q", name, rule, c.rule)
		}
	}
}

func TestNoMessageEndsWithAShortForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"nobody knows it, e.g. blue never says a word about it":      {"nobody knows it", "e.g. blue never says a word about it"},
		"i asked him twice. Dr. Smith said that he was home all day": {"i asked him twice.", "Dr. Smith said that he was home all day"},
		"das ist doch klar, z.B. hat blau noch nie etwas gesagt":     {"das ist doch klar", "z.B. hat blau noch nie etwas gesagt"},
	} {
		r := mafiaRoom()
		r.MaxChars = 40
		if parts, _ := r.Pass(text); !slices.Equal(parts, want) {
			t.Errorf("%q: %q", text, parts)
		}
	}
}
