package cli

import (
	"regexp"
	"slices"
	"testing"

	"ringer/cmd/internal/repotest"

	"github.com/alecthomas/kong"
)

// TestPackagingIsOfThisProgram checks Dockerfile and compose.yaml against the module and the
// settings of the server.
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
	variables := []string{"TMPDIR"} // a variable of Go
	for _, node := range parser.Model.Children {
		for _, f := range node.Flags {
			variables = append(variables, f.Tag.Get("var"))
		}
	}
	set := regexp.MustCompile(`(\w+)=`).FindAllStringSubmatch(repotest.Find(t, "Dockerfile", `\nENV (.*)`)[0], -1)
	set = append(set, regexp.MustCompile(`(?m)^ {6}([A-Z_]+):`).FindAllStringSubmatch(repotest.Find(t, "compose.yaml", `(?s)  ringer:\n(.*?)\n  postgres:`)[0], -1)...)
	if len(set) < 8 {
		t.Fatalf("too few variables are set: %q", set)
	}
	for _, m := range set {
		if !slices.Contains(variables, m[1]) {
			t.Errorf("%s is set for the container, but is not a setting of ringer", m[1])
		}
	}
}
