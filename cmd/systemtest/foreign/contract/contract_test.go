package contract

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
)

const root = "../../../../"

// released writes the openapi.yaml of each recorded release to a file, and calls test with it.
func released(t *testing.T, test func(t *testing.T, old string, breaks func(where, what string))) {
	names, err := filepath.Glob(root + "cmd/systemtest/testdata/held/*/*.zip")
	if err != nil || len(names) == 0 {
		t.Fatal("no release is recorded", err)
	}
	allowed := allowedDifferences(t)
	for _, name := range names {
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) {
			z, err := zip.OpenReader(name)
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			old := filepath.Join(t.TempDir(), "held")
			if err := os.CopyFS(old, z); err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			test(t, filepath.Join(old, "openapi.yaml"), func(where, what string) {
				if seen[where] || slices.ContainsFunc(allowed, func(p *regexp.Regexp) bool { return p.MatchString(where) }) {
					return
				}
				if seen[where] = true; len(seen) == 1 {
					t.Error("openapi.yaml breaks clients of this release. Add, and keep what there was. A break that must be needs a row in docs/changes.md, under \"Differences that the gate lets pass\".")
				}
				t.Errorf("%s: %s", where, what)
			})
		})
	}
}

// allowedDifferences reads the table of docs/changes.md, as the tests TestHeld… do.
func allowedDifferences(t *testing.T) (list []*regexp.Regexp) {
	b, err := os.ReadFile(root + "docs/changes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(b), "\n## Differences that the gate lets pass\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| (`.+?`) \\|").FindAllStringSubmatch(table, -1) {
		for _, where := range regexp.MustCompile("`[^`]+`").FindAllString(row[1], -1) {
			pattern := strings.NewReplacer(`\*\*`, `.*`, `\*`, `[^/ ]*`).Replace(regexp.QuoteMeta(strings.Trim(where, "`")))
			list = append(list, regexp.MustCompile("^"+pattern+"$"))
		}
	}
	return list
}

// harmless are checks of oasdiff for what clients of this API must expect: docs/api.md tells them
// to ignore types of events and codes that they do not know.
var harmless = []string{
	"response-property-enum-value-added", "response-mediatype-enum-value-added", "response-property-one-of-added", "response-body-one-of-added",
	"response-property-any-of-added", "response-property-discriminator-mapping-added",
}

// TestDocument lets oasdiff compare the documents.
func TestDocument(t *testing.T) {
	released(t, func(t *testing.T, old string, breaks func(where, what string)) {
		d, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), spec(t, old), spec(t, root+"openapi.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		levels := map[string]checker.Level{}
		for _, id := range harmless {
			levels[id] = checker.INFO
		}
		config := checker.NewConfig(checker.GetAllChecks(), checker.WithSeverityLevels(levels))
		for _, c := range checker.CheckBackwardCompatibilityUntilLevel(config, d, sources, checker.INFO) {
			// oasdiff only mentions that an optional field of an answer has gone. Clients read it.
			gone := strings.HasPrefix(c.GetId(), "response-") && strings.HasSuffix(c.GetId(), "-property-removed")
			if c.GetLevel() > checker.INFO || gone {
				breaks(fmt.Sprintf("openapi %s %s %s", c.GetId(), c.GetOperation(), c.GetPath()), plainText(c.GetText(checker.NewDefaultLocalizer())))
			}
		}
	})
}

// plainText returns a text without the codes for a terminal's colours.
func plainText(text string) string {
	return regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(text, "")
}

func spec(t *testing.T, file string) *load.SpecInfo {
	s, err := load.NewSpecInfo(openapi3.NewLoader(), load.NewSource(file))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
