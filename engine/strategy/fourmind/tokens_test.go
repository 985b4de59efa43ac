package fourmind

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// talk are twenty lines of a game of three, about as long as people's.
var talk = []string{
	"hey there", "hello, hows it going", "good and you two", "pretty tired tbh", "same here, long day at work", "what do you do then", "what about you blue", "i fix bikes",
	"oh nice, my old one squeaks all the time", "red you sound like a bot", "lol why", "because you answer so fast", "im just bored at home",
	"what did you all eat today", "noodles again", "cold pizza from yesterday", "sounds great honestly", "blue never says anything about himself",
	"whats there to say, i work and sleep", "ok red, then where do you live?",
}

// atMessage20 is a game of three with twenty lines, all of them analysed except the newest.
func atMessage20(t *testing.T) session.View {
	t.Helper()
	seed := int64(5)
	c := &fixture{sessiontest.Open(t, session.Config{
		Bot: session.Bot{Seat: "red"}, Seed: &seed, Biography: sessiontest.Biography(),
		Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
	})}
	for i, text := range talk {
		c.Say(session.Millis(4000+7000*i), []string{"green", "blue", "red"}[i%3], text)
		if i < len(talk)-1 {
			c.Tell(session.Millis(4000+7000*i), &session.MessageAnnotated{Annotated: session.Annotated{Seq: c.State.Seq, Annotation: session.Annotation{
				Receivers: []string{"blue", "green"}, Notes: []session.Note{
					{Label: labelFacts, Text: "asks what they ate today"}, {Label: labelRevelation, Text: "curious and a little bored"},
					{Label: labelRelationship, Text: "friendly to both"}, {Label: labelAppeal, Text: "tell about yourselves"},
				},
			}}})
			c.Tell(session.Millis(4000+7000*i), &session.MessageRead{Kind: kindAnalysis, Readings: []session.Reading{{Seq: c.State.Seq - 1, To: []string{"blue", "green"}}}})
		}
	}
	return c.View()
}

// waiting returns atMessage20 while a line of the bot waits.
func waiting(t *testing.T) session.View {
	v := atMessage20(t)
	v.Plan = &session.Plan{Kind: session.Reply, Text: "not that i know of", BasedOn: v.Messages[17].Seq}
	return v
}

// TestTokensAtMessage20 bounds the prompts of a game of three. TestPrompts bounds the others.
func TestTokensAtMessage20(t *testing.T) {
	t.Parallel()
	v, f := atMessage20(t), fourMind(t, `{}`)
	sessiontest.Fits(t, "lookahead", f.lookaheadPrompt(ahead{view: v}))
	sessiontest.Fits(t, "analysis", analysisPrompt(v, v.Messages[15:]))
	sessiontest.Fits(t, "analysis of own lines", analysisPrompt(v, []session.Message{v.Messages[13], v.Messages[16], v.Messages[19]}))
	sessiontest.Fits(t, "appraisal", f.appraisalPrompt(v))
}

// mostLineTokens bounds the prompt of a line of about five words at message 20, at four bytes a
// token: a small model loses the middle of a longer one.
const mostLineTokens = 900

// TestALineOfFiveWordsHasAShortPrompt: also while the bot pursues somebody, reads the newest line
// or decides about its own line that waits, and after a change of mind.
func TestALineOfFiveWordsHasAShortPrompt(t *testing.T) {
	t.Parallel()
	best := sessiontest.Must(New(nil))(t)
	f, longest, short := best.(*FourMind), 0, 0
	for seed := range int64(20) {
		v, w := atMessage20(t), waiting(t)
		named := *v.Biography
		named.FirstName = "Katharina"
		v.Biography, w.Biography = &named, &named
		v.Mind = session.EncodeMind(mind{Version: 1, Objective: objective{Mode: objectiveSeed, Support: "green", Target: "blue", Since: v.Now, WasSupport: "blue", WasTarget: "green"}})
		w.Mind = v.Mind
		for _, a := range []ahead{{view: v}, {view: v, turn: true}, {view: v, read: 20, turn: true}, {view: w, chooses: true}} {
			a.view.Seed = seed
			p := f.lookaheadPrompt(a)
			text := sessiontest.PromptText(p)
			if p.Parsed().Words() > 5 {
				continue
			}
			short++
			longest = max(longest, len(text)/4)
			if len(text)/4 > mostLineTokens {
				t.Errorf("it has %d tokens:\n%s", len(text)/4, text)
			}
		}
	}
	t.Logf("%d prompts, at most %d tokens", short, longest)
}
