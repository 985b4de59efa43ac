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
}

// New returns the strategy with a session's options, which its schema has accepted.
func New(raw json.RawMessage) (prompt.Strategy, error) {
	p := &Parrot{Silence: 10_000}
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

// Conclude proposes what was found. A comma splits a reply in two.
func (p *Parrot) Conclude(v game.View, w game.Want, f game.Finding) game.Outcome {
	m := mind{Version: 1}
	_ = json.Unmarshal(v.Mind, &m) // the start has none
	a, ok := f.(answer)
	if !ok {
		return game.Outcome{Mind: encode(m)}
	}
	m.Said++
	c := &game.Candidate{Kind: game.Reply, Class: game.ClassCognition}
	if w.Kind == silence {
		c = &game.Candidate{Kind: game.Reserve, Class: game.ClassReserve, Silence: p.Silence}
	}
	for part := range strings.SplitSeq(a.Text, ",") {
		c.Parts = append(c.Parts, game.Part{Text: part, Timing: timing.Parts{Reading: timing.Second, Typing: timing.Words(part, 60)}})
	}
	return game.Outcome{Mind: encode(m), Candidate: c}
}

func encode(m mind) json.RawMessage {
	b, err := json.Marshal(m)
	if err != nil {
		panic("parrot: " + err.Error()) // two numbers
	}
	return b
}

// Brief says how much it has said.
func (p *Parrot) Brief(v game.View) game.Brief {
	return game.Brief{Lines: []string{fmt.Sprintf("Has said %d things.", v.Talk(v.Me.ID).Total)}}
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
