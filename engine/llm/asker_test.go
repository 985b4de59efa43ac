package llm_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// newQuestions returns n questions to a test server, and the variables for their answers.
func newQuestions(n int) (lines []line, questions []prompt.Question) {
	lines = make([]line, n)
	for i := range lines {
		questions = append(questions, prompt.Question{
			Prompt: prompt.Prompt{Task: fmt.Sprint("test.", i), Role: prompt.RoleReply, Instruction: fmt.Sprint("question ", i)}, Answer: &lines[i],
		})
	}
	return lines, questions
}

// questionNumber returns the number of the question that a request asks.
func questionNumber(b body) (n int) {
	_, after, _ := strings.Cut(b.said(), "question ")
	fmt.Sscan(after, &n)
	return n
}

// answerInReverse answers each question with its seed. The first questions get their answers last.
func answerInReverse(ctx context.Context, b body) reply {
	select {
	case <-time.After(time.Duration(10-questionNumber(b)) * time.Second):
	case <-ctx.Done():
	}
	return ok(fmt.Sprintf(`{"text":"%.0f"}`, b["seed"]))
}

// askAll asks several questions at once, and returns the calls that were recorded.
func askAll(ctx context.Context, c *llm.Client, questions []prompt.Question, purse prompt.Purse) (calls []prompt.Exchange, errs []error) {
	by := prompt.Caller{Session: "ses_test", Seed: 7, Purse: purse, Record: func(x prompt.Exchange) { calls = append(calls, x) }}
	return calls, prompt.AskAll(ctx, c.Asker(by), questions)
}

func TestAskAll(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]func(*testing.T){
		"AtOnceAndInOrder":        askAllAtOnceAndInOrder,
		"OneFails":                askAllOneFails,
		"OnePlace":                askAllOnePlace,
		"NoMoreThanThePurseHolds": askAllNoMoreThanThePurseHolds,
		"Stopped":                 askAllStopped,
		"APanicOfOne":             askAllAPanicOfOne,
	} {
		t.Run(name, bubble(test))
	}
	t.Run("None", func(t *testing.T) {
		t.Parallel()
		if calls, errs := askAll(t.Context(), testServer(answerInReverse).client(t), nil, nil); len(calls)+len(errs) > 0 {
			t.Errorf("%v, %v", calls, errs)
		}
	})
}

func askAllAtOnceAndInOrder(t *testing.T) {
	lines, questions := newQuestions(3)
	var calls []prompt.Exchange
	asker := testServer(answerInReverse).client(t).Asker(prompt.Caller{Seed: 7, Record: func(x prompt.Exchange) { calls = append(calls, x) }})
	since := time.Now()
	for _, err := range prompt.AskAll(t.Context(), asker, questions) {
		if err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(since); took != 10*time.Second {
		t.Errorf("three questions took %s; the slowest alone takes 10 s", took)
	}
	var next line
	sessiontest.NoError(t, asker.Ask(t.Context(), questions[0].Prompt, &next))
	for i, l := range append(lines, next) {
		if l.Text != fmt.Sprint(prompt.CallSeed(7, i)) || calls[i].Ask != i {
			t.Errorf("question %d has the answer %q, and the call recorded in its place belongs to question %d", i, l.Text, calls[i].Ask)
		}
	}
}

func askAllOneFails(t *testing.T) {
	var mu sync.Mutex // protects seeds
	seeds := map[float64]int{}
	client := testServer(func(ctx context.Context, b body) reply {
		mu.Lock()
		seeds[b["seed"].(float64)]++
		mu.Unlock()
		if questionNumber(b) == 1 {
			return ok("I would rather not")
		}
		return answerInReverse(ctx, b)
	}).client(t)
	lines, questions := newQuestions(3)
	calls, errs := askAll(t.Context(), client, questions, nil)
	if errs[0] != nil || code(errs[1]) != prompt.AnswerUnreadable || errs[2] != nil || lines[0].Text != "7" || lines[2].Text != "9" {
		t.Errorf("%v, %v", lines, errs)
	}
	for i, want := range []int{0, 1, 1, 1, 2} {
		if len(calls) != 5 || calls[i].Ask != want {
			t.Fatalf("the calls are %s", outcomes(calls))
		}
	}
	if len(seeds) != len(calls) {
		t.Errorf("%d calls used the seeds %v", len(calls), seeds)
	}
}

func askAllOnePlace(t *testing.T) {
	var mu sync.Mutex // protects underWay and most
	underWay, most := 0, 0
	client := testServer(func(context.Context, body) reply {
		mu.Lock()
		underWay++
		most = max(most, underWay)
		mu.Unlock()
		time.Sleep(time.Second)
		mu.Lock()
		underWay--
		mu.Unlock()
		return ok(`{"text":"hey"}`)
	}).client(t, func(c *llm.Config) { c.InFlightSession = 1 })
	lines, questions := newQuestions(5)
	calls, _ := askAll(t.Context(), client, questions, nil)
	if most != 1 || len(calls) != 5 || lines[4].Text != "hey" {
		t.Errorf("at most %d calls were under way, %d calls in all: %v", most, len(calls), lines)
	}
}

func askAllNoMoreThanThePurseHolds(t *testing.T) {
	_, questions := newQuestions(8)
	p := &sharedPurse{left: purse{left: session.Spent{Calls: 3}}}
	calls, errs := askAll(t.Context(), testServer(answerInReverse).client(t, func(c *llm.Config) { c.InFlightSession = 8 }), questions, p)
	answered := 0
	for i, err := range errs {
		if err == nil {
			answered++
		} else if code(err) != prompt.BudgetSpent || calls[i].Made() {
			t.Errorf("question %d: %v", i, err)
		}
	}
	if answered != 3 || p.left.left.Calls != 0 || p.left.held != (session.Spent{}) {
		t.Errorf("%d questions are answered, %+v is left", answered, p.left)
	}
}

func askAllStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(8500*time.Millisecond, stop)
	_, questions := newQuestions(3)
	calls, errs := askAll(ctx, testServer(answerInReverse).client(t), questions, nil)
	if code(errs[0]) != prompt.CallStopped || code(errs[1]) != prompt.CallStopped || errs[2] != nil || len(calls) != 3 {
		t.Errorf("%v after %s", errs, outcomes(calls))
	}
}

func askAllAPanicOfOne(t *testing.T) {
	client := testServer(func(ctx context.Context, b body) reply {
		if questionNumber(b) == 1 {
			panic("a bug")
		}
		return answerInReverse(ctx, b)
	}).client(t)
	_, questions := newQuestions(3)
	var calls []prompt.Exchange
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "a bug") || len(calls) != 2 || client.Load().InFlight != 0 {
			t.Errorf("%s after %s; %+v", r, outcomes(calls), client.Load())
		}
	}()
	prompt.AskAll(t.Context(), client.Asker(prompt.Caller{Record: func(x prompt.Exchange) { calls = append(calls, x) }}), questions)
}

// sharedPurse is a purse for several calls at the same time.
type sharedPurse struct {
	mu   sync.Mutex // protects left
	left purse
}

func (s *sharedPurse) Reserve(most session.Spent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left.Reserve(most)
}

func (s *sharedPurse) Settle(most, spent session.Spent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left.Settle(most, spent)
}
