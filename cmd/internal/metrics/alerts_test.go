package metrics

import (
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"ringer/cmd/internal/repotest"
	"ringer/engine/fleet"
	"ringer/engine/llm"
)

type selector struct{ metric, conditions string }

var condition = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)

// takes reports whether a series with these labels is one that the selector counts.
func (s selector) takes(labels map[string]string) bool {
	for _, c := range condition.FindAllStringSubmatch(s.conditions, -1) {
		same := labels[c[1]] == c[3]
		if strings.HasSuffix(c[2], "~") {
			same = regexp.MustCompile("^(?:" + c[3] + ")$").MatchString(labels[c[1]])
		}
		if same == strings.HasPrefix(c[2], "!") {
			return false
		}
	}
	return true
}

// alerts returns the selectors of each alert in docs/operations.md, by the comment above it.
func alerts(t *testing.T) map[string][]selector {
	t.Helper()
	all, title := map[string][]selector{}, ""
	for line := range strings.Lines(repotest.Find(t, "docs/operations.md", "(?s)```promql\n(.*?)```")[0]) {
		if text, ok := strings.CutPrefix(line, "# "); ok {
			title = text
			continue
		}
		for _, m := range regexp.MustCompile(`(ringer_\w+)(?:\{([^}]*)\})?`).FindAllStringSubmatch(line, -1) {
			all[title] = append(all[title], selector{m[1], m[2]})
		}
	}
	return all
}

func TestAlertsNameMetrics(t *testing.T) {
	t.Parallel()
	m := New()
	m.Live(func() int { return 0 }, func() fleet.Replicas { return fleet.Replicas{} })
	m.Load(func() llm.Load { return llm.Load{} })
	descriptions := make(chan *prometheus.Desc)
	go func() { // ends when all have been read
		m.registry.Describe(descriptions)
		close(descriptions)
	}()
	labels := map[string]string{}
	for d := range descriptions {
		if found := regexp.MustCompile(`fqName: "(ringer_\w+)".*variableLabels: (.*)\}`).FindStringSubmatch(d.String()); found != nil {
			labels[found[1]] = found[2]
		}
	}
	for title, selectors := range alerts(t) {
		for _, s := range selectors {
			known, ok := labels[strings.TrimSuffix(s.metric, "_bucket")]
			if !ok {
				t.Errorf("%sreads %s, which is no metric", title, s.metric)
			}
			for _, c := range condition.FindAllStringSubmatch(s.conditions, -1) {
				if !regexp.MustCompile(`\b` + c[1] + `\b`).MatchString(known) {
					t.Errorf("%sreads the label %s of %s, which has %s", title, c[1], s.metric, known)
				}
			}
		}
	}
}

// TestAlertsBlameTheRightPart: a server that says it is not ready has not failed a post, and a
// message that waits for a failing model does not show a slow machine.
func TestAlertsBlameTheRightPart(t *testing.T) {
	t.Parallel()
	tested := 0
	for title, selectors := range alerts(t) {
		switch {
		case strings.HasPrefix(title, "Posts fail"):
			tested++
			for _, s := range selectors {
				if s.takes(map[string]string{"method": "GET", "route": "/readyz", "status": "503"}) || !s.takes(map[string]string{"method": "POST", "route": "/v1/sessions/:id/messages", "status": "503"}) {
					t.Errorf("%s counts %q", s.metric, s.conditions)
				}
			}
		case strings.HasPrefix(title, "Bots answer late"):
			tested++
			if len(selectors) != 3 {
				t.Fatalf("it reads %q", selectors)
			}
			for outcome, failed := range map[string]bool{"ok": false, "budget_spent": false, "model_timeout": true, "model_down": true, "model_failed": true} {
				if s := selectors[1]; s.metric != "ringer_model_calls_total" || s.takes(map[string]string{"outcome": outcome}) != failed {
					t.Errorf("a call that ends as %s: %q", outcome, s)
				}
			}
		}
	}
	if tested != 2 {
		t.Errorf("%d of 2 alerts were found", tested)
	}
}
