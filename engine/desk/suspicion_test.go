package desk_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// screen is a desk without a store, so it can only score transcripts. Its classifier takes long
// lines for lines of a machine. Other numbers of a line and of its sender weigh little.
func screen(t *testing.T) *desk.Desk {
	t.Helper()
	var n suspicion.Network
	for i := 2 * suspicion.Bags * suspicion.Width; i < suspicion.Inputs; i++ {
		n.W1[i][0] = 0.1
	}
	n.W1[2*suspicion.Bags*suspicion.Width][0] = 2
	n.W2[0][0], n.W3[0], n.B3[0] = 1, 1, -4
	weights := sessiontest.Must(suspicion.New([]suspicion.Network{n}, 1))(t)
	strategies := sessiontest.Must(strategy.NewRegistry())(t)
	strategies.Classifier = weights
	return desk.New(nil, strategies, desk.Terms{}, now, nobody{})
}

// chat is a game of p1 and Green. NAME is the name of p1.
func chat(name string) session.Transcript {
	at := func(s int) *time.Time {
		t := time.Date(2026, 1, 31, 18, 30, s, 0, time.UTC)
		return &t
	}
	t := session.Transcript{
		Players: []session.Player{{ID: "p1", Name: name}, {ID: "Green", Name: "Green"}},
		Messages: []session.TranscriptLine{
			{Kind: session.FromGamemaster, Text: "Day breaks over the town.", SentAt: at(0)},
			{Sender: "p1", Text: "lol hi", SentAt: at(4)},
			{Sender: "Green", Text: "As an observer, I would say that NAME raises a fascinating question.", SentAt: at(6)},
			{Sender: "Green", Text: "Furthermore, I appreciate how thoughtful everyone has been, NAME!", SentAt: at(9)},
		},
	}
	for i := range t.Messages {
		t.Messages[i].Text = strings.ReplaceAll(t.Messages[i].Text, "NAME", name)
	}
	return t
}

func TestScoreTranscript(t *testing.T) {
	t.Parallel()
	k := screen(t)
	score := func(t *testing.T, of session.Transcript) desk.TranscriptScores {
		t.Helper()
		return sessiontest.Must(k.ScoreTranscript(t.Context(), of))(t)
	}
	with := func(lead float64) session.Transcript {
		c := chat("Blue")
		c.AccuseLead = &lead
		return c
	}
	t.Run("Sums", func(t *testing.T) {
		t.Parallel()
		scores := score(t, with(1))
		p1, green, lines := scores.Players[0], scores.Players[1], scores.Messages
		if len(lines) != 3 || lines[0].Index != 1 || lines[0].Sender != "p1" || lines[2].Index != 3 {
			t.Fatalf("not one score for each line of a player: %+v", lines)
		}
		if p1.Sum != lines[0].LogOdds || p1.Lines != 1 || green.Sum != session.Round(lines[1].LogOdds+lines[2].LogOdds) || green.Lines != 2 {
			t.Errorf("the sums are not those of the lines: %+v", scores)
		}
		if p1.Probability >= 0.5 || green.Probability <= 0.5 || green.Probability >= 1 {
			t.Errorf("the probabilities do not follow the sums: %+v", scores.Players)
		}
		if a := scores.Accusation; a == nil || a.Player != "Green" || a.Lead != session.Round(green.Sum-p1.Sum) {
			t.Errorf("the accusation is %+v, with %+v", a, scores.Players)
		}
	})
	t.Run("NobodyLeadsEnough", func(t *testing.T) {
		t.Parallel()
		lead := score(t, with(1)).Accusation.Lead
		if a := score(t, with(lead)).Accusation; a != nil {
			t.Errorf("accused %+v", a)
		}
		if a, b := score(t, chat("Blue")), score(t, with(session.AccuseLead)); !reflect.DeepEqual(a, b) {
			t.Errorf("the default lead is another: %+v, %+v", a, b)
		}
	})
	t.Run("SinglePlayerLeadsZero", func(t *testing.T) {
		t.Parallel()
		c := with(1)
		c.Players, c.Messages = nil, c.Messages[2:]
		scores := score(t, c)
		if a := scores.Accusation; a == nil || a.Lead != scores.Players[0].Sum {
			t.Errorf("the accusation is %+v, with %+v", a, scores.Players)
		}
	})
	t.Run("NamesDoNotCount", func(t *testing.T) {
		t.Parallel()
		if a, b := score(t, chat("Blue")), score(t, chat("Dr. Ann-Marie O’Neill")); !reflect.DeepEqual(a, b) {
			t.Errorf("another name gives other scores:\n%+v\n%+v", a, b)
		}
	})
	t.Run("SendersAreThePlayers", func(t *testing.T) {
		t.Parallel()
		named, alone := chat("p1"), chat("p1")
		alone.Players = nil
		if a, b := score(t, named), score(t, alone); !reflect.DeepEqual(a, b) {
			t.Errorf("without players:\n%+v\n%+v", a, b)
		}
	})
	t.Run("TimesCount", func(t *testing.T) {
		t.Parallel()
		timed, untimed := chat("Blue"), chat("Blue")
		for i := range untimed.Messages {
			untimed.Messages[i].SentAt = nil
		}
		if a, b := score(t, timed), score(t, untimed); reflect.DeepEqual(a.Messages, b.Messages) {
			t.Error("the times between the lines make no difference")
		}
	})
	t.Run("ErrInvalid", func(t *testing.T) {
		t.Parallel()
		_, err := k.ScoreTranscript(t.Context(), session.Transcript{})
		if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Code != session.CodeRequired {
			t.Errorf("refused with %v", err)
		}
	})
	t.Run("ErrClientHasGone", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := k.ScoreTranscript(ctx, chat("Blue")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
