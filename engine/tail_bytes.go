package engine

import (
	"ringer/engine/game"
)

// tailBytes bounds the payloads of a tail, in bytes. A tail of usual events has a fifth of that.
// One of the longest messages would have six megabytes.
const tailBytes = 512 << 10

// smallMessage is about how many bytes a message in a tail has besides its text.
const smallMessage = 250

// smallPayload is about how many bytes a payload has besides its text.
const smallPayload = 500

// payloadBytes returns about how many bytes a payload has. Frequent types are estimated by their
// texts. Payloads of other types are encoded.
func payloadBytes(p game.Payload) int {
	switch p := p.(type) {
	case *game.MessageReceived:
		return smallMessage + len(p.Text)
	case *game.MessageSent:
		return smallPayload + len(p.Text)
	case *game.ThoughtCompleted:
		return smallPayload + len(p.Mind) + len(p.Candidate) + smallPayload*len(p.Calls)
	case *game.PlanCreated:
		return planBytes(&p.Plan)
	case *game.PlanRevised:
		return planBytes(&p.Plan)
	case *game.TypingStarted, *game.TypingStopped, *game.PlanCancelled, *game.MessageReceipt, *game.VoteCast:
		return smallPayload
	}
	b, err := game.Encode(p)
	if err != nil {
		return smallPayload
	}
	return len(b)
}

func planBytes(p *game.Plan) int {
	n := smallPayload + len(p.Text) + len(p.Meant)
	for i := range p.Rest {
		n += len(p.Rest[i].Text)
	}
	return n
}
