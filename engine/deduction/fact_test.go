package deduction

import (
	"reflect"
	"testing"

	"ringer/engine/session"
)

func TestFacts(t *testing.T) {
	t.Parallel()
	pair := []string{"merlin", "morgana"}
	good, bad := []string{"merlin", "percival", "servant"}, []string{"assassin", "morgana"}
	for name, test := range map[string]struct {
		setup   Setup
		rulings []session.Ruling
		want    []Fact
	}{
		"NothingYet": {setup: Setup{Me: "a", Role: "servant"}},
		"AQuestFailed": {
			setup:   Setup{Me: "a", Role: "servant"},
			rulings: []session.Ruling{quested(true, 0, "b", "c"), quested(false, 0, "b", "c", "d")},
			want:    []Fact{{Players: []string{"b", "c", "d"}, Quest: 2, Evil: 1}},
		},
		"BothEvilAreKnown": {
			rulings: []session.Ruling{quested(false, 2, "e", "f")},
			want: []Fact{
				{Players: []string{"e", "f"}, Quest: 1, Evil: 2},
				{Players: []string{"a"}, Roles: good, Side: session.Good}, {Players: []string{"b"}, Roles: good, Side: session.Good},
				{Players: []string{"c"}, Roles: good, Side: session.Good}, {Players: []string{"d"}, Roles: good, Side: session.Good},
				{Players: []string{"e"}, Roles: bad, Side: session.Evil}, {Players: []string{"f"}, Roles: bad, Side: session.Evil},
			},
		},
		"PercivalLearnsWhoIsMerlin": {
			setup:   Setup{Me: "f", Role: "percival", Known: map[string][]string{"a": pair, "b": pair}},
			rulings: []session.Ruling{quested(false, 1, "a", "f")},
			want: []Fact{
				{Players: []string{"a", "f"}, Quest: 1, Evil: 1},
				{Players: []string{"a"}, Roles: []string{"morgana"}, Side: session.Evil},
				{Players: []string{"b"}, Roles: []string{"merlin"}, Side: session.Good},
				{Players: []string{"c"}, Roles: []string{"assassin", "servant"}},
				{Players: []string{"d"}, Roles: []string{"assassin", "servant"}},
				{Players: []string{"e"}, Roles: []string{"assassin", "servant"}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := setup(t, test.setup)
			observe(t, p, test.rulings...)
			if got := p.Facts(); !reflect.DeepEqual(got, test.want) {
				t.Errorf("facts %+v\nwant  %+v", got, test.want)
			}
		})
	}
}
