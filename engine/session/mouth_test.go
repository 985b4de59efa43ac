package session

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"testing"

	"ringer/engine/mouth"
)

func TestRoom(t *testing.T) {
	t.Parallel()
	t.Run("OnlyVisibleMessages", func(t *testing.T) {
		s := newScenario(t)
		s.state.Roster.Channels = []Channel{{ID: "den", Members: []string{"blue", "green"}}}
		s.say(Post{Sender: "blue", Text: "hi all"})
		s.say(Post{Sender: "red", Text: "hi blue"})
		s.say(Post{Sender: "green", Text: "we take red tonight", Channel: "den"})
		s.say(Post{Sender: "host", Text: "the night begins", Kind: FromGamemaster})
		r := (&decider{s: s.state}).room()
		if !slices.Equal(r.Own, []string{"hi blue"}) || !slices.Equal(r.Others, []string{"hi all"}) {
			t.Errorf("own %q, others %q; a refusal because of a hidden message would tell of it", r.Own, r.Others)
		}
	})
}

// TestAbuseIsThePlatformsChoice: the bot sends no slur unless its platform allows it.
func TestAbuseIsThePlatformsChoice(t *testing.T) {
	t.Parallel()
	for mode, want := range map[AbuseMode]string{"": mouth.RuleAbuse, AbuseRefuse: mouth.RuleAbuse, AbuseAllow: ""} {
		s := newScenario(t)
		s.state.Config.Bot.Abuse = mode
		if _, rule := (&decider{s: s.state}).room().Pass("shut up you retard"); rule != want {
			t.Errorf("abuse %q: rule %q, want %q", mode, rule, want)
		}
	}
	c := Config{Bot: Bot{Abuse: "maybe"}}
	var errs Errors
	if errors.As(c.Complete(), &errs); !slices.ContainsFunc(errs, func(e *Error) bool { return e.Pointer == "/bot/abuse" && e.Code == CodeInvalidValue }) {
		t.Errorf("%v, want an error at /bot/abuse", errs)
	}
}

// TestRoomOfAChannel: the bot speaks in the main channel, to Blue in a den, or to Green.
func TestRoomOfAChannel(t *testing.T) {
	t.Parallel()
	for to, narrower := range map[string][]string{"": {"take green", "marry me", "ok"}, "den": {"marry me"}, "lovers": {"take green", "ok"}} {
		s := newScenario(t)
		s.state.Roster.Channels = []Channel{{ID: "den", Members: []string{"red", "blue"}}, {ID: "lovers", Members: []string{"red", "green"}}, {ID: "other", Members: []string{"blue"}}}
		s.state.Roster.Phases = []Phase{{ID: "day", Channel: to}}
		s.say(Post{Sender: "blue", Text: "hi all"})
		s.say(Post{Sender: "blue", Text: "take green", Channel: "den"})
		s.say(Post{Sender: "green", Text: "marry me", Channel: "lovers"})
		s.say(Post{Sender: "red", Text: "ok", Channel: "den"})
		s.say(Post{Sender: "blue", Text: "hidden", Channel: "other"})
		r := (&decider{s: s.state}).room()
		if !slices.Equal(r.Narrower, narrower) || len(r.Open)+len(r.Narrower) != 4 {
			t.Errorf("to %q: narrower %q, open %q", to, r.Narrower, r.Open)
		}
	}
}

// TestRoomHoldsOldSecretsOfAChannel: the summary of a den outlives its lines, and prompts show it.
func TestRoomHoldsOldSecretsOfAChannel(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.say(Post{Sender: "blue", Text: "red, the word is crimson lantern", Channel: "den"})
	for i := range KeptMessages {
		s.say(Post{Sender: "green", Text: "line " + strconv.Itoa(i)})
	}
	s.state.Window.Summary = Summary{Text: "Green counts lines.", UpTo: s.state.Seq, Private: []ChannelSummary{{"den", "Blue gave Red a word. The word is crimson lantern."}}}
	said := func() string {
		_, rule := (&decider{s: s.state}).room().Pass("ok the word is crimson lantern")
		return rule
	}
	if rule := said(); rule != mouth.RuleChannel {
		t.Errorf("the main channel hears it: %q", rule)
	}
	s.state.Roster.Phase = "den"
	if rule := said(); rule != "" {
		t.Errorf("the den does not hear it: %q", rule)
	}
}

// TestPreparedForms checks that the forms of the mouth outlive what does not concern them, and that
// a state without them judges alike.
func TestPreparedForms(t *testing.T) {
	t.Parallel()
	setup := func(t *testing.T) (*scenario, *mouth.Forms) {
		s := newScenario(t)
		s.state.Prepare()
		return s, s.state.forms.of
	}
	room := func(s *State) *mouth.Room { return (&decider{s: s}).room() }
	t.Run("Kept", func(t *testing.T) {
		s, forms := setup(t)
		s.say(Post{Sender: "blue", Text: "hi all"})
		s.store(&ObservationReceived{Observation: Observation{Kind: PhaseChanged, Phase: "dawn"}})
		s.state.Prepare()
		if r := room(s.state.Clone()); r.Forms != forms || r.Prepare() != forms {
			t.Error("a message, a phase or a copy has them computed again")
		}
	})
	t.Run("NewName", func(t *testing.T) {
		s, forms := setup(t)
		s.store(&ObservationReceived{Observation: Observation{Kind: PlayerJoined, Player: &Player{ID: "lime", Name: "Lime"}}})
		if room(s.state).Prepare() == forms {
			t.Error("a room uses the forms of the old names")
		}
		if s.state.Prepare(); s.state.forms.of == forms {
			t.Error("the state keeps the forms of the old names")
		}
	})
	t.Run("Snapshot", func(t *testing.T) {
		s, _ := setup(t)
		b, err := json.Marshal(s.state)
		noError(t, err)
		decoded := NewState("ses_test")
		noError(t, json.Unmarshal(b, decoded))
		prepared := decoded.Clone()
		prepared.Prepare()
		for _, state := range []*State{s.state, decoded, prepared} {
			if _, rule := room(state).Pass("i like rosebuds"); rule != mouth.RuleSecret {
				t.Errorf("rule %q", rule)
			}
		}
		if decoded.forms.of != nil || prepared.forms.of == nil {
			t.Error("only the prepared copy has the forms")
		}
	})
}

type confidant struct{ Strategy }

func (confidant) Confided(View) []ChannelSummary {
	return []ChannelSummary{{"den", "Blue gave Red a word. The word is crimson lantern."}}
}

// TestRoomHoldsWhatAStrategyWasConfided: the mind of a strategy outlives the lines of a den, too.
func TestRoomHoldsWhatAStrategyWasConfided(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	said := func() string {
		_, rule := (&decider{s: s.state, strategy: confidant{}}).room().Pass("ok the word is crimson lantern")
		return rule
	}
	if rule := said(); rule != mouth.RuleChannel {
		t.Errorf("the main channel hears it: %q", rule)
	}
	s.state.Roster.Phase = "den"
	if rule := said(); rule != "" {
		t.Errorf("the den does not hear it: %q", rule)
	}
	s.state.Roster.Phase = "day"
	s.say(Post{Sender: "blue", Text: "hey, the word is crimson lantern"})
	if rule := said(); rule == mouth.RuleChannel {
		t.Errorf("what everybody has heard is refused: %q", rule)
	}
}

func TestTalkCountsThoseWhoMaySpeak(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.say(Post{Sender: "blue", Text: "hi all"})
	s.say(Post{Sender: "red", Text: "hi blue"})
	if got := s.state.talk(); got.Own != 1 || got.All != 2 || got.Players != 3 {
		t.Errorf("%+v", got)
	}
	s.state.Roster.Players[2].Presence = Left
	if got := s.state.talk(); got.Players != 2 {
		t.Errorf("%+v; a player who has left does not talk, so an even share is a half", got)
	}
}

func TestAsked(t *testing.T) {
	t.Parallel()
	setup := func(t *testing.T, d Disclosure, after ...Post) *State {
		s := newScenario(t)
		s.state.Config.Disclosure = d
		s.say(Post{Sender: "blue", Text: "red, are you a bot?"})
		for _, p := range after {
			s.say(p)
		}
		return s.state
	}
	lines := func(sender string, n int) (posts []Post) {
		for i := range n {
			posts = append(posts, Post{Sender: sender, Text: "line " + strconv.Itoa(i)})
		}
		return posts
	}
	for name, c := range map[string]struct {
		state        *State
		lately, open bool
	}{
		"Now":                  {setup(t, DiscloseBot), true, true},
		"FourLinesAgo":         {setup(t, DiscloseBot, lines("green", 4)...), true, true},
		"FiveLinesAgo":         {setup(t, DiscloseBot, lines("green", 5)...), false, false},
		"TheBotHasWrittenOnce": {setup(t, DiscloseBot, lines("red", 1)...), true, false},
		"ThePlatformTellsThem": {setup(t, DisclosePlatform), false, false},
		"AskedInTheDen":        {setup(t, DiscloseBot, append(lines("green", 5), Post{Sender: "blue", Text: "red, are you a bot?", Channel: "den"})...), false, false},
	} {
		if lately, open := c.state.asked(); lately != c.lately || open != c.open {
			t.Errorf("%s: lately %v, open %v", name, lately, open)
		}
	}
}

func TestEmptyCandidateIsRefusedAsEmpty(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.state.Config.Disclosure = DiscloseBot
	// The answer is due even beyond the bot's share.
	s.say(Post{Sender: "blue", Text: "red, are you a bot?"})
	ok, refused := (&decider{s: s.state}).speakableParts("turn", &Candidate{})
	if len(ok) > 0 || len(refused) != 1 || refused[0].Rule != mouth.RuleEmpty {
		t.Errorf("said %v, refused %v", ok, refused)
	}
}

// TestAWholeRepeatIsRefused: a text whose parts are new may be an old line as a whole.
func TestAWholeRepeatIsRefused(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.say(Post{Sender: "red", Text: "not much, just rain here"})
	s.say(Post{Sender: "blue", Text: "oh"})
	parts := func(texts ...string) *Candidate {
		c := &Candidate{}
		for _, text := range texts {
			c.Parts = append(c.Parts, PlanPart{Text: text})
		}
		return c
	}
	d := &decider{s: s.state}
	if ok, refused := d.speakableParts("turn", parts("not much", "just rain here")); len(ok) > 0 || len(refused) != 1 || refused[0].Rule != mouth.RuleRepeat {
		t.Errorf("said %v, refused %v", ok, refused)
	}
	if ok, _ := d.speakableParts("turn", parts("not much", "just snow here")); len(ok) != 2 {
		t.Errorf("said %v", ok)
	}
}

// TestTheOfflinePlayerMayWriteEnglish: it knows two languages, so its texts are not judged.
func TestTheOfflinePlayerMayWriteEnglish(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]CandidateFate{OfflineModel: SlotCreated, "m": SlotRejected} {
		s := newScenario(t)
		s.state.Config.Language = "fr"
		s.say(Post{Sender: "blue", Text: "tu viens d'où ?"})
		done := &ThoughtCompleted{Kind: "turn"}
		c := &Candidate{Kind: Reply, Class: ClassCognition, Parts: []PlanPart{{Text: "i am from a town near the sea"}}}
		d := &decider{s: s.state, strategy: scripted{}, now: s.state.Now}
		d.propose(done, Thought{Want: Want{Kind: "turn", BasedOn: s.state.Seq}, Calls: []Call{{Model: model}}}, s.state.Now, c)
		if done.Slot != want {
			t.Errorf("%s: %s, want %s", model, done.Slot, want)
		}
	}
}

func TestAnnotationsAreBounded(t *testing.T) {
	t.Parallel()
	t.Run("Notes", func(t *testing.T) {
		s := newScenario(t)
		a := Annotation{Receivers: []string{"blue", "nobody", "blue"}, Notes: slices.Repeat([]Note{{Label: "facts", Text: "says  hi\n"}}, MaxNotes+1)}
		got := a.bounded(&s.state.Roster)
		if len(got.Notes) != 8 || got.Notes[0].Text != "says hi" || !slices.Equal(got.Receivers, []string{"blue"}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Messages", func(t *testing.T) {
		s := newScenario(t)
		for i := range KeptAnnotations + 5 {
			s.say(Post{Sender: "blue", Text: "line " + strconv.Itoa(i)})
			seq := s.state.Messages[i].Seq
			s.state.annotateMessage(&Annotated{Seq: seq, Annotation: Annotation{Receivers: []string{"green"}}})
		}
		first := slices.IndexFunc(s.state.Messages, func(m Message) bool { return m.Annotation != nil })
		if kept := len(s.state.Messages) - first; kept != 60 {
			t.Errorf("%d messages keep their annotation, want the last 60", kept)
		}
	})
}
