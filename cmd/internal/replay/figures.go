package replay

import (
	"strings"
	"time"
	"unicode/utf8"

	"ringer/cmd/internal/client"
	"ringer/cmd/internal/stats"
	"ringer/engine/game"
)

// spoken is one line of a conversation, at game time.
type spoken struct {
	At   game.Millis `json:"at_ms"`
	Name string      `json:"name"`
	Text string      `json:"text"`
	// Bot says that the bot of the replay said it.
	Bot bool `json:"bot,omitempty"`
	// Gamemaster says that no player said it.
	Gamemaster bool `json:"gamemaster,omitempty"`
}

// talk is how one player talked.
type talk struct {
	Name string `json:"name"`
	// Kind is ringer for the bot. It is recorded for the lines that the player of its seat said in
	// the recorded game. For all others it is human or bot.
	Kind     string `json:"kind"`
	Messages int    `json:"messages"`
	// Share is the player's share of all players' messages.
	Share float64 `json:"share"`
	// Words is the median number of words in a message.
	Words float64 `json:"median_words"`
	// Chars is the median number of characters in a message.
	Chars float64 `json:"median_characters"`
	// GapMedian is the median time since the message before, in seconds. It counts only messages
	// that follow another player's.
	GapMedian float64 `json:"gap_median_s"`
	// GapP95 is the 95th percentile of these times.
	GapP95 float64 `json:"gap_p95_s"`
	// Style is the distance between the player's lines and the lines of the other people in the
	// chat, from 0 (alike) to 1. It is nil if there are too few lines.
	Style *float64 `json:"style_distance,omitempty"`
	// Repeats counts messages that the player had said before, word for word.
	Repeats int `json:"repeats"`
}

// recordedKind is the kind of the player whose seat the bot took.
const recordedKind = "recorded"

// Result is one game as it was played.
type Result struct {
	Game     string        `json:"game_id"`
	Seat     string        `json:"as"`
	Strategy string        `json:"strategy"`
	Speed    float64       `json:"speed"`
	Seed     int64         `json:"seed"`
	Length   game.Millis   `json:"length_ms"`
	Wall     time.Duration `json:"wall_ns"`
	Talk     []talk        `json:"talk"`
	Work     work          `json:"work"`
	// Vote is nil if the recorded game holds no vote.
	Vote         *poll    `json:"vote,omitempty"`
	Conversation []spoken `json:"conversation"`
	Withheld     []spoken `json:"withheld"`
	events       []client.Event
}

// newResult computes the figures of one play from its events.
func newResult(g *Game, seat Player, s *Settings, events []client.Event) Result {
	_, withheld := g.script(seat)
	res := Result{
		Game: g.ID, Seat: seat.Name, Speed: s.Speed, Seed: s.Seed, Length: g.length(), Withheld: withheld, events: events,
		Conversation: conversation(events, s.Speed), Work: workOf(events), Vote: newPoll(g, seat, s, events),
	}
	res.Talk = []talk{talkOf(seat.Name, "ringer", res.Conversation), talkOf(seat.Name, recordedKind, recordedConversation(g))}
	for _, p := range g.Players {
		if p.Name != seat.Name {
			res.Talk = append(res.Talk, talkOf(p.Name, p.Kind, res.Conversation))
		}
	}
	for i := range res.Talk {
		t := &res.Talk[i]
		own := linesOf(res.Conversation, t.Name)
		if t.Kind == recordedKind {
			own = linesOf(withheld, t.Name)
		}
		t.Style = game.CompareStyles(own, res.people(g, t.Name)).StyleDistance
	}
	return res
}

// people returns the lines of the humans. It leaves out the seat that the bot took, and the player
// named except.
func (r *Result) people(of *Game, except string) (lines []string) {
	for _, p := range of.Players {
		if p.Kind != botKind && p.Name != r.Seat && p.Name != except {
			lines = append(lines, linesOf(r.Conversation, p.Name)...)
		}
	}
	return lines
}

func linesOf(conversation []spoken, name string) (lines []string) {
	for _, m := range conversation {
		if m.Name == name && !m.Gamemaster {
			lines = append(lines, m.Text)
		}
	}
	return lines
}

func conversation(events []client.Event, speed float64) []spoken {
	if len(events) == 0 {
		return nil
	}
	clock := game.NewClock(events[0].Event.Moment().Steady(), speed)
	var all []spoken
	for _, h := range events {
		at := clock.Now(h.Event.Moment())
		switch p := h.Event.Data.(type) {
		case *game.MessageReceived:
			all = append(all, spoken{At: at, Name: p.Sender, Text: p.Text, Gamemaster: p.Kind == game.FromGamemaster})
		case *game.MessageSent:
			all = append(all, spoken{At: at, Name: p.Sender, Text: p.Text, Bot: true})
		}
	}
	return all
}

func recordedConversation(g *Game) []spoken {
	var all []spoken
	for _, m := range g.Messages {
		all = append(all, spoken{At: millis(m.At), Name: m.Sender, Text: m.Text, Gamemaster: m.Kind == game.FromGamemaster})
	}
	return all
}

func talkOf(name, kind string, conversation []spoken) talk {
	t := talk{Name: name, Kind: kind}
	var words, chars, gaps []float64
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
			chars = append(chars, float64(utf8.RuneCountInString(m.Text)))
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
	t.Words, t.Chars = stats.Quantile(words, 0.5), stats.Quantile(chars, 0.5)
	t.GapMedian, t.GapP95 = stats.Quantile(gaps, 0.5), stats.Quantile(gaps, 0.95)
	return t
}
