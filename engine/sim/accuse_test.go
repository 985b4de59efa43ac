package sim_test

import (
	"errors"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy/parrot"
	"ringer/engine/votetest"
	"ringer/store"
)

// accusing is a game with a strategy that accuses. Blue says the same line every five seconds; the
// others do not.
type accusing struct {
	*sim.Sim
	t      *testing.T
	id     string
	models *failing
}

// sure is when blue has repeated itself often enough: at its fifth line, the fourth repeat. Each
// repeat adds 3 to the log-odds.
const sure = 25 * time.Second

func newAccusing(t *testing.T, mode session.AccuseMode) *accusing {
	t.Helper()
	strategies := withParrot(t)
	a := &accusing{t: t, models: newFailing(t, strategies, modelFine, 1)}
	a.Sim = sim.New(store.NewMemory(), strategies, a.models)
	c := session.Config{
		Strategy: parrot.Name, Bot: session.Bot{Seat: "red"}, Accuse: mode, AccuseAfter: session.AfterThreshold,
		Game: session.Setting{Phases: []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}}},
	}
	for _, id := range seats {
		c.Game.Players = append(c.Game.Players, session.Player{ID: id, Name: id})
	}
	a.id = sessiontest.Must(a.Open(c))(t)
	for n := range 30 {
		a.in(time.Duration(5*n+5)*time.Second, func() error { return a.Say(a.id, session.Post{Sender: "blue", Text: "buy my cake"}) })
		a.in(time.Duration(5*n+7)*time.Second, func() error { return a.Say(a.id, session.Post{Sender: "green", Text: talk[n%len(talk)]}) })
	}
	return a
}

func (a *accusing) in(after time.Duration, do func() error) { a.At(sim.Epoch().Add(after), do) }

func (a *accusing) observe(after time.Duration, o session.Observation) {
	a.in(after, func() error { _, err := a.Observe(a.t.Context(), a.id, o); return err })
}

func (a *accusing) play() (casts []session.Event) {
	a.t.Helper()
	sessiontest.NoError(a.t, a.Run(sim.Epoch().Add(3*time.Minute)))
	return a.accusations()
}

func (a *accusing) accusations() (casts []session.Event) {
	log := sessiontest.Must(a.Log(a.id))(a.t)
	for _, w := range votetest.Judge(log).Wrong {
		a.t.Error(w)
	}
	for i, e := range log {
		if p, ok := e.Data.(*session.VoteCast); ok && p.Origin == session.FromAccusation {
			casts = append(casts, e)
			if votetest.Typing(log[:i]) {
				a.t.Errorf("accuses while it types: %+v", p)
			}
		}
	}
	return casts
}

func TestAccusations(t *testing.T) {
	t.Parallel()
	t.Run("come once, at a human moment", func(t *testing.T) {
		t.Parallel()
		casts := newAccusing(t, session.AccuseAuto).play()
		if len(casts) != 1 {
			t.Fatalf("%d accusations", len(casts))
		}
		p := casts[0].Data.(*session.VoteCast)
		if p.Answer.Option != "blue" || p.AnsweredBy != session.ByMind || p.Confidence < 0.99 || !p.DeadlineAt.IsZero() || casts[0].At.Before(sim.Epoch().Add(sure)) {
			t.Errorf("at %s: %+v", casts[0].At, p)
		}
		if thinks := p.Timing.Total(); thinks < 2100 || p.Waited < thinks || p.Waited > thinks+15_000 {
			// Somebody who types finishes first.
			t.Errorf("it took %d ms, of %+v", p.Waited, p.Timing)
		}
	})
	for _, mode := range []session.AccuseMode{session.AccuseOnRequest, session.AccuseNever} {
		t.Run("do not come with accuse "+string(mode), func(t *testing.T) {
			t.Parallel()
			if casts := newAccusing(t, mode).play(); len(casts) > 0 {
				t.Errorf("%+v", casts[0].Data)
			}
		})
	}
	for name, turn := range map[string][2]session.Observation{
		"come after it may speak again, not while it is muted": {{Kind: session.BotMuted}, {Kind: session.BotUnmuted}},
		"come by day, not by night":                            {{Kind: session.PhaseChanged, Phase: "night"}, {Kind: session.PhaseChanged, Phase: "day"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAccusing(t, session.AccuseAuto)
			a.observe(sure-10*time.Second, turn[0])
			a.observe(sure+time.Minute, turn[1])
			if casts := a.play(); len(casts) != 1 || casts[0].At.Before(sim.Epoch().Add(sure+time.Minute)) {
				t.Errorf("%d accusations: %+v", len(casts), casts)
			}
		})
	}
	t.Run("come again, later, if the platform refuses", func(t *testing.T) {
		t.Parallel()
		a := newAccusing(t, session.AccuseAuto)
		var refused time.Time
		a.in(sure+30*time.Second, func() error {
			casts := a.accusations()
			if len(casts) != 1 {
				t.Fatalf("%d accusations after half a minute", len(casts))
			}
			refused = a.Now()
			_, err := a.VoteReceipt(t.Context(), a.id, casts[0].Data.(*session.VoteCast).VoteID, session.VoteUse{Used: session.UsedNone, Reason: "too early"})
			return err
		})
		casts := a.play()
		if len(casts) != 2 || casts[1].At.Sub(refused) < 30*time.Second {
			t.Errorf("%d accusations, refused at %s: %+v", len(casts), refused, casts)
		}
	})
	t.Run("are not needed to be asked whom it suspects, even without a model", func(t *testing.T) {
		t.Parallel()
		a := newAccusing(t, session.AccuseOnRequest)
		asked := ""
		a.in(sure+30*time.Second, func() error {
			a.models.way = modelDown
			v, err := a.AskVote(t.Context(), a.id, session.VoteRequest{Kind: session.ChooseOne, Question: "Who is the machine?"})
			asked = v.ID
			return err
		})
		a.play()
		v, err := a.Vote(t.Context(), a.id, asked)
		if err != nil || v.Cast == nil || v.Cast.AnsweredBy != session.ByMind || v.Cast.Answer.Option != "blue" || v.Cast.Late {
			t.Errorf("%v: %+v", err, v.Cast)
		}
	})
}

// TestAccusationKeepsItsID requests a vote with the id of an accusation. It is refused, even long
// after the accusation. Two votes with one id would share one answer.
func TestAccusationKeepsItsID(t *testing.T) {
	t.Parallel()
	a := newAccusing(t, session.AccuseAuto)
	var accusation string
	again := func() error {
		_, err := a.AskVote(t.Context(), a.id, session.VoteRequest{ID: accusation, Kind: session.ChooseOne, Question: "Blue is accused. Who is it?"})
		if refused, ok := errors.AsType[session.Errors](err); !ok || refused[0].Code != session.CodeInvalidID {
			t.Errorf("asked by the accusation's id: %v", err)
		}
		return nil
	}
	a.in(sure+30*time.Second, func() error {
		accusation = a.accusations()[0].Data.(*session.VoteCast).VoteID
		for range session.KeptVotes + 1 { // so that the state drops it
			if _, err := a.AskVote(t.Context(), a.id, session.VoteRequest{Kind: session.YesNo, Question: "Is it day?", Within: session.MinWithin}); err != nil {
				return err
			}
		}
		return again()
	})
	a.in(sure+35*time.Second, again)
	a.play()
}
