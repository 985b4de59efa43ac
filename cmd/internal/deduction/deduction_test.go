package deduction

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ringer/engine/deduction"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// players are one game of Avalon and one of The Resistance.
var players = map[string][]string{
	"avalon":     {"merlin", "percival", "servant", "servant", "morgana", "assassin"},
	"resistance": {"servant", "servant", "servant", "servant", "minion", "minion"},
}

var names = []string{"Ann", "Bo", "Cy", "Di", "Ed", "Flo"}

// lines are what the game masters of the two data sets say about the same game.
var lines = map[string][]string{
	"avalon": {
		"game started!", "Ann proposed a party: Ann, Ed", "Ann proposed a party: Ann, Bo",
		"party vote outcome: Ann: yes, Bo: yes, Cy: yes, Di: yes, Ed: no, Flo: no", "vote succeeded! initiating quest vote!", "quest succeeded!",
		"Bo proposed a party: Bo, Ed, Flo",
		"party vote outcome: Ann: no, Bo: yes, Cy: no, Di: no, Ed: yes, Flo: yes", "vote failed!", "### proposed a party: Ann, Bo",
		"Cy proposed a party: Bo, Cy, Ed",
		"party vote outcome: Ann: no, Bo: yes, Cy: yes, Di: no, Ed: yes, Flo: yes", "vote succeeded! initiating quest vote!", "quest failed!",
	},
	"resistance": {
		"All players have joined. The game is starting!", "Ann proposed a party: Ann, Ed", "Ann proposed a party: Ann, Bo",
		"Ann initiated a party vote.", "Party vote summary: Flo: no, Ann: yes, Bo: yes, Cy: yes, Di: yes, Ed: no", "The party has been approved!",
		"Voting for the quest has started...", "The quest has succeeded!",
		"Bo proposed a party: Bo, Ed, Flo",
		"Party vote summary: Ann: no, Bo: yes, Cy: no, Di: no, Ed: yes, Flo: yes", "The party has been rejected!",
		"Cy proposed a party: Bo, Cy, Ed",
		"Party vote summary: Ann: no, Bo: yes, Cy: yes, Di: no, Ed: yes, Flo: yes", "The party has been approved!", "The quest has failed!",
	},
}

func file(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, rules := range []string{"avalon", "resistance", "avalon", "resistance"} {
		g := map[string]any{"game_id": rules, "rules": rules}
		var seats, said []map[string]string
		for i, name := range names {
			seats = append(seats, map[string]string{"name": name, "role": players[rules][i]})
		}
		for _, text := range lines[rules] {
			said = append(said, map[string]string{"kind": string(session.FromGamemaster), "text": text})
		}
		said = append(said, map[string]string{"kind": string(session.FromPlayer), "sender": "Ann", "text": "quest failed!"})
		g["players"], g["messages"] = seats, said
		if rules == "avalon" {
			g["beliefs"] = []recording.Belief{
				{Player: "Cy", About: "Ed", Role: "morgana", Quest: 2}, {Player: "Cy", About: "Flo", Role: "minion", Quest: 6}, {Player: "Cy", About: "Cy", Role: "good", Quest: 1},
				{Player: "Cy", About: "Di", Role: "undecided", Quest: 2}, {Player: "Ed", About: "Ann", Role: "servant", Quest: 1},
			}
		}
		line := sessiontest.Must(json.Marshal(g))(t)
		all.Write(append(line, '\n'))
	}
	name := filepath.Join(t.TempDir(), "games.jsonl")
	sessiontest.NoError(t, os.WriteFile(name, []byte(all.String()), 0o600))
	return name
}

// Both game masters tell the same rulings. The last proposal before a vote counts.
func TestCourse(t *testing.T) {
	t.Parallel()
	recordings := sessiontest.Must(load([]string{file(t)}))(t)
	avalon, resistance := course(&recordings[0]), course(&recordings[1])
	if !reflect.DeepEqual(avalon.Rulings, resistance.Rulings) {
		t.Errorf("avalon %+v\nresistance %+v", avalon.Rulings, resistance.Rulings)
	}
	want := []session.Ruling{
		{Step: session.StepTeam, By: "Ann", Players: []string{"Ann", "Bo"}},
		{Step: session.StepApproval, Players: []string{"Ann", "Bo"}, Passed: true, Answers: map[string]string{"Ann": "yes", "Bo": "yes", "Cy": "yes", "Di": "yes", "Ed": "no", "Flo": "no"}},
		{Step: session.StepQuest, Players: []string{"Ann", "Bo"}, Passed: true},
	}
	if !reflect.DeepEqual(avalon.Rulings[:3], want) {
		t.Errorf("first quest %+v\nwant %+v", avalon.Rulings[:3], want)
	}
	if r := avalon.Rulings[4]; r.Passed {
		t.Error("three of six are no majority")
	}
	if last := avalon.Rulings[len(avalon.Rulings)-1]; last.Step != session.StepQuest || last.Passed {
		t.Errorf("last ruling %+v", last)
	}
}

func TestView(t *testing.T) {
	t.Parallel()
	g := deduction.Game{Seats: names, Roles: map[string]string{}}
	for i, name := range names {
		g.Roles[name] = players["avalon"][i]
	}
	evil, pair := []string{"morgana", "assassin", "minion"}, []string{"merlin", "morgana"}
	for me, want := range map[string]map[string][]string{
		"Ann": {"Ed": evil, "Flo": evil},
		"Bo":  {"Ann": pair, "Ed": pair},
		"Cy":  {},
		"Ed":  {"Flo": {"assassin"}},
	} {
		if got := view(&g, me, nil).Known; !reflect.DeepEqual(got, want) {
			t.Errorf("%s knows %v, want %v", me, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	recordings := sessiontest.Must(load([]string{file(t)}))(t)
	j := sessiontest.Must(judge(recordings))(t)
	// Two games, two quests, three players who do not know the sides, five others.
	if n := j.rows[key{"avalon", "quests", false, "all"}].pairs; n != 60 {
		t.Errorf("%d pairs at the ends of quests, want 60", n)
	}
	if n := j.rows[key{"avalon", "end", true, "facts"}].pairs; n != 30 {
		t.Errorf("%d pairs at the end, want 30", n)
	}
	// Cy took Ed for Morgana and Flo for a minion, and both are evil. Ed took Merlin for a servant.
	if got, want := *j.people[false], (people{4, 2, 4}); got != want {
		t.Errorf("people who do not know the sides: %+v, want %+v", got, want)
	}
	if got, want := *j.people[true], (people{2, 0, 2}); got != want {
		t.Errorf("evil people: %+v, want %+v", got, want)
	}
	if j.games != 2 || j.won != 0 {
		t.Errorf("%d assassins, %d games won by good", j.games, j.won)
	}
}

func TestReports(t *testing.T) {
	t.Parallel()
	name := file(t)
	var out strings.Builder
	sessiontest.NoError(t, Check(&out, []string{name}))
	sessiontest.Contains(t, out.String(), "avalon, as seen by Merlin and evil players", "beliefs   people", "0.8 – 1.0", "The assassin names Merlin in")
	out.Reset()
	sessiontest.NoError(t, Fit(&out, []string{name}))
	var w deduction.Weights
	if err := json.Unmarshal([]byte(out.String()), &w); err != nil || w.Fail["later"] <= 0 {
		t.Errorf("weights %+v: %v", w, err)
	}
	if err := Check(&out, []string{name + "x"}); err == nil {
		t.Error("a file that is not there passes")
	}
}
