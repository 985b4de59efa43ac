package bigtom

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

const sample = "testdata/sample.csv"

// TestQuestions: the kinds of table 1, each for a true and for a false belief.
func TestQuestions(t *testing.T) {
	t.Parallel()
	stories := sessiontest.Must(load(sample))(t)
	all := stories[0].questions()
	if len(stories) != 2 || len(all) != 12 {
		t.Fatalf("%d stories, %d questions", len(stories), len(all))
	}
	names := kinds()
	for _, q := range all {
		k, initial := names[q.kind], strings.Contains(q.story, "Ilse believes that the blue bin holds rye")
		does := strings.Contains(q.story, "Ilse fetches") || strings.Contains(q.story, "Ilse scoops")
		if initial != k.initial || does != k.backward || strings.Contains(q.story, "watch") == k.backward || (q.asked == "What will Ilse do?") != k.act || !strings.Contains(q.story, "swaps the rye flour") {
			t.Errorf("%+v: %+v", k, q)
		}
		if wheat := strings.Contains(q.right, "wheat flour") || strings.Contains(q.right, "new sack"); wheat != q.noticed || q.right == q.wrong {
			t.Errorf("right is %q, wrong is %q", q.right, q.wrong)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"Empty": {"", "has no stories"}, "Fields": {"a story;a question", "line 1 has 2 fields"}, "Sentences": {"One. Two." + strings.Repeat(";x", 13), "2 sentences"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "stories.csv")
			sessiontest.NoError(t, os.WriteFile(file, []byte(c.text), 0o600))
			_, err := load(file)
			sessiontest.Fails(t, err, c.want)
		})
	}
}

// script answers each prompt by its instruction, and counts them.
type script struct {
	answers map[string]string // by the file of the prompt
	asked   map[string]int
}

func (s *script) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	for name, with := range s.answers {
		instruction, err := prompts.ReadFile("prompts/" + name + ".txt")
		if err != nil {
			return err
		}
		if p.Instruction == strings.TrimSpace(string(instruction)) {
			s.asked[name]++
			return json.Unmarshal([]byte(with), answer)
		}
	}
	return errors.New("unknown prompt: " + p.Instruction)
}

// TestMethods: each method asks what the paper has it ask, and answers with the last word. The
// second half of ReCon can change what the first half has answered.
func TestMethods(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"vanilla": `{"answer":"A"}`, "cot": `{"answer":"B"}`, "plan": `{"text":"look"}`, "best": `{"number":3}`, "follow": `{"answer":"B"}`, "perspective": `{"text":"saw nothing"}`,
		"draft": `{"answer":"A"}`, "review": `{"text":"no"}`, "refine": `{"answer":"B"}`,
	}
	for method, want := range map[string]struct {
		answer string
		asked  map[string]int
	}{
		"vanilla": {"A", map[string]int{"vanilla": 1}}, "cot": {"B", map[string]int{"cot": 1}}, "tot": {"B", map[string]int{"plan": 5, "follow": 5, "best": 10}},
		"formulation": {"A", map[string]int{"perspective": 1, "draft": 1}}, "recon": {"B", map[string]int{"perspective": 1, "draft": 1, "review": 1, "refine": 1}},
	} {
		s := &script{answers, map[string]int{}}
		q := sessiontest.Must(load(sample))(t)[0].questions()[0]
		x := &taker{ctx: t.Context(), ask: s, question: &q, options: [2]string{q.right, q.wrong}}
		if got := x.answer(method); got != want.answer || x.err != nil || !maps.Equal(s.asked, want.asked) {
			t.Errorf("%s: %q after %v (%v), want %q after %v", method, got, s.asked, x.err, want.answer, want.asked)
		}
	}
}

// solver answers like somebody who has understood the stories, if it is to be right.
type solver struct{ right bool }

func (s solver) Asker(prompt.Caller) prompt.Asker { return s }

func (s solver) Ask(_ context.Context, p prompt.Prompt, answer any) error {
	text := p.Parsed()
	unseen := strings.Contains(text.Text("story"), "does not") || strings.Contains(text.Text("story"), "scoops") || strings.HasSuffix(text.Text("story"), "walks to the wooden pier.")
	old := strings.Index(text.Text("answers"), "holds rye")
	for _, words := range []string{"scoop flour", "at the wooden pier", "walk to the wooden"} {
		old = max(old, strings.Index(text.Text("answers"), words))
	}
	first := old < strings.Index(text.Text("answers"), "B: ")
	say := "B"
	if (first == unseen) == s.right {
		say = "A"
	}
	return json.Unmarshal([]byte(`{"answer":"`+say+`","text":"so","number":1}`), answer)
}

// TestRun: who knows all answers gets all points by every method, who knows them and says the
// reverse gets none, and who answers nothing is an error.
func TestRun(t *testing.T) {
	t.Parallel()
	for _, right := range []bool{true, false} {
		scores := sessiontest.Must(Run(t.Context(), Settings{File: sample, Seed: 1, Model: solver{right}}, func(int, int) {}))(t)
		want := float64(truth(right))
		for _, s := range scores {
			if s.Average != want || s.True != want || s.False != want || s.Questions != 24 || s.Failed != 0 {
				t.Errorf("%+v, want %v", s, want)
			}
		}
		if len(scores) != len(Methods()) {
			t.Errorf("%d methods", len(scores))
		}
	}
	_, err := Run(t.Context(), Settings{File: sample, Model: silent{}}, func(int, int) {})
	sessiontest.Fails(t, err, "is the model there")
}

type silent struct{}

func (silent) Asker(prompt.Caller) prompt.Asker              { return silent{} }
func (silent) Ask(context.Context, prompt.Prompt, any) error { return errors.New("down") }
