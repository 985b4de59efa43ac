package session

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hearAll takes in lines of the form sender, text. The lines are two seconds apart.
func hearAll(q *Questions, r *Roster, lines ...[2]string) (messages []Message) {
	for i, l := range lines {
		m := Message{
			Seq: int64(i + 1), ID: fmt.Sprint("m", i+1), Sender: l[0], Kind: FromPlayer, Text: l[1], At: Millis(i+1) * 2000, Own: l[0] == r.Seat,
		}
		q.Hear(&m, messages, r)
		messages = append(messages, m)
	}
	return messages
}

func threeSeats(seat string) *Roster {
	return &Roster{Seat: seat, Players: []Player{
		{ID: "red", Name: "Red", Presence: Active}, {ID: "blue", Name: "Blue", Presence: Active}, {ID: "green", Name: "Green", Presence: Active},
	}}
}

// TestQuestionsOfAnySeat checks that a person's questions are counted as a bot's are.
func TestQuestionsOfAnySeat(t *testing.T) {
	t.Parallel()
	lines := [][2]string{
		{"red", "blue, where are you from?"}, {"green", "hello all"}, {"blue", "from the south"}, {"red", "who plays often"}, {"blue", "and you, red?"},
	}
	for _, seat := range []string{"", "red", "green"} {
		var q Questions
		messages := hearAll(&q, threeSeats(seat), lines...)
		for player, want := range map[string][]QuestionStatus{
			"red": {QuestionAnswered, QuestionOpen, QuestionOpen}, "blue": {QuestionAnswered, QuestionOpen, QuestionOpen}, "green": {QuestionOpen},
		} {
			var got []QuestionStatus
			for _, x := range q.Of(player, "", messages, 12_000) {
				got = append(got, x.Status)
			}
			if !slices.Equal(got, want) {
				t.Errorf("seat %q, player %s: %v, want %v", seat, player, got, want)
			}
		}
	}
}

func TestQuestionsAreBounded(t *testing.T) {
	t.Parallel()
	var q Questions
	var lines [][2]string
	for i := range 300 {
		lines = append(lines, [2]string{[]string{"red", "blue", "green"}[i%3], "green and blue, red?, what do you all think?"})
	}
	hearAll(&q, threeSeats("red"), lines...)
	if len(q) != KeptQuestions {
		t.Errorf("%d questions", len(q))
	}
	for _, x := range q {
		if len(x.Answers) > keptAnswers {
			t.Errorf("%d answers", len(x.Answers))
		}
	}
}

// TestQuestionsAreShared checks that what a view or a clone has got never changes.
func TestQuestionsAreShared(t *testing.T) {
	t.Parallel()
	r := threeSeats("red")
	var q Questions
	messages := hearAll(&q, r, [2]string{"blue", "red where are you from?"}, [2]string{"green", "what is this?"})
	old, before := slices.Clip(q), slices.Clone(q)
	m := Message{Seq: 9, ID: "m9", Sender: "red", Kind: FromPlayer, Text: "from here", Own: true, At: 9000}
	q.Hear(&m, messages, r)
	messages = append(messages, m)
	for i, x := range []Reading{{Seq: 2, To: []string{"red"}, Expects: true}, {Seq: 9, Answers: 2}} {
		line := &messages[i+1]
		line.Reading = &x
		q.follow(line, messages, r, false)
	}
	q.pass(func(*Question) bool { return true })
	q.forget(1)
	if !reflect.DeepEqual([]Question(old), []Question(before)) {
		t.Errorf("%+v, want %+v", old, before)
	}
}

func TestReplyAnswersWhatItRepliesTo(t *testing.T) {
	t.Parallel()
	r := threeSeats("red")
	var q Questions
	messages := hearAll(&q, r, [2]string{"blue", "green where are you from?"}, [2]string{"red", "i like it here"})
	m := Message{Seq: 3, ID: "m3", Sender: "green", Kind: FromPlayer, Text: "me too", ReplyTo: "m2", At: 7000}
	q.Hear(&m, messages, r)
	if got := q.Of("green", "", messages, 8000)[0].Status; got != QuestionOpen {
		t.Errorf("a reply to another line: %s", got)
	}
	messages = append(messages, m)
	m = Message{Seq: 4, ID: "m4", Sender: "red", Kind: FromPlayer, Text: "he is from the south", ReplyTo: "m1", At: 8000, Own: true, BasedOn: 3}
	q.Hear(&m, messages, r)
	if got := q.Of("green", "", messages, 9000)[0].Status; got != QuestionByOther {
		t.Errorf("somebody else replies to it: %s", got)
	}
	m = Message{Seq: 5, ID: "m5", Sender: "blue", Kind: FromPlayer, Text: "what do you mean?", ReplyTo: "m3", At: 9000}
	q.Hear(&m, messages, r)
	if got := q[len(q)-1].To; got != "green" {
		t.Errorf("a question as a reply asks %q", got)
	}
}

// TestInvisibleQuestionsDoNotMatter checks that what the bot cannot read does not ask it.
func TestInvisibleQuestionsDoNotMatter(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.state.Roster.Channels = append(slices.Clone(s.state.Roster.Channels), Channel{ID: "lair", Members: []string{"blue", "green"}})
	s.store(&MessageReceived{Post{Sender: "blue", Kind: FromPlayer, Channel: "lair", Text: "red, where are you from?"}})
	if len(s.state.Questions) > 0 {
		t.Errorf("%+v", s.state.Questions)
	}
}

// checkQuestions: the bot can read each question, an answer is a later line of somebody else, and
// what is open has none of the bot.
func checkQuestions(r *rapid.T, log []Event) {
	state := NewState("ses_test")
	for _, e := range log {
		state.Apply(e)
		v := state.View(state.Now)
		for _, q := range state.Questions {
			if i := slices.IndexFunc(state.Messages, func(m Message) bool { return m.Seq == q.Seq }); i < 0 || state.Messages[i].ID != q.MessageID || !state.Roster.Sees("red", q.Channel) {
				r.Fatalf("after event %d there is a question in no message that the bot sees: %+v", e.Seq, q)
			}
			for _, a := range q.Answers {
				i := slices.IndexFunc(state.Messages, func(m Message) bool { return m.Seq == a.Seq })
				if i < 0 || a.Seq <= q.Seq || a.By == q.Asker || state.Messages[i].Sender != a.By || state.Messages[i].BasedOn > 0 && state.Messages[i].BasedOn < q.Seq {
					r.Fatalf("after event %d a question has the answer %+v: %+v", e.Seq, a, q)
				}
			}
		}
		for _, q := range v.OpenQuestions() {
			if q.Seq < state.Rhythm.PhaseSince || q.Channel != v.Channel || slices.ContainsFunc(q.Answers, func(a QuestionAnswer) bool { return a.By == "red" }) {
				r.Fatalf("after event %d a question is open: %+v", e.Seq, q)
			}
		}
	}
}

// TestIDsAreNames checks that a line which mentions the id of a player calls that player.
func TestIDsAreNames(t *testing.T) {
	t.Parallel()
	r := &Roster{Players: []Player{{ID: "U02", Name: "Red", Presence: Active}, {ID: "U021", Name: "Zoë", Presence: Active}, {ID: "Bo", Name: "Bo", Presence: Active}}}
	for text, want := range map[string]string{
		"<@U021> where are you from?": "@Zoë where are you from?",
		"what now <@!U02>":            "what now @Red",
		"@U021, @U02: hi":             "@Zoë, @Red: hi",
		"<@Bo> me@U02x":               "@Bo me@U02x",
		"U02 is no mention":           "U02 is no mention",
	} {
		if got := r.withNames(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	s := newScenario(t)
	s.state.Roster.Players[1].ID = "U02BLUE00"
	s.store(&MessageReceived{Post{Sender: "green", Kind: FromPlayer, Text: "<@U02BLUE00> where are you from?"}})
	if q := s.state.Questions; len(q) != 1 || q[0].To != "U02BLUE00" {
		t.Errorf("%+v", q)
	}
}

// TestReadByRule checks whom plain questions ask, and what lines answer, in a row of lines.
func TestReadByRule(t *testing.T) {
	t.Parallel()
	r := threeSeats("")
	var before []Message
	for i, x := range []struct {
		sender, text, to string
		answers          int64
	}{
		{"red", "how are you", "all", 0},
		{"blue", "fine, u?", "red", 1},
		{"green", "all good", "red", 1},
		{"red", "blue what is your job", "blue", 0},
		{"blue", "i fix boats", "red", 4},
		{"red", "do you like it?", "blue", 5},
		{"green", "red seems a bit odd", "red", 6},
		{"red", "why am i odd?", "green", 7},
		{"green", "have you ever been abroad?", "red", 8},
		{"blue", "boats?", "green", 9},
		{"red", "a harbour is here", "blue", 10},
		{"green", "sure", "blue", 10},
		{"blue", "which harbour do you see?", "red", 0},
	} {
		m := Message{Seq: int64(i + 1), Sender: x.sender, Kind: FromPlayer, Text: x.text, At: Millis(i+1) * 6000}
		got := ReadByRule(&m, before, r)
		to := fmt.Sprint(got.To)
		if got.All {
			to = "[all]"
		}
		if to != "["+x.to+"]" || got.Answers != x.answers {
			t.Errorf("%q: to %s, answers %d, want %s, %d", x.text, to, got.Answers, x.to, x.answers)
		}
		before = append(before, m)
	}
}

// TestAFloodOfQuestionsIsReadAtOnce counts: a question looks at the last lines of others, however
// many there are.
func TestAFloodOfQuestionsIsReadAtOnce(t *testing.T) {
	r := Roster{Seat: "red"}
	for _, id := range []string{"red", "blue", "green"} {
		r.Players = append(r.Players, Player{ID: id, Name: id, Presence: Active})
	}
	var flood []Message
	for n := range int64(200) {
		flood = append(flood, Message{Seq: n + 1, Sender: []string{"blue", "green"}[n%2], Kind: FromPlayer, Text: "what do you think", At: Millis(200 * n)})
	}
	looked := 0
	newTalk(&flood[199], flood[:199], &r).find(func(*Message) bool { looked++; return false })
	if looked == 0 || looked > talkLines {
		t.Errorf("a question after 199 others looks at %d lines", looked)
	}
}
