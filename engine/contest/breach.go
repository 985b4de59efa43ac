package contest

import (
	"maps"
	"slices"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// watch knows what each player may do now. It is the fold of a game's log, and does not know the
// rules of the game: phases, channels and votes say what they allow.
type watch struct {
	roster session.Roster
	// votes are the votes so far, by id, and answered are their answers, as vote and seat.
	votes    map[string]*session.VoteRequested
	answered map[[2]string]bool
}

func newWatch(created *session.GameCreated) *watch {
	return &watch{roster: created.Roster(), votes: map[string]*session.VoteRequested{}, answered: map[[2]string]bool{}}
}

// breach folds an event. It returns the seat of the player who did what the game does not allow,
// empty if nobody did: a line out of turn or in the wrong channel, or a vote by somebody who was
// not asked, for what was not offered, or given twice.
func (w *watch) breach(p session.Payload) (seat string) {
	switch p := p.(type) {
	case *session.ObservationReceived:
		w.roster = w.roster.With(&p.Observation)
	case *session.VoteRequested:
		w.votes[p.ID] = p
	case *session.MessageSent:
		if !w.roster.MaySpeakIn(p.Sender, p.Channel) {
			return p.Sender
		}
	case *session.VoteCast:
		if player, _ := w.roster.Player(p.Seat); player.Presence != session.Active || p.Origin == session.FromRequest && !w.mayAnswer(p) {
			return p.Seat
		}
	}
	return ""
}

// open reports whether all may talk.
func (w *watch) open() bool { return len(w.roster.Current().Speakers) == 0 }

// stayed returns the players who are still in the game.
func (w *watch) stayed() (seats []string) {
	for _, p := range w.roster.Players {
		if p.Presence == session.Active {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// mayAnswer reports whether a vote was asked of the seat, and offers the answer. It notes the
// answer.
func (w *watch) mayAnswer(p *session.VoteCast) bool {
	vote, key := w.votes[p.VoteID], [2]string{p.VoteID, p.Seat}
	if vote == nil || w.answered[key] || !slices.Contains(vote.Seats, p.Seat) {
		return false
	}
	w.answered[key] = true
	chosen := append(slices.Collect(maps.Keys(p.Answer.Labels)), p.Answer.Options...)
	if p.Answer.Option != "" {
		chosen = append(chosen, p.Answer.Option)
	}
	return len(vote.Options) == 0 || !slices.ContainsFunc(chosen, func(id string) bool {
		return !slices.ContainsFunc(vote.Options, func(o session.Option) bool { return o.ID == id })
	})
}

// secrets returns the sessions that the seats have by the deal. A line leaks if the mouth would
// have refused it for what its seat must conceal.
func secrets(created *session.GameCreated) map[string]session.Config {
	dealt, all := created.Config.Dealt(created.Deal), map[string]session.Config{}
	for i, b := range dealt.Bots {
		all[b.Seat] = dealt.Session(i)
	}
	return all
}

func leaks(seat session.Config, name, text string) bool { return seat.Concealed().Leaks(name, text) }

func stoppedLeaks(rejected []session.Event) (n int) {
	for _, e := range rejected {
		if p, ok := e.Data.(*session.TextRejected); ok && (p.Rule == mouth.RuleConceal || p.Rule == mouth.RuleRole) {
			n++
		}
	}
	return n
}
