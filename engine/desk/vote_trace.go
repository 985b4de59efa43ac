package desk

import (
	"context"
	"slices"

	"ringer/engine/session"
)

// VoteTrace is how an answer to a vote, or an accusation, came about.
type VoteTrace struct {
	SessionID string `json:"session_id"`
	Vote      Vote   `json:"vote"`
	// Saw is what the last thought about the vote knew. If there was none, it is what the bot knew
	// when it answered.
	Saw Saw `json:"saw"`
	// Judgement is what that thought found, with its reason and the options as the model saw them.
	Judgement *session.Judgement `json:"judgement,omitempty"`
	// Suspicion is the mind's suspicion when the bot answered, or now if it has not answered. It
	// holds the natural logarithm of the odds by player id.
	Suspicion map[string]float64 `json:"suspicion"`
	// Word is the option that the bot has supported in public, if any.
	Word string `json:"word,omitempty"`
	// AgainstWord says that the bot chose another option than Word.
	AgainstWord bool `json:"against_word,omitempty"`
	// Timing is how the time to the answer was spent.
	Timing *TracedTiming `json:"timing,omitempty"`
	// Cost is the cost of the thoughts about the vote.
	Cost session.Spent `json:"cost"`
	// Calls are the model calls of these thoughts.
	Calls []TracedCall `json:"calls"`
}

// TraceVote returns how an answer to a vote, or an accusation, came about.
func (k *Desk) TraceVote(ctx context.Context, id, vote string) (VoteTrace, error) {
	if _, err := k.Row(ctx, id); err != nil {
		return VoteTrace{}, err
	}
	state := session.NewState(id)
	state.KeepVotes()
	tracer := voteTracer{kind: session.KindVotePrefix + vote, vote: vote}
	if err := k.fold(ctx, state, tracer.add); err != nil {
		return VoteTrace{}, err
	}
	v, ok := state.Vote(vote)
	if !ok {
		return VoteTrace{}, errNoVote
	}
	t := VoteTrace{SessionID: id, Vote: ShowVote(state, v), Judgement: tracer.judgement}
	if t.Judgement != nil {
		t.Word = t.Judgement.PublicOption
	}
	if v.Cast != nil {
		t.AgainstWord = against(v.Cast.Answer, t.Word)
		t.Timing = &TracedTiming{t.Vote.AskedAt, v.Cast.DueAt, v.Cast.Timing, v.Cast.Model, v.Cast.Waited, v.Cast.Lateness}
	}
	for _, b := range tracer.thoughts {
		t.Cost = t.Cost.Plus(session.SpentOn(b.calls))
	}
	calls, err := k.callsOfAll(ctx, id, tracer.thoughts)
	if err != nil {
		return VoteTrace{}, err
	}
	t.Calls = calls
	err = k.addBeliefs(ctx, &t, tracer, state.Seq)
	return t, err
}

// addBeliefs fills in Saw as of the thought's beginning, and Suspicion as of the bot's answer.
func (k *Desk) addBeliefs(ctx context.Context, t *VoteTrace, tracer voteTracer, last int64) error {
	answered := tracer.decided
	if answered == 0 {
		answered = last
	}
	then, err := k.StateAt(ctx, t.SessionID, answered)
	if err != nil {
		return err
	}
	brief, err := k.Brief(then)
	if err != nil {
		return err
	}
	if t.Suspicion = brief.Suspicion; t.Suspicion == nil {
		t.Suspicion = map[string]float64{}
	}
	if tracer.began > 0 && tracer.began != answered {
		if then, err = k.StateAt(ctx, t.SessionID, tracer.began); err != nil {
			return err
		}
	}
	t.Saw = Saw{UpToSeq: then.Seq, Mind: then.Mind, Messages: []Line{}}
	for _, m := range then.View(then.Now).Messages {
		t.Saw.Messages = append(t.Saw.Messages, lineOf(m, then.Clock.Wall(m.At)))
	}
	return nil
}

// against reports whether an answer goes against the word that the bot has given. Abstaining
// chooses nothing.
func against(a session.Answer, word string) bool {
	return word != "" && (a.Option != "" && a.Option != word || len(a.Options) > 0 && !slices.Contains(a.Options, word))
}

type voteTracer struct {
	kind, vote string
	judgement  *session.Judgement
	// began is the last event that this thought knew when it began.
	began    int64
	thoughts []tracedThought
	// accusationThoughts holds the last thought that made the bot want to accuse.
	accusationThoughts []tracedThought
	// accusationBegan is the last event that this thought knew when it began.
	accusationBegan int64
	// decided is the last event that was known when the answer was cast.
	decided int64
}

func (t *voteTracer) add(_ *session.State, e session.Event) bool {
	switch p := e.Data.(type) {
	case *session.ThoughtCompleted:
		thought := tracedThought{e.Seq, p.Began, p.Calls}
		switch {
		case p.Kind == t.kind:
			t.thoughts = append(t.thoughts, thought)
			if p.Judgement != nil && t.decided == 0 {
				// A judgement that came too late decided nothing.
				t.judgement, t.began = p.Judgement, beganAt(p)
			}
		case p.Accusation != nil:
			t.accusationThoughts, t.accusationBegan = []tracedThought{thought}, beganAt(p)
		}
	case *session.ThoughtFailed:
		if p.Kind == t.kind {
			t.thoughts = append(t.thoughts, tracedThought{e.Seq, p.Began, p.Calls})
		}
	case *session.VoteCast:
		if p.VoteID != t.vote {
			break
		}
		t.decided = e.Cursor
		if p.Origin == session.FromAccusation {
			t.thoughts, t.began = t.accusationThoughts, t.accusationBegan
		}
	}
	return true
}

func beganAt(p *session.ThoughtCompleted) int64 {
	if p.Began == nil {
		return p.BasedOn
	}
	return p.Began.Seq
}
