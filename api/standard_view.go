package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// standardView is what a standard read token shows: what everybody in the game may know. It leaves
// out lines and typing in channels that some players do not see, and the probabilities of votes.
type standardView struct {
	roster session.Roster
	// log reads the session's log, to find the channel of a plan.
	log journal.PageFunc
	// plan is the last plan that was seen, and channel is where its text will be said.
	plan, channel string
}

const publicKey = "public"

// standardViewOf returns the view of a request with a standard read token, and nil for any other
// request.
func (s *Server) standardViewOf(c echo.Context, row journal.Session) *standardView {
	if c.Get(publicKey) == nil {
		return nil
	}
	return &standardView{roster: row.Roster, log: func(ctx context.Context, after int64, limit int) ([]session.Event, error) {
		return s.desk.Events(ctx, row.ID, after, limit)
	}}
}

// show returns an event as the view shows it, and whether it does. It has to see all events of the
// log, in their order.
func (v *standardView) show(ctx context.Context, e session.Event) (session.Event, bool, error) {
	switch p := e.Data.(type) {
	case *session.ObservationReceived:
		if p.Kind == session.PlayerJoined { // somebody who may not see a channel
			v.roster = v.roster.With(&p.Observation)
		}
	case *session.PlanCreated:
		v.plan, v.channel = p.ID, p.Channel
	case *session.PlanRevised:
		v.plan, v.channel = p.ID, p.Channel
	case *session.MessageSent:
		return e, v.roster.Public(p.Channel), nil
	case *session.TypingStarted:
		return e, v.publicPlan(ctx, p.PlanID, e.Seq), nil
	case *session.TypingStopped:
		return e, v.publicPlan(ctx, p.PlanID, e.Seq), nil
	case *session.VoteCast:
		e.Data = publicVote{VoteCast: p}
	}
	return e, true, nil
}

// publicPlan reports whether a plan's text will be said where everybody sees it. A stream that
// resumed may not have seen the event that made the plan. Then publicPlan searches the log for it,
// from the cursor in the plan's id up to a seq.
func (v *standardView) publicPlan(ctx context.Context, plan string, until int64) bool {
	if !slices.ContainsFunc(v.roster.Channels, func(c session.Channel) bool { return !v.roster.Public(c.ID) }) {
		return true
	}
	if parts := strings.Split(plan, "_"); plan != v.plan && len(parts) == 4 {
		cursor, _ := strconv.ParseInt(parts[2], 10, 64)
		// After an error the plan stays unknown, and is not shown.
		_ = journal.Read(ctx, v.log, cursor, func(e session.Event) bool {
			switch p := e.Data.(type) {
			case *session.PlanCreated:
				v.plan, v.channel = p.ID, p.Channel
			case *session.PlanRevised:
				v.plan, v.channel = p.ID, p.Channel
			}
			return plan != v.plan && e.Seq < until
		})
	}
	return plan == v.plan && v.roster.Public(v.channel)
}

// publicVote is an answer without what the bot believes. Its own fields hide those of the answer.
type publicVote struct {
	*session.VoteCast
	Probabilities      *struct{} `json:"probabilities,omitempty"`
	LabelProbabilities *struct{} `json:"label_probabilities,omitempty"`
	Abstain            *struct{} `json:"abstain_probability,omitempty"`
	Confidence         *struct{} `json:"confidence,omitempty"`
}
