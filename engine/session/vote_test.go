package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// table returns a roster of three active players and one who is out.
func table() *Roster {
	return &Roster{Seat: "red", Players: []Player{
		{ID: "red", Name: "Red", Presence: Active}, {ID: "blue", Name: "Blue", Presence: Active}, {ID: "green", Name: "Green", Presence: Active},
		{ID: "grey", Name: "Grey", Presence: Eliminated},
	}}
}

func request(t *testing.T, body string) VoteRequest {
	t.Helper()
	var q VoteRequest
	noError(t, json.Unmarshal([]byte(body), &q))
	return q
}

var badVoteRequests = []struct{ body, pointer string }{
	{`{"kind":"choose","question":"Who?"}`, "/kind"},
	{`{"kind":"choose_one","question":" "}`, "/question"},
	{`{"kind":"choose_one","question":"Who?","options":["red"]}`, "/options"},
	{`{"kind":"choose_one","question":"Who?","options":["blue","blue"]}`, "/options/1/id"},
	{`{"kind":"choose_one","question":"Who?","options":[{"id":"a","player":"nobody"}]}`, "/options/0/player"},
	{`{"kind":"choose_one","question":"Who?","options":["a\u202e"]}`, "/options/0/id"},
	{`{"kind":"choose_one","question":"Who?","labels":["a","b"]}`, "/labels"},
	{`{"kind":"choose_one","question":"Who?","k":1}`, "/k"},
	{`{"kind":"choose_many","question":"Who?","k":-1}`, "/k"},
	{`{"kind":"choose_one","question":"Who?","id":"a/b"}`, "/id"},
	{`{"kind":"choose_one","question":"Who?","within_ms":99}`, "/within_ms"},
	{`{"kind":"choose_one","question":"Who?","within_ms":86400001}`, "/within_ms"},
	{`{"kind":"choose_one","question":"Who?","deadline":"2026-01-01T12:00:00Z"}`, "/deadline"},
	{`{"kind":"choose_one","question":"Who?","deadline":"2026-01-02T12:00:01Z"}`, "/deadline"},
	{`{"kind":"choose_one","question":"Who?","deadline":"2026-01-01T13:00:00Z","within_ms":500}`, "/deadline"},
	{`{"kind":"choose_one","question":"Who?","fallback":"red"}`, "/fallback/option"},
	{`{"kind":"choose_one","question":"Who?","fallback":{"abstain":true}}`, "/fallback/abstain"},
	{`{"kind":"choose_one","question":"Who?","fallback":{"option":"blue","number":1}}`, "/fallback"},
	{`{"kind":"choose_one","question":"Who?","fallback":{"option":"blue","confidence":1}}`, "/fallback/confidence"},
	{`{"kind":"choose_one","question":"Who?","fallback":{"option":"blue","reason":"so"}}`, "/fallback/reason"},
	{`{"kind":"choose_one","question":"Who?","explain":true,"fallback":{"option":"blue","confidence":101}}`, "/fallback/confidence"},
	{`{"kind":"choose_many","question":"Who?"}`, "/k"},
	{`{"kind":"choose_many","question":"Who?","k":3}`, "/k"},
	{`{"kind":"choose_many","question":"Who?","k":2,"min":1}`, "/k"},
	{`{"kind":"choose_many","question":"Who?","min":2,"max":1}`, "/max"},
	{`{"kind":"choose_many","question":"Who?","min":0.5}`, "/min"},
	{`{"kind":"choose_many","question":"Who?","min":3}`, "/min"},
	{`{"kind":"choose_many","question":"Who?","min":1,"max":3}`, "/max"},
	{`{"kind":"choose_many","question":"Who?","k":-1}`, "/k"},
	{`{"kind":"choose_many","question":"Who?","options":[],"k":1}`, "/options"},
	{`{"kind":"choose_many","question":"Who?","k":2,"fallback":{"options":["blue","blue"]}}`, "/fallback/options/1"},
	{`{"kind":"yes_no","question":"Is it?","options":["no","yes"]}`, "/options"},
	{`{"kind":"yes_no","question":"Is it?","about":"trust"}`, "/about"},
	{`{"kind":"label_each","question":"What?","labels":["ai"]}`, "/labels"},
	{`{"kind":"label_each","question":"What?","labels":["ai","ai"]}`, "/labels/1/id"},
	{`{"kind":"label_each","question":"What?","labels":["ai","human"],"fallback":{"labels":{"blue":"ai"}}}`, "/fallback/labels"},
	{`{"kind":"number","question":"How many?","max":1}`, "/min"},
	{`{"kind":"number","question":"How many?","min":2,"max":1}`, "/max"},
	{`{"kind":"number","question":"How many?","min":0.1,"max":0.9,"integer":true}`, "/max"},
	{`{"kind":"number","question":"How many?","min":0,"max":1e13}`, "/max"},
	{`{"kind":"number","question":"How many?","min":0,"max":9,"integer":true,"fallback":{"number":1.5}}`, "/fallback/number"},
}

func TestVoteRequest(t *testing.T) {
	t.Parallel()
	t.Run("defaults to the other players in the game, and to suspicion", func(t *testing.T) {
		q := request(t, `{"kind":"choose_one","question":"Who?"}`)
		noError(t, q.Complete(table(), opened))
		if !slices.Equal(q.Options, []Option{{ID: "blue", Label: "Blue", Player: "blue"}, {ID: "green", Label: "Green", Player: "green"}}) || q.About != Suspicion || q.Within != DefaultWithin {
			t.Errorf("%+v", q)
		}
	})
	t.Run("takes bare strings", func(t *testing.T) {
		q := request(t, `{"kind":"label_each","question":"What?","options":["blue",{"id":"x","label":"The third","player":"green"}],"labels":["ai","human"],"fallback":{"labels":{"blue":"ai","x":"human"}}}`)
		noError(t, q.Complete(table(), opened))
		if !slices.Equal(q.Options, []Option{{ID: "blue", Label: "Blue", Player: "blue"}, {ID: "x", Label: "The third", Player: "green"}}) || q.About != Other ||
			!slices.Equal(q.Labels, []Label{{"ai", "ai", Other}, {"human", "human", Other}}) {
			t.Errorf("%+v", q)
		}
	})
	for _, c := range badVoteRequests {
		t.Run(c.body, func(t *testing.T) {
			q := request(t, c.body)
			err := q.Complete(table(), opened)
			if errs, ok := errors.AsType[Errors](err); !ok || len(errs) != 1 || errs[0].Pointer != c.pointer {
				t.Errorf("refused %v, want %s alone", err, c.pointer)
			}
		})
	}
	t.Run("a question, ids and labels have lengths", func(t *testing.T) {
		q := VoteRequest{Kind: ChooseOne, Question: strings.Repeat("x", MaxText+1), ID: strings.Repeat("x", MaxName+1)}
		for range MaxOptions + 1 {
			q.Options = append(q.Options, Option{ID: "x"})
		}
		err := q.Complete(table(), opened)
		if errs, ok := errors.AsType[Errors](err); !ok || len(errs) != 3 {
			t.Errorf("refused %v", err)
		}
	})
}

// TestStandingAnswer: it is allowed, evenly distributed, and ignores the order of the options.
func TestStandingAnswer(t *testing.T) {
	t.Parallel()
	s := NewState("ses_test")
	s.Roster, s.Clock = *table(), NewClock(opened, 1)
	counts := map[string]int{}
	for seed := range int64(3000) {
		s.Seed = seed
		q := VoteRequest{ID: "v1", Kind: ChooseOne, Options: []Option{{ID: "a"}, {ID: "b"}, {ID: "c"}}, Within: 1000}
		v := s.NewVote(q, 7, opened)
		slices.Reverse(q.Options)
		again := s.NewVote(q, 7, opened.Add(time.Second))
		if v.Standing.Option != again.Standing.Option {
			t.Fatalf("seed %d: %s, in the other order %s", seed, v.Standing.Option, again.Standing.Option)
		}
		counts[v.Standing.Option]++
	}
	for id, n := range counts {
		if len(counts) != 3 || n < 900 || n > 1100 { // standard deviation: 26
			t.Errorf("%s is drawn %d times of 3000", id, n)
		}
	}
}

// TestStandingNumber: all whole numbers are drawn equally often, including both ends.
func TestStandingNumber(t *testing.T) {
	t.Parallel()
	low, high := 1.0, 3.0
	counts := map[float64]int{}
	for seed := range int64(3000) {
		_, v := asking(VoteRequest{Kind: PickNumber, Min: &low, Max: &high, Integer: true}, seed)
		counts[*v.Standing.Number]++
	}
	for n := range 3 {
		if c := counts[float64(n+1)]; c < 900 || c > 1100 { // standard deviation: 26
			t.Errorf("%d is drawn %d times of 3000", n+1, c)
		}
	}
}

// TestFallbackOfRemainingPlayers: when a player goes, the fallback for the others holds.
func TestFallbackOfRemainingPlayers(t *testing.T) {
	t.Parallel()
	goes := func(s *State, v *Vote, player string) Answer {
		s.Votes, s.Gone = []Vote{*v}, map[string]int64{player: 8}
		s.playerChanged(Event{Seq: 8}, player)
		return s.Votes[0].Standing
	}
	two := 2.0
	for seed := range int64(20) {
		s, v := asking(VoteRequest{Kind: ChooseMany, Min: new(float64), Max: &two, Fallback: &Answer{Options: []string{"blue", "grey"}}}, seed)
		if got := goes(s, v, "blue"); !slices.Equal(got.Options, []string{"grey"}) {
			t.Errorf("seed %d: %+v", seed, got)
		}
		labels := []Label{{ID: "ai"}, {ID: "human"}, {ID: "unsure"}}
		s, v = asking(VoteRequest{Kind: LabelEach, Labels: labels, Fallback: &Answer{Labels: map[string]string{"blue": "ai", "green": "human", "grey": "unsure"}}}, seed)
		if got := goes(s, v, "blue"); !maps.Equal(got.Labels, map[string]string{"green": "human", "grey": "unsure"}) {
			t.Errorf("seed %d: %+v", seed, got)
		}
		s, v = asking(VoteRequest{Kind: ChooseOne, Fallback: &Answer{Option: "blue"}}, seed)
		if got := goes(s, v, "blue"); got.Option == "blue" || got.Option == "" {
			t.Errorf("seed %d: %+v", seed, got)
		}
	}
}

// TestLongVoteIsKept: the state keeps the votes that were closed last. So a thought about a long
// vote is known to be in the log, and its cost is not counted twice.
func TestLongVoteIsKept(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.play("+1s vote v1 choose_one 10m: who is it\n")
	for i := range KeptVotes + 1 {
		s.play(fmt.Sprintf("+1s vote w%d yes_no 100ms: is it\n", i))
	}
	v, _ := s.state.Vote("v1")
	thought := Thought{Want: Want{Kind: v.thoughtKind(), BasedOn: s.voteBase}, Before: s.state.Thoughts[v.thoughtKind()]}
	s.play("+1s judge v1 blue 70 green 30\n")
	if v, _ := s.state.Vote("v1"); v.Status != VoteAnswered || !s.state.Concluded(thought) || len(s.state.Votes) != KeptVotes {
		t.Errorf("%+v of %d, concluded %t", v, len(s.state.Votes), s.state.Concluded(thought))
	}
	s.refold()
}

// TestJudgementThatCannotBeStored: it is a failure, and failures are limited.
func TestJudgementThatCannotBeStored(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.play("+1s vote v1 number 10m: how many\n")
	nan := math.NaN()
	for range maxVoteTries {
		v, _ := s.state.Vote("v1")
		s.settle([]Thought{{Want: Want{Kind: v.thoughtKind(), BasedOn: s.voteBase}, Seq: s.wanted, Finding: Judgement{Number: &nan}}})
		s.play("+9s\n")
	}
	if v, _ := s.state.Vote("v1"); v.Cast == nil || v.Cast.AnsweredBy != ByFallback {
		t.Errorf("%+v\n%s", v, s.trace.String())
	}
}

// TestRationaleStaysInTheMind: no other thought sees it, so no message can say it.
func TestRationaleStaysInTheMind(t *testing.T) {
	t.Parallel()
	s, v := asking(VoteRequest{Kind: ChooseOne}, 1)
	s.Votes = []Vote{*v}
	s.judge(&Judgement{VoteID: "v1", Rationale: "green is too fast"})
	b, err := json.Marshal(s.View(0))
	if err != nil || strings.Contains(string(b), "too fast") {
		t.Errorf("%v in %s", err, b)
	}
	if kept, _ := s.Vote("v1"); kept.Judgement == nil || len(s.View(0).Votes) != 1 {
		t.Errorf("the state keeps %+v", kept)
	}
}

// TestKeptVotes: in a state that keeps all votes, an event copies none.
func TestKeptVotes(t *testing.T) {
	t.Parallel()
	for _, keeps := range []bool{true, false} {
		s := NewState("ses_test")
		s.Roster = *table()
		if keeps {
			s.KeepVotes()
		}
		for i := range KeptVotes {
			s.Apply(Event{Seq: int64(i + 1), At: opened, Data: &VoteRequested{VoteRequest: VoteRequest{ID: string(rune('a' + i)), Kind: ChooseOne, Question: "Who?"}}})
		}
		first := &s.Votes[0]
		s.Apply(Event{Seq: 100, At: opened, Data: &VoteCast{VoteID: "a", Answer: Answer{Option: "blue"}}})
		if kept := first == &s.Votes[0]; kept != keeps || s.Votes[0].Status != VoteAnswered {
			t.Errorf("keeps votes %t: the slice stayed the same: %t; %+v", keeps, kept, s.Votes[0])
		}
	}
}
