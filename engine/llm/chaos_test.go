package llm_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/chaostest"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

// mood is a nested answer.
type mood struct {
	Mood    string `json:"mood" enum:"calm,tense"`
	Players []struct {
		Name  string `json:"name"`
		Score int    `json:"score" min:"0" max:"5"`
	} `json:"players"`
}

const (
	// chaosAsks is how many times each server is asked.
	chaosAsks = 36
	// chaosLimit is how long an ask may take.
	chaosLimit = 3 * time.Second
	// chaosSlack is how much later a busy machine may notice that an ask has ended.
	chaosSlack = 5 * time.Second
)

// tally is how the asks of one case went.
type tally struct {
	ok, late, bad int
	// most is the largest number of calls of one ask.
	most int
	// over is the longest time by which an ask passed its deadline.
	over   time.Duration
	failed map[string]int
}

func (t tally) row(name string) string {
	codes := make([]string, 0, len(t.failed))
	for _, c := range slices.Sorted(maps.Keys(t.failed)) {
		codes = append(codes, fmt.Sprintf("%s %d", c, t.failed[c]))
	}
	return fmt.Sprintf("%-28s %4d %4d   %-62s %5d %5d %7d %4d", name, chaosAsks, t.ok, strings.Join(codes, ", "), t.most, t.late, t.over.Milliseconds(), t.bad)
}

// TestChaos: no ask takes more than three calls or passes its deadline, and only real answers are
// accepted. With -v it prints the table.
func TestChaos(t *testing.T) {
	t.Parallel()
	head := fmt.Sprintf("%-28s %4s %4s   %-62s %5s %5s %7s %4s", "case", "asks", "ok", "failed", "calls", "late", "over ms", "bad")
	chaostest.Play(t, head, func(t *testing.T, c chaostest.Case) string { return chaos(t, c).row(c.Name) })
}

// chaos asks one server, six asks at a time.
func chaos(t *testing.T, c chaostest.Case) tally {
	client := sessiontest.Must(llm.New(llm.Config{BaseURL: c.Start(t), Key: "sk-test", Roles: llm.OneModel("test", chaosLimit)}))(t)
	all := tally{failed: map[string]int{}}
	var mu sync.Mutex // protects all
	var wait sync.WaitGroup
	for worker := range 6 {
		wait.Go(func() {
			for n := worker; n < chaosAsks; n += 6 {
				calls, took, accepted, err := chaosAsk(t, client, n)
				mu.Lock()
				all.most, all.over = max(all.most, calls), max(all.over, took-chaosLimit)
				if took > chaosLimit+chaosSlack {
					all.late++
				}
				switch {
				case err != nil:
					all.failed[code(err)]++
				case c.NeverAnswers, strings.Contains(accepted, chaostest.Marker), strings.Contains(accepted, "wait"):
					all.bad++
					t.Errorf("ask %d accepts %q", n, accepted)
				default:
					all.ok++
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if all.most > 3 || all.late > 0 {
		t.Errorf("an ask took %d calls, and %d asks passed their deadline", all.most, all.late)
	}
	if !c.NeverAnswers && all.ok == 0 {
		t.Errorf("no ask was answered: %v", all.failed)
	}
	return all
}

// chaosAsk asks once. n chooses the kind of the answer.
func chaosAsk(t *testing.T, client *llm.Client, n int) (calls int, took time.Duration, accepted string, err error) {
	questions := []struct {
		role prompt.ModelRole
		task string
		into any
	}{
		{prompt.RoleDecision, "Say in JSON what your decision is, to send something or to hold back for now.", &decision{}},
		{prompt.RoleReply, `Write your next line to the others. Answer with JSON: {"text": "your line"}. Nothing else.`, &line{}},
		{prompt.RoleAnalysis, "Say in JSON what the mood of the room is, and how each of the players stands to you.", &mood{}},
	}
	q := questions[n%len(questions)]
	asker := client.Asker(prompt.Caller{Session: fmt.Sprint("ses_", n%5), Seed: uint64(n), Record: func(x prompt.Exchange) {
		if x.Made() {
			calls++
		}
	}})
	since := time.Now()
	err = asker.Ask(t.Context(), prompt.Prompt{
		Task: "chaos.test", Role: q.role, Instruction: q.task,
		Sections: []prompt.Section{prompt.TextSection("rules", "All of the players but one are people, and one of them is a machine that nobody may find out.")},
	}, q.into)
	return calls, time.Since(since), fmt.Sprintf("%+v", q.into), err
}
