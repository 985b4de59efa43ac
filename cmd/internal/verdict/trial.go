package verdict

import (
	"encoding/json"
	"fmt"

	"ringer/engine/recording"
	"ringer/engine/referee"
	"ringer/engine/session"
)

// longestVote is how long the referee keeps a vote open: the most that its rules take. The
// recording says when a vote closes.
const longestVote session.Millis = 600_000

// trial is a recorded game in the hands of the referee. Its facts are what was recorded: the roles,
// the times, and who voted for whom. Who goes and who wins are the referee's own decisions.
type trial struct {
	game    *recording.Game
	seed    int64
	refused error
	ref     referee.Referee
	now     session.Millis
	phase   string
	vote    *session.VoteRequested
	rulings []session.Ruling
	saved   *trial
	// decided are the votes of which both have a result, in order.
	decided []decided
	// void counts the recorded votes that came to nothing, because their phase began again.
	void int
	// spare counts the recorded results after the referee's end of the game.
	spare int
	// stray says what the recording does that the rules do not know. It ends the trial.
	stray string
}

type decided struct {
	recorded recording.Turn
	ballot   referee.Ballot
}

func (d *decided) differs() bool { return d.recorded.Player != d.ballot.Chosen }

func newTrial(g *recording.Game, seed int64, options json.RawMessage) trial {
	rules, _ := referee.Find(g.Rules)
	if g.Quests() {
		rules, _ = referee.Find(recording.Avalon)
	}
	start := g.Start()
	start.Seed, start.Options = seed, options
	t := trial{game: g}
	var deal session.Deal
	if deal, t.refused = rules.Deal(start); t.refused == nil {
		t.seed, t.ref, t.phase = seed, rules.Begin(start, deal), deal.Phase
	}
	return t
}

// options returns the options of the rules for a recorded game: phases last as announced.
func options(g *recording.Game) json.RawMessage {
	lasts := map[string]session.Millis{"vote_ms": longestVote}
	for _, t := range g.Course() {
		if key := t.Phase + "_ms"; t.Kind == recording.PhaseBegan && t.Lasts > 0 && lasts[key] == 0 {
			lasts[key] = t.Lasts
		}
	}
	b, err := json.Marshal(lasts)
	if err != nil {
		panic("verdict: options: " + err.Error()) // they are whole numbers
	}
	return b
}

// play feeds the recording to the referee. It stops when the two disagree about who goes: the rest
// of the recording is then another game.
func (t *trial) play(course []recording.Turn) error {
	if err := t.turn(); err != nil {
		return err
	}
	var before recording.Turn // the last beginning of a phase, or result
	asked := false            // whether a vote was recorded since then
	for _, r := range course {
		t.now = max(t.now, r.At)
		var err error
		switch r.Kind {
		case recording.PhaseBegan:
			t.begin(r.Phase == before.Phase && before.Kind == recording.PhaseBegan, asked)
			before, asked = r, false
		case recording.VoteAsked:
			asked = true
			err = t.ask(r)
		case recording.VoteCast:
			if asked && t.vote != nil {
				err = t.fact(&session.VoteReceived{VoteID: t.vote.ID, Seat: r.Player, Answer: session.Answer{Option: r.Choice}})
			}
		case recording.PlayerOut:
			before, asked = r, false
			err = t.close(r)
		}
		if n := len(t.decided); err != nil || t.stray != "" || n > 0 && t.decided[n-1].differs() {
			return err
		}
	}
	return nil
}

// begin notes that a recorded phase has begun. If it has begun before, the recorded game master had
// to go back, so the referee goes back, too.
func (t *trial) begin(again, asked bool) {
	if again && t.saved != nil {
		now, void := t.now, t.void
		*t = *t.saved
		if t.now, t.void = now, void; asked {
			t.void++
		}
	}
	saved := *t
	saved.ref = t.ref.Clone()
	t.saved = &saved
}

func (t *trial) ask(r recording.Turn) error {
	if err := t.turn(); err != nil || t.over() {
		return err
	}
	if t.vote == nil { // times are recorded in whole seconds, so the talk may still last a moment
		t.now = max(t.now, t.ref.Decide(t.now).Due)
		if err := t.turn(); err != nil {
			return err
		}
	}
	if t.vote == nil || t.phase != r.Phase {
		t.stray = fmt.Sprintf("a vote of the %s is recorded in the referee's %s", r.Phase, t.phase)
	}
	return nil
}

func (t *trial) close(r recording.Turn) error {
	pending := func() bool { return len(t.ref.Result().Ballots) > len(t.decided) }
	if !pending() && t.over() {
		t.spare++
		return nil
	}
	if !pending() && t.vote != nil {
		if err := t.fact(&session.VoteCancelled{VoteID: t.vote.ID}); err != nil {
			return err
		}
	}
	if !pending() {
		t.stray = r.Player + " goes without a vote in the recording"
		return nil
	}
	t.decided = append(t.decided, decided{r, t.ref.Result().Ballots[len(t.decided)]})
	return nil
}

func (t *trial) over() bool { return t.ref.Result().Over }

func (t *trial) fact(p session.Payload) error {
	t.ref.Apply(session.Event{Data: p}, t.now)
	return t.turn()
}

// mostTurns bounds the turns after one fact: a vote, its result, the next phase and its vote, and
// the end of the game are far fewer.
const mostTurns = 50

func (t *trial) turn() error {
	for range mostTurns {
		orders := t.ref.Decide(t.now).Orders
		if len(orders) == 0 {
			return nil
		}
		ballots := len(t.ref.Result().Ballots)
		for _, o := range orders {
			t.ref.Apply(session.Event{Data: o}, t.now)
			switch o := o.(type) {
			case *session.VoteRequested:
				t.vote = o
			case *session.ObservationReceived:
				switch o.Kind {
				case session.PhaseChanged:
					t.phase = o.Phase
				case session.RulingMade:
					t.rulings = append(t.rulings, *o.Ruling)
				}
			}
		}
		if len(t.ref.Result().Ballots) > ballots {
			t.vote = nil
		}
	}
	return fmt.Errorf("the referee still orders something after %d turns", mostTurns)
}
