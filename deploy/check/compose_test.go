package check

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// load reads a compose file as docker compose does: against the schema, with variables and anchors.
func load(t *testing.T, name string) *types.Project {
	t.Helper()
	name, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	details := types.ConfigDetails{
		WorkingDir: filepath.Dir(name), ConfigFiles: []types.ConfigFile{{Filename: name}}, Environment: types.Mapping{"RINGER_API_KEY": "a-key-for-tests"},
	}
	project, err := loader.LoadWithContext(t.Context(), details, func(o *loader.Options) { o.SetProjectName("ringer", false) })
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// TestCompose reads the compose files. Images have versions, bound files exist, and each service
// that another one waits for is able to say that it is healthy.
func TestCompose(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../../compose.yaml", "../compose.yaml"} {
		project := load(t, name)
		built := map[string]bool{}
		for _, s := range project.Services {
			built[s.Image] = built[s.Image] || s.Build != nil
		}
		for _, s := range project.Services {
			if s.Build != nil {
				if _, err := os.Stat(filepath.Join(s.Build.Context, "Dockerfile")); err != nil {
					t.Errorf("%s: %s cannot be built: %v", name, s.Name, err)
				}
			} else if !built[s.Image] && !pinned.MatchString(s.Image) {
				t.Errorf("%s: the image %q has no version", name, s.Image)
			}
			for _, v := range s.Volumes {
				if _, err := os.Stat(v.Source); v.Type == types.VolumeTypeBind && err != nil {
					t.Errorf("%s: %s: %v", name, s.Name, err)
				}
			}
			for other, how := range s.DependsOn {
				if how.Condition == types.ServiceConditionHealthy && project.Services[other].HealthCheck == nil {
					t.Errorf("%s: %s waits for the health of %s, which has no check", name, s.Name, other)
				}
			}
		}
	}
}

// TestProxyKnowsTheReplicas compares the servers of nginx.conf with the replicas of compose.yaml.
func TestProxyKnowsTheReplicas(t *testing.T) {
	t.Parallel()
	replicas := map[string]bool{}
	for name, s := range load(t, "../compose.yaml").Services {
		if own, ok := s.Environment["RINGER_REPLICA"]; ok && own != nil {
			if *own != name {
				t.Errorf("the replica of %s is called %s", name, *own)
			}
			replicas[name] = true
		}
	}
	conf, err := os.ReadFile("../nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(maps.Keys(replicas))
	for _, upstream := range regexp.MustCompile(`(?s)upstream \w+ \{.*?\n  \}`).FindAllString(string(conf), -1) {
		var servers []string
		for _, m := range regexp.MustCompile(`server (\S+):8080 `).FindAllStringSubmatch(upstream, -1) {
			servers = append(servers, m[1])
		}
		if slices.Sort(servers); !slices.Equal(servers, want) || len(want) < 3 {
			t.Errorf("nginx has the servers %q, compose.yaml the replicas %q:\n%s", servers, want, upstream)
		}
	}
}
