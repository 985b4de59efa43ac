package session

import "testing"

// TestAStatementAndItsQuestionAreOne checks that who answers the statement before a question of the
// same player answers the question, too, if the thought had seen it.
func TestAStatementAndItsQuestionAreOne(t *testing.T) {
	t.Parallel()
	said := func(lines ...[2]string) *State {
		s := &State{Roster: *threeSeats("red"), Config: Config{Precedence: PrecedenceNewest, Generation: 3}}
		var q Questions
		s.Messages = hearAll(&q, &s.Roster, lines...)
		s.Questions = q
		return s
	}
	s := said([2]string{"blue", "my cat is ill"}, [2]string{"blue", "red where are you from?"}, [2]string{"green", "hm"})
	for _, x := range []struct {
		name        string
		s           *State
		seen, named int64
		want        int64
	}{
		{"both were seen", s, 3, 1, 2},
		{"the question was not seen", s, 1, 1, 1},
		{"the question is named", s, 3, 2, 2},
		{"another player came between", said([2]string{"blue", "my cat is ill"}, [2]string{"green", "hm"}, [2]string{"blue", "red where are you from?"}), 3, 1, 1},
		{"the next line asks nothing", said([2]string{"blue", "my cat is ill"}, [2]string{"blue", "poor thing"}), 2, 1, 1},
	} {
		if got := x.s.answered(Want{BasedOn: x.seen}, &Candidate{Kind: Reply, Answers: x.named}); got != x.want {
			t.Errorf("%s: it answers %d, want %d", x.name, got, x.want)
		}
	}
	s.Config.Generation = 2
	if got := s.answered(Want{BasedOn: 3}, &Candidate{Kind: Reply, Answers: 1}); got != 1 {
		t.Errorf("in an older session it answers %d, want the line that is named", got)
	}
}
