package desk_test

import (
	"errors"
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/strategy/parrot"
)

// TestRulesOptionsAreChecked: the options of rules are those of the preset. They stand in the game
// where the platform runs it, and beside it where Ringer does.
func TestRulesOptionsAreChecked(t *testing.T) {
	t.Parallel()
	k := setup(t).start(desk.Terms{})
	pointers := func(err error) string {
		errs, _ := errors.AsType[session.Errors](err)
		return fmt.Sprint(session.Each(errs, func(e *session.Error) string { return e.Pointer }))
	}
	for _, c := range []struct{ rules, options, session, game, hosted string }{
		{"turing", `{"chat_ms":60000}`, "[]", "[]", "[/game/rules_options]"},
		{"turing", `{"chat_ms":"long"}`, "[/game/rules_options/chat_ms]", "[/game/rules_options/chat_ms]", "[/game/rules_options]"},
		{"freeform", `{"chat_ms":60000}`, "[/game/rules_options]", "[/game/rules_options]", "[/game/rules_options]"},
	} {
		own := config()
		own.Game.Rules, own.Game.RulesOptions = c.rules, []byte(c.options)
		if got := pointers(k.CheckConfig("", &own)); got != c.session {
			t.Errorf("%s %s in a session: refused at %s, want %s", c.rules, c.options, got, c.session)
		}
		for host, want := range map[session.Host]string{session.HostPlatform: c.game, session.HostRinger: c.hosted} {
			table := session.GameConfig{Host: host, Bots: []session.GameBot{{Strategy: parrot.Name, Bot: session.Bot{Seat: "red"}}}}
			table.Game = session.Setting{Rules: c.rules, RulesOptions: []byte(c.options), Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}}
			if got := pointers(k.CheckGame("", &table)); got != want {
				t.Errorf("%s %s in a game of the host %s: refused at %s, want %s", c.rules, c.options, host, got, want)
			}
		}
	}
}
