package sim_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

// The late calls are counted between these messages. The range is 20 messages, as for the early
// calls.
const lateFrom, lateTo = 490, 510

type length struct {
	early, late   float64 // mean tokens of a call about message 50, and about message 500
	longest       int     // tokens of the longest call from message 300 on
	worst         float64 // the highest ratio of a call to the mean of its task about message 50
	calls         int
	tokens        int // tokens of all calls
	summaries     int
	summaryTokens int     // tokens of the summaries
	shared        float64 // mean share of the prompts, from message 100 on, that a prefix cache would hit
}

func lengthOf(all []asked) (l length) {
	var early, late, shared []float64
	first := map[string][]float64{} // early, by task
	for _, a := range all {
		l.calls++
		l.tokens += a.tokens
		if a.task == session.KindSummary {
			l.summaries++
			l.summaryTokens += a.tokens
			continue
		}
		if a.message >= 40 && a.message <= 60 {
			early = append(early, float64(a.tokens))
			first[a.task] = append(first[a.task], float64(a.tokens))
		}
		if a.message >= lateFrom {
			late = append(late, float64(a.tokens))
		}
		if a.message >= 100 {
			shared = append(shared, a.shared)
		}
	}
	longest := 0.0 // of the tasks' means
	for _, tokens := range first {
		longest = max(longest, mean(tokens))
	}
	for _, a := range all {
		if a.message >= 300 && a.task != session.KindSummary {
			// The first rewrite may come later. It shows what the prompts of lines show.
			l.longest, l.worst = max(l.longest, a.tokens), max(l.worst, float64(a.tokens)/cmp.Or(mean(first[a.task]), longest))
		}
	}
	l.early, l.late, l.shared = mean(early), mean(late), mean(shared)
	return l
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}

func (l length) table() string {
	var b strings.Builder
	row := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "| %s | %s |\n", what, fmt.Sprintf(format, args...))
	}
	b.WriteString("| a game of 500 messages | |\n|---|---|\n")
	row("tokens a call about message 50 (mean, 40 to 60)", "%.0f", l.early)
	row("tokens a call about message 500 (mean, 490 to 510)", "%.0f, × %.2f", l.late, l.late/l.early)
	row("the longest call from message 300 on", "%d, × %.2f; × %.2f of the mean of its task", l.longest, float64(l.longest)/l.early, l.worst)
	row("summaries", "%d of %d calls, %.1f %% of the tokens", l.summaries, l.calls, 100*float64(l.summaryTokens)/float64(l.tokens))
	row("share of a prompt that a prefix cache would hit (mean, from message 100 on)", "%.0f %%", 100*l.shared)
	return b.String()
}

// TestPromptsOfALongGameStayShort plays a game of 500 messages, and rechecks its record. With
// RINGER_TOKENS=FILE it draws them as SVG; RINGER_CHAT=FILE plays a chat of your own, with lines
// such as "Blue: hi".
func TestPromptsOfALongGameStayShort(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	own := os.Getenv("RINGER_CHAT")
	all, r := playLong(t, own)
	l := lengthOf(all)
	if path := os.Getenv("RINGER_TOKENS"); path != "" {
		sessiontest.NoError(t, os.WriteFile(path, []byte(chart(all, l)), 0o644))
	}
	t.Logf("\n%s", l.table())
	again, err := recheck.Run(r, registry(t), llm.Read)
	if err != nil || len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 {
		t.Errorf("decided again: %+v, %v", again, err)
	}
	if own != "" {
		return
	}
	if l.summaries < 10 || l.late > 1.2*l.early || l.worst > 1.25 || l.shared < 0.5 || l.summaryTokens*20 > l.tokens {
		t.Errorf("\n%s", l.table())
	}
}
