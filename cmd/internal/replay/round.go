package replay

import (
	"ringer/engine/recording"
	"slices"
)

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
