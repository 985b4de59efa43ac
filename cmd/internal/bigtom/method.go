package bigtom

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"ringer/engine/prompt"
)

//go:embed prompts
var prompts embed.FS

type choice struct {
	Answer string `json:"answer" enum:"A,B"`
}

type thought struct {
	Thought string `json:"thought"`
	Answer  string `json:"answer" enum:"A,B"`
}

type text struct {
	Text string `json:"text"`
}

type pick struct {
	Number int `json:"number"`
}

// taker answers one question.
type taker struct {
	ctx      context.Context
	ask      prompt.Asker
	question *question
	// options are the answers, as A and B.
	options [2]string
	err     error
}

// Methods returns the methods of tables 1 and 6 by name, in their order. Formulation is ReCon after
// its first half.
func Methods() []string {
	return []string{"vanilla", "cot", "tot", "formulation", "recon"}
}

// answer returns A or B.
func (t *taker) answer(method string) string {
	switch method {
	case "vanilla":
		var c choice
		t.put("vanilla", &c)
		return c.Answer
	case "cot":
		return t.think("cot").Answer
	case "tot":
		return t.tree()
	}
	view := t.write("perspective")
	draft := t.think("draft", prompt.TextSection("what the person knows", view))
	if method == "formulation" {
		return draft.Answer
	}
	own := prompt.TextSection("your answer", fmt.Sprintf("%s: %s (%s)", draft.Answer, t.text(draft.Answer), draft.Thought))
	says := t.write("review", own)
	return t.think("refine", own, prompt.TextSection("what the person says", says)).Answer
}

// branches is how many proposals a level of the tree has, and how often each level is judged.
const branches = 5

// tree is the tree of thoughts with two levels: plans, and answers that follow the best plan.
func (t *taker) tree() string {
	var plans, shown []string
	for range branches {
		plans = append(plans, t.write("plan"))
	}
	plan := prompt.TextSection("plan", plans[t.vote(plans)])
	var answers []thought
	for range branches {
		a := t.think("follow", plan)
		answers = append(answers, a)
		shown = append(shown, a.Thought+" Answer: "+a.Answer)
	}
	return answers[t.vote(shown)].Answer
}

// vote returns which proposal is named most often.
func (t *taker) vote(proposals []string) (best int) {
	var list strings.Builder
	for i, p := range proposals {
		fmt.Fprintf(&list, "%d. %s\n", i+1, p)
	}
	votes := make([]int, len(proposals))
	for range branches {
		var p pick
		if t.put("best", &p, prompt.TextSection("proposals", strings.TrimSpace(list.String()))); p.Number >= 1 && p.Number <= len(votes) {
			votes[p.Number-1]++
		}
	}
	for i, n := range votes {
		if n > votes[best] {
			best = i
		}
	}
	return best
}

func (t *taker) write(name string, more ...prompt.Section) string {
	var x text
	t.put(name, &x, more...)
	return x.Text
}

func (t *taker) think(name string, more ...prompt.Section) (x thought) {
	t.put(name, &x, more...)
	return x
}

func (t *taker) text(answer string) string {
	if answer == "B" {
		return t.options[1]
	}
	return t.options[0]
}

// put asks one prompt. After an error it asks nothing more.
func (t *taker) put(name string, answer any, more ...prompt.Section) {
	if t.err != nil {
		return
	}
	instruction, err := prompts.ReadFile("prompts/" + name + ".txt")
	if t.err = err; err != nil {
		return
	}
	p := prompt.Prompt{
		Task: task, Role: prompt.RoleAnalysis, Instruction: strings.TrimSpace(string(instruction)),
		Sections: append([]prompt.Section{
			prompt.TextSection("story", t.question.story), prompt.TextSection("question", t.question.asked),
			prompt.TextSection("answers", "A: "+t.options[0]+"\nB: "+t.options[1]),
		}, more...),
	}
	t.err = t.ask.Ask(t.ctx, p, answer)
}

const task = "bigtom"
