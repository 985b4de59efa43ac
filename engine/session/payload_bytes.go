package session

// smallMessage is about how many bytes a message has besides its text.
const smallMessage = 250

// smallPayload is about how many bytes a payload has besides its text.
const smallPayload = 500

// PayloadBytes returns about how many bytes a payload has. Frequent types are estimated.
func PayloadBytes(p Payload) int {
	switch p := p.(type) {
	case *MessageReceived:
		return smallMessage + len(p.Text)
	case *MessageSent:
		return smallPayload + len(p.Text)
	case *ThoughtCompleted:
		return smallPayload + len(p.Mind) + len(p.Candidate) + smallPayload*len(p.Calls)
	case *PlanCreated:
		return planBytes(&p.Plan)
	case *PlanRevised:
		return planBytes(&p.Plan)
	case *TypingStarted, *TypingStopped, *PlanCancelled, *MessageReceipt, *VoteCast:
		return smallPayload
	}
	b, err := Encode(p)
	if err != nil {
		return smallPayload
	}
	return len(b)
}

func planBytes(p *Plan) int {
	n := smallPayload + len(p.Text) + len(p.Meant)
	for i := range p.Rest {
		n += len(p.Rest[i].Text)
	}
	return n
}
