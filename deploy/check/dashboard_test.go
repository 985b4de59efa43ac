package check

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
)

// TestDashboard reads the dashboard as Grafana's own types, which refuse unknown fields.
func TestDashboard(t *testing.T) {
	t.Parallel()
	plugins.RegisterDefaultPlugins()
	b, err := os.ReadFile("../grafana/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard.Dashboard
	if err := d.UnmarshalJSONStrict(b); err != nil && err.Error() != "" { // an empty list of errors is not nil
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &d); err != nil { // the strict reading leaves the panels out
		t.Fatal(err)
	}
	if err := d.Validate(); err != nil {
		t.Error(err)
	}
	used := map[uint32]string{}
	right, below := uint32(24), uint32(0)
	for _, p := range d.Panels {
		if p.Panel == nil { // a row
			if below = max(below, p.RowPanel.GridPos.Y); p.RowPanel.GridPos.Y < below {
				t.Errorf("the row %s is above the one before it", *p.RowPanel.Title)
			}
			continue
		}
		title := *p.Panel.Title
		if other, taken := used[*p.Panel.Id]; taken {
			t.Errorf("%s and %s have one id", title, other)
		}
		used[*p.Panel.Id] = title
		if at := p.Panel.GridPos; at.X+at.W > right || at.Y < below {
			t.Errorf("%s is not in its row", title)
		}
		for _, target := range p.Panel.Targets {
			if q, ok := target.(*prometheus.Dataquery); !ok || q.Expr == "" {
				t.Errorf("%s has a query of the type %T", title, target)
			}
		}
	}
	if len(used) < 20 {
		t.Errorf("it has %d panels", len(used))
	}
}
