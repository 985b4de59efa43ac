package thought_test

import (
	"strings"
	"testing"

	"ringer/engine/game"
)

// questRoles are the roles of a game of six in the order of the seats, as Red sees it. Grey and
// Pink are evil, unless Red is.
var questRoles = map[string][]string{
	"servant": {"servant", "merlin", "percival", "servant", "morgana", "assassin"}, "merlin": {"merlin", "servant", "percival", "servant", "morgana", "assassin"},
	"assassin": {"assassin", "merlin", "percival", "servant", "servant", "morgana"},
}

// questVote returns a session of Red in a quest game, with a vote at a step.
func questVote(t *testing.T, role string, step game.Step, rulings ...game.Ruling) *game.State {
	t.Helper()
	q := map[game.Step]game.VoteRequest{
		game.StepTeam:          {Kind: game.ChooseMany, K: 2, AllowSelf: true},
		game.StepApproval:      {Kind: game.YesNo},
		game.StepQuest:         {Kind: game.ChooseOne, Options: []game.Option{{ID: game.QuestSuccess}, {ID: game.QuestFail, Label: "Fail"}}},
		game.StepAssassination: {Kind: game.ChooseOne},
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

// TestWhatAStepDecides: the prompt says what the vote decides, and what the bot's side wants of it
// (figures 22 and 24 to 26). It never says what the other side wants.
func TestWhatAStepDecides(t *testing.T) {
	t.Parallel()
	good := map[game.Step]string{
		game.StepTeam: "You want nobody evil on the team.", game.StepApproval: "Refuse a team on which you suspect somebody evil", game.StepQuest: "", game.StepAssassination: "",
	}
	evil := map[game.Step]string{
		game.StepTeam: "best only one.", game.StepApproval: "Refuse a team without an evil player", game.StepQuest: "By default you choose fail", game.StepAssassination: "Merlin knew who is evil.",
	}
	for step := range good {
		for role, want := range map[string]string{"servant": good[step], "merlin": good[step], "assassin": evil[step], "": ""} {
			_, a, err := judge(questVote(t, role, step), game.Brief{}, bySkill)
			if err != nil {
				t.Fatal(err)
			}
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
	proposed := func(team ...string) game.Ruling { return game.Ruling{Step: game.StepTeam, By: team[0], Players: team} }
	lost := game.Ruling{Step: game.StepQuest, Players: []string{"id-Blue", "id-Pink"}, Fails: 1}
	refused := game.Ruling{Step: game.StepApproval, Players: []string{"id-Blue", "id-Green"}}
	refuses := game.Ruling{Step: game.StepApproval, Players: []string{"id-Blue", "id-Pink"}, Answers: map[string]string{"id-Blue": "yes", "id-Green": "yes", "id-Leeann": "no", "id-Grey": "yes", "id-Pink": "yes"}, Passed: true}
	for name, x := range map[string]struct {
		role    string
		step    game.Step
		rulings []game.Ruling
		more    string // is likelier than
		less    string
	}{
		"ALeaderTakesItself":               {"servant", game.StepTeam, nil, "id-Red", "id-Blue"},
		"AServantLeavesOutWhoHasFailed":    {"servant", game.StepTeam, []game.Ruling{lost}, "id-Green", "id-Blue"},
		"MerlinLeavesOutWhoIsEvil":         {"merlin", game.StepTeam, nil, "id-Blue", "id-Grey"},
		"AnEvilLeaderLeavesOutItsPartner":  {"assassin", game.StepTeam, nil, "id-Grey", "id-Pink"},
		"AServantApprovesAfterRefusals":    {"servant", game.StepApproval, []game.Ruling{refused, refused, refused, proposed("id-Blue", "id-Green")}, "yes", "no"},
		"AServantRefusesWhoHasFailed":      {"servant", game.StepApproval, []game.Ruling{lost, proposed("id-Blue", "id-Green")}, "no", "yes"},
		"MerlinRefusesEvilPlayers":         {"merlin", game.StepApproval, []game.Ruling{proposed("id-Blue", "id-Pink")}, "no", "yes"},
		"AnEvilPlayerApprovesItsPartner":   {"assassin", game.StepApproval, []game.Ruling{proposed("id-Blue", "id-Pink")}, "yes", "no"},
		"AnEvilPlayerRefusesACleanTeam":    {"assassin", game.StepApproval, []game.Ruling{proposed("id-Blue", "id-Green")}, "no", "yes"},
		"AnEvilPlayerFailsAQuest":          {"assassin", game.StepQuest, nil, "fail", "success"},
		"AGoodPlayerNeverDoes":             {"servant", game.StepQuest, nil, "success", "fail"},
		"MerlinRefusedATeamWithEvilOnIt":   {"assassin", game.StepAssassination, []game.Ruling{refuses}, "id-Leeann", "id-Green"},
		"TheAssassinDoesNotNameItsPartner": {"assassin", game.StepAssassination, nil, "id-Green", "id-Pink"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, _, err := judge(questVote(t, x.role, x.step, x.rulings...), game.Brief{}, bySkill)
			if err != nil {
				t.Fatal(err)
			}
			if j.Probabilities[x.more] <= j.Probabilities[x.less] {
				t.Errorf("%v", j.Probabilities)
			}
			if x.step == game.StepQuest && x.role == "servant" && j.Probabilities["fail"] > 0 {
				t.Errorf("a good player fails the quest: %v", j.Probabilities)
			}
			for id, p := range j.Probabilities {
				if !(p >= 0 && p <= 1) {
					t.Errorf("%s: %v", id, p)
				}
			}
		})
	}
	t.Run("OtherGamesAreNotItsBusiness", func(t *testing.T) {
		t.Parallel()
		s := questVote(t, "servant", game.StepApproval, lost, proposed("id-Blue", "id-Pink"))
		s.Config.Game.RoleList = nil
		j, _, err := judge(s, game.Brief{}, bySkill)
		if err != nil || j.Probabilities["yes"] != 0.55 {
			t.Errorf("%v, %v", j.Probabilities, err)
		}
	})
}
