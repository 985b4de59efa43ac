package gameshow_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

type game struct{ *refereetest.Driver }

func TestScenarios(t *testing.T) {
	t.Parallel()
	refereetest.Scenarios(t)
}

// newShow returns a show of the person Ann and three machines.
func newShow(t *testing.T, options string) game {
	return game{refereetest.New(t, "gameshow", referee.Start{Players: refereetest.Players("Ann Bot Cog Dot"), Machines: []string{"Bot", "Cog", "Dot"}, Options: json.RawMessage(options), Seed: 5})}
}

// ask lets the platform's game master, or a model in its place, say a line.
func (d game) ask(text string) {
	d.Say(&session.MessageReceived{Post: session.Post{Kind: session.FromHost, Sender: "Host", Text: text}})
}

func (d game) rounds() (n int) {
	for _, e := range d.Log {
		if o, ok := e.Data.(*session.ObservationReceived); ok && o.Kind == session.PhaseChanged {
			n++
		}
	}
	return n
}

func TestShowNamesContestantsByShuffledLetters(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("gameshow")
	letterOfAnn := map[string]bool{}
	for seed := range int64(60) {
		deal := sessiontest.Must(rules.Deal(referee.Start{Players: refereetest.Players("Ann Bot Cog Dot"), Machines: []string{"Bot"}, Seed: seed}))(t)
		var ids []string
		for _, p := range deal.Players {
			ids = append(ids, p.ID+p.Name)
		}
		if !slices.Equal(ids, []string{"BB", "CC", "DD", "EE"}) || deal.Roles[deal.Seats["Bot"]] != "ai" || deal.Roles[deal.Seats["Ann"]] != "human" {
			t.Errorf("the deal is %+v", deal)
		}
		letterOfAnn[deal.Seats["Ann"]] = true
	}
	if len(letterOfAnn) != 4 {
		t.Errorf("in 60 shows Ann is only %v", slices.Collect(maps.Keys(letterOfAnn)))
	}
}

func TestShowHasBuiltInQuestionsInTheOrderOfTheSeed(t *testing.T) {
	t.Parallel()
	asked := map[string]bool{}
	d := newShow(t, `{"rounds":20,"answer_ms":10000}`)
	for _, text := range strings.Split(d.Texts(), "\n")[1:] {
		asked[text] = true
	}
	d.Pass(190 * 1000)
	for _, text := range strings.Split(d.Texts(), "\n")[1:] {
		asked[text] = true
	}
	if len(asked) != 20 {
		t.Errorf("20 rounds have %d different questions", len(asked))
	}
}

func TestShowAsksTheModelAndAfterTenSecondsItself(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"host":"model","rounds":2,"answer_ms":30000}`)
	if d.Question != 1 || d.Due != 10*1000 || d.rounds() != 0 {
		t.Fatalf("question %d, due %d, %d rounds", d.Question, d.Due, d.rounds())
	}
	d.Pass(4 * 1000)
	d.ask("What is your first memory?")
	if d.Question != 0 || d.rounds() != 1 || d.Due != 34*1000 {
		t.Fatalf("question %d, due %d, %d rounds", d.Question, d.Due, d.rounds())
	}
	d.ask("Quiet, please.") // is not a question, since none is wanted
	d.Pass(30 * 1000)
	if d.Question != 2 || d.rounds() != 1 {
		t.Fatalf("question %d, %d rounds", d.Question, d.rounds())
	}
	d.Pass(10 * 1000)
	if d.Question != 0 || d.rounds() != 2 {
		t.Errorf("question %d, %d rounds:\n%s", d.Question, d.rounds(), d.Texts())
	}
}

func TestShowHasOneQuestionARound(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"host":"platform","rounds":2}`)
	for range 3 { // the host has not been asked what to do meanwhile
		d.Append(&session.MessageReceived{Post: session.Post{Kind: session.FromHost, Sender: "Host", Text: "One?"}}, false)
	}
	d.Turn()
	d.Pass(60 * 1000)
	if d.rounds() != 1 || d.VotesAsked() != 0 {
		t.Errorf("%d rounds, %d votes", d.rounds(), d.VotesAsked())
	}
}

func TestShowRefuses(t *testing.T) {
	t.Parallel()
	for options, pointer := range map[string]string{
		`{"rounds":0}`:                `/options/rounds`,
		`{"rounds":21}`:               `/options/rounds`,
		`{"questions":["Hm?"," "]}`:   `/options/questions/1`,
		`{"questions":[""]}`:          `/options/questions/0`,
		`{"questions":"Hm?"}`:         `/options/questions`,
		`{"host":"robot"}`:            `/options/host`,
		`{"answer_ms":1}`:             `/options/answer_ms`,
		`{"self_labels":"yes"}`:       `/options/self_labels`,
		`{"self_label":true}`:         `/options/self_label`,
		`{"label_ms":6000000000000}`:  `/options/label_ms`,
		`{"label_ms":60000.5}`:        `/options/label_ms`,
		`[]`:                          `/options`,
		`null`:                        `/options`,
		`{"questions":["a",null]}`:    `/options/questions/1`,
		`{"rounds":3} {"rounds":200}`: `/options`,
	} {
		refereetest.Refuses(t, "gameshow", pointer, referee.Start{Players: refereetest.Players("Red Blue Green"), Options: json.RawMessage(options)})
	}
}
