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
)

type noted struct {
	Text string   `json:"text"`
	Tags []string `json:"tags"`
}

// TestReadLenient: small models write commas too many and single quotes. What they say stays as it
// is.
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
	if err := llm.Read(verdictText, &want); err != nil {
		t.Fatal(err)
	}
	if err := llm.Read(sloppy, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s reads as %+v, %v", sloppy, got, err)
	}
}

// signs are what the sloppy reader decides by.
var signs = []rune(`'"\,:{}[] ` + "\n\tab1é/u")

// TestReadValid: whatever can be written as JSON is read as it was written, and so is what a small
// model makes of it.
func TestReadValid(t *testing.T) {
	t.Parallel()
	text := rapid.StringOfN(rapid.SampledFrom(signs), 0, 20, -1)
	rapid.Check(t, func(r *rapid.T) {
		want := noted{Text: text.Draw(r, "text"), Tags: rapid.SliceOfN(text, 0, 3).Draw(r, "tags")}
		valid, err := json.Marshal(want)
		if err != nil {
			r.Fatal(err)
		}
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
