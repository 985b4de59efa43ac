package parrot

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/schema"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Name is the strategy's name in the API.
const Name = "parrot"

//go:embed options.json
var optionsSchema []byte

//go:embed prompts
var prompts embed.FS

var repeatText = prompt.Instruction(prompts, "repeat")

// The core runs one thought of a kind at a time.
const (
	kindReply   = "reply"
	kindSilence = "silence"
)

// By this name the offline model finds the skill that answers the prompt.
const taskRepeat = "parrot.repeat"

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	// Silence is how long the chat must be quiet before the bot speaks unasked.
	Silence timing.Millis `json:"silence_ms"`
	// Repeat is what each repeated line adds to a suspicion, in log-odds.
	Repeat float64 `json:"repeat_log_odds"`
	// AccuseLead is how far the most suspected player must lead to be accused, in log-odds.
	AccuseLead float64 `json:"accuse_lead"`
}

// Parrot is the strategy with the options of one session.
type Parrot struct{ options options }

// New returns the strategy for one session. The registry has checked the options.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	return &Parrot{options: o}, err
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// mind is what the bot remembers. The core stores it as JSON.
type mind struct {
	Version int `json:"v"`
	Said    int `json:"said"`
	// Heard is the seq of the last message whose repetitions were counted.
	Heard int64 `json:"heard"`
	// Suspicion is how likely each player is a machine, in log-odds, by id.
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
}

// Wants asks for a reply to another player's new message, else for a line in a silence. The core
// calls it at every decision, so it depends on the view alone. A message is new until a thought of
// its kind has considered it.
func (p *Parrot) Wants(v session.View) []session.Want {
	v = v.Here() // a line of another channel must not be answered in this one
	last, ok := v.Last()
	if !ok || !v.MaySpeak {
		return nil
	}
	if last.Foreign() && last.Seq > v.Progress(kindReply).Considered {
		return []session.Want{{Kind: kindReply, BasedOn: last.Seq}}
	}
	if v.Plan == nil { // think at half of the silence, so that the line is ready at its end
		return []session.Want{{Kind: kindSilence, BasedOn: last.Seq, At: last.At + p.options.Silence/2, Silence: true}}
	}
	return nil
}

// Think runs one thought, and changes nothing: its result goes to Conclude.
func (p *Parrot) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	if w.Kind == kindSilence {
		return prompt.Written{Text: fmt.Sprintf("anybody there %d", v.Talk(v.Me.ID).Total)}, nil
	}
	var a prompt.Written
	err := ask.Ask(ctx, prompt.Newest(ask, v, repeatPrompt), &a)
	return a, err
}

// repeatPrompt asks for a line. Style tells how the other players write, Next who will read it.
func repeatPrompt(v session.View) prompt.Prompt {
	return prompt.Prompt{Task: taskRepeat, Role: prompt.RoleReply, Sections: append(append(prompt.Shared(v), prompt.Style(v)...), prompt.Next(v)), Instruction: repeatText}
}

// Instructions implements session.Instructed: no message may recite one of them.
func (p *Parrot) Instructions() []string { return prompt.Instructions(repeatText) }

// Conclude returns the new mind and the message. When a session starts it gets no finding.
func (p *Parrot) Conclude(v session.View, w session.Want, f session.Finding) session.Conclusion {
	m := mind{Version: 1}
	v.ReadMind(&m)
	m.countRepeats(v, p.options.Repeat)
	out := session.Conclusion{Accuse: session.Suspect(m.Suspicion, p.options.AccuseLead)}
	if a, ok := f.(prompt.Written); ok {
		m.Said++
		out.Candidate = p.candidate(w, a.Text)
		out.Candidate.Answers = a.AnsweredSeq(v)
	}
	out.Mind = session.EncodeMind(m)
	return out
}

// candidate proposes a text, split at its commas. A part takes a second to read and a second a word
// to type.
func (p *Parrot) candidate(w session.Want, text string) *session.Candidate {
	c := &session.Candidate{Kind: session.Reply, Class: session.ClassCognition}
	if w.Kind == kindSilence {
		c = &session.Candidate{Kind: session.Reserve, Class: session.ClassReserve, Silence: p.options.Silence}
	}
	for part := range strings.SplitSeq(text, ",") {
		c.Parts = append(c.Parts, session.PlanPart{Text: part, Timing: timing.Delay{Reading: timing.Second, Typing: timing.Words(part, 60)}})
	}
	return c
}

// countRepeats raises the suspicion of each player who repeats an earlier line.
func (m *mind) countRepeats(v session.View, repeat float64) {
	suspicion := map[string]float64{}
	for _, p := range v.OtherPlayers() {
		suspicion[p.ID] = m.Suspicion[p.ID]
	}
	said := map[string]bool{}
	for _, x := range v.Messages {
		text := strings.ToLower(x.Text)
		if _, plays := suspicion[x.Sender]; plays && x.Seq > m.Heard && said[text] {
			suspicion[x.Sender] += repeat
		}
		said[text] = true
	}
	if last, ok := v.Last(); ok {
		m.Heard = last.Seq
	}
	m.Suspicion = suspicion
}

// Brief says how much the bot has said, and whom it suspects: votes use that.
func (p *Parrot) Brief(v session.View) session.Brief {
	var m mind
	v.ReadMind(&m)
	return session.Brief{Lines: []string{fmt.Sprintf("Has said %d things.", v.Talk(v.Me.ID).Total)}, Suspicion: m.Suspicion}
}

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill { return map[string]prompt.Skill{taskRepeat: repeat} }

// repeat answers with a word of the last line.
func repeat(p prompt.Parsed, rng *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	if len(lines) == 0 {
		return prompt.Written{Text: "what"}
	}
	words := strings.Fields(lines[len(lines)-1].Text)
	return prompt.Written{Answers: int(lines[len(lines)-1].Number), Text: strings.ToLower(words[rng.IntN(len(words))]) + "?, why"}
}
