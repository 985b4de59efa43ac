package mouth

import (
	"math"
	"slices"
	"strings"
	"testing"
)

var (
	// terse are lines of people who type fast.
	terse = []string{"hi all", "whats up", "no idea tbh", "blue is so quiet", "lol why", "i dont know", "maybe green", "ok"}
	// neat are lines of people who write carefully.
	neat = []string{"Hello everybody.", "I think that Blue is quiet.", "Where do you come from?", "It was a long day, really.", "Good morning to you all."}
)

func TestStyleOf(t *testing.T) {
	t.Parallel()
	s := StyleOf([]string{"hi blue", "Well, who is it?", "no.", "dont know 😀", "THAT is sooo odd..."})
	want := Style{Lines: 5, Words: 2, Chars: 11, LowerStart: 0.6, Lower: 0.6, Period: 0.2, Final: 0.6, Commas: 0.2, Emoji: 0.2, Typos: 2.0 / 13, long: 19, longWords: 4, questions: 1, marked: 1, pronouns: 0}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if s := StyleOf(slices.Repeat(terse, 20)); s.Lines != styleLines {
		t.Errorf("the style was measured on %d lines", s.Lines)
	}
	if (StyleOf(nil) != Style{}) {
		t.Error("an empty chat has a style")
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"Terse":  {terse, "Use small letters only. No full stop at the end. Short forms and missing apostrophes are usual. No emoji."},
		"Neat":   {neat, "Begin with a capital. End with a full stop. No emoji."},
		"TooFew": {terse[:2], ""},
		"Marks": {[]string{"I was there", "who is it?", "I said no", "where are u from?", "why blue?", "and I mean it :)", "Nobody knows"},
			"Write the word I as a capital. No full stop at the end. End a question with a question mark. No emoji."},
		"NoMarks": {[]string{"i was there", "who is it", "Blue i said no", "where are you from", "why blue", "Well i mean it", "Nobody knows"},
			"Write the word i small. No full stop at the end. Write questions without a question mark. No emoji."},
	} {
		s := StyleOf(c.lines)
		if got := strings.Join(s.Sentences(true), " "); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	a, b := StyleOf(terse), StyleOf(neat)
	if d := Distance(a, a); d != 0 {
		t.Errorf("the distance of a style to itself is %v", d)
	}
	if d := Distance(a, b); d < 0.4 || d > 1 || d != Distance(b, a) {
		t.Errorf("the distance of different styles is %v", d)
	}
	far := Style{Lines: 9, Words: 900, Chars: 9000, LowerStart: 1, Lower: 1, Period: 1, Final: 1, Commas: 5, Emoji: 5, Typos: 1}
	if d := Distance(Style{Lines: 9}, far); math.Abs(d-1) > 1e-9 {
		t.Errorf("the distance of opposite styles is %v", d)
	}
	if d := Distance(Style{}, far); d != 0 {
		t.Errorf("the distance to an empty style is %v", d)
	}
}

// TestDistanceOfEachTrait checks that each difference counts a ninth. The wanted values were
// computed by hand.
func TestDistanceOfEachTrait(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		style Style
		want  float64
	}{
		"TwiceAsManyWords":   {Style{Words: 1}, 0.5 / 9}, // (1+1)/(0+1) is 2, and ln 2 half of ln 4
		"EightTimesAsLong":   {Style{Chars: 7}, 1.0 / 9},
		"SmallFirstLetters":  {Style{LowerStart: 0.4}, 0.4 / 9},
		"NoCapitals":         {Style{Lower: 0.3}, 0.3 / 9},
		"FullStops":          {Style{Period: 0.2}, 0.2 / 9},
		"FinalMarks":         {Style{Final: 0.6}, 0.6 / 9},
		"CommasALine":        {Style{Commas: 1.5}, 1.0 / 9},
		"EmojiALine":         {Style{Emoji: 0.5}, 0.5 / 9},
		"OneWordInTenSloppy": {Style{Typos: 0.1}, 0.4 / 9},
	} {
		c.style.Lines = 5
		if got := Distance(c.style, Style{Lines: 5}); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestStyleOfTheLastLines(t *testing.T) {
	t.Parallel()
	lines := slices.Concat(slices.Repeat([]string{"Good evening."}, 40), slices.Repeat([]string{"hi"}, 60))
	if s := StyleOf(lines); s.Lines != 60 || s.Period != 0 {
		t.Errorf("%+v: the first 40 lines count", s)
	}
	if s := StyleOf(lines[1 : len(lines)-1]); s.Lines != 60 || s.Period == 0 {
		t.Errorf("%+v: the first of the last 60 lines does not count", s)
	}
}

func TestPassWritesAsTheRoomDoes(t *testing.T) {
	t.Parallel()
	long := "I would say that Blue has been very quiet so far, and Green has not answered the question about the weather. Maybe both of them are asleep. We should ask them again."
	for name, c := range map[string]struct {
		others   []string
		in, want string
	}{
		"Lower":              {terse, "I think Blue is quiet.", "i think blue is quiet"},
		"LowerKeepsFaces":    {terse, "Ok :D XD That was fun", "ok :D XD that was fun"},
		"LowerKeepsOneShout": {terse, "That is SO not me, NEVER", "that is so not me, NEVER"},
		"LowerAllShouted":    {terse, "WHAT IS THIS", "what is this"},
		"LowerStart":         {[]string{"so Blue said it", "well I know", "no, Green", "hi Blue", "ask Green"}, "Maybe it was Blue.", "maybe it was Blue"},
		"LowerStartNotNames": {[]string{"so Blue said it", "well I know", "no, Green", "hi Blue", "ask Green"}, "Blue, why?", "Blue, why?"},
		"Neat":               {neat, "maybe it was blue", "Maybe it was blue."},
		"NeatNumber":         {neat, "2 of us think so", "2 of us think so."},
		"NeatQuestion":       {neat, "was it blue?", "Was it blue?"},
		"NeatFace":           {neat, "xD that was fun :D", "xD that was fun :D"},
		"PeriodStays":        {neat, "That was Blue.", "That was Blue."},
		"DotsStay":           {terse, "hmm...", "hmm..."},
		"TooFewToKnow":       {terse[:4], "That was Blue.", "That was Blue."},
		"EmojiTakenOut":      {terse, "nice one 😀", "nice one"},
		"OneEmojiWhereUsed":  {append([]string{"ha 😀"}, terse...), "nice 😀😂 one 👩‍🚀", "nice 😀 one"},
		"OneEmojiEarly":      {nil, "nice 👩‍🚀 one 😂", "nice 👩‍🚀 one"},
		"LongInParts":        {terse, long, "i would say that blue has been very quiet so far | and green has not answered the question about the weather | maybe both of them are asleep. we should ask them again"},
		"LongWhereOthersAre": {slices.Repeat([]string{long}, 5), long + "!", long + "!"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &Room{Name: "Red", Names: []string{"Red", "Blue", "Green"}, MaxChars: 250, Others: c.others}
			if name == "LongWhereOthersAre" {
				c.in, c.want = strings.ReplaceAll(c.in, "Maybe", "Or maybe those"), strings.ReplaceAll(c.want, "Maybe", "Or maybe those")
				c.in, c.want = strings.ReplaceAll(c.in, "weather", "big red car and the two dogs in it"), strings.ReplaceAll(c.want, "weather", "big red car and the two dogs in it")
			}
			parts, rule := r.Pass(c.in)
			if got := strings.Join(parts, " | "); got != c.want || rule != "" {
				t.Errorf("%q %s\nwant %q", got, rule, c.want)
			}
		})
	}
	if _, rule := (&Room{MaxChars: 250, Others: terse}).Pass("😀"); rule != RuleEmoji {
		t.Errorf("an emoji alone where nobody uses any: rule %q", rule)
	}
}
