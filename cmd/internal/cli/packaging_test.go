package cli

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/cmd/internal/repotest"
	"ringer/engine/sessiontest"

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
	parser := sessiontest.Must(kong.New(&c, kong.Name("ringer")))(t)
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

// stopSeconds is how long a server may take to stop: the requests under way, then its games.
const stopSeconds = 30

// TestStopTimes: all that kills a server waits as long as docs/operations.md says.
func TestStopTimes(t *testing.T) {
	t.Parallel()
	if stopSeconds < 2*shutdownLimit.Seconds() {
		t.Errorf("%d s are too few for %s and the games", stopSeconds, shutdownLimit)
	}
	seconds := func(file, pattern string) int {
		n := sessiontest.Must(strconv.Atoi(repotest.Find(t, file, pattern)[0]))(t)
		return n
	}
	const pod = "deploy/kubernetes/base/deployment.yaml"
	for where, got := range map[string]int{
		"docs/operations.md":  seconds("docs/operations.md", `Give it (\d+) s before you kill it`),
		"compose.yaml":        seconds("compose.yaml", `stop_grace_period: (\d+)s\n`),
		"deploy/compose.yaml": seconds("deploy/compose.yaml", `stop_grace_period: (\d+)s\n`),
		pod:                   seconds(pod, `terminationGracePeriodSeconds: (\d+)\n`) - seconds(pod, `sleep: \{seconds: (\d+)\}`),
	} {
		if got != stopSeconds {
			t.Errorf("%s gives %d s, want %d", where, got, stopSeconds)
		}
	}
}

// TestContainersHaveNamesAndMemory: a container that is made again keeps the name of its replica.
// Where several replicas share a machine, each has its own part of the memory.
func TestContainersHaveNamesAndMemory(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"compose.yaml", "deploy/compose.yaml", "deploy/kubernetes/base/deployment.yaml"} {
		repotest.Find(t, file, `RINGER_REPLICA\b`)
	}
	repotest.Find(t, "deploy/compose.yaml", `(?s)x-ringer: .*\n  mem_limit: \d+g\n.*x-settings:`)
	repotest.Find(t, "deploy/kubernetes/base/deployment.yaml", `limits: \{memory: \d+Gi\}`)
}

// TestProxyIsNewEnough compares the nginx of deploy/compose.yaml with what deploy/nginx.conf and
// docs/deploy.md say. Before 1.27.3 only the commercial nginx knew the word resolve.
func TestProxyIsNewEnough(t *testing.T) {
	t.Parallel()
	const since = "1.27.3"
	repotest.Find(t, "deploy/nginx.conf", ` resolve;`)
	image := repotest.Find(t, "deploy/compose.yaml", `image: nginxinc/nginx-unprivileged:(\d+\.\d+)`)[0]
	if major, minor, _ := strings.Cut(image, "."); major != "1" || len(minor) != 2 || minor <= "27" {
		t.Errorf("the image has nginx %s, which is older than %s", image, since)
	}
	for _, file := range []string{"deploy/nginx.conf", "docs/deploy.md"} {
		repotest.Find(t, file, `nginx 1\.27\.3`)
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
