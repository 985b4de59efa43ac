package llm_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// richAnswer is an answer with everything that an answer may hold.
type richAnswer struct {
	Mood    string  `json:"mood" enum:"calm,tense"`
	Sure    float64 `json:"sure" min:"0" max:"1"`
	Players []guess `json:"players"`
	Next    *string `json:"next"`
}

type guess struct {
	Name  string   `json:"name"`
	Score int      `json:"score" min:"-5" max:"5"`
	Tags  []string `json:"tags" enum:"quiet,loud"`
	Bot   bool     `json:"bot"`
}

const verdictText = `{"mood":"calm","sure":0.5,"players":[{"name":"Blue","score":3,"tags":["quiet"],"bot":true}],"next":null}`

func TestReadDecision(t *testing.T) {
	t.Parallel()
	const send = `{"decision":"send"}`
	for text, want := range map[string]string{
		send:                                      "send",
		"\ufeff" + send:                           "send",
		"```json\n" + send + "\n```":              "send",
		"Sure! Here it is: " + send + " bye":      "send",
		`{"decision":" Send "}`:                   "send",
		`{"decision":"SEND","why":"I was asked"}`: "send",
		`{"answer":` + send + `}`:                 "send",
		`{"name":"answer","arguments":{"decision":"wait"}}`:                   "wait",
		`{"decision":{"type":"string"}} ` + send:                              "send",
		`{broken {"decision":"wait"}`:                                         "wait",
		`<think>{"decision":"wait"}</think>` + send:                           "send",
		`<THINKING>a</THINKING><reasoning>b</reasoning>` + send:               "send",
		`<think>one</think> <think>{"decision":"wait"}</think>` + "\n" + send: "send",
		`perhaps {"decision":"wait"}</think>` + send:                          "send",
		send + `<think>was that right?`:                                       "send",
		"<send>":                                                              "send",
		"send.":                                                               "send",
		"**Send**":                                                            "send",
		`"wait"`:                                                              "wait",
		"decision: send":                                                      "send",
		"Decision = `wait`":                                                   "wait",
		"<think>hm</think>\nwait":                                             "wait",
		`{"decision":"maybe"}`:                                                prompt.AnswerUnreadable,
		`{"decision":null}`:                                                   prompt.AnswerUnreadable,
		`{"decision":["send"]}`:                                               "send",
		`{"Decision":"send"}`:                                                 "send",
		`{"choice":"send"}`:                                                   prompt.AnswerUnreadable,
		`{"decision":"se`:                                                     prompt.AnswerUnreadable,
		`["send"]`:                                                            "send",
		"I would send":                                                        prompt.AnswerUnreadable,
		"send or wait":                                                        prompt.AnswerUnreadable,
		"not send":                                                            prompt.AnswerUnreadable,
		"":                                                                    prompt.AnswerEmpty,
		" \n":                                                                 prompt.AnswerEmpty,
		"<think>" + send:                                                      prompt.AnswerEmpty,
		"<think>hm</think>":                                                   prompt.AnswerEmpty,
		strings.Repeat("{", 1000) + send:                                      prompt.AnswerUnreadable,
		strings.Repeat("so I think ", 5000) + send:                            prompt.AnswerUnreadable,
		"<think>" + strings.Repeat("so I think ", 5000) + "</think>" + send: "send",
	} {
		got := decision{Decision: "before"}
		err := llm.Read(text, &got)
		if want == "send" || want == "wait" {
			if err != nil || got.Decision != want {
				t.Errorf("%.60q reads as %q, %v; want %q", text, got.Decision, err, want)
			}
		} else if code(err) != want || got.Decision != "before" {
			t.Errorf("%.60q reads as %q, %v; want %s and nothing changed", text, got.Decision, err, want)
		}
	}
}

func TestReadLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{\"text\":\"with } and { inside\"} trailing": "with } and { inside",
		`{"text":"i said <think> lol </think> ok"}`:   "i said <think> lol </think> ok",
		`{"text":"say \"hi\" ` + "```" + `"}`:         "say \"hi\" ```",
		`{"text":""}`:                                 "",
		`{"text":"ha ha ha ha ha ha ha"}`:             "ha ha ha ha ha ha ha",
	} {
		var l line
		if err := llm.Read(text, &l); err != nil || l.Text != want {
			t.Errorf("%q reads as %q, %v", text, l.Text, err)
		}
	}
	for name, text := range map[string]string{
		"OtherType":       `{"text":5}`,
		"FreeText":        "hello",
		"Word":            `"hello"`,
		"TooLong":         `{"text":"` + longText(5000) + `"}`,
		"Endless":         `{"text":"` + strings.Repeat("buy now ", 40) + `"}`,
		"EndlessAfterAll": `{"text":"` + "well let me think about it " + strings.Repeat("no", 80) + `"}`,
		"HalfACharacter":  `{"text":"nice \ud83d"}`,
		"BrokenBytes":     "{\"text\":\"nice \xf0\x9f\"}",
		"CutOff":          `{"text":"i was goi`,
		"RawLineBreak":    "{\"text\":\"one\ntwo\"}",
	} {
		l := line{Text: "before"}
		if err := llm.Read(text, &l); code(err) != prompt.AnswerUnreadable || l.Text != "before" {
			t.Errorf("%s reads as %.60q, %v", name, l.Text, err)
		}
	}
}

func longText(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + " ")
	}
	return b.String()
}

func TestReadNested(t *testing.T) {
	t.Parallel()
	blue := guess{Name: "Blue", Score: 3, Tags: []string{"quiet"}, Bot: true}
	var got richAnswer
	if err := llm.Read("my verdict: "+verdictText, &got); err != nil || !reflect.DeepEqual(got, richAnswer{"calm", 0.5, []guess{blue}, nil}) {
		t.Errorf("%+v, %v", got, err)
	}
	change := func(old, with string) string { return strings.Replace(verdictText, old, with, 1) }
	for text, want := range map[string]bool{
		change(`"next":null`, `"next":"Green"`): true,
		change(`3,`, `3.0,`):                    true,
		change(`["quiet"]`, `["QUIET","loud"]`): true,
		change(`["quiet"]`, `[]`):               true,
		change(`"sure":0.5`, `"sure":1.5`):      false,
		change(`"sure":0.5`, `"sure":"0.5"`):    false,
		change(`3,`, `6,`):                      false,
		change(`3,`, `2.5,`):                    false,
		change(`3,`, `1e400,`):                  false,
		change(`["quiet"]`, `["shy"]`):          false,
		change(`["quiet"]`, `null`):             false,
		change(`"bot":true`, `"bot":"true"`):    false,
		change(`,"bot":true`, ``):               false,
		change(`,"next":null`, ``):              false,
		change(`[{`, `[null,{`):                 false,
		change(`"calm"`, `"angry"`):             false,
		change(`"players":[`, `"players":[`+strings.Repeat(`{"name":"x","score":1,"tags":[],"bot":false},`, 300)): false,
	} {
		before := richAnswer{Mood: "before"}
		if err := llm.Read(text, &before); (err == nil) != want || err != nil && before.Mood != "before" {
			t.Errorf("%.200q reads as %+v, %v", text, before, err)
		}
	}
}

// TestReadRefusesTypes: a type that no model can be asked for is a programmer's error, without a
// code.
func TestReadRefusesTypes(t *testing.T) {
	t.Parallel()
	type endlessly struct {
		Next []endlessly `json:"next"`
	}
	for _, answer := range []any{
		nil, decision{}, new(string), new(struct {
			Unnamed string
		}), new(struct {
			Any any `json:"any"`
		}), new(endlessly),
	} {
		if err := llm.Read("{}", answer); err == nil || code(err) == prompt.AnswerUnreadable {
			t.Errorf("%T: %v", answer, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"decision":"send"}`, "```{\"decision\":\"wait\"", "<think>{</think>wait", `{"text":"hey"}`, verdictText, `{"a":{"text":"x"}}`, "\ufeff{}", `"send"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, l, v := decision{Decision: "before"}, line{Text: "before"}, richAnswer{Mood: "before"}
		switch err := llm.Read(text, &d); {
		case err == nil && d.Decision != "send" && d.Decision != "wait":
			t.Errorf("%q reads as %+v", text, d)
		case err != nil && (d.Decision != "before" || code(err) != prompt.AnswerEmpty && code(err) != prompt.AnswerUnreadable):
			t.Errorf("%q: %+v, %v", text, d, err)
		}
		if err := llm.Read(text, &l); err == nil {
			if len(l.Text) > 4<<10 || strings.ContainsRune(l.Text, '\ufffd') {
				t.Errorf("%q reads as %+v", text, l)
			}
			again, _ := json.Marshal(l)
			var second line
			if err := llm.Read(string(again), &second); err != nil || second != l {
				t.Errorf("%q reads as %+v, and that value reads as %+v, %v", text, l, second, err)
			}
		} else if l.Text != "before" {
			t.Errorf("%q is refused and leaves %+v", text, l)
		}
		if err := llm.Read(text, &v); err == nil && (v.Mood != "calm" && v.Mood != "tense" || v.Sure < 0 || v.Sure > 1 || len(v.Players) > 256) {
			t.Errorf("%q reads as %+v", text, v)
		} else if err != nil && v.Mood != "before" {
			t.Errorf("%q is refused and leaves %+v", text, v)
		}
	})
}

type noted struct {
	Text string   `json:"text"`
	Tags []string `json:"tags"`
}

// TestReadLenient: small models write too many commas and single quotes.
func TestReadLenient(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"text":"one",}`:                       "one",
		"{\"text\": \"one\" ,\n}":               "one",
		`{'text': 'one'}`:                       "one",
		`{'text': 'don\'t'}`:                    "don't",
		`{'text': "it's"}`:                      "it's",
		`{'text': 'it's fine'}`:                 "it's fine",
		`{"text": "don\'t"}`:                    "don't",
		`{'text': 'say "hi"'}`:                  `say "hi"`,
		`{'text': 'say \"hi\"'}`:                `say "hi"`,
		`{'text': 'a\\'}`:                       `a\`,
		`{'text': 'a\nb\u00e9'}`:                "a\nbé",
		`{"text":"a, }, ' and ] {",}`:           "a, }, ' and ] {",
		`{'text': ',}'}`:                        ",}",
		`{'text': ''}`:                          "",
		`{'text': 'l'été, I'm', }`:              "l'été, I'm",
		"```json\n{'text': 'one',}\n```":        "one",
		`Sure: {'text': 'one',} bye`:            "one",
		`maybe {'text':'no'} or {"text":"yes"}`: "yes", // real JSON goes first
		`{'text':'one','other':[1,2,],}`:        "one",
		`{'answer':{'text':'one'}}`:             "one",
	} {
		var l line
		if err := llm.Read(text, &l); err != nil || l.Text != want {
			t.Errorf("%s reads as %q, %v; want %q", text, l.Text, err, want)
		}
	}
	for _, text := range []string{
		`{'text': 'rock 'n' roll'}`, `{'text': 'he said 'yes', then left'}`, `{"text": "say "hi" now"}`, `{text: 'one'}`, `{'text': 'one'`, `{'text': 'one`, `{'text': one}`, `{'text': 'one' 'two'}`,
		`{'text': 'one',,}`, `{"text": 'one"}`, `{'text`, `{'`, `{'text': '\`, `{"text":"one"]`, "{'text': 'one\ntwo'}", `{'text': 'one \x'}`, `{,}`, `{'text': 'one'\`,
	} {
		l := line{Text: "before"}
		if err := llm.Read(text, &l); code(err) != prompt.AnswerUnreadable || l.Text != "before" {
			t.Errorf("%s reads as %q, %v", text, l.Text, err)
		}
	}
	var got richAnswer
	sloppy := strings.NewReplacer(`"`, `'`, `}`, `,}`, `]`, `, ]`).Replace(verdictText)
	var want richAnswer
	sessiontest.NoError(t, llm.Read(verdictText, &want))
	if err := llm.Read(sloppy, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s reads as %+v, %v", sloppy, got, err)
	}
}

// signs are what the sloppy reader decides by.
var signs = []rune(`'"\,:{}[] ` + "\n\tab1é/u")

// TestReadValid: all JSON is read as it was written, and so is what a small model makes of it.
func TestReadValid(t *testing.T) {
	t.Parallel()
	text := rapid.StringOfN(rapid.SampledFrom(signs), 0, 20, -1)
	rapid.Check(t, func(r *rapid.T) {
		want := noted{Text: text.Draw(r, "text"), Tags: rapid.SliceOfN(text, 0, 3).Draw(r, "tags")}
		valid := sessiontest.Must(json.Marshal(want))(r)
		var got noted
		if err := llm.Read(string(valid), &got); err != nil || got.Text != want.Text || !reflect.DeepEqual(got.Tags, want.Tags) {
			r.Fatalf("%s reads as %+v, %v", valid, got, err)
		}
		if tidy, n, ok := llm.RealJSON(string(valid) + " and more"); !ok || tidy != string(valid) || n != len(valid) {
			r.Fatalf("%s became %s", valid, tidy)
		}
		write := func(s string) string { return sloppyText(r, s) }
		comma := func() string { return rapid.SampledFrom([]string{"", ",", " , "}).Draw(r, "comma") }
		var tags strings.Builder
		for i, tag := range want.Tags {
			if i > 0 {
				tags.WriteString(", ")
			}
			tags.WriteString(write(tag))
		}
		if len(want.Tags) > 0 {
			tags.WriteString(comma())
		}
		sloppy := fmt.Sprintf("{%s: %s, %s: [%s]%s}", write("text"), write(want.Text), write("tags"), tags.String(), comma())
		got = noted{}
		if err := llm.Read(sloppy, &got); err != nil || got.Text != want.Text || !reflect.DeepEqual(got.Tags, want.Tags) {
			r.Fatalf("%s reads as %+v, %v", sloppy, got, err)
		}
	})
}

// sloppyText writes a text in quotes of either kind, and escapes what has to be escaped there.
func sloppyText(r *rapid.T, s string) string {
	b, _ := json.Marshal(s) // a string always marshals
	if rapid.Bool().Draw(r, "double") {
		return string(b)
	}
	inner := strings.ReplaceAll(string(b[1:len(b)-1]), `'`, `\'`)
	if rapid.Bool().Draw(r, "bare") {
		inner = unescapedQuotes(inner)
	}
	return "'" + inner + "'"
}

// unescapedQuotes removes the backslash before each double quote.
func unescapedQuotes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] != '"' {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// TestReadNoise: no text makes the reader panic, and the sloppy reader makes real JSON or nothing.
func TestReadNoise(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		text := "{" + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			`'`, `"`, `\`, `,`, `:`, `{`, `}`, `[`, `]`, ` `, "\n", `text`, `'text'`, `"text"`, `: 'a'`, `1`, `true`, `é`, "\xf0", `\u12`,
		}), 0, 40).Draw(r, "text"), "")
		var strict, got line
		if json.Unmarshal([]byte(text), &strict) == nil && strings.Contains(text, `"text"`) {
			if err := llm.Read(text, &got); err == nil && got != strict {
				r.Fatalf("%q reads as %q, not %q", text, got.Text, strict.Text)
			}
		} else {
			_ = llm.Read(text, &got)
		}
		if _, n, ok := llm.RealJSON(text); ok && (n < 2 || n > len(text)) {
			r.Fatalf("%q has %d bytes of JSON", text, n)
		}
	})
}

// TestReadOptional: what may be missing costs no answer, and an older name of a field is read.
func TestReadOptional(t *testing.T) {
	t.Parallel()
	type fields struct {
		Unsent string `json:"unsent" enum:"keep,drop" missing:"ok" former:"do"`
	}
	type answer struct {
		fields
		Decision string `json:"decision" enum:"send,wait"`
	}
	for text, want := range map[string]answer{
		`{"unsent":"drop","decision":"wait"}`:  {fields{"drop"}, "wait"},
		`{"decision":"send"}`:                  {fields{}, "send"},
		`{"unsent":"maybe","decision":"send"}`: {fields{}, "send"},
		`{"do":"keep","decision":"wait"}`:      {fields{"keep"}, "wait"},
		"<send>":                               {fields{}, "send"},
	} {
		var got answer
		if err := llm.Read(text, &got); err != nil || got != want {
			t.Errorf("%s reads as %+v, %v; want %+v", text, got, err, want)
		}
	}
}
