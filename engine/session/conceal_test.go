package session

import (
	"testing"

	"ringer/engine/mouth"
)

// quest returns a state of a quest game in which the bot, Red, has a role and knows two others.
func quest(role string, known map[string][]string) *State {
	s := NewState("ses_test")
	s.Roster = Roster{
		Seat: "red", Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
		Channels: []Channel{{ID: "den", Members: []string{"red", "blue"}}}, Phases: []Phase{{ID: "day"}, {ID: "night", Channel: "den"}}, Phase: "day",
	}
	s.Config = Config{
		Bot:  Bot{Seat: "red", Role: role, KnownRoles: known, Conceal: []string{role}, Allies: []string{"blue"}},
		Game: Setting{Players: s.Roster.Players, Aims: []Aim{{Role: "merlin", Side: Good}, {Role: "percival", Side: Good}, {Role: "morgana", Side: Evil}, {Role: "assassin", Side: Evil}}},
	}
	s.Config.Game.Players, s.Config.Limits.MaxChars = s.Roster.Players, 250
	return s
}

// TestConcealment checks what a bot may write that conceals its role.
func TestConcealment(t *testing.T) {
	t.Parallel()
	merlin := quest("merlin", map[string][]string{"green": {"morgana", "assassin"}})
	percival := quest("percival", map[string][]string{"blue": {"merlin", "morgana"}, "green": {"merlin", "morgana"}})
	assassin := quest("assassin", map[string][]string{"blue": {"morgana"}})
	open := quest("merlin", map[string][]string{"green": {"morgana", "assassin"}})
	open.Config.Bot.Conceal = nil
	night := quest("assassin", map[string][]string{"blue": {"morgana"}})
	night.Roster.Phase = "night"
	alone := quest("assassin", map[string][]string{"blue": {"morgana"}})
	alone.Roster.Phase, alone.Roster.Channels[0].Members = "night", []string{"red"}
	seer := quest("seer", nil)
	seer.Config.Bot.Conceal, seer.Config.Game.Aims, seer.Config.Game.Rules = nil, nil, "werewolf"
	hidden := quest("seer", nil)
	hidden.Config.Bot.Conceal, hidden.Config.Game.Aims = nil, []Aim{{Role: "seer", Side: Good}}
	for _, c := range []struct {
		name string
		s    *State
		text string
		rule string
	}{
		{"ASeerOfWerewolfComesOut", seer, "i am the seer, i checked green last night", ""},
		{"ASeerOfAnotherGame", hidden, "i am the seer, i checked green last night", mouth.RuleRole},
		{"TheRole", merlin, "i am merlin", mouth.RuleConceal},
		{"CertainKnowledge", merlin, "i know for a fact that green is evil", mouth.RuleConceal},
		{"Suspicion", merlin, "i think green is evil", ""},
		{"KnowledgeThatTheRoleDoesNotGive", merlin, "i know for a fact that blue is evil", ""},
		{"OneOfTwo", percival, "either blue or green is merlin", mouth.RuleConceal},
		{"ASideThatIsNotKnown", percival, "i know for a fact that green is evil", ""},
		{"ThePartner", assassin, "my partner blue", mouth.RuleConceal},
		{"TheSide", assassin, "im evil", mouth.RuleConceal},
		{"ALie", assassin, "i am merlin", ""},
		{"ThePartnerAmongAllies", night, "my partner blue, im the assassin", ""},
		{"ThePartnerWhenNobodyReads", alone, "my partner blue, im the assassin", mouth.RuleConceal},
		{"ABotThatConcealsNothing", open, "i know for a fact that green is evil", ""},
		{"TheRoleOfABotThatConcealsNothing", open, "i am merlin", mouth.RuleRole},
	} {
		if _, rule := (&decider{s: c.s}).room().Pass(c.text); rule != c.rule {
			t.Errorf("%s: %q: rule %q, want %q", c.name, c.text, rule, c.rule)
		}
	}
}
