package main

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"testing"
	"time"

	"ringer/client"
	"ringer/examples/internal/child"
)

var names = []string{"Minato", "Takumi", "Kenji", "Ryuji", "Daisuke", "Shion",
	"Agent[07]", "Agent[08]", "Agent[09]", "Agent[10]", "Agent[11]", "Agent[12]", "Agent[13]"}

// newGame seats agents in the first roles, and simple agents of the test in the others.
func (c *contest) newGame(id string, action time.Duration, agents int, roles ...string) *game {
	g := &game{contest: c, id: id, action: action, days: 3}
	for i, role := range roles {
		s := &seat{said: map[string][]string{}}
		if i < agents {
			s = c.take()
		}
		s.name, s.role = names[i], role
		g.players = append(g.players, s)
	}
	return g
}

func TestProgram(t *testing.T) {
	program, ringer := child.Build(t, ".", "."), child.Ringer(t)
	start := func(t *testing.T, c *contest, ringer string, agents int) (programs []*child.Program) {
		for i := range agents {
			programs = append(programs, child.Start(t, program, ringer, "-url", c.url, "-name", fmt.Sprint("ringer", i+1), "-pause", "50ms"))
		}
		return programs
	}
	t.Run("FivePlayers", func(t *testing.T) {
		t.Parallel()
		c := newContest(t)
		start(t, c, ringer.URL, 5)
		g := c.newGame("five", 2*time.Second, 5, "WEREWOLF", "POSSESSED", "SEER", "VILLAGER", "VILLAGER")
		t.Logf("%s win after %d days; asked %v", g.play(), g.day, g.asked)
		g.check(ringer)
	})
	t.Run("ThirteenPlayers", func(t *testing.T) {
		t.Parallel()
		c := newContest(t)
		start(t, c, ringer.URL, 5)
		g := c.newGame("thirteen", 2*time.Second, 5, "WEREWOLF", "WEREWOLF", "BODYGUARD", "MEDIUM", "SEER",
			"WEREWOLF", "POSSESSED", "VILLAGER", "VILLAGER", "VILLAGER", "VILLAGER", "VILLAGER", "VILLAGER")
		g.days = 1
		t.Logf("%s win after %d days; asked %v", g.play(), g.day, g.asked)
		g.check(ringer)
	})
	t.Run("RingerHangs", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0") // takes connections, and never answers
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		c := newContest(t)
		programs := start(t, c, "http://"+l.Addr().String(), 2)
		g := c.newGame("hangs", 50*time.Millisecond, 2, "WEREWOLF", "SEER", "POSSESSED", "VILLAGER", "VILLAGER")
		g.play()
		programs[0].Says(t, "chance does")
	})
	t.Run("Trouble", func(t *testing.T) {
		t.Parallel()
		c := newContest(t)
		p := start(t, c, ringer.URL, 1)[0]
		s := c.take()
		for _, packet := range []string{
			`{"request":`, `{"request":"DANCE"}`, `{"request":"DAILY_INITIALIZE","info":{"executed_agent":"Ann"}}`, `{"request":"FINISH"}`,
		} {
			s.send(packet)
		}
		p.Says(t, "no JSON of the game")
		s.send(`{"request":"VOTE","info":{"agent":"Ann"}}`)
		if got := s.answer(t, "VOTE"); got != "Ann" {
			t.Errorf("with nobody to vote for the agent answers %q", got)
		}
		s.send(`{"request":"NAME"}`) // the contest asks whether an agent is still there
		if got := s.answer(t, "NAME"); got != "ringer1" {
			t.Errorf("the agent's name is %q", got)
		}
		g := &game{contest: c, id: "cut", action: 500 * time.Millisecond, players: []*seat{s, {}, {}}}
		for i, s := range g.players {
			s.name, s.role = names[i], "VILLAGER"
		}
		g.everybody("INITIALIZE")
		s.ws.CloseNow()
		g = c.newGame("after the cut", 2*time.Second, 1, "SEER", "WEREWOLF", "VILLAGER", "VILLAGER", "POSSESSED")
		g.play()
		g.check(ringer)
	})
}

// check reports lines that were said where the bot did not say them, and a game without lines.
func (g *game) check(ringer *child.Server) {
	g.t.Helper()
	c, lines := client.New(ringer.URL), 0
	for _, s := range g.players {
		if s.ws == nil {
			continue
		}
		var list struct{ Sessions []client.SessionState }
		var page client.EventPage
		path := "/v1/sessions?external_id=" + url.QueryEscape("aiwolf:"+g.id+":"+s.name)
		if err := c.Do(g.t.Context(), "GET", path, nil, &list); err != nil || len(list.Sessions) != 1 {
			g.t.Fatal(list, err)
		}
		if agents := slices.DeleteFunc(slices.Clone(g.players), func(o *seat) bool { return o.ws == nil }); len(agents) == 1 {
			ringer.Check(g.t, list.Sessions[0].ID) // several built-in players may say the same, which looks like an echo
		}
		path = "/v1/sessions/" + list.Sessions[0].ID + "/events?types=message.sent&limit=1000"
		if err := c.Do(g.t.Context(), "GET", path, nil, &page); err != nil {
			g.t.Fatal(err)
		}
		for request, channel := range map[string]string{"TALK": "", "WHISPER": "den"} {
			for _, text := range s.said[request] {
				lines++
				if !slices.ContainsFunc(page.Events, func(e client.Event) bool {
					d, ok := e.Data.(*client.MessageSent)
					return ok && d.Channel == channel && d.Text == text
				}) {
					g.t.Errorf("%s answers %s with %q, which the bot has not said in the channel %q", s.name, request, text, channel)
				}
			}
		}
	}
	if lines == 0 {
		g.t.Error("no agent has said a line")
	}
}
