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

// repeatText is the instruction of the one prompt.
var repeatText = prompt.Instruction(prompts, "repeat")

// The kinds of thoughts. The core runs one thought of a kind at a time.
const (
	kindReply   = "reply"
	kindSilence = "silence"
)

// taskRepeat names the one prompt. By this name the offline model finds the skill that answers it.
const taskRepeat = "parrot.repeat"

// options are what a session may change. options.json has their bounds and defaults.
type options struct {
	// Silence is how long the chat must be quiet before the bot speaks unasked.
	Silence timing.Millis `json:"silence_ms"`
	// Repeat is what each repeated line adds to a suspicion, in log-odds.
	Repeat float64 `json:"repeat_log_odds"`
	// AccuseLead is how far the most suspected player must lead the second to be accused, in
	// log-odds.
	AccuseLead float64 `json:"accuse_lead"`
}

// Parrot is the strategy with the options of one session. It keeps no state: the mind does.
type Parrot struct{ options options }

// New returns the strategy for one session. The registry has checked the options against the
// schema.
func New(raw json.RawMessage) (prompt.Thinker, error) {
	o, err := schema.Parse[options](optionsSchema, raw)
	return &Parrot{options: o}, err
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return optionsSchema }

// mind is what the bot remembers. The core stores it as JSON with each thought that changes it.
type mind struct {
	// Version lets a later release read an old mind.
	Version int `json:"v"`
	// Said counts what the bot has proposed to say.
	Said int `json:"said"`
	// Heard is the seq of the last message whose repetitions have been counted.
	Heard int64 `json:"heard"`
	// Suspicion is how likely each player is a machine, in log-odds, by player id.
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
}

// answer is both what a model answers and what a thought finds.
type answer struct {
	Text string `json:"text"`
}

// Wants asks for a reply if the last message is another player's and is new, else for a line in a
// silence. The core calls Wants at every decision, so the result depends on the view alone. A
// message is new until a thought of this kind has considered it.
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

// Think runs one thought. A reply asks the model once; a silence needs no model. Think changes
// nothing: its result goes to Conclude.
func (p *Parrot) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	if w.Kind == kindSilence {
		return answer{Text: fmt.Sprintf("anybody there %d", v.Talk(v.Me.ID).Total)}, nil
	}
	var a answer
	err := ask.Ask(ctx, prompt.Newest(ask, v, repeatPrompt), &a)
	return a, err
}

// repeatPrompt asks for a line. The shared sections have the game and the chat. Style tells the
// model how the other players write, and Next who will read the line.
func repeatPrompt(v session.View) prompt.Prompt {
	return prompt.Prompt{Task: taskRepeat, Role: prompt.RoleReply, Sections: append(append(prompt.Shared(v), prompt.Style(v)...), prompt.Next(v)), Instruction: repeatText}
}

// Instructions implements session.Instructed: the mouth refuses a message that recites one of them.
func (p *Parrot) Instructions() []string { return prompt.Instructions(repeatText) }

// Conclude returns the new mind and the message that the thought proposes. When a session starts
// the core calls it without a finding, to make the first mind.
func (p *Parrot) Conclude(v session.View, w session.Want, f session.Finding) session.Conclusion {
	m := mind{Version: 1}
	v.ReadMind(&m)
	m.countRepeats(v, p.options.Repeat)
	out := session.Conclusion{Accuse: session.Suspect(m.Suspicion, p.options.AccuseLead)}
	if a, ok := f.(answer); ok {
		m.Said++
		out.Candidate = p.candidate(w, a.Text)
	}
	out.Mind = session.EncodeMind(m)
	return out
}

// candidate proposes a text. A reply goes out after its delay, a reserve after a silence. A text is
// split at its commas. Each part takes a second to read and a second a word to type.
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

// countRepeats raises the suspicion of each player who repeats an earlier line. Players who have
// left are forgotten.
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

// Brief says how much the bot has said, and whom it takes for a machine. GET /v1/sessions/{id}/mind
// shows it, and votes use the suspicion.
func (p *Parrot) Brief(v session.View) session.Brief {
	var m mind
	v.ReadMind(&m)
	return session.Brief{Lines: []string{fmt.Sprintf("Has said %d things.", v.Talk(v.Me.ID).Total)}, Suspicion: m.Suspicion}
}

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill { return map[string]prompt.Skill{taskRepeat: repeat} }

// repeat reads the transcript as a model would, and answers with a word of its last line.
func repeat(p prompt.Parsed, rng *rand.Rand) any {
	lines := p.Transcript(prompt.SectionTranscript)
	if len(lines) == 0 {
		return answer{Text: "what"}
	}
	words := strings.Fields(lines[len(lines)-1].Text)
	return answer{Text: strings.ToLower(words[rng.IntN(len(words))]) + "?, why"}
}
