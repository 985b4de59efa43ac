package thought_test

import (
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// questRoles are the roles of six as Red sees it. Grey and Pink are evil, unless Red is.
var questRoles = map[string][]string{
	"servant": {"servant", "merlin", "percival", "servant", "morgana", "assassin"}, "merlin": {"merlin", "servant", "percival", "servant", "morgana", "assassin"},
	"assassin": {"assassin", "merlin", "percival", "servant", "servant", "morgana"},
}

func questVote(t *testing.T, role string, step session.Step, rulings ...session.Ruling) *session.State {
	t.Helper()
	q := map[session.Step]session.VoteRequest{
		session.StepTeam:          {Kind: session.ChooseMany, K: 2, AllowSelf: true},
		session.StepApproval:      {Kind: session.YesNo},
		session.StepQuest:         {Kind: session.ChooseOne, Options: []session.Option{{ID: session.QuestSuccess}, {ID: session.QuestFail, Label: "Fail"}}},
		session.StepAssassination: {Kind: session.ChooseOne},
	}[step]
	q.Step, q.Question = step, "What do you choose?"
	s := voteSession(t, 1, q, []string{"Blue", "Green", "Leeann", "Grey", "Pink"})
	s.Config.Game.Rules, s.Config.Bot.Role, s.Config.Game.RoleList, s.Rulings = "avalon", role, questRoles[role], rulings
	if role != "servant" {
		s.Config.Bot.KnownRoles = map[string][]string{"id-Pink": {"morgana", "assassin"}}
	}
	if role == "merlin" {
		s.Config.Bot.KnownRoles["id-Grey"] = []string{"morgana", "assassin"}
	}
	return s
}

// TestWhatAStepDecides: the prompt says what the bot's side wants, and not the other's.
func TestWhatAStepDecides(t *testing.T) {
	t.Parallel()
	good := map[session.Step]string{
		session.StepTeam: "You want nobody evil on the team.", session.StepApproval: "Refuse a team on which you suspect somebody evil", session.StepQuest: "", session.StepAssassination: "",
	}
	evil := map[session.Step]string{
		session.StepTeam: "best only one.", session.StepApproval: "Refuse a team without an evil player", session.StepQuest: "By default you choose fail", session.StepAssassination: "Merlin knew who is evil.",
	}
	for step := range good {
		for role, want := range map[string]string{"servant": good[step], "merlin": good[step], "assassin": evil[step], "": ""} {
			_, a, err := judge(questVote(t, role, step), session.Brief{}, bySkill)
			sessiontest.NoError(t, err)
			terms := a.read.Text("the vote")
			if !strings.HasPrefix(terms, "This decides ") || !strings.Contains(terms, want) {
				t.Errorf("%s of %q: %s", step, role, terms)
			}
			for _, other := range []string{good[step], evil[step]} {
				if other != want && other != "" && strings.Contains(terms, other) {
					t.Errorf("%s of %q says what the others want: %s", step, role, terms)
				}
			}
		}
	}
}

// TestTheOfflinePlayerVotesInQuests: by what everybody did, and by what its role knows.
func TestTheOfflinePlayerVotesInQuests(t *testing.T) {
	t.Parallel()
	proposed := func(team ...string) session.Ruling {
		return session.Ruling{Step: session.StepTeam, By: team[0], Players: team}
	}
	lost := session.Ruling{Step: session.StepQuest, Players: []string{"id-Blue", "id-Pink"}, Fails: 1}
	refused := session.Ruling{Step: session.StepApproval, Players: []string{"id-Blue", "id-Green"}}
	refuses := session.Ruling{Step: session.StepApproval, Players: []string{"id-Blue", "id-Pink"}, Answers: map[string]string{"id-Blue": "yes", "id-Green": "yes", "id-Leeann": "no", "id-Grey": "yes", "id-Pink": "yes"}, Passed: true}
	for name, x := range map[string]struct {
		role    string
		step    session.Step
		rulings []session.Ruling
		more    string // is likelier than
		less    string
	}{
		"ALeaderTakesItself":               {"servant", session.StepTeam, nil, "id-Red", "id-Blue"},
		"AServantLeavesOutWhoHasFailed":    {"servant", session.StepTeam, []session.Ruling{lost}, "id-Green", "id-Blue"},
		"MerlinLeavesOutWhoIsEvil":         {"merlin", session.StepTeam, nil, "id-Blue", "id-Grey"},
		"AnEvilLeaderLeavesOutItsPartner":  {"assassin", session.StepTeam, nil, "id-Grey", "id-Pink"},
		"AServantApprovesAfterRefusals":    {"servant", session.StepApproval, []session.Ruling{refused, refused, refused, proposed("id-Blue", "id-Green")}, "yes", "no"},
		"AServantRefusesWhoHasFailed":      {"servant", session.StepApproval, []session.Ruling{lost, proposed("id-Blue", "id-Green")}, "no", "yes"},
		"MerlinRefusesEvilPlayers":         {"merlin", session.StepApproval, []session.Ruling{proposed("id-Blue", "id-Pink")}, "no", "yes"},
		"AnEvilPlayerApprovesItsPartner":   {"assassin", session.StepApproval, []session.Ruling{proposed("id-Blue", "id-Pink")}, "yes", "no"},
		"AnEvilPlayerRefusesACleanTeam":    {"assassin", session.StepApproval, []session.Ruling{proposed("id-Blue", "id-Green")}, "no", "yes"},
		"AnEvilPlayerFailsAQuest":          {"assassin", session.StepQuest, nil, "fail", "success"},
		"AGoodPlayerNeverDoes":             {"servant", session.StepQuest, nil, "success", "fail"},
		"MerlinRefusedATeamWithEvilOnIt":   {"assassin", session.StepAssassination, []session.Ruling{refuses}, "id-Leeann", "id-Green"},
		"TheAssassinDoesNotNameItsPartner": {"assassin", session.StepAssassination, nil, "id-Green", "id-Pink"},
	} {
		t.Run(name, func(t *testing.T) {
			j, _, err := judge(questVote(t, x.role, x.step, x.rulings...), session.Brief{}, bySkill)
			sessiontest.NoError(t, err)
			if j.Probabilities[x.more] <= j.Probabilities[x.less] {
				t.Errorf("%v", j.Probabilities)
			}
			if x.step == session.StepQuest && x.role == "servant" && j.Probabilities["fail"] > 0 {
				t.Errorf("a good player fails the quest: %v", j.Probabilities)
			}
			for id, p := range j.Probabilities {
				if !(p >= 0 && p <= 1) {
					t.Errorf("%s: %v", id, p)
				}
			}
		})
	}
	t.Run("NobodyGoodRefusesTheLastTeam", func(t *testing.T) {
		s := questVote(t, "merlin", session.StepApproval, proposed("id-Blue", "id-Pink"))
		s.Config.Game.RulesOptions = []byte(`{"refusals":1}`)
		j, _, err := judge(s, session.Brief{}, bySkill)
		if err != nil || j.Probabilities["yes"] <= 0.5 {
			t.Errorf("%v, %v", j.Probabilities, err)
		}
	})
	t.Run("OtherGamesAreNotItsBusiness", func(t *testing.T) {
		s := questVote(t, "servant", session.StepApproval, lost, proposed("id-Blue", "id-Pink"))
		s.Config.Game.RoleList = nil
		j, _, err := judge(s, session.Brief{}, bySkill)
		if err != nil || j.Probabilities["yes"] != 0.55 {
			t.Errorf("%v, %v", j.Probabilities, err)
		}
	})
}
