package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/recording"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/engine/timing"
)

// section returns the text of a document under a heading.
func section(t *testing.T, document, heading string) string {
	t.Helper()
	_, after, ok := strings.Cut(document, "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the document has no section %q", heading)
	}
	text, _, _ := strings.Cut(after, "\n## ")
	return text
}

// rows returns the cells of the table with a heading.
func rows(text, heading string) (all [][]string) {
	_, table, _ := strings.Cut(text, heading+"\n")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if strings.HasPrefix(line, "|--") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		all = append(all, cells)
	}
	return all
}

type option struct {
	Type             string
	Enum             []string
	Minimum, Maximum *float64
	Default          json.RawMessage
	Paper            json.RawMessage `json:"x-paper"`
}

func (o option) values() string {
	switch {
	case len(o.Enum) > 0:
		return "`" + strings.Join(o.Enum, "`, `") + "`"
	case o.Minimum != nil && o.Maximum != nil:
		return fmt.Sprintf("%s to %s", number(*o.Minimum), number(*o.Maximum))
	case o.Type == "boolean":
		return "true, false"
	case o.Type == "array":
		return "list of texts"
	}
	return "text"
}

// checkOptions compares a table of options with a schema. Tables of strategies also have the
// defaults of the fidelity paper.
func checkOptions(t *testing.T, text, heading string, source []byte) {
	t.Helper()
	var schema struct{ Properties map[string]option }
	sessiontest.NoError(t, json.Unmarshal(source, &schema))
	var want, got []string
	cells := strings.Count(heading, "|") - 2 // all but the last one, a description
	for name, o := range schema.Properties {
		paper := ""
		if o.Paper != nil {
			paper = "`" + string(o.Paper) + "`"
		}
		want = append(want, strings.Join([]string{"`" + name + "`", o.values(), "`" + string(o.Default) + "`", paper}[:cells], " | "))
	}
	for _, row := range rows(text, heading) {
		got = append(got, strings.Join(row[:cells], " | "))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("its options are\n%s\nthe document has\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}

func number(x float64) string { b, _ := json.Marshal(x); return string(b) }

func pageOf(t *testing.T, strategy string) string {
	t.Helper()
	return repotest.Read(t, "docs/strategies/"+strategy+".md")
}

func TestStrategiesAreDocumented(t *testing.T) {
	t.Parallel()
	for _, e := range strategy.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			text := pageOf(t, e.Name)
			if !strings.Contains(text, "*"+e.Paper+"*") {
				t.Errorf("it does not name its paper, %s", e.Paper)
			}
			if !strings.Contains(repotest.Read(t, "README.md"), "| `"+e.Name+"` | *"+e.Paper+"* |") {
				t.Error("the README does not list it")
			}
			if !strings.Contains(repotest.Read(t, "docs/strategies.md"), "](strategies/"+e.Name+".md)") {
				t.Error("docs/strategies.md does not link to its page")
			}
			paths := sessiontest.Must(e.Paths())(t)
			for _, path := range paths[1 : len(paths)-1] {
				if !strings.Contains(text, "`"+path+"`") {
					t.Errorf("it does not name the path %s", path)
				}
			}
			checkOptions(t, text, "| option | values | default | paper | |", e.Schema)
		})
	}
}

// TestRulesOfTheMouthAreDocumented: the document and the API description name every rule of the
// mouth, and say which rules a model is told.
func TestRulesOfTheMouthAreDocumented(t *testing.T) {
	t.Parallel()
	rules := map[string]bool{}
	for _, match := range regexp.MustCompile(`\bRule[A-Z]\w* += "(\w+)"`).FindAllStringSubmatch(repotest.Read(t, "engine/mouth/mouth.go"), -1) {
		rules[match[1]] = true
	}
	var reasons map[string]string
	sessiontest.NoError(t, json.Unmarshal([]byte(repotest.Read(t, "engine/thought/prompts/reasons.json")), &reasons))
	documented := map[string]bool{}
	for _, row := range rows(repotest.Read(t, "docs/mouth.md"), "| rule | refuses | rewritten |") {
		rule := strings.Trim(row[0], "`")
		documented[rule] = true
		if _, told := reasons[rule]; told != (row[2] == "yes") {
			t.Errorf("%s: a model is told it: %v; the document says %s", rule, told, row[2])
		}
	}
	if !maps.Equal(documented, rules) {
		t.Errorf("the rules are %v, the document has %v", slices.Sorted(maps.Keys(rules)), slices.Sorted(maps.Keys(documented)))
	}
	descriptions := regexp.MustCompile("`rule` names the rule of the mouth.*").FindAllString(repotest.Read(t, "openapi.yaml"), -1)
	if len(descriptions) == 0 {
		t.Error("openapi.yaml does not describe `rule`; describe it in cmd/openapi/overlay.yaml")
	}
	for _, line := range descriptions {
		for rule := range rules {
			if !strings.Contains(line, rule) {
				t.Errorf("openapi.yaml does not name the rule %s: %s; name it in cmd/openapi/overlay.yaml", rule, line)
			}
		}
	}
}

// TestTimingTableOfFourMind computes the table of docs/strategies/fourmind.md. Its first column of
// typing is for keystrokes at their mean. The next two are for one standard deviation less and
// more.
func TestTimingTableOfFourMind(t *testing.T) {
	t.Parallel()
	seconds := func(ms timing.Millis) string { return fmt.Sprintf("%.3f s", float64(ms)/1000) }
	const heading = "| Ce | Cp | characters | response time | typing | faster | slower | before the line goes out |"
	table := rows(pageOf(t, "fourmind"), heading)
	if len(table) < 5 {
		t.Fatalf("the table has %d rows", len(table))
	}
	for _, row := range table {
		t.Run(strings.Join(row[:3], "/"), func(t *testing.T) {
			t.Parallel()
			var ce, cp, chars int
			sessiontest.Must(fmt.Sscan(strings.Join(row[:3], " "), &ce, &cp, &chars))(t)
			before := strings.TrimSpace(strings.Repeat("word ", ce))
			text := strings.Repeat("a ", cp-1) + strings.Repeat("a", chars-2*(cp-1))
			mean, faster, slower := timing.FourMind(0, text, before), timing.FourMind(-1, text, before), timing.FourMind(1, text, before)
			want := []string{seconds(mean.Thinking), seconds(mean.Typing), seconds(faster.Typing), seconds(slower.Typing), seconds(mean.Total())}
			if !slices.Equal(row[3:], want) {
				t.Errorf("the document says %v, the formula %v", row[3:], want)
			}
		})
	}
}

func TestTimingTableOfToM(t *testing.T) {
	t.Parallel()
	seconds := func(ms timing.Millis) string { return fmt.Sprintf("%.3f s", float64(ms)/1000) }
	const heading = "| characters | typing | reflex, at least | at most | cognition, at least | at most |"
	table := rows(pageOf(t, "tom"), heading)
	if len(table) < 5 {
		t.Fatalf("the table has %d rows", len(table))
	}
	for _, row := range table {
		var chars int
		sessiontest.Must(fmt.Sscan(row[0], &chars))(t)
		text := strings.Repeat("a", chars)
		want := []string{seconds(timing.Reflex(0, text).Typing)}
		for _, delay := range []func(float64, string) timing.Delay{timing.Reflex, timing.Cognition} {
			want = append(want, seconds(delay(0, text).Total()), seconds(delay(1, text).Total()))
		}
		if !slices.Equal(row[1:], want) {
			t.Errorf("%d characters: the document says %v, the formulas %v", chars, row[1:], want)
		}
	}
}

// TestCallsAreDocumented: the page of a strategy lists the model calls that the strategy makes in
// recorded games, with their thoughts and roles. The games are played with options with
// which the strategy makes all of its calls.
func TestCallsAreDocumented(t *testing.T) {
	t.Parallel()
	more := map[string][]string{
		"scheduler": {"scheduler:order=generate_then_schedule", "scheduler:fidelity=paper"},
		"fourmind":  {"fourmind:reading=analysis"},
		"recon":     {"recon:stages=separate", "recon:formulation=off", "recon:formulation=off,stages=separate", "recon:first_order=off", "recon:contemplation=cot", "recon:contemplation=vanilla"},
		"tom":       {"tom:fidelity=paper", "tom:tom=off"},
	}
	for _, e := range strategy.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			events := filepath.Join(t.TempDir(), "events.ndjson")
			args := []string{"replay", "../../../engine/recording/testdata/games.jsonl", "--all", "--virtual", "--events", events}
			for _, v := range append([]string{e.Name}, more[e.Name]...) {
				args = append(args, "--compare", v)
			}
			if _, _, err := run(t, nil, args...); err != nil {
				t.Fatal(err)
			}
			log := sessiontest.Must(os.ReadFile(events))(t)
			made := map[string]bool{}
			for line := range bytes.Lines(log) {
				h := sessiontest.Must(recording.ParseEvent(line))(t)
				p, ok := h.Event.Data.(*session.ThoughtCompleted)
				if !ok || strings.HasPrefix(p.Kind, session.CorePrefix) {
					continue
				}
				for _, c := range p.Calls {
					made[fmt.Sprintf("`%s` in `%s`, %s", c.Task, p.Kind, c.Role)] = true
				}
			}
			listed := map[string]bool{}
			for _, row := range rows(pageOf(t, e.Name), "| call | in the thought | role | what for |") {
				for _, kind := range strings.Split(row[1], ", ") {
					listed[fmt.Sprintf("%s in %s, %s", row[0], kind, row[2])] = true
				}
			}
			if !maps.Equal(made, listed) {
				t.Errorf("it makes\n%s\nthe document lists\n%s", strings.Join(slices.Sorted(maps.Keys(made)), "\n"), strings.Join(slices.Sorted(maps.Keys(listed)), "\n"))
			}
		})
	}
}

func TestGamesAreDocumented(t *testing.T) {
	t.Parallel()
	document := repotest.Read(t, "docs/games.md")
	for _, id := range referee.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rules, _ := referee.Find(id)
			checkOptions(t, section(t, document, id), "| option | values | default | |", rules.Schema())
		})
	}
}
