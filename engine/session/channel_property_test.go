package session

import (
	"testing"

	"pgregory.net/rapid"
)

// checkChannels checks that a message rests on a line of its channel, that a line ends no silence
// after one that a reader does not know, and that no plan of a closed channel is revised.
func checkChannels(r *rapid.T, s *scenario) {
	state := NewState("ses_test")
	for _, e := range s.log {
		before := state.Clone()
		state.Apply(e)
		switch p := e.Data.(type) {
		case *PlanCreated:
			checkBasis(r, before, s.cursors[e.Seq], &p.Plan, true)
		case *PlanRevised:
			checkBasis(r, before, s.cursors[e.Seq], &p.Plan, true)
			if before.closed(before.Plan) {
				r.Fatalf("event %d revises a plan for %q, where the bot no longer speaks", e.Seq, before.Plan.Channel)
			}
		case *MessageSent:
			if p.Channel != before.Roster.Current().Channel || !before.Roster.Sees("red", p.Channel) {
				r.Fatalf("event %d sends %+v in the phase %s", e.Seq, p, before.Roster.Phase)
			}
			checkBasis(r, before, s.cursors[e.Seq], before.Plan, false)
		}
	}
}

// checkBasis checks a plan that is made, or else sent. The cursor is the seq on which that was
// decided: a message may still be stored between a decision and its acts.
func checkBasis(r *rapid.T, s *State, cursor int64, p *Plan, made bool) {
	var trigger, newest *Message
	for i := range s.Messages {
		if m := &s.Messages[i]; s.Roster.Sees("red", m.Channel) && m.Seq <= cursor {
			newest = m
			if m.Seq <= p.BasedOn {
				trigger = m
			}
		}
	}
	if p.Kind != Rest && trigger != nil && trigger.Channel != p.Channel {
		r.Fatalf("after event %d a plan for %q rests on %+v: %+v", cursor, p.Channel, trigger, p)
	}
	// Nothing was said here since the bot came to this channel, so whatever it says ends a silence.
	unasked := p.Class == ClassReserve || made && p.BasedOn < s.Rhythm.ChannelSince
	if unasked && newest != nil && newest.Channel == "den" && p.Channel == "" {
		r.Fatalf("after event %d a line that ends a silence follows %+v: %+v", cursor, newest, p)
	}
}

func TestNarrower(t *testing.T) {
	t.Parallel()
	r := Roster{
		Players:  []Player{{ID: "red"}, {ID: "blue"}, {ID: "green", Presence: Left}},
		Channels: []Channel{{ID: "den", Members: []string{"red", "blue"}}, {ID: "lovers", Members: []string{"red", "green"}}, {ID: "lobby"}},
	}
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"den", "", true}, {"", "den", false}, {"", "", false}, {"den", "den", false},
		{"den", "lovers", true}, {"lovers", "den", true}, {"lobby", "", false}, {"", "lobby", false}, {"den", "lobby", true}, {"nowhere", "", true},
	} {
		if got := r.Narrower(c.from, c.to); got != c.want {
			t.Errorf("from %q to %q: %v", c.from, c.to, got)
		}
	}
}

func TestNobodySpeaksWhereTheyDoNotSee(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.state.Roster.Channels = []Channel{{ID: "den", Members: []string{"blue"}}}
	s.state.Roster.Phases = []Phase{{ID: "day", Channel: "den"}}
	if s.state.barred() != CancelBarred || s.state.View(0).MaySpeak || !s.state.Roster.MaySpeak("blue") {
		t.Errorf("the bot is barred for %q; Blue may speak: %v", s.state.barred(), s.state.Roster.MaySpeak("blue"))
	}
}

// TestNobodySpeaksUnheard: who is alone in a channel says nothing there. Sessions of before
// generation 4 talk to themselves.
func TestNobodySpeaksUnheard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		generation int
		presence   Presence
		speaks     bool
	}{{4, Active, true}, {4, Left, false}, {3, Left, true}} {
		s := NewState("ses_1")
		s.Config.Generation = c.generation
		s.Roster = Roster{
			Seat: "wolf", Players: []Player{{ID: "wolf", Presence: Active}, {ID: "other", Presence: c.presence}, {ID: "seer", Presence: Active}},
			Channels: []Channel{{ID: "night", Members: []string{"wolf", "other"}}}, Phases: []Phase{{ID: "night", Channel: "night"}}, Phase: "night",
		}
		if s.maySpeak(0) != c.speaks {
			t.Errorf("generation %d, beside a player who is %s: speaks is %t", c.generation, c.presence, !c.speaks)
		}
	}
}
