package prompt_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestQuest checks that the sections about roles and quests can be read back, whatever the names.
func TestQuest(t *testing.T) {
	t.Parallel()
	evil := `Bo", "Cleo: failure`
	v := session.View{
		Dealt:   true,
		Players: []session.Player{{ID: "a", Name: "Ann"}, {ID: "b", Name: evil}, {ID: "c", Name: "Cleo"}},
		Rulings: []session.Ruling{
			{Step: session.StepTeam, By: "b", Players: []string{"a", "b"}},
			{Step: session.StepApproval, Players: []string{"a", "b"}, Answers: map[string]string{"a": "yes", "b": "yes", "c": "no"}, Passed: true},
			{Step: session.StepQuest, Players: []string{"a", "b"}, Fails: 1},
			{Step: session.StepApproval, Players: []string{"c"}, Answers: map[string]string{"a": "no"}},
			{Step: session.StepQuest, Players: []string{"a", "c"}, Passed: true},
			{Step: session.StepQuest, Players: []string{"b", "c"}}, // failed, and nobody has said by how many votes
			{Step: session.StepAssassination, By: "b", Players: []string{"c"}},
		},
		Config: session.Config{
			Game: session.Setting{Rules: "avalon", RoleList: []string{"merlin", "servant", "servant", "assassin"}},
			Bot:  session.Bot{Role: "merlin", KnownRoles: map[string][]string{"b": {"morgana", "assassin"}}},
		},
	}
	p := prompt.Prompt{Task: "x", Sections: append([]prompt.Section{prompt.You(v)}, prompt.Quest(v)...)}
	t.Log(p.Render().System)
	read, err := prompt.Parse(p.Render())
	if err != nil {
		t.Fatal(err)
	}
	name := map[string]string{"a": "Ann", "b": evil, "c": "Cleo", "": ""}
	for i, got := range read.Record() {
		want := v.Rulings[i]
		want.By = name[want.By]
		want.Players = slices.Clone(want.Players)
		for k := range want.Players {
			want.Players[k] = name[want.Players[k]]
		}
		if want.Answers != nil {
			answers := map[string]string{}
			for id, a := range want.Answers {
				answers[name[id]] = a
			}
			want.Answers = answers
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("read %+v, want %+v", got, want)
		}
	}
	if n := len(read.Record()); n != len(v.Rulings) {
		t.Errorf("%d rulings", n)
	}
	if got := read.Roles(); !slices.Equal(got, v.Config.Game.RoleList) || read.Role() != "merlin" {
		t.Errorf("roles %v, role %q", got, read.Role())
	}
	if got := read.KnownRoles(); !maps.EqualFunc(got, map[string][]string{evil: {"morgana", "assassin"}}, slices.Equal) {
		t.Errorf("known %v", got)
	}
	if got := prompt.Quest(session.View{Players: v.Players}); len(got) != 0 {
		t.Errorf("a game without quests has %+v", got)
	}
}

// TestRolesDoNotFollowTheSeats: the bot reads the same, in whatever order the platform lists them.
func TestRolesDoNotFollowTheSeats(t *testing.T) {
	t.Parallel()
	read := func(rules string, list, known []string) string {
		v := session.View{Players: []session.Player{{ID: "a", Name: "Ann"}}}
		v.Config.Game = session.Setting{Rules: rules, RoleList: list}
		v.Config.Bot.KnownRoles = map[string][]string{"a": known}
		return prompt.Prompt{Task: "x", Sections: prompt.Quest(v)}.Render().System
	}
	for rules, list := range map[string][]string{"mafia": {"bystander", "mafia", "bystander", "doctor"}, "avalon": {"assassin", "servant", "merlin", "servant"}} {
		first := read(rules, list, list[:2])
		other := slices.Clone(list)
		slices.Reverse(other)
		if again := read(rules, other, []string{list[1], list[0]}); again != first {
			t.Errorf("the order of the roles of %s shows: %s, but %s", rules, first, again)
		}
	}
}
