package sim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
)

// avalonSetup is a game of Avalon of a seed: 5 to 10 players, up to three of them people.
func avalonSetup(seed int64) gameSetup {
	players := 5 + int(seed)%6
	options := `"talk_ms":60000`
	if seed%3 == 1 {
		options = `"discussion":"in_turn","turn_ms":15000,"leader_votes":false`
	}
	if players == 10 {
		options += `,"mordred":true,"oberon":true`
	} else if players >= 7 && seed%2 == 0 {
		options += `,"oberon":true`
	}
	return gameSetup{rules: "avalon", players: players, people: int(seed+seed/6) % 4, floor: []session.FloorMode{session.FloorFree, session.FloorModerated}[seed/2%2], change: func(c *session.GameConfig) {
		c.RulesOptions = json.RawMessage("{" + options + "}")
	}}
}

// TestSecretsOfAvalon: in whole games of Avalon, no prompt, no event of a bot's log and nothing
// that a seat may see of the game's log has what the seat may not know: what other bots were told,
// the talk of the evil players, and who chose what on a quest. The result hides this as long as the
// game goes on.
func TestSecretsOfAvalon(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	var sum secrets
	evil := []string{"Ann", "Cleo"} // people who never vote, and so fail no quest
	hidden := 0
	for seed := range *games / 5 {
		models := &overseer{Models: offline.New(strategies.Skills())}
		g, err := openGame(strategies, seed, gameSetup{rules: "avalon", players: 6, models: models, change: func(c *session.GameConfig) {
			c.Bots = slices.DeleteFunc(c.Bots, func(b session.GameBot) bool { return slices.Contains(evil, b.Seat) })
			confide(c)
			c.RulesOptions = json.RawMessage(`{"talk_ms":20000,"refusals":0}`)
			c.Roles = map[string]string{"Ann": "assassin", "Bob": "servant", "Cleo": "morgana", "Dan": "merlin", "Eve": "percival", "Finn": "servant"}
		}})
		if err != nil {
			t.Fatal(err)
		}
		models.sim = g.Sim
		g.confess()
		for at := time.Minute; at < 20*time.Minute; at += 20 * time.Second {
			g.At(sim.Epoch().Add(at), func() error { return g.hidesQuests(t, &hidden) })
		}
		log := sessiontest.Must(g.play(3 * time.Hour))(t)
		s := knowing('a', evil...)
		s.searchGame(t, models, g.id)
		for seat, own := range g.sessions(t, log) {
			s.leaks = append(s.leaks, votesOfOthers(seat, own)...)
		}
		s.complain(t)
		sum.add(&s)
	}
	t.Logf("searched %d prompts, %d events of bots, %d events as seats see them; canaries where they may be: %d of the end, %d of the talk, %d of one seat; %d votes that the result hides",
		sum.prompts, sum.events, sum.shown, sum.rightly['a'], sum.rightly['d'], sum.rightly['o'], hidden)
	if sum.prompts == 0 || sum.rightly['a'] == 0 || sum.rightly['d'] == 0 || sum.rightly['o'] == 0 || hidden == 0 {
		t.Error("the search finds nothing at all")
	}
}

// hidesQuests checks that a result hides the answers to quests until the end. It counts the votes.
func (g *playedGame) hidesQuests(t *testing.T, hidden *int) error {
	r, err := g.GameResult(context.Background(), g.id)
	if err != nil {
		return err
	}
	answers := 0
	for _, v := range r.Votes {
		if v.Step == session.StepQuest && r.Reason == "" {
			*hidden++
			answers += len(v.Casts) + len(v.Tally)
		}
	}
	for _, b := range r.Ballots {
		if strings.HasPrefix(b.Vote, "quest-") && r.Reason == "" {
			answers += len(b.Answers) + len(b.Tally)
		} else if strings.HasPrefix(b.Vote, "quest-") && len(b.Answers)+len(b.Silent) == 0 {
			t.Errorf("the result of a game that is over hides %s", b.Vote)
		}
	}
	if answers > 0 {
		t.Errorf("the result shows %d answers to quests", answers)
	}
	return nil
}

// votesOfOthers returns what a bot's log says of votes of others, except for rulings on teams.
func votesOfOthers(seat string, own []session.Event) (leaks []string) {
	for _, e := range own {
		switch p := e.Data.(type) {
		case *session.VoteReceived:
			leaks = append(leaks, fmt.Sprintf("%s gets the vote of %s", seat, p.Seat))
		case *session.VoteCast:
			if p.Seat != "" {
				leaks = append(leaks, fmt.Sprintf("%s gets the vote of %s", seat, p.Seat))
			}
		case *session.ObservationReceived:
			if p.Kind == session.RulingMade && p.Ruling.Step == session.StepQuest && len(p.Ruling.Answers) > 0 {
				leaks = append(leaks, fmt.Sprintf("%s learns %v", seat, p.Ruling.Answers))
			}
		}
	}
	return leaks
}

// TestAGoodPersonCannotFailAQuest: the desk refuses it with a reason, and takes it from an evil
// person. It also refuses rulings of the platform, which are the referee's.
func TestAGoodPersonCannotFailAQuest(t *testing.T) {
	t.Parallel()
	g, err := openGame(registry(t), 1, gameSetup{rules: "avalon", players: 5, change: func(c *session.GameConfig) {
		c.Bots = nil
		c.Roles = map[string]string{"Ann": "merlin", "Bob": "percival", "Cleo": "servant", "Dan": "morgana", "Eve": "assassin"}
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	cast := func(vote, seat string, a session.Answer) error {
		_, err := g.CastGame(ctx, g.id, vote, desk.GameCast{Seat: seat, Answer: a})
		return err
	}
	run := func(d time.Duration) *game.State {
		sessiontest.NoError(t, g.Run(g.Now().Add(d)))
		return sessiontest.Must(g.GameState(ctx, g.id))(t)
	}
	team, _ := run(time.Second).Vote("team-1-1")
	sessiontest.NoError(t, cast(team.ID, team.Seats[0], session.Answer{Options: []string{"Ann", "Eve"}}))
	if _, ok := run(125 * time.Second).Vote("approval-1-1"); !ok {
		t.Fatal("nobody is asked about the team")
	}
	for _, p := range g.LiveGame(g.id).State.Roster.Players {
		sessiontest.NoError(t, cast("approval-1-1", p.ID, session.Answer{Option: session.Yes}))
	}
	run(time.Second)
	fail := session.Answer{Option: session.QuestFail}
	if code, at := codeOf(cast("quest-1", "Ann", fail)); code != session.CodeInvalidValue || at != "/answer/option" {
		t.Errorf("Merlin fails a quest: %s %s", code, at)
	}
	if err := cast("quest-1", "Ann", session.Answer{Option: session.QuestSuccess}); err != nil {
		t.Errorf("Merlin lets it succeed: %v", err)
	}
	if err := cast("quest-1", "Eve", fail); err != nil {
		t.Errorf("the assassin fails a quest: %v", err)
	}
	ruling := session.Observation{Kind: session.RulingMade, Ruling: &session.Ruling{Step: session.StepQuest, Players: []string{"Ann"}, Passed: true}}
	_, err = g.Games.Observe(ctx, g.id, desk.GameObservation{Observation: ruling})
	if code, at := codeOf(err); code != session.CodeHosted || at != "/kind" {
		t.Errorf("the platform makes a ruling: %s %s", code, at)
	}
	rulings := 0
	run(time.Second)
	for _, e := range sessiontest.Must(g.Log(g.id))(t) {
		if o, ok := e.Data.(*session.ObservationReceived); ok && o.Kind == session.RulingMade && o.Ruling.Fails == 1 && !o.Ruling.Passed {
			rulings++
		}
	}
	if rulings != 1 {
		t.Errorf("%d quests have failed by one vote", rulings)
	}
}
