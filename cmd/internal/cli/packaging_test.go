package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"

	"github.com/alecthomas/kong"
)

// TestPackagingIsOfThisProgram checks the Dockerfile, the compose files and the manifests against
// the module and the settings of the server.
func TestPackagingIsOfThisProgram(t *testing.T) {
	t.Parallel()
	if image, module := repotest.Find(t, "Dockerfile", `FROM golang:(\S+?)-`)[0], repotest.Find(t, "go.mod", `\ngo (\d+\.\d+)`)[0]; image != module {
		t.Errorf("the image is built with Go %s, the module wants %s", image, module)
	}
	var c commands
	parser, err := kong.New(&c, kong.Name("ringer"))
	if err != nil {
		t.Fatal(err)
	}
	variables := []string{"TMPDIR"} // of Go
	for _, node := range parser.Model.Children {
		for _, f := range node.Flags {
			variables = append(variables, f.Tag.Get("var"))
		}
	}
	set := regexp.MustCompile(`(\w+)=`).FindAllStringSubmatch(repotest.Find(t, "Dockerfile", `\nENV (.*)`)[0], -1)
	set = append(set, regexp.MustCompile(`(?m)^ {6}([A-Z_]+):`).FindAllStringSubmatch(repotest.Find(t, "compose.yaml", `(?s)  ringer:\n(.*?)\n  postgres:`)[0], -1)...)
	set = append(set, regexp.MustCompile(`(?m)^ {2}([A-Z_]+):`).FindAllStringSubmatch(repotest.Find(t, "deploy/compose.yaml", `(?s)x-settings: .*?\n(.*?)\nservices:`)[0], -1)...)
	set = append(set, regexp.MustCompile(`<<: \*settings, ([A-Z_]+):`).FindAllStringSubmatch(repotest.Read(t, "deploy/compose.yaml"), -1)...)
	for _, name := range []string{"base/deployment.yaml", "migrate/job.yaml", "components/nats/kustomization.yaml"} {
		set = append(set, regexp.MustCompile(`name: ([A-Z_]+)\b`).FindAllStringSubmatch(repotest.Read(t, "deploy/kubernetes/"+name), -1)...)
	}
	set = append(set, regexp.MustCompile(`(?m)^ +- ([A-Z_]+)=`).FindAllStringSubmatch(repotest.Read(t, "deploy/kubernetes/base/kustomization.yaml"), -1)...)
	if len(set) < 25 {
		t.Fatalf("too few variables are set: %q", set)
	}
	for _, m := range set {
		if !slices.Contains(variables, m[1]) {
			t.Errorf("%s is set for the container, but is not a setting of ringer", m[1])
		}
	}
}

// TestAutoscalerCountsWhatThereIs checks that the gauges are documented by which the autoscaler
// counts.
func TestAutoscalerCountsWhatThereIs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"autoscaler.yaml", "adapter.yaml"} {
		gauges := regexp.MustCompile(`\bringer_\w+`).FindAllString(repotest.Read(t, "deploy/kubernetes/components/prometheus/"+name), -1)
		if len(gauges) != 2 {
			t.Errorf("%s counts by %q", name, gauges)
		}
		for _, gauge := range gauges {
			if !strings.Contains(repotest.Read(t, "docs/operations.md"), "| `"+gauge+"` |") {
				t.Errorf("%s counts by %s, which docs/operations.md does not list", name, gauge)
			}
		}
	}
}
