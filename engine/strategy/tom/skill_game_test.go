package tom_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/sim/simtest"
	"ringer/engine/slowtest"
)

// chatter are the lines of scripted players, repeated in order.
var chatter = []string{
	"how is everybody", "pretty good here", "i had pizza for lunch", "red what about you", "so who do you think it is", "no idea yet", "green is rather quiet",
	"what did you do today", "work and then football", "i think blue is it", "why me", "green you answer so fast", "like what", "haha", "i live near the sea",
	"red are you a bot?", "we should vote soon", "that was odd", "blue just agrees with everyone", "my dog ate my shoe", "fair",
}

// offlineGame plays Red with the offline model. The others write about every eight seconds.
func offlineGame(t *testing.T, seed int64, lasts time.Duration, asks map[time.Duration]string) []session.Event {
	t.Helper()
	slowtest.Skip(t)
	c := session.Config{Strategy: "tom", Seed: &seed, Pace: session.PacePaper, Game: simtest.Three()}
	c.Game.Rules, c.Game.RulesText = "turing", ""
	chat := simtest.Open(t, c, nil)
	says := func(at time.Duration, sender, text string) { chat.Say(at.Seconds(), sender, text) }
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	for i, at := 0, 3*time.Second; at < lasts; i++ {
		quiet := false // no chatter around a question, so that the bot answers the question
		for asked := range asks {
			quiet = quiet || at > asked-20*time.Second && at < asked+25*time.Second
		}
		if !quiet {
			says(at, []string{"blue", "green"}[rng.IntN(2)], chatter[(i+int(seed))%len(chatter)])
		}
		at += time.Duration(3+rng.IntN(11)) * time.Second
	}
	for at, text := range asks {
		says(at, "blue", text)
	}
	return chat.Until(lasts.Seconds())
}

// TestOfflineIsFromOnePlace: the bot always names the same place, also if the question has other
// words, and also when its own answer has left the prompt.
func TestOfflineIsFromOnePlace(t *testing.T) {
	t.Parallel()
	asks := map[time.Duration]string{
		30 * time.Second: "red where are you from?", 2 * time.Minute: "red which city do you live in?", 10 * time.Minute: "red where do you live?",
	}
	for seed := range int64(6) {
		city, between := "", 0
		answers := map[string][]string{}
		question, asked := "", time.Time{}
		for _, e := range offlineGame(t, seed, 11*time.Minute, asks) {
			switch p := e.Data.(type) {
			case *session.ThoughtCompleted:
				if p.Biography != nil {
					city = strings.ToLower(p.Biography.Town)
				}
			case *session.MessageReceived:
				if asks[e.At.Sub(sim.Epoch())] == p.Text {
					question, asked = p.Text, e.At
				}
			case *session.MessageSent:
				if between++; question != "" && e.At.Sub(asked) < 25*time.Second {
					answers[question] = append(answers[question], p.Text)
				}
			}
		}
		for _, question := range asks {
			if !strings.Contains(strings.ToLower(strings.Join(answers[question], "\n")), city) || city == "" {
				t.Errorf("seed %d: is from %q, and to %q says %q", seed, city, question, answers[question])
			}
		}
		if between < 20 {
			t.Errorf("seed %d: says %d lines, too few for the first to leave the prompt", seed, between)
		}
	}
}

// reference matches a quoted line with its number in a reasoning.
var reference = regexp.MustCompile(`("(?:[^"\\]|\\.)*") \(#(\d+)\)`)

// Every line that the mind quotes stands in the chat, and nobody is doubted without a reason.
func TestOfflineMindsAreTrue(t *testing.T) {
	t.Parallel()
	for seed := range int64(6) {
		said := map[int64]string{}
		var numbers []int64 // the seqs of the messages
		facts, references := 0, 0
		holds := func(seq int64, quoted string) {
			text := ""
			if err := json.Unmarshal([]byte(quoted), &text); err != nil || !strings.HasPrefix(said[seq], strings.TrimSuffix(text, "…")) || text == "" {
				t.Errorf("seed %d: %s is not line #%d, which is %q", seed, quoted, seq, said[seq])
			}
		}
		for _, e := range offlineGame(t, seed, 6*time.Minute, nil) {
			switch p := e.Data.(type) {
			case *session.MessageReceived:
				said[e.Seq], numbers = p.Text, append(numbers, e.Seq)
			case *session.MessageSent:
				said[e.Seq], numbers = p.Text, append(numbers, e.Seq)
			case *session.ThoughtCompleted:
				var mind struct {
					Knowledge struct {
						Facts []struct {
							Seq  int64  `json:"message_seq"`
							Text string `json:"fact"`
						}
					}
					Beliefs map[string]struct {
						Percent  int     `json:"suspicion_percent"`
						Evidence []int64 `json:"evidence_seqs"`
					}
					Intention struct{ Reasoning string }
				}
				if err := json.Unmarshal(p.Mind, &mind); err != nil && len(p.Mind) > 0 {
					t.Fatal(err)
				}
				for _, f := range mind.Knowledge.Facts {
					facts++
					holds(f.Seq, f.Text[strings.Index(f.Text, `"`):])
				}
				for _, m := range reference.FindAllStringSubmatch(mind.Intention.Reasoning, -1) {
					references++
					number, _ := strconv.Atoi(m[2])
					holds(numbers[number-1], m[1])
				}
				for id, b := range mind.Beliefs {
					if b.Percent > 33 && len(b.Evidence) == 0 {
						t.Errorf("seed %d: doubts %s with %d %% without a reason", seed, id, b.Percent)
					}
				}
			}
		}
		if facts == 0 || references == 0 {
			t.Errorf("seed %d: %d facts and %d references to lines", seed, facts, references)
		}
	}
}

// The bot talks neither too much nor too little, and says nothing twice: not even "no" within six
// lines, and nothing of three words or more at all.
func TestOfflineTalksLikeOneOfThree(t *testing.T) {
	t.Parallel()
	own, all := 0, 0
	for seed := range int64(10) {
		said, lines := map[string]int{}, 0
		for _, e := range offlineGame(t, seed, 6*time.Minute, nil) {
			switch p := e.Data.(type) {
			case *session.MessageReceived:
				all++
			case *session.MessageSent:
				own, all, lines = own+1, all+1, lines+1
				if before := said[p.Text]; before > 0 && (lines-before < 6 || len(strings.Fields(p.Text)) > 2) {
					t.Errorf("seed %d: says %q twice", seed, p.Text)
				}
				said[p.Text] = lines
			}
		}
	}
	share := float64(own) / float64(all)
	t.Logf("%d of %d lines", own, all)
	if share < 0.2 || share > 0.45 {
		t.Errorf("says %d of %d lines", own, all)
	}
}
