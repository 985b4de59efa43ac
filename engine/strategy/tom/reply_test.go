package tom

import (
	"math"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/timing"
)

// TestAReflexIsToldOneLength: a draw from the room, but never more than a reflex may have.
func TestAReflexIsToldOneLength(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"one two three": "about three words", strings.Repeat("many more words ", 10): "about 15 words"} {
		c, s := newSession(t), newToM(t, `{}`)
		for i := range 100 {
			c.Say(session.Millis(1000*i), "blue", line)
		}
		text := s.linePrompt(c.View(), c.mind(), taskReflex).Render()
		if got := strings.Count(text.System+text.User, "Length: "); got != 1 || !strings.Contains(text.User, want) {
			t.Errorf("%q: %s", want, text.User)
		}
		if other := s.linePrompt(c.View(), c.mind(), taskReserve).Render().User; strings.Contains(other, "about 15 words") {
			t.Errorf("another line is told the length of a reflex: %s", other)
		}
	}
}

func TestAReflexIsShort(t *testing.T) {
	t.Parallel()
	n := func(words int) string { return strings.TrimSpace(strings.Repeat("a ", words)) }
	for text, want := range map[string]string{
		"":                           "",
		n(15):                        n(15),
		n(16):                        n(15),
		"yes. " + n(15):              "yes.",
		"no way! really? " + n(14):   "no way! really?",
		n(10) + ", " + n(10):         n(10),
		"so, " + n(3) + "; " + n(14): "so, " + n(3),
		n(14) + " b. c":              n(14) + " b.",
		n(15) + " b.":                n(15),
		"ach… " + n(15):              "ach…",
		"one  two\tthree":            "one  two\tthree",
		n(3) + "! then, " + n(15):    n(3) + "!", // a sentence is better than a clause
		"Ä " + n(13) + " ü, " + n(3): "Ä " + n(13) + " ü",
		"a.b,c " + n(15):             "a.b,c " + n(14),
		"Blue, " + n(15):             "Blue, " + n(14), // a name cannot stand alone
		"well, a, " + n(15):          "well, a, " + n(13),
		": " + n(15):                 ": " + n(14), // nor can nothing
		"... " + n(15):               "... " + n(14),
	} {
		if got := cutWords(text, reflexWords); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	out := c.conclude(s, kindReflex, lineFound{Written: prompt.Written{Text: n(30)}})
	if k := out.Candidate; k.Class != session.ClassReflex || k.Kind != session.Reply || k.Parts[0].Text != n(15) || k.Whole != n(30) {
		t.Errorf("it proposes %+v", k)
	}
	if out := c.conclude(s, kindCognition, cognitionFound{line: prompt.Written{Text: n(30)}}); out.Candidate.Parts[0].Text != n(30) {
		t.Errorf("cognition proposes %+v", out.Candidate)
	}
}

func TestNoReplyOnceTheBotHasSpoken(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{kindReflex, kindSingle, kindReserve} {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello")
		before := lastSeq(c.View())
		c.sends(2000, "hi")
		w := session.Want{Kind: kind, BasedOn: before}
		if out := s.Conclude(c.View(), w, lineFound{Written: prompt.Written{Text: "hello blue"}}); out.Candidate != nil {
			t.Errorf("%s proposes %+v", kind, out.Candidate)
		}
		w.BasedOn = lastSeq(c.View()) // a thought that began after the bot's line
		if out := s.Conclude(c.View(), w, lineFound{Written: prompt.Written{Text: "hello blue"}}); out.Candidate != nil && kind != kindReserve {
			t.Errorf("%s proposes %+v", kind, out.Candidate)
		}
		c.Say(3000, "blue", "how are you")
		w.BasedOn = lastSeq(c.View())
		if out := s.Conclude(c.View(), w, lineFound{Written: prompt.Written{Text: "hello blue"}}); out.Candidate == nil {
			t.Errorf("%s proposes nothing", kind)
		}
		if out := s.Conclude(c.View(), w, lineFound{Written: prompt.Written{Text: " "}}); out.Candidate != nil {
			t.Errorf("%s proposes an empty text", kind)
		}
	}
}

// TestNothingToSay: a reserve may be empty. The next one is thought of after another silence.
func TestNothingToSay(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.sends(2000, "hi blue")
	c.conclude(s, kindCognition, cognitionFound{state: believes("")})
	before, wanted := s.wantReserve(c.View())
	if out, _ := c.thinks(s, kindReserve, `{"text":" "}`); out.Candidate != nil {
		t.Errorf("it proposes %+v", out.Candidate)
	}
	after, again := s.wantReserve(c.View())
	if !wanted || !again || before.At != 0 || after.At != c.State.Now+s.options.Silence {
		t.Errorf("wanted at %d, and after an empty one at %d", before.At, after.At)
	}
}

// TestDelays: quick replies take equation 1, all others equation 2. Each thought has its own draw.
func TestDelays(t *testing.T) {
	t.Parallel()
	const incoming, reply = "where are you all from then", "porto"
	for name, x := range map[string]struct {
		options, kind string
		from          float64
		text          string
	}{
		"AReflex":                    {`{}`, kindReflex, 2, reply},
		"ThePredecessor":             {`{"tom":"off"}`, kindSingle, 2, reply},
		"Cognition":                  {`{}`, kindCognition, 4, reply},
		"AReserve":                   {`{}`, kindReserve, 4, reply},
		"AReflexByWhatItAnswers":     {`{"length_basis":"incoming"}`, kindReflex, 2, incoming},
		"CognitionByWhatItAnswers":   {`{"length_basis":"incoming"}`, kindCognition, 4, incoming},
		"AReserveIsAnAnswerToNobody": {`{"length_basis":"incoming"}`, kindReserve, 4, reply},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, s := newSession(t), newToM(t, x.options)
			c.Say(1000, "blue", incoming)
			firstLine := lastSeq(c.View())
			c.Say(1500, "gm", "It is getting late, all of you should think of the end.")
			c.Say(2000, "red", "hm")
			about := lastSeq(c.View())
			c.Say(3000, "green", "a line that is newer than the thought")
			w := session.Want{Kind: x.kind, BasedOn: about}
			got := s.Write(c.View(), w, reply)
			u := session.Draw(0, about, "thinking:"+x.kind+":red", 0).Float64()
			want := timing.Delay{Thinking: timing.Millis(math.Round(1000 * (x.from + 3*u))), Typing: timing.Millis(len(x.text) * 250)}
			if len(got) != 1 || got[0].Text != reply || got[0].Timing != want {
				t.Errorf("it is written as %+v, want %+v", got, want)
			}
			w.BasedOn = firstLine // the incoming text is the newest one that the thought knew
			if got := s.Write(c.View(), w, reply)[0].Timing.Typing; got != want.Typing {
				t.Errorf("typing takes %d ms, want %d", got, want.Typing)
			}
		})
	}
}

// Silence_ms and up to a half more. Two bots of one game do not speak at once.
func TestHowLongAReserveWaits(t *testing.T) {
	t.Parallel()
	least, most := 1.0, 0.0
	for seed := range int64(500) {
		var waits []timing.Millis
		for _, seat := range []string{"red", "blue"} {
			c, s := newSession(t, func(c *session.Config) { c.Seed, c.Bot.Seat = &seed, seat }), newToM(t, `{"silence_ms":10000}`)
			wait := c.conclude(s, kindReserve, lineFound{Written: prompt.Written{Text: "so"}}).Candidate.Silence
			least, most = min(least, float64(wait)/10_000-1), max(most, float64(wait)/10_000-1)
			waits = append(waits, wait)
		}
		if waits[0] == waits[1] {
			t.Errorf("with the seed %d both wait for %d ms", seed, waits[0])
		}
	}
	if least < 0 || least > 0.01 || most > 0.5 || most < 0.49 {
		t.Errorf("they wait from %.3f to %.3f longer", least, most)
	}
}
