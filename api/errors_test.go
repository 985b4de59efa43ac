package api_test

import (
	"fmt"
	"strings"
	"testing"
)

type problem struct {
	Type, Title, Code, Detail string
	Status                    int
	RequestID                 string `json:"request_id"`
	Errors                    []struct{ In, Pointer, Code, Detail string }
}

func (a answer) problem(t *testing.T) (p problem) {
	t.Helper()
	if a.Header.Get("Content-Type") != "application/problem+json" {
		t.Fatalf("%d with content type %q: %s", a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	a.decode(t, &p)
	if p.Status != a.Status || p.RequestID == "" || p.RequestID != a.Header.Get("X-Request-Id") || p.Detail == "" || p.Title == "" ||
		p.Type != "/docs/errors#"+p.Code {
		t.Errorf("incomplete problem %s", a.Body)
	}
	return p
}

// refusal returns the status of a problem with its code, and the code and pointer of each error.
func (a answer) refusal(t *testing.T) string {
	t.Helper()
	p := a.problem(t)
	var errs []string
	for _, e := range p.Errors {
		errs = append(errs, e.Code+" "+e.Pointer)
	}
	if len(errs) == 0 {
		errs = []string{p.Code}
	}
	return fmt.Sprint(p.Status, " ", strings.Join(errs, "; "))
}

// refusedFor checks all errors of a refusal.
func (a answer) refusedFor(t *testing.T, want string) {
	t.Helper()
	if got := a.refusal(t); got != want {
		t.Errorf("%s: %s, want %s", a.Request, got, want)
	}
}

// refused checks how the refusal of an answer begins.
func (a answer) refused(t *testing.T, want string) {
	t.Helper()
	if got := a.refusal(t); got != want && !strings.HasPrefix(got, want+" ") && !strings.HasPrefix(got, want+";") {
		t.Errorf("%s: %s, want %s", a.Request, got, want)
	}
}

// TestBadInput sends every kind of bad input. Each is refused with its own code, and nothing is
// stored. TestErrorExamples sends one more of each code.
func TestBadInput(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted() // so that the bot adds nothing to the log
	before := len(s.log(id).Events)
	at := func(path string) string { return "/v1/sessions/" + id + path }
	session := func(more string) string { return body("," + more) }
	long := func(n int) string { return strings.Repeat("ä", n) }
	cases := []struct {
		name, path, body string
		status           int
		code, pointer    string
	}{
		{"OptionsNoObject", "/v1/sessions", session(`"options":[1]`), 422, "invalid_option", "/options"},
		{"TooYoung", "/v1/sessions", session(`"biography":{"age":15}`), 422, "out_of_range", "/biography/age"},
		{"TooOld", "/v1/sessions", session(`"biography":{"age":100}`), 422, "out_of_range", "/biography/age"},
		{"AgeZero", "/v1/sessions", session(`"biography":{"age":0}`), 422, "out_of_range", "/biography/age"},
		{"AgeAsText", "/v1/sessions", session(`"biography":{"age":"30"}`), 422, "wrong_type", "/biography/age"},
		{"BiographyAsText", "/v1/sessions", session(`"biography":"a nurse"`), 422, "wrong_type", "/biography"},
		{"TownTooLong", "/v1/sessions", session(`"biography":{"town":"` + long(201) + `"}`), 422, "too_long", "/biography/town"},
		{"WorryTooLong", "/v1/sessions", session(`"biography":{"worry":"` + long(201) + `"}`), 422, "too_long", "/biography/worry"},
		{"HabitTooLong", "/v1/sessions", session(`"biography":{"habits":["x","` + long(201) + `"]}`), 422, "too_long", "/biography/habits/1"},
		{"BlankTown", "/v1/sessions", session(`"biography":{"town":" \u3000"}`), 422, "required", "/biography/town"},
		{"EmptyHabit", "/v1/sessions", session(`"biography":{"habits":[" "]}`), 422, "required", "/biography/habits/0"},
		{"TooManyHabits", "/v1/sessions", session(`"biography":{"habits":["a","b","c"]}`), 422, "too_many", "/biography/habits"},
		{"UnknownFact", "/v1/sessions", session(`"biography":{"shoes":"red"}`), 422, "unknown_field", "/biography/shoes"},
		{"UnknownRules", "/v1/sessions", `{"game":{"rules":"chess","players":["a","b"]},"bot":{"seat":"a"}}`, 422, "unknown_rules", "/game/rules"},
		{"UnknownSeat", "/v1/sessions", `{"game":{"players":["a","b"]},"bot":{"seat":"c"}}`, 422, "unknown_player", "/bot/seat"},
		{"NoSeat", "/v1/sessions", `{"game":{"players":["a","b"]}}`, 422, "required", "/bot/seat"},
		{"NoPlayers", "/v1/sessions", `{"bot":{"seat":"a"}}`, 422, "required", "/game/players"},
		{"Null", "/v1/sessions", `null`, 422, "wrong_type", ""},
		{"SamePlayerTwice", "/v1/sessions", `{"game":{"players":["a","a"]},"bot":{"seat":"a"}}`, 422, "duplicate_player", "/game/players/1"},
		{"UnknownPhaseAtStart", "/v1/sessions", `{"game":{"players":["a"],"phase":"dusk"},"bot":{"seat":"a"}}`, 422, "unknown_phase", "/game/phase"},
		{"UnknownSpeaker", "/v1/sessions", `{"game":{"players":["a"],"phases":[{"id":"x","speakers":["z"]}]},"bot":{"seat":"a"}}`, 422, "unknown_player", "/game/phases/0/speakers/0"},
		{"NameTooLong", "/v1/sessions", `{"game":{"players":["` + long(81) + `"]},"bot":{"seat":"a"}}`, 422, "too_long", "/game/players/0/id"},
		{"NameWithControl", "/v1/sessions", `{"game":{"players":["a",{"id":"b","name":"B\u0007"}]},"bot":{"seat":"a"}}`, 422, "invalid_name", "/game/players/1/name"},
		{"NameWithBidi", "/v1/sessions", `{"game":{"players":["a",{"id":"b","name":"B\u202e"}]},"bot":{"seat":"a"}}`, 422, "invalid_name", "/game/players/1/name"},
		{"IDWithLineBreak", "/v1/sessions", `{"game":{"players":["a\nb"]},"bot":{"seat":"a"}}`, 422, "invalid_id", "/game/players/0/id"},
		{"TooManyPlayers", "/v1/sessions", `{"game":{"players":[` + strings.TrimSuffix(numbers(33), ",") + `]},"bot":{"seat":"1"}}`, 422, "too_many", "/game/players"},
		{"Timing", "/v1/sessions", session(`"timing":"slow"`), 422, "invalid_value", "/timing"},
		{"Pace", "/v1/sessions", session(`"pace":"slow"`), 422, "invalid_value", "/pace"},
		{"TTL", "/v1/sessions", session(`"ttl_seconds":-1`), 422, "out_of_range", "/ttl_seconds"},
		{"Limits", "/v1/sessions", session(`"limits":{"max_chars":5}`), 422, "out_of_range", "/limits/max_chars"},
		{"SeedNotWhole", "/v1/sessions", `{"game":{"players":["a"]},"bot":{"seat":"a"},"seed":1.5}`, 422, "wrong_type", "/seed"},
		{"UnknownField", "/v1/sessions", session(`"colour":"red"`), 422, "unknown_field", "/colour"},
		{"WrongType", "/v1/sessions", session(`"persona":7`), 422, "wrong_type", "/persona"},
		{"HugeNumber", "/v1/sessions", session(`"ttl_seconds":1e400`), 422, "wrong_type", "/ttl_seconds"},
		{"Array", "/v1/sessions", `[]`, 422, "wrong_type", ""},
		{"TwoValues", at("/messages"), `{"sender":"b","text":"x"}{}`, 400, "malformed_json", ""},
		{"EmptyBody", at("/messages"), ``, 400, "malformed_json", ""},
		{"DeepNesting", at("/messages"), strings.Repeat("[", 20000), 400, "malformed_json", ""},
		{"NotUTF8", at("/messages"), "{\"sender\":\"b\",\"text\":\"\xff\"}", 400, "not_utf8", "/text"},
		{"HalfSurrogate", at("/messages"), `{"sender":"b","text":"x\ud83d y"}`, 400, "not_utf8", "/text"},
		{"HalfSurrogateInABatch", at("/messages"), `{"messages":[{"sender":"b","text":"x"},{"sender":"b","text":"y","reply_to":"\ud83d"}]}`, 400, "not_utf8", "/messages/1/reply_to"},
		{"HalfSurrogateDeepDown", at("/votes"), `{"kind":"choose_one","question":"Who?","options":["b",{"id":"z","label":"\ud83dz"}]}`, 400, "not_utf8", "/options/1/label"},
		{"HalfSurrogateInAName", "/v1/sessions", session(`"metadata":{"a\ud83d":"b"}`), 400, "not_utf8", "/metadata"},
		{"NotUTF8WithOtherMistakes", at("/messages"), "{\"Sender\":1,\"text\":\"\xff\",\"text\":null}", 400, "not_utf8", "/text"},
		{"SecondHalfAlone", at("/messages"), `{"sender":"b","text":"\ude00"}`, 400, "not_utf8", "/text"},
		{"CutEscape", at("/messages"), `{"sender":"b","text":"\ud8`, 400, "malformed_json", ""},
		{"NoSender", at("/messages"), `{"text":"x"}`, 422, "required", "/sender"},
		{"EmptyText", at("/messages"), `{"sender":"b","text":" \n"}`, 422, "empty_text", "/text"},
		{"TextTooLong", at("/messages"), `{"sender":"b","text":"` + long(4001) + `"}`, 422, "too_long", "/text"},
		{"BadMessageID", at("/messages"), `{"id":"a\u0000","sender":"b","text":"x"}`, 422, "invalid_id", "/id"},
		{"BadTime", at("/messages"), `{"sender":"b","text":"x","sent_at":"yesterday"}`, 422, "wrong_type", "/sent_at"},
		{"SecondOfBatch", at("/messages"), `{"messages":[{"sender":"b","text":"x"},{"sender":"z","text":"x"}]}`, 422, "unknown_player", "/messages/1/sender"},
		{"EmptyBatch", at("/messages"), `{"messages":[]}`, 422, "required", "/messages"},
		{"BatchTooLong", at("/messages"), `{"messages":[` + strings.TrimSuffix(strings.Repeat(`{"sender":"b","text":"x"},`, 101), ",") + `]}`, 422, "too_many", "/messages"},
		{"BatchAndMessage", at("/messages"), `{"messages":[{"sender":"b","text":"x"}],"text":"y"}`, 422, "unknown_field", "/messages"},
		{"BodyTooLarge", at("/messages"), `{"sender":"b","text":"` + strings.Repeat("x", 1<<20) + `"}`, 413, "body_too_large", ""},
		{"UnknownObservation", at("/observations"), `{"kind":"sneezed"}`, 422, "invalid_value", "/kind"},
		{"NoPhase", at("/observations"), `{"kind":"phase"}`, 422, "required", "/phase"},
		{"UnknownPlayerLeft", at("/observations"), `{"kind":"left","player":"Bleu"}`, 422, "unknown_player", "/player"},
		{"NobodyLeft", at("/observations"), `{"kind":"left"}`, 422, "required", "/player"},
		{"JoinedWithTakenName", at("/observations"), `{"kind":"joined","player":{"id":"x","name":"Blue"}}`, 422, "duplicate_player", "/player/name"},
		{"EmptyInformation", at("/observations"), `{"kind":"private_info","text":""}`, 422, "empty_text", "/text"},
		{"PhaseEndsTwice", at("/observations"), `{"kind":"phase","phase":"night","ends_at":"2030-01-01T00:00:00Z","ends_in_ms":1}`, 422, "invalid_value", "/ends_at"},
		{"PhaseEndsBefore", at("/observations"), `{"kind":"phase","phase":"night","ends_in_ms":-1}`, 422, "out_of_range", "/ends_in_ms"},
		{"PhaseEndsTomorrow", at("/observations"), `{"kind":"phase","phase":"night","ends_at":"tomorrow"}`, 422, "wrong_type", "/ends_at"},
		{"MuteThatEnds", at("/observations"), `{"kind":"muted","ends_in_ms":1}`, 422, "invalid_value", "/ends_in_ms"},
		{"RevealOfAStranger", at("/end"), `{"reveal":{"Bleu":"bot"}}`, 422, "unknown_player", "/reveal/Bleu"},
		{"RevealTooLong", at("/end"), `{"reveal":{"b":"` + long(81) + `"}}`, 422, "too_long", "/reveal/b"},
		{"OutcomeTooLong", at("/end"), `{"outcome":"` + long(4001) + `"}`, 422, "too_long", "/outcome"},
		{"MetadataValueTooLong", "/v1/sessions", session(`"metadata":{"k":"` + long(501) + `"}`), 422, "too_long", "/metadata/k"},
		{"MetadataKeyWithControl", "/v1/sessions", session(`"metadata":{"k\u0007":""}`), 422, "invalid_name", "/metadata/k\a"},
		{"TooMuchMetadata", "/v1/sessions", session(`"metadata":{` + strings.TrimSuffix(strings.ReplaceAll(numbers(51), ",", `:"",`), ",") + `}`), 422, "too_many", "/metadata"},
		{"JoinedAsLeft", at("/observations"), `{"kind":"joined","player":{"id":"x","presence":"left"}}`, 422, "invalid_value", "/player/presence"},
		{"MutedPlayer", at("/observations"), `{"kind":"muted","player":"b"}`, 422, "invalid_value", "/player"},
		{"UnknownSession", "/v1/sessions/ses_none/messages", `{"sender":"b","text":"x"}`, 404, "not_found", ""},
		{"OddSessionID", "/v1/sessions/%00%ff/messages", `{"sender":"b","text":"x"}`, 404, "not_found", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s.send("POST", c.path, c.body).refused(t, strings.TrimSpace(fmt.Sprint(c.status, " ", c.code, " ", c.pointer)))
		})
	}
	if after := len(s.log(id).Events); after != before {
		t.Errorf("%d events were stored", after-before)
	}
	var list struct{ Sessions []struct{ ID string } }
	s.send("GET", "/v1/sessions?limit=100", "").decode(t, &list)
	if len(list.Sessions) != 1 {
		t.Errorf("%d sessions were created", len(list.Sessions)-1)
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"%d",`, i+1)
	}
	return b.String()
}

func TestAllErrorsAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.send("POST", "/v1/sessions", `{"strategy":"x","game":{"rules":"y","players":["a","a"]},"bot":{"seat":"b"},"speed":-1}`).refusedFor(t,
		"422 unknown_rules /game/rules; duplicate_player /game/players/1; unknown_player /bot/seat; out_of_range /speed; unknown_strategy /strategy")
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.create("")
	for _, c := range []struct {
		method, path string
		status       int
		code         string
		headers      []string
	}{
		{"GET", "/v2/nothing", 404, "route_not_found", nil},
		{"DELETE", "/v1/rules", 405, "method_not_allowed", nil},
		{"POST", "/v1/sessions", 415, "unsupported_media_type", []string{"Content-Type", "text/html"}},
		{"GET", "/v1/sessions/" + id + "/events?after=x", 422, "invalid_cursor", nil},
		{"GET", "/v1/sessions/" + id + "/events?after=-1", 422, "invalid_cursor", nil},
		{"GET", "/v1/sessions/" + id + "/events?after=4000", 422, "invalid_cursor", nil},
		{"GET", "/v1/sessions/" + id + "/events", 422, "invalid_cursor", []string{"Last-Event-ID", "abc"}},
		{"GET", "/v1/sessions/" + id + "/events", 422, "invalid_cursor", []string{"Accept", "text/event-stream", "Last-Event-ID", "999999999999999999999"}},
		{"GET", "/v1/sessions/" + id + "/events?types=message.sung", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions/" + id + "/events?limit=0", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions/" + id + "/events?wait=1h", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions/ses_none/events", 404, "not_found", nil},
		{"GET", "/v1/sessions/ses_none/mind", 404, "not_found", nil},
		{"GET", "/v1/sessions/ses_none/plan", 404, "not_found", nil},
		{"GET", "/v1/sessions/ses_none", 404, "not_found", nil},
		{"GET", "/v1/sessions?cursor=%21", 422, "invalid_cursor", nil},
		{"GET", "/v1/sessions?limit=many", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?external_id=", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?limt=5", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?limit=5&limit=6", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?limit=%zz", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?=5&/a=6&B=7", 422, "invalid_parameter", nil},
		{"POST", "/v1/sessions/" + id + "/messages?dry_run=true", 422, "invalid_parameter", nil},
		{"GET", "/v1/sessions?status=asleep", 422, "invalid_parameter", nil},
	} {
		s.send(c.method, c.path, "", c.headers...).refused(t, fmt.Sprint(c.status, " ", c.code))
	}
}

// TestAllParametersAtOnce makes several mistakes in one query.
func TestAllParametersAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.send("GET", "/v1/sessions/"+s.create("")+"/events?wait=soon&after=x&types=*&limit=0&snapshot=yes&colour=red", "").refusedFor(t,
		"422 invalid_cursor after; invalid_parameter query; invalid_parameter limit; invalid_parameter snapshot; invalid_parameter wait")
}

func TestRequestIDIsTakenOver(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if a := s.send("GET", "/healthz", "", "X-Request-Id", "mine-1"); a.Header.Get("X-Request-Id") != "mine-1" {
		t.Errorf("headers %v", a.Header)
	}
	if a := s.send("GET", "/healthz", "", "X-Request-Id", strings.Repeat("x", 200)); len(a.Header.Get("X-Request-Id")) > 128 {
		t.Error("a request id of any length is sent back")
	}
}
