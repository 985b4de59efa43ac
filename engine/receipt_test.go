package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// payloadsOf returns the payloads of one type in the log.
func payloadsOf[P session.Payload](b *bench) (all []P) {
	b.t.Helper()
	for _, e := range b.events() {
		if p, ok := e.Data.(P); ok {
			all = append(all, p)
		}
	}
	return all
}

func (b *bench) sent() []*session.MessageSent {
	b.t.Helper()
	return payloadsOf[*session.MessageSent](b)
}

func (b *bench) texts() string {
	b.t.Helper()
	var texts []string
	for _, p := range b.sent() {
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, "|")
}

func (b *bench) firstMessage() *session.MessageSent {
	b.t.Helper()
	b.say("hi")
	rest(5 * time.Second)
	if len(b.sent()) != 1 {
		b.t.Fatalf("the bot said %q", b.texts())
	}
	return b.sent()[0]
}

// movesBarrier runs do and compares the barrier of the row with the barrier of the fold. It reports
// whether the barrier is new.
func (b *bench) movesBarrier(do func() error) bool {
	b.t.Helper()
	before, err := b.Desk.Row(b.t.Context(), b.id)
	err2 := do()
	row, err3 := b.Desk.Row(b.t.Context(), b.id)
	state, err4 := b.Desk.StateAt(b.t.Context(), b.id, 0)
	sessiontest.NoError(b.t, errors.Join(err, err2, err3, err4))
	if state.Barrier != row.Barrier {
		b.t.Errorf("the row's barrier is %d, the state's %d", row.Barrier, state.Barrier)
	}
	return row.Barrier > before.Barrier
}

// TestRowAndStateAgreeOnTheBarrier checks that the barriers of the row and of the fold always move
// together. Acts are judged by both.
func TestRowAndStateAgreeOnTheBarrier(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		message := b.firstMessage().MessageID
		b.say("and you?")
		time.Sleep(1500 * time.Millisecond)
		receipt := func(s session.ReceiptStatus) func() error {
			return func() error {
				_, err := b.Desk.Receipt(t.Context(), b.id, message, session.Receipt{Status: s})
				return err
			}
		}
		observe := func(o session.Observation) func() error {
			return func() error { _, err := b.Desk.Observe(t.Context(), b.id, o); return err }
		}
		for _, c := range []struct {
			name  string
			moves bool
			do    func() error
		}{
			{"command", true, func() error { _, _, err := b.Desk.Command(t.Context(), b.id, "", session.SendPlan, ""); return err }},
			{"message", false, func() error { b.say("hm"); return nil }},
			{"posted", false, receipt(session.Shown)},
			{"rejected", true, receipt(session.Rejected)},
			{"rejected again", false, receipt(session.Rejected)},
			{"updated", true, func() error { return b.Desk.Update(t.Context(), b.id, session.Changes{Limits: &session.Limits{}}) }},
			{"typing", false, observe(session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: "blue"}})},
			{"private info", false, observe(session.Observation{Kind: session.PrivateInfo, Text: "you are a spy"})},
			{"vote requested", true, func() error { _, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot("v")); return err }},
			{"vote requested again", false, func() error { _, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot("v")); return err }},
			{"vote updated", true, func() error {
				_, err := b.Desk.ChangeVote(t.Context(), b.id, "v", session.VoteChanges{Options: []session.Option{{ID: "blue", Label: "the blue one"}}})
				return err
			}},
			{"vote cancelled", true, func() error { _, err := b.Desk.CancelVote(t.Context(), b.id, "v", ""); return err }},
			{"vote cancelled again", false, func() error { _, err := b.Desk.CancelVote(t.Context(), b.id, "v", ""); return err }},
			{"vote receipt", true, func() error {
				_, err := b.Desk.VoteReceipt(t.Context(), b.id, "v", session.VoteUse{Used: session.UsedNone})
				return err
			}},
			{"muted", true, observe(session.Observation{Kind: session.BotMuted})},
			{"unmuted", true, observe(session.Observation{Kind: session.BotUnmuted})},
			{"phase", true, observe(session.Observation{Kind: session.PhaseChanged, Phase: "night"})},
			{"joined", true, observe(session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "green", Name: "Green"}})},
			{"eliminated", true, observe(session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "green"}})},
			{"left", true, observe(session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "blue"}})},
			{"ended", true, func() error { _, err := b.Desk.End(t.Context(), b.id, desk.Ending{}); return err }},
		} {
			if b.movesBarrier(c.do) != c.moves {
				t.Errorf("%s: a new barrier: %v, want %v", c.name, !c.moves, c.moves)
			}
		}
	})
}

// TestCommandOfUnknownOutcome loses the answer to a stored command. The command is still carried
// out.
func TestCommandOfUnknownOutcome(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.say("hi")
		time.Sleep(1500 * time.Millisecond)
		b.store.set(func() { b.store.lost = 1 })
		if _, _, err := b.Desk.Command(t.Context(), b.id, "", session.SendPlan, ""); !errors.Is(err, journal.ErrOutcomeUnknown) {
			t.Fatal(err)
		}
		rest(100 * time.Millisecond) // a turn
		if b.texts() != "about hi" {
			t.Errorf("sent %q", b.texts())
		}
		if _, _, err := b.Desk.Command(t.Context(), b.id, "", session.SendPlan, ""); !strings.Contains(err.Error(), "has no plan now") {
			t.Errorf("the same command again brings %v", err)
		}
	})
}

// TestRejectionIsFinal stores the receipt "posted" after the receipt "rejected". Two requests at
// the same moment can do that.
func TestRejectionIsFinal(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		message := b.firstMessage().MessageID
		for _, s := range []session.ReceiptStatus{session.Rejected, session.Shown} {
			_, err := b.store.Append(t.Context(), journal.Append{
				Session: b.id, Events: []session.Event{{At: time.Now(), Data: &session.MessageReceipt{MessageID: message, Receipt: session.Receipt{Status: s}}}},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		page, err := b.Desk.Transcript(t.Context(), b.id, 0, 10)
		if err != nil || len(page.Lines) != 2 || page.Lines[1].Status != desk.LineRejected {
			t.Errorf("%+v, %v", page.Lines, err)
		}
	})
}
