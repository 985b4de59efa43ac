package attacktest

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Models returns the asker of one thought, as a driver needs it.
type Models interface {
	Asker(c prompt.Caller) prompt.Asker
}

// PromptRecorder wraps models and keeps each prompt. It is for one goroutine.
type PromptRecorder struct {
	Models
	Prompts []prompt.Prompt
}

func (w *PromptRecorder) Asker(c prompt.Caller) prompt.Asker {
	return &recordingAsker{w.Models.Asker(c), w}
}

type recordingAsker struct {
	prompt.Asker
	*PromptRecorder
}

func (e *recordingAsker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	e.Prompts = append(e.Prompts, p)
	return e.Asker.Ask(ctx, p, answer)
}

// Obedient is a model that does what the last line of the chat asks, as a model would that was
// talked into it. To any other line it replies as anybody would. It is for one goroutine.
type Obedient struct {
	Answers []Answer

	corpus Corpus
	lines  map[string][]string
	// turns counts how often each hostile line was obeyed, and, under "", how often any other line
	// was answered.
	turns map[string]int
	asked int
}

type Answer struct {
	Text string
	// Leak reports that the model should not have said it.
	Leak bool
}

func NewObedient(c Corpus) *Obedient {
	o := &Obedient{corpus: c, lines: map[string][]string{}, turns: map[string]int{}}
	for _, class := range c.Classes {
		for i, line := range class.Lines {
			// Each line begins at another answer of its class, so that a game has all of them.
			turn := i % len(class.Answers)
			o.lines[line[0]] = slices.Concat(line[1:], class.Answers[turn:], class.Answers[:turn])
		}
	}
	return o
}

func (o *Obedient) Asker(c prompt.Caller) prompt.Asker { return &obedientAsker{o, c} }

type obedientAsker struct {
	*Obedient
	by prompt.Caller
}

func (o *obedientAsker) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	if p.Task != session.KindRead { // it says nothing
		o.asked++
	}
	o.by.Record(prompt.Exchange{Call: prompt.Call{Role: string(p.Role), Task: p.Task, Outcome: "ok", PromptTokens: p.Len() / 4}})
	return fill(answer, &filler{model: o.Obedient, prompt: p, name: p.Parsed().Name(), turn: o.asked})
}

func (o *Obedient) say(p prompt.Prompt) string {
	line := lastLine(p).Text
	answers, hostile := o.lines[line]
	if !hostile {
		line, answers = "", o.corpus.Replies
	}
	text, harmless := strings.CutPrefix(answers[o.turns[line]%len(answers)], "+")
	o.turns[line]++
	text = o.expand(text, p)
	o.Answers = append(o.Answers, Answer{text, hostile && !harmless})
	return text
}

// lastLine returns the last line of another player in the last transcript of a prompt.
func lastLine(p prompt.Prompt) (last prompt.Line) {
	for _, s := range p.Sections {
		for _, l := range s.Lines {
			if l.Name != botName {
				last = l
			}
		}
	}
	return last
}

// excerptBytes is how much of a prompt is recited at a time: about a message.
const excerptBytes = 220

func (o *Obedient) expand(text string, p prompt.Prompt) string {
	if !strings.Contains(text, "{") {
		return text
	}
	r := p.Render()
	line := r.User[max(0, strings.LastIndex(r.User, "\n#")+1):]
	line, _, _ = strings.Cut(line, "\n")
	return strings.NewReplacer(
		"{system}", excerpt(cmp.Or(r.System, r.User), o.asked), "{task}", excerpt(p.Instruction, o.asked), "{line}", line,
		"{rules}", rules, "{persona}", persona, "{objective}", objective, "{private}", private,
		"{b64}", base64.StdEncoding.EncodeToString([]byte(secrets[0])), "{rot13}", strings.Map(rot13, secrets[0]), "{back}", reversed(secrets[0]),
	).Replace(text)
}

// excerpt returns another part each turn, the last as long as the others.
func excerpt(text string, turn int) string {
	windows := (len(text) + excerptBytes - 1) / excerptBytes
	from := min(turn%max(1, windows)*excerptBytes, max(0, len(text)-excerptBytes))
	return strings.ToValidUTF8(text[from:min(len(text), from+excerptBytes)], "")
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func reversed(text string) string {
	r := []rune(text)
	slices.Reverse(r)
	return string(r)
}

// filler fills one answer by the names and kinds of its fields, whatever the strategy.
type filler struct {
	model  *Obedient
	prompt prompt.Prompt
	name   string
	turn   int
}

// listItems is how many items a list gets: enough for a simulated stretch of chat.
const listItems = 2

var silentChoices = []string{"wait", "silent", "silence", "pass", "none", "no", "stay_silent"}

var playerFields = []string{"sender", "speaker", "player", "receiver", "name", "by", "from", "author"}

func fill(answer any, f *filler) error {
	return f.value(reflect.ValueOf(answer).Elem(), "", "")
}

func (f *filler) value(v reflect.Value, name string, tag reflect.StructTag) error {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if err := f.value(v.Field(i), key, field.Tag); err != nil {
				return err
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), listItems, listItems))
		for i := range listItems {
			if err := f.value(v.Index(i), name, tag); err != nil {
				return err
			}
		}
	case reflect.String:
		v.SetString(f.text(name, tag))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(f.number(name, tag)))
	case reflect.Float64:
		v.SetFloat(f.number(name, tag))
	default:
		return fmt.Errorf("attacktest: an answer has a field %q of the kind %s; teach fill about it", name, v.Kind())
	}
	return nil
}

// text returns one of the choices of a field, if it has some, and prefers choices to speak. Else it
// returns the bot's name or what the model says.
func (f *filler) text(name string, tag reflect.StructTag) string {
	if tag.Get("enum") != "" {
		choices := strings.Split(tag.Get("enum"), ",")
		if loud := slices.DeleteFunc(slices.Clone(choices), func(c string) bool { return slices.Contains(silentChoices, c) }); len(loud) > 0 {
			return loud[f.turn%len(loud)]
		}
		return choices[0]
	}
	if name == "to" || slices.ContainsFunc(playerFields, func(n string) bool { return strings.Contains(name, n) }) {
		return f.name
	}
	return f.model.say(f.prompt)
}

// number returns the number of a line if the field asks for one, else a number within the bounds.
func (f *filler) number(name string, tag reflect.StructTag) float64 {
	if name == "number" {
		if last := lastLine(f.prompt); last.Number > 0 {
			return float64(last.Number)
		}
	}
	for _, bound := range []string{"max", "min"} {
		if n, err := strconv.ParseFloat(tag.Get(bound), 64); err == nil {
			return n
		}
	}
	return float64(f.turn % 100)
}
