package session

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ringer/engine/slowtest"
)

// chatter lets others say lines. The trace has the first want for each summary, and the window.
func (s *scenario) chatter(count string) {
	n, err := strconv.Atoi(count)
	if err != nil {
		s.t.Fatalf("chatter %q: %v", count, err)
	}
	before := s.trace.String()
	s.trace.Reset()
	for i := range n {
		if i > 0 {
			s.pass(s.now + 1000)
		}
		s.store(s.fact([]string{"blue", "green"}[i%2] + ": line " + strconv.Itoa(i)))
		s.settle(nil)
	}
	after := s.trace.String()
	s.trace.Reset()
	s.trace.WriteString(before)
	last := ""
	for line := range strings.Lines(after) {
		if _, from, _ := strings.Cut(line, " from "); strings.Contains(line, "core.") && from != last {
			s.trace.WriteString(line)
			last = from
		}
	}
	s.shown()
}

func (s *scenario) retell(text, failure string) {
	s.conclude(Want{Kind: KindSummary, BasedOn: s.summaryBase}, 1000, failure, Summarised{Text: text})
	s.shown()
}

func (s *scenario) shown() {
	v := s.state.View(s.now)
	window := v.Window()
	fmt.Fprintf(&s.trace, "%8.3f   prompts show a summary up to %d and %d messages after %d\n", sec(s.now), v.Summary.UpTo, len(window), s.state.Window.After)
}

// summaryRun is a state with random messages. It records which messages its summaries cover.
type summaryRun struct {
	*rapid.T
	*State
	at     Millis
	hidden map[int64]bool // messages that the bot may not see, by seq
	told   map[int64]int  // how often each message went into a summary, by seq
	moved  int            // how often the window moved
}

func newSummaryRun(r *rapid.T) *summaryRun {
	s := &summaryRun{T: r, State: NewState("ses_test"), hidden: map[int64]bool{}, told: map[int64]int{}}
	c := Config{Strategy: "scripted", Bot: Bot{Seat: "red"}, TTL: 3600, Game: Setting{
		Players:  []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}},
		Channels: []Channel{{ID: "den", Members: []string{"blue"}}},
	}}
	noError(r, c.Complete())
	s.tell(&SessionCreated{Config: c})
	s.tell(&ThoughtCompleted{Kind: Start, Mind: json.RawMessage(`{}`)})
	return s
}

func (s *summaryRun) tell(p Payload) {
	s.at += 500
	at := opened.Add(time.Duration(s.at) * time.Millisecond)
	s.Apply(Event{Seq: s.Seq + 1, At: at, Data: p})
}

func (s *summaryRun) say(text string, den bool) {
	p := Post{Sender: "blue", Kind: FromPlayer, Text: text}
	if den {
		p.Channel = "den"
		s.hidden[s.Seq+1] = true
	}
	before := s.Window.After
	s.tell(&MessageReceived{p})
	if s.Window.After != before {
		s.moved++
	}
}

func (s *summaryRun) think(fails bool, tokens int) {
	for _, w := range Decide(s.State, quiet{}, nil, s.Now+60_000).Wants {
		if w.Kind != KindSummary {
			continue
		}
		t := Thought{Want: w, Finding: Summarised{Text: strings.Repeat("Blue said a thing. ", 40)}}
		t.Calls = []Call{{PromptBytes: 4000, PromptTokens: tokens, Outcome: "ok"}}
		if fails {
			t.Failure = "model_timeout"
		} else {
			for _, m := range s.View(s.Now).Messages {
				if m.Seq > s.Window.Summary.UpTo && m.Seq <= w.BasedOn {
					s.told[m.Seq]++
				}
			}
			s.moved++
		}
		for _, p := range Decide(s.State, quiet{}, []Thought{t}, s.Now).Acts {
			s.tell(p)
		}
	}
}

// quiet is a strategy that only wants a kind of the core, which the core ignores.
type quiet struct{ scripted }

func (quiet) Wants(View) []Want { return []Want{{Kind: CorePrefix + "mine"}} }

// TestSummaryAndWindowCoverTheChat: every visible message is in a summary or in the window, or
// waits for a late summary. None is covered twice, and none that is hidden.
func TestSummaryAndWindowCoverTheChat(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := newSummaryRun(r)
		longest := rapid.SampledFrom([]int{20, 80, 4000}).Draw(r, "longest")
		outage := rapid.IntRange(0, 3).Draw(r, "outage") // of four thoughts, so many fail
		for i := range rapid.IntRange(1, 400).Draw(r, "messages") {
			text := strings.Repeat("x", rapid.IntRange(1, longest).Draw(r, "length"))
			s.say(text, rapid.IntRange(0, 4).Draw(r, "channel") == 0)
			if i%5 == 0 {
				s.think(rapid.IntRange(0, 3).Draw(r, "luck") < outage, rapid.SampledFrom([]int{500, 1000, 4000}).Draw(r, "tokens"))
			}
			s.check()
		}
		if longest == 20 && s.moved > 2+s.Said/15 {
			r.Fatalf("the window moved %d times in %d messages", s.moved, s.Said)
		}
	})
}

func (s *summaryRun) check() {
	v := s.View(s.Now)
	window := v.Window()
	seen := map[int64]bool{}
	tokens := int64(0)
	for _, m := range window {
		seen[m.Seq] = true
		tokens += m.tokens(s.Window.TokenBytes)
	}
	pending := v.After(s.Window.Summary.UpTo)
	waits := len(pending) > len(window) // messages outside of the window that wait for a summary
	for _, m := range v.Messages {
		if s.hidden[m.Seq] || s.told[m.Seq] > 1 || s.told[m.Seq] == 1 && (seen[m.Seq] || m.Seq > s.Window.Summary.UpTo) {
			s.Fatalf("message %d: hidden %v, in %d summaries, in the window %v; %+v", m.Seq, s.hidden[m.Seq], s.told[m.Seq], seen[m.Seq], s.Window.Summary)
		}
		if s.told[m.Seq] == 0 && !seen[m.Seq] && !waits {
			s.Fatalf("message %d is neither in the window nor in a summary", m.Seq)
		}
	}
	if len(window) > 90 || tokens > 3000 && len(window) > 1 && s.Window.TokenBytes == startTokenBytes {
		s.Fatalf("the window holds %d messages, %d tokens", len(window), tokens)
	}
	if n := utf8.RuneCountInString(s.Window.Summary.Text); n > SummaryChars || n > 0 && !strings.HasSuffix(s.Window.Summary.Text, "thing.") {
		s.Fatalf("a summary of %d characters: %q", n, s.Window.Summary.Text)
	}
	if s.Window.TokenBytes < minTokenBytes || s.Window.TokenBytes > maxTokenBytes || string(s.Mind) != "{}" {
		s.Fatalf("%d thousandths of a byte a token, mind %s", s.Window.TokenBytes, s.Mind)
	}
}

func TestTokensAreCorrectedByUsage(t *testing.T) {
	t.Parallel()
	s := NewState("ses_test")
	ignored := []Call{
		{PromptBytes: 3000, PromptTokens: 1000, Estimated: true}, {PromptBytes: 3000}, {PromptTokens: 5},
		{PromptBytes: 3000, PromptTokens: 1000, Outcome: OutcomeBudget},
	}
	if s.Window.calibrate(ignored); s.Window.TokenBytes != startTokenBytes {
		t.Errorf("after calls that no server counted: %d", s.Window.TokenBytes)
	}
	for range 60 {
		s.Window.calibrate([]Call{{PromptBytes: 3000, PromptTokens: 1000}})
	}
	if s.Window.TokenBytes < 3000 || s.Window.TokenBytes > 3010 {
		t.Errorf("after many calls with 3 bytes a token: %d", s.Window.TokenBytes)
	}
	m := Message{Name: "Blue", Text: strings.Repeat("ä", 4000)}
	if n := m.tokens(4000); n < 300 || n > 310 {
		t.Errorf("a line of 4,000 characters, of which 600 are shown, is %d tokens", n)
	}
}

func TestCutSentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"All fits.", "All fits."}, {"One. Two is too long.", "One."}, {"no sentence ends here at all", "no sentence ends"}, {"äöüäöüäöüäöüäöüäöüäöü", "äöüäöüäöüäöüäöüäöü"},
		{"一。二三四五六七八九十一二三四五六七八九", "一。"},
	} {
		if got := cutSentence(c.text, 18); got != c.want {
			t.Errorf("%q is cut to %q, want %q", c.text, got, c.want)
		}
	}
}
