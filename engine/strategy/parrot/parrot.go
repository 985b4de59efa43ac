package parrot

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/timing"
)

// Name is the strategy's name in the API.
const Name = "parrot"

//go:embed options.json
var schema []byte

//go:embed prompts/repeat.txt
var repeatText string

// The kinds of its thoughts.
const (
	reply   = "reply"
	silence = "silence"
)

// Parrot is the strategy with the options of one session.
type Parrot struct {
	Silence timing.Millis `json:"silence_ms"`
	// Repeat is what each line that was said before adds to the suspicion of who says it again, in log-odds; Lead is how far the most
	// suspected player must lead to be accused.
	Repeat float64 `json:"repeat_log_odds"`
	Lead   float64 `json:"accuse_lead"`
}

// New returns the strategy with a session's options, which its schema has accepted.
func New(raw json.RawMessage) (prompt.Strategy, error) {
	p := &Parrot{Silence: 10_000, Repeat: 3, Lead: game.AccuseLead}
	if len(raw) == 0 {
		return p, nil
	}
	err := json.Unmarshal(raw, p)
	return p, err
}

// Schema returns the JSON schema of the options.
func Schema() []byte { return schema }

// mind is what it remembers.
type mind struct {
	Version int `json:"v"`
	Said    int `json:"said"`
	// Heard is the seq of the last message that it has listened to, Suspicion what it makes of each player by now.
	Heard     int64              `json:"heard"`
	Suspicion map[string]float64 `json:"suspicion,omitempty"`
}

type answer struct {
	Text string `json:"text"`
}

// Wants asks for a reply to every message of somebody else, and for a reserve ten seconds into a silence.
func (p *Parrot) Wants(v game.View) []game.Want {
	last, ok := v.Last()
	if !ok || !v.MaySpeak {
		return nil
	}
	if last.Foreign() && last.Seq > v.Thought(reply).Considered {
		return []game.Want{{Kind: reply, BasedOn: last.Seq}}
	}
	if v.Plan == nil {
		return []game.Want{{Kind: silence, BasedOn: last.Seq, At: last.At + p.Silence/2, Silence: true}}
	}
	return nil
}

// Think asks the model for a reply; a silence needs no model.
func (p *Parrot) Think(ctx context.Context, v game.View, w game.Want, ask prompt.Asker) (game.Finding, error) {
	if w.Kind == silence {
		return answer{Text: fmt.Sprintf("anybody there %d", v.Talk(v.Me.ID).Total)}, nil
	}
	var a answer
	err := ask.Ask(ctx, prompt.Prompt{Task: "parrot.repeat", Role: prompt.RoleReply, Sections: prompt.Shared(v), Instruction: repeatText}, &a)
	return a, err
}

// Conclude listens to what has been said, and proposes what was found. A comma splits a reply in two.
func (p *Parrot) Conclude(v game.View, w game.Want, f game.Finding) game.Outcome {
	m := mind{Version: 1}
	v.ReadMind(&m)
	m.listen(v, p.Repeat)
	accused := game.Suspect(m.Suspicion, p.Lead)
	a, ok := f.(answer)
	if !ok {
		return game.Outcome{Mind: game.EncodeMind(m), Accuse: accused}
	}
	m.Said++
	c := &game.Candidate{Kind: game.Reply, Class: game.ClassCognition}
	if w.Kind == silence {
		c = &game.Candidate{Kind: game.Reserve, Class: game.ClassReserve, Silence: p.Silence}
	}
	for part := range strings.SplitSeq(a.Text, ",") {
		c.Parts = append(c.Parts, game.Part{Text: part, Timing: timing.Delay{Reading: timing.Second, Typing: timing.Words(part, 60)}})
	}
	return game.Outcome{Mind: game.EncodeMind(m), Candidate: c, Accuse: accused}
}

// listen takes those for a machine who say again what was said before, as it does itself.
func (m *mind) listen(v game.View, repeat float64) {
	suspicion := map[string]float64{} // of those who are still there
	for _, p := range v.Active() {
		if p.ID != v.Me.ID {
			suspicion[p.ID] = m.Suspicion[p.ID]
		}
	}
	said := map[string]bool{}
	for _, x := range v.Messages {
		text := strings.ToLower(x.Text)
		if _, there := suspicion[x.Sender]; there && x.Seq > m.Heard && said[text] {
			suspicion[x.Sender] += repeat
		}
		said[text] = true
	}
	if last, ok := v.Last(); ok {
		m.Heard = last.Seq
	}
	m.Suspicion = suspicion
}

// Brief says how much it has said, and whom it takes for a machine.
func (p *Parrot) Brief(v game.View) game.Brief {
	var m mind
	v.ReadMind(&m)
	return game.Brief{Lines: []string{fmt.Sprintf("Has said %d things.", v.Talk(v.Me.ID).Total)}, Suspicion: m.Suspicion}
}

// Skills returns what the offline model needs to answer for this strategy.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{"parrot.repeat": func(p prompt.Parsed, rng *rand.Rand) any {
		lines := p.Transcript(prompt.SectionTranscript)
		if len(lines) == 0 {
			return answer{Text: "what"}
		}
		words := strings.Fields(lines[len(lines)-1].Text)
		return answer{Text: strings.ToLower(words[rng.IntN(len(words))]) + "?, why"}
	}}
}
