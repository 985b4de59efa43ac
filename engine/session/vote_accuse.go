package session

import (
	"math"
	"slices"

	"ringer/engine/timing"
)

const accusationPrefix = "vot"

// accuseGap is the least time between a refused accusation and the next one, in milliseconds.
const accuseGap = 30 * 1000

// What an accusation waits for. In 34 reverse Turing games a person accused somebody: one in ten
// before the accused had said 3 lines, or within 58 s of the first line of the chat, and one in ten
// after 452 s. Between them times are drawn evenly by their logarithm: the median is 162 s, and
// people's is 174 s.
const (
	evidenceLines  = 3
	evidenceFirst  = 58 * 1000
	evidenceLatest = 452 * 1000
	evidenceSpare  = 20 * 1000 // the time before the end of a phase at which nobody has to wait
)

// Accusations is what the bot has planned and done about accusing a player by itself.
type Accusations struct {
	// Planned is the accusation that the bot is about to make; nil for none.
	Planned *Accusation `json:"planned,omitempty"`
	// Made is the vote id of the accusation that the bot has made, unless the platform refused it.
	Made string `json:"made,omitempty"`
	// Player is whom it accuses, and At is when it was made.
	Player string `json:"player,omitempty"`
	At     Millis `json:"at_ms,omitempty"`
	// RefusedAt is when the platform last refused an accusation; 0 for never.
	RefusedAt Millis `json:"refused_at_ms,omitempty"`
}

// Suspect returns whom the bot has accused, or is about to accuse; "" for nobody.
func (a Accusations) Suspect() string {
	switch {
	case a.Made != "":
		return a.Player
	case a.Planned != nil:
		return a.Planned.Player
	}
	return ""
}

func (s *State) mayAccuse(player string, now Millis) bool {
	p, ok := s.Roster.Player(player)
	return ok && p.Presence == Active && player != s.Roster.Seat && !s.Config.Bot.allied(player) && s.Config.Accuse == AccuseAuto && s.Config.Timing != TimingManual &&
		s.Accusations.Made == "" && (s.Accusations.RefusedAt == 0 || now >= s.Accusations.RefusedAt+accuseGap)
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
	wanted := d.now
	if d.s.Config.AccuseAfter == AfterEvidence {
		if d.s.Talk[player].Total < evidenceLines {
			return nil
		}
		wanted = max(wanted, d.s.evidenceAt())
	}
	a := &Accusation{Player: player, WantedAt: d.s.Clock.Wall(wanted), BasedOn: t.Want.BasedOn}
	if d.s.Config.Timing == TimingHuman {
		a.Timing = timing.Accuse(Draw(d.s.Seed, t.Want.BasedOn, "accuse:"+player, 0).Float64())
	}
	a.DueAt = d.s.Clock.Wall(d.readyAt(wanted, a.Timing))
	return a
}

// evidenceAt returns when the bot has seen enough to accuse: a drawn time after the first line of
// the chat, as people take it, but before the end of a phase of which the end is known. Where the
// state no longer has that line, it counts from the opening of the session.
func (s *State) evidenceAt() Millis {
	began, latest := Millis(0), Millis(evidenceLatest)
	if s.Said <= len(s.Messages) {
		i := slices.IndexFunc(s.Messages, func(m Message) bool { return m.Kind == FromPlayer })
		if i < 0 {
			return s.Now
		}
		began = s.Messages[i].At
	}
	if s.Rhythm.PhaseEnds > 0 {
		latest = max(evidenceFirst, min(latest, s.Rhythm.PhaseEnds-evidenceSpare-began))
	}
	u := Draw(s.Seed, 0, "evidence", 0).Float64()
	return began + Millis(evidenceFirst*math.Pow(float64(latest)/evidenceFirst, u))
}

// accuseIfDue makes the planned accusation if it is due. Else it returns when, 0 for never.
func (d *decider) accuseIfDue() (next Millis) {
	a := d.s.Accusations.Planned
	if a == nil || d.s.barred() != "" {
		return 0
	}
	wanted := d.s.Clock.Game(a.WantedAt)
	due := d.readyAt(wanted, a.Timing)
	if p := d.s.Plan; p != nil && p.Typing { // also if the typing began later
		due = max(due, max(d.s.Due(p), d.now)+a.Timing.Typing)
	}
	if d.now < due {
		return due
	}
	// The probabilities come from a vote, as if the platform had asked for a suspect.
	v := d.s.NewVote(VoteRequest{Kind: ChooseOne}, d.s.Seq, d.s.Clock.Wall(d.now))
	chances := d.s.verdict(&v, d.brief()).Chances
	d.emit(&VoteCast{
		VoteID: d.id(accusationPrefix), Origin: FromAccusation, Kind: ChooseOne, Answer: Answer{Option: a.Player}, Chances: chances, Confidence: chances.Probabilities[a.Player],
		AnsweredBy: ByMind, BasedOn: a.BasedOn, Timing: a.Timing, Waited: d.now - wanted, DueAt: a.DueAt,
		Lateness: d.s.Clock.Wall(d.now).Sub(a.DueAt).Milliseconds(),
	})
	return 0
}
