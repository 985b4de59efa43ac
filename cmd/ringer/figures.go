package main

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/game"
)

// spoken is one line of a conversation, at game time.
type spoken struct {
	At   game.Millis `json:"at_ms"`
	Name string      `json:"name"`
	Text string      `json:"text"`
	// Bot marks what the bot of the replay said; Gamemaster what was not said by a player.
	Bot        bool `json:"bot,omitempty"`
	Gamemaster bool `json:"gamemaster,omitempty"`
}

// talk is how one player talked.
type talk struct {
	Name string `json:"name"`
	// Kind is ringer for the bot, recorded for what the player whose seat it took said, else human or bot as recorded.
	Kind     string `json:"kind"`
	Messages int    `json:"messages"`
	// Share is of all players' messages.
	Share float64 `json:"share"`
	// Words is the median of a message.
	Words float64 `json:"median_words"`
	// Gap is the seconds since the message before, where another player said that one.
	GapMedian float64 `json:"gap_median_s"`
	GapP95    float64 `json:"gap_p95_s"`
	// Repeats counts messages that say what the player had said before, word for word.
	Repeats int `json:"repeats"`
}

// work is what the bot did for its messages. What it did for a vote is counted there.
type work struct {
	Revised   int `json:"plans_revised"`
	Cancelled int `json:"plans_cancelled"`
	Rejected  int `json:"texts_rejected"`
	Failed    int `json:"thoughts_failed"`
	Calls     int `json:"model_calls"`
	// CallsPerMessage is 0 when nothing was sent.
	CallsPerMessage float64 `json:"model_calls_per_message"`
	// Lateness is from the due time to the receipt, in milliseconds of wall time.
	LatenessP50 float64 `json:"lateness_p50_ms"`
	LatenessP99 float64 `json:"lateness_p99_ms"`
}

// result is one game as it was played.
type result struct {
	Game     string        `json:"game_id"`
	Seat     string        `json:"as"`
	Strategy string        `json:"strategy"`
	Speed    float64       `json:"speed"`
	Seed     int64         `json:"seed"`
	Length   game.Millis   `json:"length_ms"`
	Wall     time.Duration `json:"wall_ns"`
	Talk     []talk        `json:"talk"`
	Work     work          `json:"work"`
	// Vote is missing when the recorded game holds none.
	Vote         *poll    `json:"vote,omitempty"`
	Conversation []spoken `json:"conversation"`
	Withheld     []spoken `json:"withheld"`
	events       []heard
}

func newResult(r *recording, seat recordedPlayer, c *replayCommand, events []heard) result {
	_, withheld := r.script(seat)
	res := result{
		Game: r.ID, Seat: seat.Name, Strategy: c.Strategy, Speed: c.Speed, Seed: c.Seed, Length: r.length(), Withheld: withheld, events: events,
		Conversation: conversation(events, c.Speed), Work: workOf(events), Vote: newPoll(r, seat, c, events),
	}
	res.Talk = []talk{talkOf(seat.Name, "ringer", res.Conversation), talkOf(seat.Name, "recorded", recordedConversation(r))}
	for _, p := range r.Players {
		if p.Name != seat.Name {
			res.Talk = append(res.Talk, talkOf(p.Name, p.Kind, res.Conversation))
		}
	}
	return res
}

func conversation(events []heard, speed float64) []spoken {
	if len(events) == 0 {
		return nil
	}
	clock := game.NewClock(events[0].Event.At, speed)
	var all []spoken
	for _, h := range events {
		at := clock.Game(h.Event.At)
		switch p := h.Event.Data.(type) {
		case *game.MessageReceived:
			all = append(all, spoken{At: at, Name: p.Sender, Text: p.Text, Gamemaster: p.Kind == game.FromGamemaster})
		case *game.MessageSent:
			all = append(all, spoken{At: at, Name: p.Sender, Text: p.Text, Bot: true})
		}
	}
	return all
}

func recordedConversation(r *recording) []spoken {
	var all []spoken
	for _, m := range r.Messages {
		all = append(all, spoken{At: millis(m.At), Name: m.Sender, Text: m.Text, Gamemaster: m.Kind == game.FromGamemaster})
	}
	return all
}

func talkOf(name, kind string, conversation []spoken) talk {
	t := talk{Name: name, Kind: kind}
	var words, gaps []float64
	said := map[string]bool{}
	var before *spoken
	all := 0
	for i := range conversation {
		m := &conversation[i]
		if m.Gamemaster {
			continue
		}
		all++
		if m.Name == name {
			t.Messages++
			words = append(words, float64(len(strings.Fields(m.Text))))
			if before != nil && before.Name != name {
				gaps = append(gaps, float64(m.At-before.At)/1000)
			}
			flat := strings.ToLower(strings.Join(strings.Fields(m.Text), " "))
			if said[flat] {
				t.Repeats++
			}
			said[flat] = true
		}
		before = m
	}
	if all > 0 {
		t.Share = float64(t.Messages) / float64(all)
	}
	t.Words = quantile(words, 0.5)
	t.GapMedian, t.GapP95 = quantile(gaps, 0.5), quantile(gaps, 0.95)
	return t
}

func workOf(events []heard) work {
	var w work
	var late []float64
	sent := 0
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *game.PlanRevised:
			w.Revised++
		case *game.PlanCancelled:
			w.Cancelled++
		case *game.TextRejected:
			w.Rejected++
		case *game.ThoughtCompleted:
			if !ofVote(p.Kind) {
				w.Calls += len(p.Calls)
			}
		case *game.ThoughtFailed:
			if ofVote(p.Kind) {
				continue
			}
			if p.Code != game.ThoughtStopped { // that is no failure
				w.Failed++
			}
			w.Calls += len(p.Calls)
		case *game.MessageSent:
			sent++
			late = append(late, float64(h.Received.Sub(p.DueAt).Microseconds())/1000)
		}
	}
	if sent > 0 {
		w.CallsPerMessage = float64(w.Calls) / float64(sent)
	}
	w.LatenessP50, w.LatenessP99 = quantile(late, 0.5), quantile(late, 0.99)
	return w
}

// quantile returns the smallest value that at least a part q of them do not exceed, 0 of none.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
