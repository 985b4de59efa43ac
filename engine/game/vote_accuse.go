package game

import "ringer/engine/timing"

// accusationPrefix begins the ids of accusations. The session's id follows.
const accusationPrefix = "vot"

// accuseAgain is how long a bot keeps quiet after its accusation was refused: somebody who was just
// told no waits for more to happen.
const accuseAgain = 30 * 1000

// Accusations is what the bot does about accusing a player by itself.
type Accusations struct {
	// Planned is the accusation that the bot is about to make; nil for none.
	Planned *Accusation `json:"planned,omitempty"`
	// Made is the vote id of the accusation that the bot has made, unless the platform refused it.
	Made string `json:"made,omitempty"`
	// RefusedAt is when the platform last refused an accusation; 0 for never.
	RefusedAt Millis `json:"refused_at_ms,omitempty"`
}

// mayAccuse reports whether the bot may accuse a player by itself.
func (s *State) mayAccuse(player string, now Millis) bool {
	p, ok := s.Roster.Player(player)
	return ok && p.Presence == Active && player != s.Roster.Seat && s.Config.Accuse == AccuseAuto && s.Config.Timing != TimingManual &&
		s.Accusations.Made == "" && (s.Accusations.RefusedAt == 0 || now >= s.Accusations.RefusedAt+accuseAgain)
}

// plannedAccusation returns the accusation that a thought makes the bot plan; nil for none. An
// accusation that was planned before keeps its due time.
func (d *decider) plannedAccusation(player string, t Thought) *Accusation {
	if player == "" || !d.s.mayAccuse(player, d.now) {
		return nil
	}
	if a := d.s.Accusations.Planned; a != nil && a.Player == player {
		return a
	}
	a := &Accusation{Player: player, WantedAt: d.s.Clock.Wall(d.now), BasedOn: t.Want.BasedOn}
	if d.s.Config.Timing == TimingHuman {
		a.Timing = timing.Accuse(Draw(d.s.Seed, t.Want.BasedOn, "accuse:"+player, 0).Float64())
	}
	a.DueAt = d.s.Clock.Wall(d.freeAt(d.now, a.Timing))
	return a
}

// accuse makes the planned accusation once it is due. It returns when that is, 0 for never. Like an
// answer to a vote, it is among the last acts of a decision.
func (d *decider) accuse() (next Millis) {
	a := d.s.Accusations.Planned
	if a == nil || d.s.barred() != "" {
		return 0
	}
	wanted := d.s.Clock.Game(a.WantedAt)
	if due := d.freeAt(wanted, a.Timing); d.now < due {
		return due
	}
	// The odds come from a vote, as if the platform had asked for a suspect.
	v := d.s.NewVote(VoteRequest{Kind: ChooseOne}, d.s.Seq, d.s.Clock.Wall(d.now))
	odds := d.s.verdict(&v, d.suspicion()).Odds
	d.emit(&VoteCast{
		VoteID: d.id(accusationPrefix), Origin: FromAccusation, Kind: ChooseOne, Answer: Answer{Option: a.Player}, Odds: odds, Confidence: odds.Probabilities[a.Player],
		AnsweredBy: ByMind, BasedOn: a.BasedOn, Timing: a.Timing, Waited: d.now - wanted, DueAt: a.DueAt,
		Lateness: d.s.Clock.Wall(d.now).Sub(a.DueAt).Milliseconds(),
	})
	return 0
}
