package replay

import (
	"slices"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
)

// poll is the vote of a game: the bot's answer beside the players' answers.
type poll struct {
	Question string         `json:"question"`
	AskedAt  session.Millis `json:"asked_at_ms"`
	// Round is the phase of the vote, such as day 2; empty for the vote at the end of a game.
	Round string `json:"round,omitempty"`
	// Out is who went, in the recorded game, after the vote of a phase.
	Out    string `json:"out,omitempty"`
	OutWas string `json:"out_was,omitempty"`
	// Closing counts the lines that were held back until the bot had voted.
	Closing int `json:"closing_lines"`
	// Ballots are the votes: first the bot's, then the recorded vote of the player whose seat it
	// took, then the others'.
	Ballots []ballot `json:"ballots"`
	// Cast is the bot's vote in full; nil if the bot has not voted.
	Cast *session.VoteCast `json:"cast,omitempty"`
	// Left is the wall time from the receipt of the vote to its deadline. It is negative if the
	// vote came late.
	Left time.Duration `json:"left_ns"`
	// Calls counts the model calls of the thoughts about the vote.
	Calls int `json:"model_calls"`
	// Failed counts the thoughts about the vote that failed. It leaves out those that were stopped.
	Failed int `json:"thoughts_failed"`
}

type ballot struct {
	Player string `json:"player"`
	// Kind is ringer for the bot, and recorded for the player whose seat it took. For all others it
	// is human or bot.
	Kind string `json:"kind"`
	// Was is what the player of the seat was in the recorded game: human or bot, or the role if the
	// vote is about roles.
	Was string `json:"was"`
	// Bot says that the recorded player of the seat was a bot.
	Bot bool `json:"bot,omitempty"`
	// Accused is empty if the player accused nobody.
	Accused string `json:"accused,omitempty"`
	recording.Rating
}

func newBallot(c recording.Choice, p recording.Player, kind, accused string) ballot {
	return ballot{Player: p.Name, Kind: kind, Was: c.Is(p), Bot: p.Kind == recording.BotKind, Accused: accused, Rating: c.Rate(p.Name, accused)}
}

// newPoll returns the vote of a game that was played, or nil if the game holds none.
func newPoll(g *recording.Game, seat recording.Player, s *Settings, events []recording.Event) *poll {
	if !g.HoldsVote() {
		return nil
	}
	v := &poll{Question: g.VoteRequest(s.Speed).Question, AskedAt: g.VoteAt(), Closing: g.Ending()}
	v.read(recording.VoteID, events)
	accused := v.accused()
	v.Ballots = []ballot{newBallot(g.Accusation(), seat, recording.RingerKind, accused), newBallot(g.Accusation(), seat, recordedKind, g.Accusations[seat.Name])}
	for _, p := range g.Players {
		if p.Name != seat.Name {
			v.Ballots = append(v.Ballots, newBallot(g.Accusation(), p, p.Kind, g.Accusations[p.Name]))
		}
	}
	return v
}

func (v *poll) read(id string, events []recording.Event) {
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *session.VoteCast:
			if p.VoteID == id {
				v.Cast, v.Left = p, p.DeadlineAt.Sub(h.Received)
			}
		case *session.ThoughtCompleted:
			if p.Kind == session.KindVotePrefix+id {
				v.Calls += len(p.Calls)
			}
		case *session.ThoughtFailed:
			if p.Kind == session.KindVotePrefix+id {
				v.Calls += len(p.Calls)
				if p.Code != session.ThoughtStopped {
					v.Failed++
				}
			}
		}
	}
}

func (v *poll) accused() string {
	if v.Cast == nil {
		return ""
	}
	return v.Cast.Answer.Option
}

// isVote reports whether a thought is about a vote, and not for a message.
func isVote(kind string) bool { return session.KindOf(kind) == session.KindVote }

func newRounds(g *recording.Game, seat recording.Player, s *Settings, events []recording.Event) (polls []poll) {
	for _, r := range g.Rounds() {
		if !slices.Contains(r.Asked.Voters, seat.Name) {
			continue
		}
		v := poll{Question: r.Request(seat.Name, s.Speed).Question, AskedAt: r.Asked.At, Round: r.Name(), Out: r.Out, OutWas: r.Role}
		v.read(r.ID, events)
		v.Ballots = []ballot{newBallot(g.ChoiceIn(&r, seat), seat, recording.RingerKind, v.accused()), newBallot(g.ChoiceIn(&r, seat), seat, recordedKind, r.Votes[seat.Name])}
		for _, p := range g.Players {
			if p.Name != seat.Name && slices.Contains(r.Asked.Voters, p.Name) {
				v.Ballots = append(v.Ballots, newBallot(g.ChoiceIn(&r, p), p, p.Kind, r.Votes[p.Name]))
			}
		}
		polls = append(polls, v)
	}
	return polls
}
