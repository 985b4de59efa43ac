package survey

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

// results are two games: in one two people answer in the form of the paper, in the other one in
// percent.
const results = `{"id":"gam_1","players":[{"seat":"Red","bot":true,"strategy":"tom"},{"seat":"Blue","bot":false},{"seat":"Green","bot":false}],
 "survey":{"answers":[
  {"form":"paper","seat":"Blue","suspects":["Red"],"ratings":[{"seat":"Red","similarity":2,"timing":4}]},
  {"form":"paper","seat":"Green","suspects":["Blue"],"ratings":[{"seat":"Red","similarity":3,"timing":4,"relevance":5}]}]}}
{"id":"gam_2","players":[{"seat":"Red","bot":true,"strategy":"tom"},{"seat":"Blue","bot":false}],
 "survey":{"answers":[{"seat":"Blue","suspects":[],"ratings":[{"seat":"Red","similarity":75}]}]}}
{"id":"gam_3","players":[],"survey":{"answers":[]}}
`

func TestPool(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "results.jsonl")
	sessiontest.NoError(t, os.WriteFile(name, []byte(results), 0o600))
	var out, table strings.Builder
	sessiontest.NoError(t, Pool(&out, nil, []string{name}))
	sessiontest.Contains(t, out.String(), "3 surveys of 2 games. 1 people named only bots: 33.3 %", "tom        3  3.00 ± 1.00  4.00 ± 0.00  5.00 ± ")
	sessiontest.NoError(t, Pool(&out, &table, []string{name}))
	sessiontest.Contains(t, table.String(), "gam_1,Blue,paper,Red,true,Red,tom,2,4,\n", "gam_1,Green,paper,Blue,false,Red,tom,3,4,5\n", "gam_2,Blue,percent,,false,Red,tom,4,,\n")
	sessiontest.NoError(t, os.WriteFile(name, []byte(`{"id":1}`), 0o600))
	sessiontest.Fails(t, Pool(&out, nil, []string{name}), "GET /v1/games/{id}/result")
}
