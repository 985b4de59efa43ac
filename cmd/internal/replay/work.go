package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ringer/engine/conduct"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// work is what the bot did for its messages. It leaves out the thoughts about votes, which a poll
// counts.
type work struct {
	Sent    int                       `json:"messages_sent"`
	Classes map[session.PlanClass]int `json:"messages_sent_by_class"`
	Revised int                       `json:"plans_revised"`
	// Overtaken counts the revised plans in which a cognition replaced a reflex.
	Overtaken int            `json:"plans_overtaken"`
	Cancelled int            `json:"plans_cancelled"`
	Rejected  int            `json:"texts_rejected"`
	Rules     map[string]int `json:"texts_rejected_by_rule"`
	Rewritten int            `json:"texts_rewritten"`
	Rescued   int            `json:"texts_rescued"`
	// Annotated counts how often the strategy has found something in a message.
	Annotated int `json:"messages_annotated"`
	// Failed counts the thoughts that failed. It leaves out those that were stopped.
	Failed int `json:"thoughts_failed"`
	// Stopped counts the thoughts that were no longer wanted, but had made model calls.
	Stopped int `json:"thoughts_stopped"`
	Calls   int `json:"model_calls"`
	// PromptTokens are counted by the model server, or estimated if it does not count.
	PromptTokens int `json:"prompt_tokens"`
	AnswerTokens int `json:"answer_tokens"`
	// CachedTokens are the tokens of prompts that the server had in its cache. They are 0 if it
	// does not say.
	CachedTokens    int            `json:"cached_tokens"`
	Tasks           map[string]int `json:"model_calls_by_task"`
	CallsPerMessage float64        `json:"model_calls_per_message"`
	// WaitedP50 is the median time from what a message answers to its sending, in seconds of game
	// time. A message that replaced another plan counts from what that plan answered.
	WaitedP50 float64 `json:"waited_p50_s"`
	WaitedP95 float64 `json:"waited_p95_s"`
	// LatenessP50 is from the due time to the receipt, in milliseconds of wall time.
	LatenessP50 float64 `json:"lateness_p50_ms"`
	LatenessP99 float64 `json:"lateness_p99_ms"`

	texts
	reading
	reread
	conduct.Conduct

	// waited are the times of the messages, in seconds of game time.
	waited []float64
}

func newWork() work {
	return work{Classes: map[session.PlanClass]int{}, Rules: map[string]int{}, Tasks: map[string]int{}}
}

func workOf(events []recording.Event) work {
	w := newWork()
	w.texts = textsOf(events)
	var late []float64
	classes := map[string]session.PlanClass{} // by the id of the plan
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *session.PlanCreated:
			classes[p.ID] = p.Class
		case *session.PlanRevised:
			w.Revised++
			if classes[p.Replaces] == session.ClassReflex && p.Class == session.ClassCognition {
				w.Overtaken++
			}
			classes[p.ID] = p.Class
		case *session.PlanCancelled:
			w.Cancelled++
		case *session.TextRejected:
			w.Rejected++
			w.Rules[p.Rule]++
		case *session.MessageAnnotated:
			w.Annotated++
		case *session.ThoughtCompleted:
			w.think(p.Kind, p.Calls)
			w.reread.note(p)
			if p.Kind == session.KindRewrite && (p.Slot == session.SlotCreated || p.Slot == session.SlotRevised) {
				w.Rescued++
			}
		case *session.ThoughtFailed:
			w.think(p.Kind, p.Calls)
			switch {
			case isVote(p.Kind):
			case p.Code == session.ThoughtStopped:
				w.Stopped++
			default:
				w.Failed++
			}
		case *session.MessageSent:
			w.Sent++
			w.Classes[classes[p.PlanID]]++
			w.waited = append(w.waited, float64(p.Waited)/1000)
			late = append(late, float64(h.Received.Sub(p.DueAt).Microseconds())/1000)
		}
	}
	w.summarize()
	w.LatenessP50, w.LatenessP99 = stats.Median(late), stats.Quantile(late, 0.99)
	return w
}

func (w *work) summarize() {
	w.CallsPerMessage = w.each(w.Calls)
	w.WaitedP50, w.WaitedP95 = stats.Median(w.waited), stats.Quantile(w.waited, 0.95)
}

func (w *work) think(kind string, calls []session.Call) {
	if isVote(kind) {
		return
	}
	if kind == session.KindRewrite {
		w.Rewritten++
	}
	w.Calls += len(calls)
	for i := range calls {
		w.Tasks[calls[i].Task]++
		w.PromptTokens += calls[i].PromptTokens
		w.AnswerTokens += calls[i].AnswerTokens
		w.CachedTokens += calls[i].CachedTokens
	}
}

func (w *work) add(x *work) {
	w.Sent += x.Sent
	w.Revised += x.Revised
	w.Overtaken += x.Overtaken
	w.Cancelled += x.Cancelled
	w.Rejected += x.Rejected
	w.Rewritten += x.Rewritten
	w.Rescued += x.Rescued
	w.Annotated += x.Annotated
	w.Failed += x.Failed
	w.Stopped += x.Stopped
	w.Calls += x.Calls
	w.PromptTokens += x.PromptTokens
	w.AnswerTokens += x.AnswerTokens
	w.CachedTokens += x.CachedTokens
	for class, n := range x.Classes {
		w.Classes[class] += n
	}
	for rule, n := range x.Rules {
		w.Rules[rule] += n
	}
	for task, n := range x.Tasks {
		w.Tasks[task] += n
	}
	w.texts.add(&x.texts)
	w.reading.add(&x.reading)
	w.reread.add(&x.reread)
	w.Conduct.Add(&x.Conduct)
	w.waited = append(w.waited, x.waited...)
	w.summarize()
}

// each returns n per sent message, or 0 if nothing was sent.
func (w *work) each(n int) float64 {
	if w.Sent == 0 {
		return 0
	}
	return float64(n) / float64(w.Sent)
}

// printWork prints what the bot did, and a text about its lateness. What it waited is game time,
// its lateness is wall time.
func printWork(w io.Writer, k *work, late string) {
	fmt.Fprintf(w, "\nplans revised %d, cancelled %d; texts rejected %d; thoughts failed %d, stopped %d; model calls %d (%.1f a message)\n",
		k.Revised, k.Cancelled, k.Rejected, k.Failed, k.Stopped, k.Calls, k.CallsPerMessage)
	fmt.Fprintf(w, "messages over unread lines %d of %d; texts written %d, thrown away %d (%s)\n", k.Unread, k.Sent, k.Written, k.Thrown, percent(k.thrownShare()))
	fmt.Fprintf(w, "after what they answer p50 %.1f s, p95 %.1f s; waited p50 %.1f s, p95 %.1f s; lateness %s\n", k.AfterP50, k.AfterP95, k.WaitedP50, k.WaitedP95, late)
	fmt.Fprintf(w, "answers to questions put to others %d; second halves over a line that nothing had looked at %d of %d; waits at a bound %d; plans overruled by something older %d\n",
		k.ForOthers, k.Unseen, k.Rests, k.AtBound, k.Overruled)
	if s := &k.Readings; s.Lines > 0 {
		fmt.Fprintf(w, "of %d labelled lines: questions F1 %.2f, put to the right players %d of %d, answers read right %d of %d\n", s.Lines, s.F1(), s.To, s.Asking, s.Answers, s.Answering)
	}
	if k.Rejected > 0 {
		fmt.Fprintf(w, "texts rejected by rule: %s; rewritten %d, of which %d became a plan\n", ranked(k.Rules, func(n int) string { return fmt.Sprint(n) }),
			k.Rewritten, k.Rescued)
	}
	if k.Calls > 0 {
		fmt.Fprintf(w, "model calls a message by task: %s\n", ranked(k.Tasks, func(n int) string { return fmt.Sprintf("%.2f", k.each(n)) }))
		fmt.Fprintf(w, "tokens a message: %.0f of prompts, %.0f of answers\n", k.each(k.PromptTokens), k.each(k.AnswerTokens))
	}
	k.reread.print(w)
	if k.Annotated > 0 {
		fmt.Fprintf(w, "messages annotated: %d\n", k.Annotated)
	}
}

func ranked(of map[string]int, show func(n int) string) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) })
	for i, name := range names {
		names[i] = printable(name) + " " + show(of[name])
	}
	return strings.Join(names, ", ")
}
