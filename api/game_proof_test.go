package api_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ringer/engine/session"
)

// unseeded is a game of Mafia without a seed, whose bots say nothing.
const unseeded = `{"host":"ringer","game":{"rules":"mafia","players":["Ann","Bob","Cleo","Dan","Eve","Finn","Gus"]},"bots":[{"seat":"Bob","timing":"manual"},{"seat":"Cleo","timing":"manual"}]%s}`

// dealt is what a game shows of its deal: in the first event, in the last one, and to the platform.
type dealt struct {
	gameAnswer
	Config struct{ Seed int64 }
	Deal   struct{ Roles map[string]string }
	first  struct{ Commitment string }
	last   struct{ Proof string }
	proof  session.Proof
}

// prove ends a game and reads its deal in a view.
func (s *server) prove(id, view string) (d dealt) {
	s.t.Helper()
	s.send("GET", "/v1/games/"+id, "").decode(s.t, &d)
	path := "/v1/games/" + id + "/events?types=game.created,game.ended&" + view
	s.send("GET", path, "").is(s.t, 200).lacks(s.t, "proof", "nonce", "seed")
	s.post(id, "/end", "").is(s.t, 200)
	p := as[page](s.t, s.send("GET", path, ""))
	for i, to := range []any{&d.first, &d.last} {
		succeed(s.t, json.Unmarshal(p.Events[i].Data, to))
	}
	if d.last.Proof != "" {
		succeed(s.t, json.Unmarshal([]byte(d.last.Proof), &d.proof))
	}
	return d
}

// hashOf returns the hash of a text, as docs/games.md says.
func hashOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// TestDealCanBeChecked checks the deals of games as docs/games.md says. A game without a seed of
// its creator, and a fair one, show the hash of their deal first, and the deal in the end.
func TestDealCanBeChecked(t *testing.T) {
	s := start(t)
	for what, body := range map[string]string{
		"hosted": fmt.Sprintf(unseeded, ""), "hosted, fair": fmt.Sprintf(unseeded, `,"seed":4,"fair":true`),
		"of a platform": `{"game":{"players":["Ann","Red"]},"bots":[{"seat":"Red","timing":"manual"}]}`,
	} {
		for _, view := range []string{"as=Ann", "view=public"} {
			d := s.prove(s.createGame(body).ID, view)
			if got := hashOf(d.last.Proof); got != d.first.Commitment {
				t.Errorf("%s, %s: the hash of %s is %s, and the first event says %q", what, view, d.last.Proof, got, d.first.Commitment)
			}
			given := ""
			if d.proof.Given != nil {
				given = fmt.Sprint(*d.proof.Given)
			}
			sum := sha256.Sum256([]byte(given + ":" + d.proof.Nonce))
			if seed := int64(binary.BigEndian.Uint64(sum[:]) >> 1); seed != d.proof.Seed || seed != d.Config.Seed || (given == "4") != strings.Contains(what, "fair") {
				t.Errorf("%s: %s gives the seed %d, and the game has %d", what, d.last.Proof, seed, d.Config.Seed)
			}
			if !maps.Equal(d.proof.Roles, d.Deal.Roles) || len(d.proof.Nonce) < 26 {
				t.Errorf("%s: the proof is %s, the deal %v", what, d.last.Proof, d.Deal.Roles)
			}
		}
	}
}

// TestRulesEndWithTheProof plays a game to its end by the rules, as a spectator sees it.
func TestRulesEndWithTheProof(t *testing.T) {
	s := start(t)
	g := s.createGame(`{"host":"ringer","speed":1000,"game":{"rules":"turing","players":["Ann","Bob","Red"]},"rules_options":{"chat_ms":10000,"vote_ms":5000},"bots":[{"seat":"Red","timing":"manual"}]}`)
	blocks, _ := s.stream(t.Context(), "/v1/games/"+g.ID+"/stream?view=public")
	type ends struct {
		Data struct{ Commitment, Reason, Proof string }
	}
	first := as[ends](t, answer{Body: []byte(s.next(blocks).data)}).Data
	var last block
	for b := range blocks {
		last = b
	}
	if end := as[ends](t, answer{Body: []byte(last.data)}).Data; end.Reason != "rules" || hashOf(end.Proof) != first.Commitment {
		t.Errorf("the first event is %+v, the last %+v", first, end)
	}
}

// TestSeedDealsAgain gives seeds: one fixes the deal and shows no proof, fair ones differ, and the
// seed that a proof names deals that game again. It does not make the bots of that game again.
func TestSeedDealsAgain(t *testing.T) {
	s := start(t)
	of := func(more string) dealt { return s.prove(s.createGame(fmt.Sprintf(unseeded, more)).ID, "as=Ann") }
	seedOfBob := func(d dealt) (c struct{ Config struct{ Seed int64 } }) {
		s.send("GET", "/v1/sessions/"+d.session("Bob"), "").decode(t, &c)
		return c
	}
	a, b := of(`,"seed":4`), of(`,"seed":4`)
	if !maps.Equal(a.Deal.Roles, b.Deal.Roles) || a.Config.Seed != 4 || a.first.Commitment+a.last.Proof != "" || seedOfBob(a) != seedOfBob(b) {
		t.Errorf("one seed gave %+v and %+v", a, b)
	}
	roles, seeds := map[string]bool{}, map[int64]bool{}
	for range 8 {
		d := of(`,"seed":4,"fair":true`)
		roles[fmt.Sprint(d.Deal.Roles)], seeds[d.Config.Seed] = true, true
	}
	if len(roles) < 2 || len(seeds) < 8 {
		t.Errorf("8 fair games have %d deals and %d seeds", len(roles), len(seeds))
	}
	drawn := of("")
	again := of(fmt.Sprintf(`,"seed":%d`, drawn.proof.Seed))
	if !maps.Equal(again.Deal.Roles, drawn.Deal.Roles) || seedOfBob(again) == seedOfBob(drawn) {
		t.Errorf("seed %d dealt %v, then %v", drawn.proof.Seed, drawn.Deal.Roles, again.Deal.Roles)
	}
}

// TestFairGameIsCreatedOnce repeats creates with an external id. The nonce makes no other game.
func TestFairGameIsCreatedOnce(t *testing.T) {
	s := start(t)
	for i, c := range []struct{ first, then, want string }{
		{"", "", "200"}, {`,"seed":4,"fair":true`, `,"seed":4,"fair":true`, "200"}, {`,"seed":4,"fair":true`, `,"seed":5,"fair":true`, "422 id_reused"},
		{"", `,"seed":4`, "422 id_reused"}, {`,"seed":4,"fair":true`, `,"seed":4`, "422 id_reused"},
	} {
		id := fmt.Sprintf(`,"external_id":"fair-%d"`, i)
		s.createGame(fmt.Sprintf(unseeded, id+c.first))
		if a := s.send("POST", "/v1/games", fmt.Sprintf(unseeded, id+c.then)); c.want == "200" {
			a.is(t, 200)
		} else {
			a.refused(t, c.want)
		}
	}
}

// TestSeedsAreLong draws seeds of sessions and games. All have 63 bits but for few that begin with
// zeros.
func TestSeedsAreLong(t *testing.T) {
	s := start(t)
	var long int
	for range 16 {
		c := as[struct{ Config struct{ Seed int64 } }](t, s.send("POST", "/v1/sessions", `{"game":{"players":["Red","Blue"]},"bot":{"seat":"Red"}}`))
		if c.Config.Seed >= 1<<53 {
			long++
		}
	}
	if long < 12 {
		t.Errorf("%d of 16 seeds have more than 53 bits", long)
	}
}

// TestDocumentedCheck runs the lines of docs/games.md that check a deal, on a game that has ended.
func TestDocumentedCheck(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "curl", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the lines need %s", tool)
		}
	}
	docs := must(os.ReadFile("../docs/games.md"))(t)
	_, section, _ := strings.Cut(string(docs), "### Check the deal")
	_, section, _ = strings.Cut(section, "```sh\n")
	lines, _, _ := strings.Cut(section, "```")
	s := setup(t)
	for _, more := range []string{"", `,"seed":4,"fair":true`} {
		id := s.createGame(fmt.Sprintf(unseeded, more)).ID
		s.post(id, "/end", "")
		cmd := exec.CommandContext(t.Context(), "sh", "-c", lines)
		cmd.Env = append(os.Environ(), "G="+s.url+"/v1/games", "ID="+id, "NO_PROXY=*")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "ok ") {
			t.Errorf("%s: %v %s", more, err, out)
		}
	}
}
