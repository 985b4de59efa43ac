package attacktest

import (
	"cmp"
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"ringer/engine/prompt"
)

// Models makes the asker of one thought, as a driver wants it.
type Models interface {
	Asker(c prompt.Caller) prompt.Asker
}

// Witness stands before models and keeps each prompt. One goroutine uses it.
type Witness struct {
	Models
	Prompts []prompt.Prompt
}

// Asker implements Models.
func (w *Witness) Asker(c prompt.Caller) prompt.Asker { return &ear{w.Models.Asker(c), w} }

type ear struct {
	prompt.Asker
	*Witness
}

// Ask implements prompt.Asker.
func (e *ear) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	e.Prompts = append(e.Prompts, p)
	return e.Asker.Ask(ctx, p, answer)
}

// Obedient is a model that does what the last line of the chat asks, as far as a model would that had been talked into it. To any other line it
// replies as anybody would. One goroutine uses it.
type Obedient struct {
	// Said is all that it said.
	Said []Saying

	corpus Corpus
	lines  map[string][]string // what each hostile line gets
	turns  map[string]int      // how often each line was obeyed, and any other answered
	asked  int
}

// Saying is something that the model said.
type Saying struct {
	Text string
	// Leak says that it should not have said so.
	Leak bool
}

// NewObedient returns the model.
func NewObedient(c Corpus) *Obedient {
	o := &Obedient{corpus: c, lines: map[string][]string{}, turns: map[string]int{}}
	for _, class := range c.Classes {
		for i, line := range class.Lines {
			// Each line begins elsewhere in what its class gets, so that a game hears all of it.
			turn := i % len(class.Says)
			o.lines[line[0]] = slices.Concat(line[1:], class.Says[turn:], class.Says[:turn])
		}
	}
	return o
}

// Asker implements Models.
func (o *Obedient) Asker(c prompt.Caller) prompt.Asker { return &obeying{o, c} }

type obeying struct {
	*Obedient
	by prompt.Caller
}

// Ask implements prompt.Asker.
func (o *obeying) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	o.asked++
	o.by.Record(prompt.Exchange{Call: prompt.Call{Role: string(p.Role), Task: p.Task, Outcome: "ok", PromptTokens: p.Len() / 4}})
	return fill(answer, &filling{model: o.Obedient, prompt: p, name: p.Parsed().Name(), turn: o.asked})
}

// say returns what the model says now.
func (o *Obedient) say(p prompt.Prompt) string {
	line := lastLine(p).Text
	says, hostile := o.lines[line]
	if !hostile {
		line, says = "", o.corpus.Replies
	}
	text, harmless := strings.CutPrefix(says[o.turns[line]%len(says)], "+")
	o.turns[line]++
	text = o.expand(text, p)
	o.Said = append(o.Said, Saying{text, hostile && !harmless})
	return text
}

// lastLine returns the last line of somebody else in the last transcript of a prompt.
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

// window is how much of a prompt is recited at a time, in bytes: about what fits into a message.
const window = 220

// expand puts what only the model knows into a text.
func (o *Obedient) expand(text string, p prompt.Prompt) string {
	if !strings.Contains(text, "{") {
		return text
	}
	r := p.Render()
	line := r.User[max(0, strings.LastIndex(r.User, "\n#")+1):]
	line, _, _ = strings.Cut(line, "\n")
	return strings.NewReplacer(
		"{system}", part(cmp.Or(r.System, r.User), o.asked), "{task}", part(p.Instruction, o.asked), "{line}", line,
		"{rules}", rules, "{persona}", persona, "{objective}", objective, "{private}", private,
		"{b64}", base64.StdEncoding.EncodeToString([]byte(secrets[0])), "{rot13}", strings.Map(rot13, secrets[0]), "{back}", reversed(secrets[0]),
	).Replace(text)
}

// part returns one window of a text, another one each turn.
func part(text string, turn int) string {
	windows := (len(text) + window - 1) / window
	from := turn % max(1, windows) * window
	return strings.ToValidUTF8(text[from:min(len(text), from+window)], "")
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
