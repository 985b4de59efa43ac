package cli

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	if out, err := commandIn(t, nil, "version"); err != nil || !strings.HasPrefix(out, "ringer ") || !strings.Contains(out, "go1.") {
		t.Errorf("%q, %v", out, err)
	}
	asked, _ := command(t, "version")
	for _, args := range [][]string{{"--version"}, {"serve", "--version"}} {
		if out, err := command(t, args...); err != nil || out != asked {
			t.Errorf("%v: %q, %v, want %q", args, out, err, asked)
		}
	}
	var b build
	if out, err := commandIn(t, nil, "version", "--json"); err != nil || json.Unmarshal([]byte(out), &b) != nil || b.Go == "" || b.Version == "" {
		t.Errorf("%q, %v", out, err)
	}
	b = buildOf(&debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-31T18:30:00Z"}, {Key: "vcs.modified", Value: "true"},
	}})
	if b.Version != "v1.2.3" || b.Revision != "abc" || b.Time != "2026-01-31T18:30:00Z" || !b.Modified {
		t.Errorf("%+v", b)
	}
}
