package step

import (
	"fmt"
	"reflect"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
)

// chat opens a session with the classifier on, and says some lines.
func chat(t *testing.T) *sessiontest.Session {
	t.Helper()
	s := sessiontest.Open(t, session.Config{Suspicion: session.On, Bot: session.Bot{Seat: "red"}, Game: session.Setting{
		Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
	}})
	s.Say(1000, "blue", "hi")
	s.Say(4500, "green", "Hello everyone, I am Green.")
	s.Tell(5000, &session.MessageReceived{Post: session.Post{Sender: "GameMaster", Kind: session.FromGamemaster, Text: "Go on."}})
	s.Say(6000, "red", "hey")
	s.Say(9000, "blue", "whats up green")
	return s
}

// heard returns what an ear finds in a session.
func heard(e *ear, s *sessiontest.Session) []session.MessageScore {
	t, _ := e.listen(s.State)
	found, _ := t.Finding.(session.Scored)
	return found.Scores
}

func newEar() *ear { return &ear{classifier: suspicion.Embedded()} }

// store stores the scores, as a stepper does.
func store(s *sessiontest.Session, scores []session.MessageScore) {
	s.Tell(s.State.Now, &session.MessagesScored{BasedOn: scores[len(scores)-1].Seq, Scores: scores})
}

func TestEar(t *testing.T) {
	t.Parallel()
	t.Run("ScoresTheLinesOfOthersInTheirOrder", func(t *testing.T) {
		t.Parallel()
		s := chat(t)
		r := suspicion.Embedded().Reader([]string{"Red", "Blue", "Green"})
		var want []session.MessageScore
		for _, x := range []struct {
			seq    int64
			sender string
			gap    float64
		}{{2, "blue", -1}, {3, "green", 3.5}, {5, "red", 1}, {6, "blue", 3}} {
			m := s.State.Messages[x.seq-2]
			if score := r.Score(suspicion.Line{Sender: x.sender, Text: m.Text, Gap: x.gap}); x.sender != "red" {
				want = append(want, session.MessageScore{Seq: x.seq, Player: x.sender, LogOdds: score})
			}
		}
		if got := heard(newEar(), s); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("ARefusedAppendIsScoredAgain", func(t *testing.T) {
		t.Parallel()
		s, e := chat(t), newEar()
		if first, again := heard(e, s), heard(e, s); !reflect.DeepEqual(first, again) {
			t.Errorf("first %+v, then %+v", first, again)
		}
	})
	t.Run("ARestartChangesNothing", func(t *testing.T) {
		t.Parallel()
		s, e := chat(t), newEar()
		store(s, heard(e, s))
		if more := heard(e, s); more != nil {
			t.Errorf("without a new line: %+v", more)
		}
		s.Say(12_000, "green", "Nothing much. And you?")
		if got, want := heard(newEar(), s), heard(e, s); len(got) != 1 || !reflect.DeepEqual(got, want) {
			t.Errorf("after a restart %+v, else %+v", got, want)
		}
	})
	t.Run("ANewNameIsMasked", func(t *testing.T) {
		t.Parallel()
		s, e := chat(t), newEar()
		store(s, heard(e, s))
		s.Tell(10_000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "pink", Name: "Pink", Presence: session.Active}}})
		s.Say(12_000, "green", "Hello Pink.")
		if got, want := heard(e, s), heard(newEar(), s); len(got) != 1 || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
	t.Run("ABurstIsScoredWhole", func(t *testing.T) {
		t.Parallel()
		s, e := chat(t), newEar()
		for i := range 2*session.KeptMessages + 50 {
			s.Say(session.Millis(10_000+i), "blue", fmt.Sprintf("line %d", i))
			e.hear(s.State)
		}
		last := int64(0)
		for _, want := range []int{session.KeptMessages, session.KeptMessages, 53} { // 3 lines came before
			scores := heard(e, s)
			if len(scores) != want || scores[0].Seq <= last {
				t.Fatalf("%d scores from %d on, want %d after %d", len(scores), scores[0].Seq, want, last)
			}
			last = scores[want-1].Seq
			store(s, scores)
		}
		if more := heard(e, s); more != nil || s.State.Scores.Players["blue"].Lines != 2*session.KeptMessages+52 {
			t.Errorf("%d more, and the state has %+v", len(more), s.State.Scores)
		}
	})
	t.Run("Off", func(t *testing.T) {
		t.Parallel()
		s := chat(t)
		s.State.Config.Suspicion = session.Off
		if got := heard(newEar(), s); got != nil {
			t.Errorf("%+v", got)
		}
	})
}
