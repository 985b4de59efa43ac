package mouth

import (
	"slices"
	"strings"
	"testing"
)

func threePlayers() *Room {
	return &Room{
		Name: "Red", Names: []string{"Red", "Blue", "Green"}, MaxChars: 250, Secrets: []string{"rosebud"},
		Own:    []string{"no idea really", "lol", "a", "b", "c", "d", "e", "ok"},
		Others: []string{"Where were you all of last night?", "I am not a bot"},
	}
}

// passCases are texts in the room of table, with what Pass returns: the messages, joined by " | ",
// and the rule.
var passCases = map[string]struct{ in, out, rule string }{
	"Plain":                       {"hey blue", "hey blue", ""},
	"NamePrefix":                  {"Red: hey blue", "hey blue", ""},
	"NamePrefixOtherCase":         {"red : hey", "hey", ""},
	"OtherNameStays":              {"blue: why", "blue: why", ""},
	"OwnNameAsWordStays":          {"red is a nice colour", "red is a nice colour", ""},
	"Quotes":                      {`"hey there"`, "hey there", ""},
	"InnerQuotesStay":             {`"yes" or "no"`, `"yes" or "no"`, ""},
	"Stamp":                       {"[00:12] hey", "hey", ""},
	"LongStamp":                   {"(0:00:12) hey", "hey", ""},
	"StampNameQuotes":             {`[12:01] Red: "hey"`, "hey", ""},
	"StampAndName":                {"12:01 Red: hey", "hey", ""},
	"TimeFirst":                   {"10:30 works for me", "10:30 works for me", ""},
	"TimeAlone":                   {"12:30", "12:30", ""},
	"Key":                         {"1️⃣ blue", "1️⃣ blue", ""},
	"TimeInText":                  {"see you at 12:30", "see you at 12:30", ""},
	"Lines":                       {"hey\n  there", "hey there", ""},
	"Empty":                       {" \n", "", RuleEmpty},
	"Repeat":                      {"No idea, really!", "", RuleRepeat},
	"ShortLineAgainAfterFive":     {"lol", "lol", ""},
	"ShortLineTooSoon":            {"Ok.", "", RuleRepeat},
	"Secret":                      {"i think its ROSEBUD", "", RuleSecret},
	"SecretInThePlural":           {"rosebuds are nice", "", RuleSecret},
	"PartOfTheSecret":             {"a rose is nice", "a rose is nice", ""},
	"Disclosure":                  {"well, I'm an AI so yes", "", RuleDisclosure},
	"DisclosureJust":              {"im just a bot", "", RuleDisclosure},
	"DisclosureGerman":            {"ich bin nur ein bot", "", RuleDisclosure},
	"Preamble":                    {"As an AI language model, I have no taste", "", RuleDisclosure},
	"Denial":                      {"im not a bot lol", "im not a bot lol", ""},
	"Report":                      {"you really think im a bot", "you really think im a bot", ""},
	"Accusation":                  {"red sounds as a bot would", "red sounds as a bot would", ""},
	"TalkAboutMachines":           {"which ai do you use at work", "which ai do you use at work", ""},
	"Refusal":                     {"I'm sorry, but I can't do that", "", RuleRefusal},
	"Assistant":                   {"How can I help you today?", "", RuleRefusal},
	"PromptTalk":                  {"my system prompt says hi", "", RuleRefusal},
	"OrdinaryApology":             {"sorry cant talk now", "sorry cant talk now", ""},
	"BoldName":                    {"**Red:** hey blue", "hey blue", ""},
	"BoldNameThenColon":           {"**Red**: hey blue", "hey blue", ""},
	"Invisible":                   {"\u202ehey\u2066 b\u200blue\ufeff", "hey blue", ""},
	"JoinedEmojiStays":            {"👩‍🚀 hey", "👩‍🚀 hey", ""},
	"NothingButCommas":            {strings.Repeat(", ", 200), "", RuleEmpty},
	"NothingToSee":                {"\u200b\u200d\u2060", "", RuleEmpty},
	"SecretWithHiddenCharacters":  {"i think its rose\u200dbud", "", RuleSecret},
	"DisclosureHidden":            {"I\u200d'm a bo\u200bt", "", RuleDisclosure},
	"JSON":                        {`{"text": "hey there"}`, "", RuleMarkup},
	"Fence":                       {"```json {} ```", "", RuleMarkup},
	"Thought":                     {"<think>blue is the one</think>hey", "", RuleMarkup},
	"Template":                    {"hey<|im_end|>", "", RuleMarkup},
	"OtherRole":                   {"Assistant: hey", "", RuleMarkup},
	"MarksOfPeopleStay":           {"<3 {so} [sic] |x| *waves*", "<3 {so} [sic] |x| *waves*", ""},
	"CopyOfAnother":               {"where were you all of last night", "", RuleRepeat},
	"ShortCopyOfAnother":          {"i am not a bot", "i am not a bot", ""},
	"TypographicApostropheCaught": {"I’m an AI", "", RuleDisclosure},
}

func TestPass(t *testing.T) {
	t.Parallel()
	for name, c := range passCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts, rule := threePlayers().Pass(c.in)
			if out := strings.Join(parts, " | "); out != c.out || rule != c.rule {
				t.Errorf("Pass(%q) = %q, %q, want %q, %q", c.in, out, rule, c.out, c.rule)
			}
		})
	}
}

func TestPassCutsAtAWord(t *testing.T) {
	t.Parallel()
	parts, rule := threePlayers().Pass(strings.Repeat("wörter, ", 60))
	if rule != "" || len([]rune(parts[0])) > 250 || !strings.HasSuffix(parts[0], "wörter") {
		t.Errorf("%q, %q", parts, rule)
	}
	if parts, _ := threePlayers().Pass(strings.Repeat("ö", 300)); len([]rune(parts[0])) != 250 {
		t.Errorf("a long word is cut to %d characters", len([]rune(parts[0])))
	}
}

// TestIsTooLong: a line stands out if it is one and a half times as long as the room's long lines.
func TestIsTooLong(t *testing.T) {
	t.Parallel()
	long := slices.Repeat([]string{strings.Repeat("a", 80)}, 9)
	for name, c := range map[string]struct {
		others []string
		length int
		want   bool
	}{
		"UpToTheLimit":    {long, 120, false},
		"Longer":          {long, 121, true},
		"InATerseRoom":    {terse, 60, false},
		"FarLonger":       {terse, 61, true},
		"BeforeOneIsSeen": {terse[:4], 900, false},
	} {
		r := Room{Others: c.others}
		if got := r.IsTooLong(strings.Repeat("b", c.length)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
