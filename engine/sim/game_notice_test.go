package sim_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
)

// TestNoticesTellNoRole: at night only those with a role are asked. So nobody is told then, or when
// day comes, that one of them was silent. Who has left is told when day comes.
func TestNoticesTellNoRole(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"werewolf", "seer", "villager"} {
		for _, leaves := range []bool{false, true} {
			g := setTable(t, func(c *session.GameConfig) {
				c.Away, c.Game.Rules = session.AwayTold, "werewolf"
				c.Roles = map[string]string{"ann": role, "bo": "werewolf", "cy": "doctor", "di": "villager", "ed": "villager", "flo": "villager", "gus": "villager"}
			})
			if leaves {
				g.observe(10*time.Second, session.PlayerLeft, "ann")
			}
			sessiontest.NoError(t, g.Run(sim.Epoch().Add(134*time.Second))) // the first night takes 105 s
			day, told := false, 0
			for _, e := range g.log(g.id) {
				switch p := e.Data.(type) {
				case *session.ObservationReceived:
					day = day || p.Kind == session.PhaseChanged
				case *session.MessageReceived:
					if !strings.Contains(p.Text, "Ann is away") {
						continue
					}
					if told++; !leaves || !day {
						t.Errorf("%s: after %s all hear %q", role, e.At.Sub(sim.Epoch()), p.Text)
					}
				}
			}
			if !day || leaves && told != 1 {
				t.Errorf("%s, leaves %t: it is day: %t, told %d times", role, leaves, day, told)
			}
		}
	}
}

// TestNoNoticeOfTheDead: nobody is told that a player who is out comes back, or has left before.
func TestNoNoticeOfTheDead(t *testing.T) {
	t.Parallel()
	for phase, want := range map[string]string{"day": "Ann is away. A bot plays for Ann.", "night": ""} {
		g := setTable(t, func(c *session.GameConfig) {
			c.Away, c.AFK, c.Host, c.Game.Rules = session.AwayTold, 0, session.HostPlatform, "werewolf"
			c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Channel: "den"}}
			c.Game.Phase, c.Game.Channels = phase, []session.Channel{{ID: "den", Members: []string{"bo", "cy"}}}
		})
		g.observe(time.Second, session.PlayerLeft, "ann")
		g.observe(2*time.Second, session.PlayerOut, "ann")
		g.at(3*time.Second, func() error {
			_, err := g.Games.Observe(t.Context(), g.id, desk.GameObservation{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "day"}})
			return err
		})
		g.observe(4*time.Second, session.PlayerJoined, "ann")
		sessiontest.NoError(t, g.Run(sim.Epoch().Add(10*time.Second)))
		told := ""
		for _, e := range g.log(g.id) {
			if p, ok := e.Data.(*session.MessageReceived); ok {
				told += p.Text
			}
		}
		if told != want || g.state().Roster.IsAway("ann") {
			t.Errorf("%s: all hear %q, want %q; away are %q", phase, told, want, g.state().Roster.Away)
		}
	}
}

// TestNoticeIDs: nobody can take the id of a line that says who is away. The game could not say the
// line then, and would stand still.
func TestNoticeIDs(t *testing.T) {
	t.Parallel()
	g := setTable(t, func(c *session.GameConfig) { c.Away = session.AwayTold })
	_, err := g.Games.Post(t.Context(), g.id, []session.Post{{ID: "ringer:away-100", Sender: "ann", Text: "hi"}}, func(int) string { return "" })
	if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Code != session.CodeInvalidID {
		t.Errorf("a post with the id of a notice: %v", err)
	}
}
