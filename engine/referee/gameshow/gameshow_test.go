package gameshow_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// game is a game of a test.
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

// rounds counts the rounds that have begun.
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

func TestShowAsksTheGivenQuestionsInOrder(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"questions":["One?","Two?"],"answer_ms":20000}`)
	if !strings.HasSuffix(d.Texts(), "One?") || d.rounds() != 1 || d.Due != 20*1000 {
		t.Errorf("%d rounds, due %d:\n%s", d.rounds(), d.Due, d.Texts())
	}
	d.Pass(20 * 1000)
	if !strings.HasSuffix(d.Texts(), "Two?") || d.rounds() != 2 {
		t.Errorf("%d rounds:\n%s", d.rounds(), d.Texts())
	}
	d.Pass(20 * 1000)
	if q := d.Asked(); q.Kind != session.LabelEach || len(q.Seats) != 4 || q.AllowSelf || d.Now != 40*1000 {
		t.Errorf("at %d the vote is %+v", d.Now, q)
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

func TestShowTakesThePlatformsLinesAsQuestions(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"host":"platform","rounds":3,"answer_ms":30000}`)
	d.Pass(5 * 1000)
	d.ask("One?")
	d.Pass(5 * 1000)
	d.ask("Two?") // ends the first round
	if d.rounds() != 2 || d.Due != 40*1000 {
		t.Fatalf("%d rounds, due %d", d.rounds(), d.Due)
	}
	d.Pass(59 * 1000)
	if d.rounds() != 2 {
		t.Fatalf("%d rounds: the host still has time to ask", d.rounds())
	}
	d.Pass(1000)
	if d.rounds() != 3 {
		t.Fatalf("%d rounds: the rules must ask for a silent host", d.rounds())
	}
	d.ask("Four?")
	d.Pass(30 * 1000)
	if d.VotesAsked() != 1 || d.rounds() != 3 {
		t.Errorf("%d votes, %d rounds: the last round ends by the clock", d.VotesAsked(), d.rounds())
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

// letterOf holds the letters of the contestants of the worked example. A is none: it is a word.
var letterOf = map[string]string{"A": "B", "B": "C", "C": "D", "D": "E"}

// TestShowScoresTheWorkedExample plays the worked example of the moderator's text.
func TestShowScoresTheWorkedExample(t *testing.T) {
	t.Parallel()
	for self, want := range map[bool]map[string]int{true: {"B": 5, "C": -1, "D": 2, "E": 5}, false: {"B": 4, "C": -1, "D": 2, "E": 4}} {
		d := &refereetest.Driver{T: t, Rules: "gameshow", Start: referee.Start{Players: refereetest.Players("Ann Bot Cog Dot"), Machines: []string{"Bot", "Cog", "Dot"}}}
		d.Start.Options = json.RawMessage(fmt.Sprintf(`{"rounds":1,"self_labels":%v}`, self))
		for d.Deal.Seats["Ann"] != "B" {
			d.Start.Seed++
			d.Log = nil
			d.Begin()
		}
		d.Pass(60 * 1000)
		for seat, given := range labelsOfExample {
			labels := map[string]string{}
			for of, label := range given {
				labels[letterOf[of]] = label
			}
			d.Vote(letterOf[seat], session.Answer{Labels: labels})
		}
		if r := d.Referee.Result(); !maps.Equal(r.Scores, want) || !slices.Equal(r.Winners, []string{"B", "E"}) || !r.Over {
			t.Errorf("with self labels %v the result is %+v", self, r)
		}
	}
}

func TestShowLabelsSayWhatTheyMeanForSuspicion(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"rounds":1,"self_labels":true}`)
	d.Pass(60 * 1000)
	q := d.Asked()
	about := map[string]session.About{}
	for _, l := range q.Labels {
		about[l.ID] = l.About
	}
	if want := map[string]session.About{"human": session.Trust, "ai": session.Suspicion, "unsure": session.Other}; !maps.Equal(about, want) || !q.AllowSelf {
		t.Errorf("the labels are %v", about)
	}
}

func TestShowScoresOnlyWhoIsThereAtTheEnd(t *testing.T) {
	t.Parallel()
	d := newShow(t, `{"rounds":1}`)
	d.Leave("E")
	d.Finish()
	if r := d.Referee.Result(); len(r.Scores) != 3 || r.Scores["B"] != 2 {
		t.Errorf("the scores are %v", r.Scores)
	}
}

func TestShowRefuses(t *testing.T) {
	t.Parallel()
	rules, _ := referee.Find("gameshow")
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
		_, err := rules.Deal(referee.Start{Players: refereetest.Players("Red Blue Green"), Options: json.RawMessage(options)})
		if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Pointer != pointer {
			t.Errorf("%s: %v", options, err)
		}
	}
}
