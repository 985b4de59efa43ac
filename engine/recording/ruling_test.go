package recording

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// questGames returns the recorded quest games of the tests: Avalon, and The Resistance.
func questGames(t *testing.T) (avalon, plain *Game) {
	t.Helper()
	games := sessiontest.Must(Load("testdata/quests.jsonl"))(t)
	return &games[0], &games[1]
}

func TestRulings(t *testing.T) {
	t.Parallel()
	avalon, plain := questGames(t)
	for g, want := range map[*Game]string{
		avalon: `team Cleo: Cleo Ben
approval true map[Ann:no Ben:yes Cleo:yes Dan:yes Eve:yes Finn:yes]
quest true 0
team Dan: Dan Eve Ben
team Dan: Dan Cleo Finn
approval false map[Ann:no Ben:no Cleo:yes Dan:yes Eve:no Finn:yes]
team Eve: Eve Cleo Finn
approval true map[Ann:no Ben:yes Cleo:yes Dan:yes Eve:yes Finn:yes]
quest false 1
team Finn: Finn Cleo Dan Ann
approval true map[Ann:yes Ben:no Cleo:yes Dan:yes Eve:no Finn:yes]
quest true 0
team Ann: Ann Cleo Dan
approval true map[Ann:yes Ben:no Cleo:yes Dan:yes Eve:no Finn:yes]
quest true 0
assassination Ben: Ann true
evil has won
`,
		plain: `team Kim: Kim Lou
approval true map[Kim:yes Lou:yes Max:no Noa:yes Oz:no]
quest false 1
team Lou: Lou Noa Oz
approval false map[Kim:no Lou:yes Max:no Noa:yes Oz:no]
team Max: Max Oz Kim
approval true map[Kim:yes Lou:no Max:yes Noa:no Oz:yes]
quest true 0
team Noa: Max Oz
approval true map[Kim:yes Lou:no Max:yes Noa:yes Oz:yes]
quest true 0
team Oz: Max Oz Kim
approval true map[Kim:yes Lou:no Max:yes Noa:no Oz:yes]
quest true 0
good has won
`} {
		got := ""
		for _, r := range g.Rulings() {
			what := map[session.Step]string{
				session.StepTeam: fmt.Sprintf(" %s: %s", r.By, strings.Join(r.Players, " ")), session.StepApproval: fmt.Sprintf(" %v %v", r.Passed, r.Answers),
				session.StepQuest: fmt.Sprintf(" %v %d", r.Passed, r.Fails), session.StepAssassination: fmt.Sprintf(" %s: %s %v", r.By, strings.Join(r.Players, " "), r.Passed),
			}
			got += string(r.Step) + what[r.Step] + "\n"
		}
		if got += string(g.QuestWinner()) + " has won\n"; got != want {
			t.Errorf("%s:\n%s", g.ID, got)
		}
	}
}

// TestQuestsOfSevenFailByTwo: the fourth quest of seven players has failed by two votes at least.
func TestQuestsOfSevenFailByTwo(t *testing.T) {
	t.Parallel()
	g, _ := questGames(t)
	g.Players = append(g.Players, Player{Name: "Gus", Role: "minion"})
	for i := range g.Messages {
		g.Messages[i].Text = strings.Replace(g.Messages[i].Text, "quest succeeded!", "quest failed!", 1)
	}
	fails := ""
	for _, r := range g.Rulings() {
		if r.Step == session.StepQuest {
			fails += fmt.Sprint(r.Fails)
		}
	}
	if fails != "1112" {
		t.Errorf("the quests have %s fails", fails)
	}
}

// TestQuestConfig: a session of a quest game knows what the referee tells its seat.
func TestQuestConfig(t *testing.T) {
	t.Parallel()
	avalon, plain := questGames(t)
	for name, x := range map[string]struct {
		game       *Game
		seat, want string
	}{
		"Percival": {avalon, "Dan", `{"seat":"Dan","role":"percival","private_info":"You are Percival. Of Ann and Eve one is Merlin and one is Morgana. You do not know which.",` +
			`"known_roles":{"Ann":["merlin","morgana"],"Eve":["merlin","morgana"]},"conceal":["percival"]} avalon [merlin percival servant servant morgana assassin] false`},
		"Minion": {plain, "Lou", `{"seat":"Lou","role":"minion","private_info":"You are a minion. You are evil. The other evil player whom you know is Noa (a minion).",` +
			`"allies":["Noa"],"known_roles":{"Noa":["minion"]},"conceal":["minion"]} avalon [servant servant servant minion minion] true`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seat, _ := x.game.SeatFor(x.seat)
			p := Play{x.game, seat, &strategy.Variant{Strategy: "scheduler"}}
			c := p.Config(1, 0, "")
			b := sessiontest.Must(json.Marshal(c.Bot))(t)
			if got := fmt.Sprintf("%s %s %v %v", b, c.Game.Rules, c.Game.RoleList, c.Game.RulesText != ""); got != x.want || c.Game.Phases != nil {
				t.Errorf("the session has\n%s", got)
			}
		})
	}
}
