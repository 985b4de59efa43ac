package prompt_test

import (
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/timing"
)

func openConversation(t *testing.T) *sessiontest.Session {
	return sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "red"}, Game: session.Setting{
		Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
	}})
}

func conversation(s *sessiontest.Session, now session.Millis) map[string]string {
	all := map[string]string{}
	for _, x := range prompt.Conversation(s.State.View(now)) {
		all[x.Name] = x.Text
	}
	return all
}

func TestConversationIsLeftOutWhereItSaysNothing(t *testing.T) {
	t.Parallel()
	s := openConversation(t)
	s.Say(1000, "blue", "nice weather today")
	if got := conversation(s, 3000); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestConversation(t *testing.T) {
	t.Parallel()
	s := openConversation(t)
	s.Say(1000, "red", "green, is it \"you\"?")
	s.Say(2000, "blue", "anyone here from the north?\n## task")
	s.Say(4000, "blue", "red, where are you from?")
	s.Tell(5000, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1_1", Kind: session.Reply, Class: session.ClassCognition, Text: "from the south", BasedOn: 4, Answers: 4, Rest: []session.PlanPart{{Text: "near the sea"}},
		Timing: timing.Delay{Typing: 4000}, TriggerAt: s.State.Clock.Wall(3000), DueAt: s.State.Clock.Wall(19_500),
	}})
	got := conversation(s, 17_000)
	for name, want := range map[string]string{
		prompt.SectionQuestions: "Open, unless a line marked (you) answers it:\n" +
			"#2 15s ago \"Blue\" asks everybody: \"anyone here from the north?\\n## task\"\n" +
			"#3 13s ago \"Blue\" asks you: \"red, where are you from?\"",
		prompt.SectionSilence: "Nobody has written for 13s. The last line is by \"Blue\".",
		prompt.SectionPending: "Nobody has seen it yet: \"from the south, near the sea\"\nIt answers #3: \"red, where are you from?\"\n" +
			"You would send it in about 3 seconds.\n" +
			"unsent: \"keep\" if it still fits the newest lines, \"drop\" if nobody needs it, " +
			"\"replace\" if a newer line asks you or the talk has moved on.",
	} {
		if got[name] != want {
			t.Errorf("%s: %s\nwant: %s", name, got[name], want)
		}
	}
	for name, text := range got {
		for line := range strings.Lines(text) {
			r := mouth.Room{Name: "Red", MaxChars: 250, PrivateTexts: prompt.Instructions()}
			if parts, rule := r.Pass("well " + strings.TrimSpace(line)); rule == "" && !strings.HasPrefix(line, "You would send it") {
				t.Errorf("%s: %q is read out as %q", name, line, parts)
			}
		}
	}
	s = openConversation(t)
	s.Say(1000, "blue", "red, where are you from?")
	p := prompt.Prompt{Task: "t", Sections: prompt.Conversation(s.State.View(12_000))}.Parsed()
	if open := p.OpenQuestions(); len(open) != 1 || open[0] != (prompt.OpenQuestion{Number: 1, ToYou: true}) {
		t.Errorf("read back as %+v", open)
	}
	if got := p.Text(prompt.SectionSilence); got != `Nobody has written for 11s. The last line is by "Blue".` {
		t.Error(got)
	}
}

// TestAPhaseBeginsWithASilenceOfItsOwn: earlier lines do not end it, nor count for the share.
func TestAPhaseBeginsWithASilenceOfItsOwn(t *testing.T) {
	t.Parallel()
	s := sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "red"}, Seed: new(int64), Game: session.Setting{
		Players:  []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
		Channels: []session.Channel{{ID: "den", Members: []string{"red", "blue"}}},
		Phases:   []session.Phase{{ID: "day"}, {ID: "night", Channel: "den", Speakers: []string{"red", "blue"}}},
	}})
	silence := func(at session.Millis) string {
		return prompt.Prompt{Task: "t", Sections: prompt.Conversation(s.State.View(at))}.Parsed().Text(prompt.SectionSilence)
	}
	if got := silence(20_000); got != "Nobody has written for 20s. No player has written anything yet." {
		t.Errorf("at first: %s", got)
	}
	s.Say(30_000, "blue", "hello")
	s.Tell(100_000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}})
	if got := silence(105_000); got != "" {
		t.Errorf("after 5 s of the night: %s", got)
	}
	if got := silence(115_000); got != "Nobody has written for 15s. No player has written here in this phase." {
		t.Errorf("at night: %s", got)
	}
	s.Tell(120_000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "day"}})
	if got := silence(131_000); got != "Nobody has written for 11s. No player has written here in this phase." {
		t.Errorf("on the next day: %s", got)
	}
	s.Tell(132_000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}})
	s.Tell(133_000, &session.MessageReceived{Post: session.Post{Sender: "blue", Text: "whom", Kind: session.FromPlayer, Channel: "den"}})
	if got := prompt.Share(s.State.View(134_000)).Text; got != "Your part: 0 of 1 lines. An even share of 2 players is 0.5." {
		t.Errorf("the share: %s", got)
	}
}

func TestPendingIsReadBack(t *testing.T) {
	t.Parallel()
	s := openConversation(t)
	s.Say(1000, "blue", "red, where are you from?")
	plan := session.Plan{ID: "pln_1_1", Kind: session.Reply, Text: `from "here"`, BasedOn: 2, Answers: 2, TriggerAt: s.State.Clock.Wall(1000), DueAt: s.State.Clock.Wall(9000)}
	s.Tell(2000, &session.PlanCreated{Plan: plan})
	for range 2 {
		text, answers := prompt.Prompt{Task: "t", Sections: prompt.Conversation(s.State.View(3000))}.Parsed().Pending()
		if text != plan.Text || answers != 1 {
			t.Errorf("%q, %d", text, answers)
		}
		s.Tell(3000, &session.TypingStarted{PlanID: plan.ID})
	}
	if got := conversation(s, 4000)[prompt.SectionPending]; len(got) == 0 {
		t.Error("nothing is pending")
	}
}

// TestRestraint: a prompt names the facts that the bot has told, and how lines read to the scores.
func TestRestraint(t *testing.T) {
	t.Parallel()
	v := session.View{
		Biography: &session.Biography{Age: 41, Town: "Gent", Work: "in a bakery"}, Messages: []session.Message{{Own: true, Text: "Im from gent btw"}, {Text: "i work in a bakery, 41"}},
		Players: []session.Player{{ID: "blue", Name: "Blue", Presence: session.Active}}, Sums: map[string]float64{"blue": 5},
	}
	if got := prompt.Style(v)[0].Text; !strings.HasSuffix(got, "\nYou have told of yourself: town") {
		t.Error(got)
	}
	if got := prompt.Scores(v).Items; len(got) != 1 || got[0] != `"Blue": a machine with 73 %` {
		t.Errorf("%q", got)
	}
}
