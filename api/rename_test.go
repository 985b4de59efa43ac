package api_test

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/journal"
)

// TestPlayersAreRenamed gives players of sessions and games other names.
func TestPlayersAreRenamed(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("")
		rename := func(player string) answer {
			return s.send("POST", path+"/observations", `{"id":"o-1","kind":"renamed","player":`+player+`}`)
		}
		s.send("POST", path+"/observations", `{"kind":"renamed"}`).refused(t, "422 required /player")
		rename(`"Green"`).refused(t, "422 required /player/name")
		rename(`{"id":"Nobody","name":"Sky"}`).refused(t, "422 unknown_player /player")
		rename(`{"id":"Green","name":"Blue"}`).refused(t, "422 duplicate_player /player/name")
		for _, again := range []string{"null", "true"} {
			rename(`{"id":"Green","name":"Sky"}`).is(t, 202).shows(t, `{"id":"o-1","duplicate":`+again+`}`)
		}
		rename(`{"id":"Green","name":"Sea"}`).refused(t, "422 id_reused /id")
		s.send("GET", path, "").is(t, 200, `"name":"Sky"`)
		s.send("GET", path+"/events?types=player.renamed", "").shows(t, `{"events":[{"data":{"player":{"id":"Green","name":"Sky"}}}]}`)
		s.send("POST", path+"/messages", `{"sender":"Green","text":"hi"}`).is(t, 202)
		s.send("POST", path+"/observations", `{"kind":"joined","player":"Green"}`)
		s.send("GET", path, "").is(t, 200, `"name":"Sky"`)
	})
	t.Run("OldLinesHaveTheNewName", func(t *testing.T) {
		bubble(t, func(t *testing.T, s *server) {
			id := s.create(`,"record":true`)
			s.send("POST", "/v1/sessions/"+id+"/messages", `{"sender":"Green","text":"hi all"}`)
			s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"renamed","player":{"id":"Green","name":"Sky"}}`)
			s.say(id, "red who is Sky")
			s.await(id, "message.sent")
			_, calls := s.exported(id)
			for _, want := range []string{`"Sky" was called "Green" before`, `"Sky": "hi all"`} {
				if !slices.ContainsFunc(calls, func(c journal.RecordedCall) bool { return strings.Contains(c.Prompt.System+c.Prompt.User, want) }) {
					t.Errorf("no prompt has %s: %v", want, calls)
				}
			}
		})
	})
}
