package api_test

import (
	"context"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/session"
	"ringer/engine/study"
)

// studyOfOne is a study in which the person with the key st_ann has a seat of a game.
type studyOfOne struct {
	game string
	api.Study
}

func (x *studyOfOne) About() study.About { return study.About{ID: "one"} }

func (x *studyOfOne) Join(context.Context, study.Joining) (study.Membership, error) {
	return study.Membership{}, session.Errors{{Code: study.CodeClosed, Detail: "the study is over"}}
}

func (x *studyOfOne) View(_ context.Context, key string) (study.View, error) {
	if key != "st_ann" {
		return study.View{}, session.Errors{{Code: study.CodeNoPerson, Detail: "nobody has this key"}}
	}
	return study.View{Step: study.InGame, Game: x.game, Seat: "Green"}, nil
}

func (x *studyOfOne) Answer(_ context.Context, key string, _ study.Reply) error {
	_, err := x.View(context.Background(), key)
	return err
}

func (x *studyOfOne) Leave(ctx context.Context, key string) error {
	return x.Answer(ctx, key, study.Reply{})
}

// TestStudy: people of a study need no key of the server. Their own key opens their seat, and
// nothing else. A server without a study has none of the addresses.
func TestStudy(t *testing.T) {
	one := &studyOfOne{}
	s := start(t, withKey, func(o *api.Options) { o.Study = one })
	opened := s.send("POST", "/v1/games", `{"game":{"players":["Red","Green"]},"bots":[{"seat":"Red","timing":"manual"}]}`, "Authorization", "Bearer "+key).is(t, 201)
	one.game = as[struct{ ID string }](t, opened).ID
	const ann, eve = "Bearer st_ann", "Bearer st_eve"
	for _, c := range []struct {
		name, method, path, body, key string
		status                        int
		want                          string
	}{
		{"About", "GET", "", "", "", 200, `"study":"one"`},
		{"Closed", "POST", "/people", `{"agree":true}`, "", 409, "study_closed"},
		{"WrongShape", "POST", "/people", `{"agrees":true}`, "", 422, "did you mean agree"},
		{"View", "GET", "/me", "", ann, 200, `"token":"gt_`},
		{"Answer", "POST", "/me/answers", `{"answers":{"age":7}}`, ann, 200, `"step":"game"`},
		{"Leave", "DELETE", "/me", "", ann, 204, ""},
		{"NoKey", "GET", "/me", "", "", 404, "person_not_found"},
		{"ViewOfNobody", "GET", "/me", "", eve, 404, "person_not_found"},
		{"AnswerOfNobody", "POST", "/me/answers", `{}`, eve, 404, "person_not_found"},
		{"NobodyLeaves", "DELETE", "/me", "", eve, 404, "person_not_found"},
	} {
		s.send(c.method, "/playground/study"+c.path, c.body, "Authorization", c.key).is(t, c.status, c.want)
	}
	view := as[study.View](t, s.send("GET", "/playground/study/me", "", "Authorization", ann))
	token := "Bearer " + view.Token
	s.send("POST", "/v1/games/"+one.game+"/messages", `{"sender":"Green","text":"hi"}`, "Authorization", token).is(t, 202)
	s.send("POST", "/v1/games/"+one.game+"/messages", `{"sender":"Red","text":"hi"}`, "Authorization", token).is(t, 403, "token_scope")
	s.send("GET", "/v1/games", "", "Authorization", ann).is(t, 401)
	none := setup(t)
	for _, r := range []string{"GET ", "POST /people", "GET /me", "DELETE /me", "POST /me/answers"} {
		method, path, _ := strings.Cut(r, " ")
		none.send(method, "/playground/study"+path, "{}").is(t, 404, "route_not_found", "how the server was started")
	}
}
