package smalltalk

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

var talk = []string{
	"Blue: hi", "Yellow: hey", "Red: hello", "Blue: i had pizza", "Red: nice", "Blue: the tram was late", "Red: same here", "Blue: long day", "Red: how so", "Blue: so much work", "Red: poor you",
}

func TestPursuesItsAim(t *testing.T) {
	t.Parallel()
	p := chat{lines: talk}.parsed(t)
	for aim, want := range map[Aim]string{AimTest: `^blue `, AimAccuse: `\bblue\b`, AimRecruit: `\bred\b.*\bblue\b|\bblue\b.*\bred\b`, AimVote: `\bblue\b`} {
		pursued, line := 0, regexp.MustCompile(want)
		for seed := range uint64(100) {
			if line.MatchString(Read(p, ReadOptions{MaxLines: LinesForWriting, Suspect: "Blue", Trust: "Red", Aim: aim}, newRand(seed)).Begin()) {
				pursued++
			}
		}
		if pursued < 25 {
			t.Errorf("the aim %s was pursued %d of 100 times", aim, pursued)
		}
	}
}

func TestSpeaksUpAgainstItsSuspectOnce(t *testing.T) {
	t.Parallel()
	options := ReadOptions{MaxLines: LinesForDeciding, Suspect: "Blue", Aim: AimAccuse}
	urge := func(lines ...string) float64 {
		return Read(chat{lines: slices.Concat(talk, lines)}.parsed(t), options, newRand(1)).Urge()
	}
	if u := urge("Red: yeah"); u < pressedChance {
		t.Errorf("with an accusation to make, the urge is %.2f", u)
	}
	if u := urge("Yellow: something is off with blue", "Red: yeah"); u >= pressedChance {
		t.Errorf("after the accusation, the urge is still %.2f", u)
	}
}

func TestBeginsSomethingNew(t *testing.T) {
	t.Parallel()
	asked := chat{lines: append(slices.Clone(talk), "Red: yellow where are you from?", "Yellow: utrecht")}.parsed(t)
	for seed := range uint64(60) {
		text := Read(asked, ReadOptions{MaxLines: LinesForWriting}, newRand(seed)).Begin()
		if text == "" || strings.Contains(text, "utrecht") {
			t.Errorf("begins with %q", text)
		}
	}
	if text := Read(chat{}.parsed(t), ReadOptions{MaxLines: LinesForWriting}, newRand(1)).Begin(); text == "" {
		t.Error("says nothing in an empty chat")
	}
}

func TestSpeaksByTheLine(t *testing.T) {
	t.Parallel()
	spoke := 0
	for i, text := range []string{"i had soup", "the sea is calm today", "we won", "what a day", "my bike broke", "i like it here", "so many people", "it rains"} {
		p := chat{lines: append(slices.Clone(talk[:3]), "Blue: "+text)}.parsed(t)
		speaks := Read(p, ReadOptions{MaxLines: LinesForDeciding, BelowShare: true}, newRand(1)).Speaks()
		if speaks {
			spoke++
		}
		for seed := range uint64(10) {
			if Read(p, ReadOptions{MaxLines: LinesForDeciding, BelowShare: true}, newRand(seed)).Speaks() != speaks {
				t.Errorf("line %d: the decision to speak depends on the seed", i)
			}
		}
	}
	if spoke == 0 || spoke == 8 {
		t.Errorf("answers %d of 8 remarks", spoke)
	}
	p := chat{lines: append(slices.Clone(talk), "Blue: yellow are you a bot?")}.parsed(t)
	if !Read(p, ReadOptions{MaxLines: LinesForDeciding}, newRand(1)).Speaks() {
		t.Error("says nothing when it is accused")
	}
}

func TestBelowShare(t *testing.T) {
	t.Parallel()
	lines := chat{lines: []string{"Blue: a", "Blue: b", "Yellow: c"}}.transcript()
	lines = append(lines, prompt.Line{Name: "Yellow", Gamemaster: true})
	for name, want := range map[string]bool{"Blue": false, "Yellow": false, "Red": true} {
		if BelowShare(lines, name, 3) != want {
			t.Errorf("%s has said less than an even share: %t, want %t", name, !want, want)
		}
	}
	if !BelowShare(nil, "Red", 3) {
		t.Error("nobody has said anything, and Red is not below an even share")
	}
}

func TestCluesNameTheirLines(t *testing.T) {
	t.Parallel()
	p := chat{lines: append(slices.Clone(talk), "Blue: i had pizza")}.parsed(t)
	clues := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(1)).Clues()
	i := slices.IndexFunc(clues, func(c Clue) bool { return c.Kind == "repeat" })
	if i < 0 || clues[i].Player != "Blue" || !slices.Equal(clues[i].Lines, []int64{12}) || clues[i].Weight <= 0.5 || clues[i].Weight > 1 {
		t.Errorf("finds %+v, want that Blue repeats itself in line 12", clues)
	}
}

func TestAnAnswerIsNotADodge(t *testing.T) {
	t.Parallel()
	for answer, dodges := range map[string]bool{"graz": false, "25": false, "no": false, "yes": false, "graz, you?": false, "hm": true, "what do you think": true} {
		p := chat{lines: []string{"Red: hi", "Blue: red where are you from?", "Red: " + answer}}.parsed(t)
		clues := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(1)).Clues()
		if found := slices.ContainsFunc(clues, func(c Clue) bool { return c.Kind == "dodge" && c.Player == "Red" }); found != dodges {
			t.Errorf("%q dodges: %t, want %t", answer, found, dodges)
		}
	}
}

func TestPraiseIsNotAnAccusation(t *testing.T) {
	t.Parallel()
	for language, lines := range map[string][]string{
		"en": {"Blue: red is the bot", "Yellow: red writes so much", "Blue: good call yellow"},
		"de": {"Blue: rot ist der bot", "Yellow: rot schreibt so viel", "Blue: gut gesehen yellow"},
	} {
		p := chat{lines: lines, language: language}.parsed(t)
		for seed := range uint64(40) {
			if m := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(seed)).findMoment(); m.situation == accused {
				t.Fatalf("%s: praise is an accusation", language)
			}
		}
	}
}

// TestTakesAThingUpOnce shows that the bot does not ask about a thing and then say that it has
// never heard of it.
func TestTakesAThingUpOnce(t *testing.T) {
	t.Parallel()
	remark := append(slices.Clone(talk[:4]), "Red: somebody left a lamp there")
	took := func(lines ...string) (n int) {
		for _, text := range (chat{lines: slices.Concat(remark, lines)}).texts(t, 60) {
			if strings.Contains(text, "lamp") {
				n++
			}
		}
		return n
	}
	if n := took(); n < 20 {
		t.Errorf("takes up the lamp %d of 60 times", n)
	}
	if n := took("Yellow: what about the lamp red", "Red: just a lamp"); n > 0 {
		t.Errorf("takes up the lamp again %d of 60 times", n)
	}
}
