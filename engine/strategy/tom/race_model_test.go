package tom_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// everyTask stands for all tasks in a script.
const everyTask = "*"

// model answers by a script.
type model struct {
	// says are its answers by task, as JSON or as the only text of an answer.
	says map[string]string
	// fails are error codes by task.
	fails map[string]string
	// doubts are its suspicions, by player name.
	doubts  map[string]doubt
	suspect string
	action  string
	// wild is the seed of a model with random answers that fit the shape; 0 for none.
	wild uint64
	// note is called with each task. If it is nil the model answers nothing.
	note func(task string)
}

// doubt is a suspicion and the lines that are the reason. 0 stands for the last line of the player.
type doubt struct {
	percent int
	by      []int64
}

func newModel() *model {
	return &model{says: map[string]string{}, fails: map[string]string{}, doubts: map[string]doubt{}}
}

// asker answers one thought. The thought's seed draws what is open, so after a crash it is the
// same.
type asker struct {
	prompt.Asker
	*model
	rng *rand.Rand
}

// Asker implements step.Models.
func (m *model) Asker(c prompt.Caller) prompt.Asker {
	a := &asker{model: m, rng: rand.New(rand.NewPCG(c.Seed, m.wild))}
	a.Asker = sessiontest.Model(a.found).Asker(c)
	return a
}

// Ask implements prompt.Asker.
func (a *asker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	if a.note == nil {
		return &prompt.Error{Code: prompt.ModelUnreachable}
	}
	a.note(p.Task)
	return a.Asker.Ask(ctx, p, answer)
}

// found returns an answer, or the error that the script wants.
func (a *asker) found(p prompt.Parsed) (any, error) {
	if code := cmp.Or(a.fails[p.Task], a.fails[everyTask]); code != "" {
		return nil, &prompt.Error{Code: code}
	}
	return a.answer(p), nil
}

// answer returns the script's answer, or one that fits the shape of the task.
func (a *asker) answer(p prompt.Parsed) any {
	said, told := a.says[p.Task]
	if told && strings.HasPrefix(said, "{") {
		return json.RawMessage(said)
	}
	switch p.Task {
	case session.KindBiography:
		if !told {
			said = "as a gardener"
		}
		return map[string]any{"age": 0, "town": "", "country": "", "work": said, "habits": []string{}, "worry": "", "writing": ""}
	case "tom.knowledge":
		return a.knowledge(p)
	case "tom.beliefs":
		return a.beliefs(p)
	case "tom.intention":
		return a.intention(p)
	case "tom.goal":
		return map[string]string{"goal": a.goal()}
	case "tom.state":
		return map[string]any{"knowledge": a.knowledge(p), "beliefs": a.beliefs(p)["players"], "intention": a.intention(p), "goal": a.goal()}
	case session.KindSummary:
		return map[string]string{"summary": "They talked."}
	}
	if !told {
		said = a.line(p)
	}
	return map[string]string{"text": said}
}

// Words of made-up lines. A line has three of them, so that no two lines are nearly equal.
var (
	openings = []string{"maybe", "well", "sure", "honestly", "hm", "right", "anyway", "look", "fine"}
	subjects = []string{"rain", "soup", "trains", "autumn", "chess", "bread", "dogs", "mondays", "rivers", "jazz", "tea"}
	verdicts = []string{"helps", "matters", "wins", "hurts", "counts", "stays", "fades"}
)

// Lines of a wild model. The mouth refuses most, and some are about players who may have left.
var wildLines = []string{
	"", "I am an AI", "As an AI language model I cannot help with that", "Green why are you so quiet", "i trust Blue more than Pink", "one, two, three",
	"this is a line that goes on and on, without any end in sight, since its writer has a lot to say about the weather of last week, and of this",
	"**bold**", "Red: hello", "hi",
}

func (a *asker) line(p prompt.Parsed) string {
	if a.wild > 0 && a.rng.IntN(4) == 0 {
		if lines := p.Transcript(prompt.SectionTranscript); len(lines) > 0 && a.rng.IntN(4) == 0 {
			return lines[a.rng.IntN(len(lines))].Text // a line of another player
		}
		return wildLines[a.rng.IntN(len(wildLines))]
	}
	return openings[a.rng.IntN(len(openings))] + " " + subjects[a.rng.IntN(len(subjects))] + " " + verdicts[a.rng.IntN(len(verdicts))]
}

// lines returns the transcript of a prompt, from all sections that have a part of it.
func lines(p prompt.Parsed) []prompt.Line {
	return slices.Concat(p.Transcript(prompt.SectionTranscript), p.Transcript("latest messages"))
}

// players returns the names of the others. For a wild model it returns any names.
func (a *asker) players(p prompt.Parsed) []string {
	names := slices.DeleteFunc(slices.Clone(p.List(prompt.SectionPlayers)), func(n string) bool { return n == p.Name() && a.wild == 0 })
	if a.wild > 0 && a.rng.IntN(3) == 0 {
		names = append(names, "nobody", names[a.rng.IntN(len(names))])
	}
	return names
}

func (a *asker) knowledge(p prompt.Parsed) any {
	facts, patterns := []any{}, []any{}
	for _, name := range a.players(p) {
		patterns = append(patterns, map[string]string{"name": name, "pattern": "writes short lines"})
	}
	for _, l := range lines(p) {
		if a.wild > 0 && a.rng.IntN(3) == 0 {
			facts = append(facts, map[string]any{"line": l.Number + a.rng.Int64N(3) - 1, "name": l.Name, "fact": strings.Repeat(l.Text+" ", 1+a.rng.IntN(40))})
		}
	}
	return map[string]any{"type": a.one("casual", "question", "accusation"), "facts": facts, "patterns": patterns}
}

// one returns the first value, or any value for a wild model.
func (a *asker) one(of ...string) string {
	if a.wild == 0 {
		return of[0]
	}
	return of[a.rng.IntN(len(of))]
}

func (a *asker) beliefs(p prompt.Parsed) map[string]any {
	all := []any{}
	for _, name := range a.players(p) {
		d, ok := a.doubts[name]
		if !ok {
			d.percent = 20
		}
		if a.wild > 0 {
			d = a.wildDoubt(p)
		}
		evidence := []int64{}
		for _, n := range d.by {
			if n == 0 {
				n = lastLine(p, name)
			}
			evidence = append(evidence, n)
		}
		all = append(all, map[string]any{
			"name": name, "suspicion": d.percent, "tells": []string{a.one("fast answers", strings.Repeat("long ", 300))}, "ally_potential": 50,
			"thinks_of_me": a.one("neutral", "doubts", "trusts", "unknown"), "thinks_of_others": []any{}, "evidence": evidence,
		})
	}
	return map[string]any{"players": all}
}

// wildDoubt names random lines as the reason, also others' and some that do not exist.
func (a *asker) wildDoubt(p prompt.Parsed) doubt {
	d := doubt{percent: a.rng.IntN(101)}
	for _, l := range lines(p) {
		if a.rng.IntN(3) == 0 {
			d.by = append(d.by, l.Number+int64(a.rng.IntN(5)/4))
		}
	}
	return d
}

func lastLine(p prompt.Parsed, name string) int64 {
	for _, l := range slices.Backward(lines(p)) {
		if l.Name == name {
			return l.Number
		}
	}
	return 0
}

func (a *asker) intention(p prompt.Parsed) any {
	suspect, action := a.suspect, a.action
	if a.wild > 0 {
		suspect, action = a.one(append(a.players(p), "")...), a.one("chat", "defend", "ally", "accuse", "vote")
	}
	if action == "" {
		action = "chat"
	}
	return map[string]string{"reasoning": "That much is clear.", "suspect": suspect, "ally": "", "next_action": action}
}

func (a *asker) goal() string { return a.one("find out more", "win the others over") }

// think reads the suspicions of the model: "Blue 80 by 4,5; Green 10 by last".
func (m *model) think(text string) error {
	for part := range strings.SplitSeq(text, "; ") {
		words := strings.Fields(part)
		if len(words) != 2 && len(words) != 4 {
			return fmt.Errorf("%q: want a name, a number and perhaps \"by\" with lines", part)
		}
		var d doubt
		var err error
		if d.percent, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
		if len(words) == 4 {
			for n := range strings.SplitSeq(words[3], ",") {
				seq, _ := strconv.ParseInt(n, 10, 64) // last is 0
				d.by = append(d.by, seq)
			}
		}
		m.doubts[words[0]] = d
	}
	return nil
}
