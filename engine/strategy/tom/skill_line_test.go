package tom

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

var lineTasks = []string{taskReflex, taskMessage, taskSingle}

func TestRepliesToWhatCallsForOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		said     string
		min, max int
	}{
		"asked by name":               {"Blue: where are you from yellow?", 60, 60},
		"accused":                     {"Blue: i think yellow is the bot", 60, 60},
		"a question to somebody else": {"Blue: red where are you from?", 0, 0},
		"its own line":                {"Yellow: i had pizza today", 0, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, task := range lineTasks {
				if n := len((table{lines: after(hello, c.said)}).says(t, task, 60)); n < c.min || n > c.max {
					t.Errorf("%s: answers %d of 60 times, want %d to %d", task, n, c.min, c.max)
				}
			}
		})
	}
}

func TestThoughtsAboutOneLineAgreeWhetherItCallsForAReply(t *testing.T) {
	t.Parallel()
	silent, spoken := 0, 0
	for _, remark := range []string{
		"i had pizza", "the museum was nice", "it rains", "my train was late again", "i like this game", "so many cars today", "we won the match",
	} {
		c := table{lines: after(hello, "Red: "+remark)}
		switch n := len(c.says(t, taskReflex, 30)) + len(c.says(t, taskMessage, 30)); n {
		case 0:
			silent++
		case 60:
			spoken++
		default:
			t.Errorf("answers %q %d of 60 times, want always or never", remark, n)
		}
	}
	if silent == 0 || spoken == 0 {
		t.Errorf("answers %d remarks and leaves %d", spoken, silent)
	}
}

func TestMessagesPursueTheIntention(t *testing.T) {
	t.Parallel()
	talk := after(hello, "Blue: i had pizza", "Red: nice one", "Green: what did you do", "Blue: not much", "Red: same here", "Yellow: tea is good",
		"Green: hm", "Blue: the tram was late again")
	against := []string{"Suspect: Green", "Ally: Red"}
	for action, want := range map[string]*regexp.Regexp{
		"accuse": regexp.MustCompile(`green`), "ally": regexp.MustCompile(`red.*green|green.*red`), "vote": regexp.MustCompile(`green`),
		"chat": regexp.MustCompile(`^green `),
	} {
		pursued := 0
		c := table{lines: talk, intention: append(slices.Clone(against), "Next: "+action)}
		for seed := range uint64(60) {
			if want.MatchString(c.asked(t, taskReserve, seed).(prompt.Written).Text) {
				pursued++
			}
		}
		if pursued < 15 || pursued > 58 {
			t.Errorf("%s: pursued %d of 60 times", action, pursued)
		}
	}
	c := table{lines: talk}
	if texts := strings.Join(c.says(t, taskReserve, 60), "\n"); regexp.MustCompile(`green.*red|vote`).MatchString(texts) {
		t.Errorf("without a suspect it says\n%s", texts)
	}
}

func TestReserveBreaksTheSilence(t *testing.T) {
	t.Parallel()
	greeting := regexp.MustCompile(`(?i)\b(hi+|hey+|heya|hello+|helloo|hiya|yo|day|good|in|late|made|whos|hallo|hallöchen|servus|moin|auch)\b`)
	for name, c := range map[string]table{
		"an empty chat":        {},
		"an empty German chat": {language: "de"},
		"a chat":               {lines: after(hello, "Yellow: nice day")},
		"a German chat":        {lines: []string{"Blue: hallo", "Red: na wie gehts", "Yellow: gut danke"}, language: "de"},
		"one that asked it":    {lines: after(hello, "Yellow: where are you all from", "Blue: rome", "Red: oslo")},
	} {
		texts := c.says(t, taskReserve, 60)
		if len(texts) < 60 {
			t.Errorf("%s: is silent %d of 60 times", name, 60-len(texts))
		}
		for _, text := range texts {
			if len(c.lines) == 0 != greeting.MatchString(text) && len(c.lines) == 0 || slices.Contains(c.lines, "Yellow: "+text) {
				t.Errorf("%s: says %q", name, text)
			}
		}
	}
}

func TestSingleKnowsNoMentalState(t *testing.T) {
	t.Parallel()
	c := table{lines: after(hello, "Blue: yellow what do you think?"), intention: []string{"Suspect: Green", "Ally: Red", "Next: vote"}}
	plain := table{lines: c.lines}
	if a, b := c.says(t, taskSingle, 40), plain.says(t, taskSingle, 40); !slices.Equal(a, b) {
		t.Errorf("with a mental state in its prompt it says %q, without one %q", a, b)
	}
}
