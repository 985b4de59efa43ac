package contest

import (
	"ringer/engine/mouth"
	"ringer/engine/session"
)

// secrets returns the sessions that the seats have by the deal. A line leaks if the mouth would
// have refused it for what its seat must conceal.
func secrets(created *session.GameCreated) map[string]session.Config {
	dealt, all := created.Config.Dealt(created.Deal), map[string]session.Config{}
	for i, b := range dealt.Bots {
		all[b.Seat] = dealt.Session(i)
	}
	return all
}

func leaks(seat session.Config, name, text string) bool { return seat.Concealed().Leaks(name, text) }

func stoppedLeaks(rejected []session.Event) (n int) {
	for _, e := range rejected {
		if p, ok := e.Data.(*session.TextRejected); ok && (p.Rule == mouth.RuleConceal || p.Rule == mouth.RuleRole) {
			n++
		}
	}
	return n
}
