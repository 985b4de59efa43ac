package metrics

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.yaml.in/yaml/v3"

	"ringer/cmd/internal/repotest"
	"ringer/engine/fleet"
	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/sessiontest"
)

const (
	alertsFile    = "deploy/prometheus/alerts.yaml"
	dashboardFile = "deploy/grafana/dashboard.json"
)

// expressions returns the expressions of the alerts and of the dashboard, by their titles.
func expressions(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	var alerts struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	sessiontest.NoError(t, yaml.Unmarshal([]byte(repotest.Read(t, alertsFile)), &alerts))
	for _, g := range alerts.Groups {
		for _, r := range g.Rules {
			all[r.Alert] = r.Expr
		}
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Annotations struct{ List []struct{ Name, Expr string } }
		Templating  struct {
			List []struct{ Name, Definition string }
		}
	}
	sessiontest.NoError(t, json.Unmarshal([]byte(repotest.Read(t, dashboardFile)), &dashboard))
	for _, p := range dashboard.Panels {
		for _, target := range p.Targets {
			all[p.Title] += target.Expr + "\n"
		}
	}
	for _, a := range dashboard.Annotations.List {
		all["annotation "+a.Name] = a.Expr
	}
	for _, v := range dashboard.Templating.List {
		all["variable "+v.Name] = v.Definition
	}
	return all
}

// registered returns the labels of each metric of a server, by its name.
func registered(t *testing.T) map[string][]string {
	t.Helper()
	m := New()
	m.LogLost(func() int64 { return 0 })
	m.Deliver(deliveries)
	m.Watch(&database{}, (&database{}).Ready)
	m.Live(func() int { return 0 }, func() fleet.Replicas { return fleet.Replicas{} })
	m.Load(func() llm.Load { return llm.Load{Waiting: map[prompt.ModelRole]int{prompt.RoleReply: 0}} })
	labels := map[string][]string{}
	descriptions := make(chan *prometheus.Desc)
	go func() { // ends when all have been read
		m.registry.Describe(descriptions)
		close(descriptions)
	}()
	for d := range descriptions {
		if found := regexp.MustCompile(`fqName: "(ringer_\w+)".*constLabels: \{(.*)\}, variableLabels: \{(.*)\}`).FindStringSubmatch(d.String()); found != nil {
			labels[found[1]] = regexp.MustCompile(`\w+`).FindAllString(found[2]+" "+found[3], -1)
		}
	}
	families, err := m.registry.Gather() // those of Go and of the process
	sessiontest.NoError(t, err)
	for _, f := range families {
		if _, known := labels[f.GetName()]; !known {
			labels[f.GetName()] = nil
		}
	}
	return labels
}

var (
	selection = regexp.MustCompile(`\b((?:ringer|go|process)_\w+)(?:\{([^}]*)\})?`)
	condition = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)
)

// TestAlertsAndDashboardNameMetrics: a metric or a label that does not exist would only show
// nothing.
func TestAlertsAndDashboardNameMetrics(t *testing.T) {
	t.Parallel()
	labels := registered(t)
	tested := 0
	for title, expression := range expressions(t) {
		for _, s := range selection.FindAllStringSubmatch(expression, -1) {
			tested++
			name := s[1]
			if _, ok := labels[name]; !ok {
				name = strings.TrimSuffix(name, "_bucket")
			}
			known, ok := labels[name]
			if !ok {
				t.Errorf("%s reads %s, which is no metric", title, s[1])
			}
			for _, c := range condition.FindAllStringSubmatch(s[2], -1) {
				if !slices.Contains(append(known, "job", "instance"), c[1]) {
					t.Errorf("%s reads the label %s of %s, which has %s", title, c[1], s[1], known)
				}
			}
		}
	}
	if tested < 60 {
		t.Errorf("only %d selections were found", tested)
	}
}

// TestAlerts lets promtool check the alerts, and run their tests.
func TestAlerts(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("promtool")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("promtool is missing; apt-get install prometheus has it")
	}
	if err != nil {
		t.Skip("promtool is missing")
	}
	file := filepath.Join(repotest.Root(t), alertsFile)
	for _, args := range [][]string{{"check", "rules", file}, {"test", "rules", strings.Replace(file, ".yaml", "_test.yaml", 1)}} {
		if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
