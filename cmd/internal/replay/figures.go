package replay

import (
	"slices"
	"time"

	"ringer/engine/conduct"
	"ringer/engine/deceit"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// spoken is one line of a conversation, at game time.
type spoken struct {
	At   session.Millis `json:"at_ms"`
	Name string         `json:"name"`
	Text string         `json:"text"`
	// Channel is empty for the main channel.
	Channel    string `json:"channel,omitempty"`
	Bot        bool   `json:"bot,omitempty"`
	Gamemaster bool   `json:"gamemaster,omitempty"`
	// Late says that the bot said it after the end of the recorded game. No figure counts it.
	Late bool `json:"after_the_end,omitempty"`
	// Mind is what the bot knew and believed when it said the line, and Marks say how it deceives.
	Mind  *deceit.Mind  `json:"mind,omitempty"`
	Marks []deceit.Mark `json:"marks,omitempty"`
	// seq is the line's place in the log of the play. It is 0 in a recorded conversation.
	seq int64
	// basedOn is the seq up to which the bot had considered the log when it planned its line.
	basedOn int64
	// read is the seq up to which the bot had looked at the chat, and kept its line.
	read int64
	// restsOn is the seq up to which the bot had considered the log when it wrote its line. For the
	// rest of a message it is that of its first line.
	restsOn int64
	kind    session.PlanKind
}

func (r *Result) polls() (polls []*poll) {
	for i := range r.Rounds {
		polls = append(polls, &r.Rounds[i])
	}
	if r.Vote != nil {
		polls = append(polls, r.Vote)
	}
	return polls
}

// recordedKind is the kind of the player whose seat the bot took.
const recordedKind = "recorded"

// Result is one game as it was played.
type Result struct {
	Game     string         `json:"game_id"`
	Seat     string         `json:"as"`
	Strategy string         `json:"strategy"`
	Speed    float64        `json:"speed"`
	Seed     int64          `json:"seed"`
	Length   session.Millis `json:"length_ms"`
	Wall     time.Duration  `json:"wall_ns"`
	// Talk is how the players talked: first the bot, then the recorded player of its seat, then the
	// others.
	Talk []talk `json:"talk"`
	// Pair is the style distance of the people of a game of two people. It belongs to both.
	Pair         *float64 `json:"style_distance_of_two_people,omitempty"`
	Work         work     `json:"work"`
	Vote         *poll    `json:"vote,omitempty"`
	Rounds       []poll   `json:"phase_votes,omitempty"`
	Guesses      *guesses `json:"guesses,omitempty"`
	Deceit       *deceits `json:"deceit,omitempty"`
	Conversation []spoken `json:"conversation"`
	Withheld     []spoken `json:"withheld"`
	events       []recording.Event
	recorded     *recording.Game
	variant      string
	// people are the gaps and lengths of the people in the other seats.
	people sample
}

// newResult computes the figures of one play from its events. What happened after the last line of
// the recorded game is not counted.
func newResult(g *recording.Game, seat recording.Player, s *Settings, events []recording.Event) Result {
	counted := within(events, s.Speed, g.Length())
	res := Result{
		Game: g.ID, Seat: seat.Name, Speed: s.Speed, Seed: s.Seed, Length: g.Length(), Withheld: spokenBy(g.Withheld(seat)), events: events, recorded: g,
		Conversation: conversation(events, s.Speed, g.Length()), Work: workOf(counted), Vote: newPoll(g, seat, s, events), Rounds: newRounds(g, seat, s, events),
		Guesses: newGuesses(g, seat, events),
	}
	res.markLines(g, seat, s)
	played := listen(g, slices.DeleteFunc(slices.Clone(res.Conversation), func(m spoken) bool { return m.Late }))
	recorded := listen(g, spokenBy(g.Messages))
	res.Work.reading = readingOf(played.lines)
	res.Work.Conduct = conduct.Of(session.Each(counted, func(h recording.Event) session.Event { return h.Event }), g)
	res.Talk = []talk{talkOf(seat.Name, recording.RingerKind, played), talkOf(seat.Name, recordedKind, recorded)}
	for _, p := range g.Players {
		if p.Name != seat.Name {
			// The others spoke to the recorded player, and not to the bot. Only their shares depend
			// on the bot.
			t, shown := talkOf(p.Name, p.Kind, recorded), talkOf(p.Name, p.Kind, played)
			t.Share, t.CharShare = shown.Share, shown.CharShare
			res.Talk = append(res.Talk, t)
		}
	}
	res.compareWithPeople(g, played.lines, recorded)
	return res
}

// compareWithPeople compares each player with the other people of the recorded game. Two people
// would get the same distances, which say nothing about either.
func (r *Result) compareWithPeople(g *recording.Game, played []spoken, recorded *dialogue) {
	samples := map[string]sample{} // of the recorded game, by player
	for i := range r.Talk[1:] {
		samples[r.Talk[i+1].Name] = r.Talk[i+1].sample()
	}
	for i := range r.Talk {
		t := &r.Talk[i]
		own, others := linesOf(recorded.lines, t.Name), peopleOf(g, t.Name)
		if t.Kind == recording.RingerKind {
			own = linesOf(played, t.Name)
		}
		var lines []string
		var people sample
		for _, name := range others {
			lines = append(lines, linesOf(recorded.lines, name)...)
			people.add(samples[name])
		}
		if i == 0 {
			r.people = people
		}
		distance := styleDistance(own, lines)
		if i > 1 && t.Kind != recording.BotKind && len(others) == 1 {
			r.Pair = distance
			continue
		}
		t.Style, t.likeness = distance, likenessOf(t.sample(), people)
	}
}

func peopleOf(g *recording.Game, except string) (names []string) {
	for _, p := range g.Players {
		if p.Kind != recording.BotKind && p.Name != except {
			names = append(names, p.Name)
		}
	}
	return names
}

func linesOf(conversation []spoken, name string) (lines []string) {
	for _, m := range conversation {
		if m.Name == name && !m.Gamemaster {
			lines = append(lines, m.Text)
		}
	}
	return lines
}

func eventClock(events []recording.Event, speed float64) session.Clock {
	return session.NewClock(events[0].Event.Moment().Steady(), speed)
}

// within returns the events up to a game time. An act may come after later facts.
func within(events []recording.Event, speed float64, end session.Millis) []recording.Event {
	late := func(h recording.Event) bool { return eventClock(events, speed).Now(h.Event.Moment()) > end }
	return slices.DeleteFunc(slices.Clone(events), late)
}

func conversation(events []recording.Event, speed float64, end session.Millis) (all []spoken) {
	restsOn := map[string]int64{} // by the id of a message of the bot
	for _, h := range events {
		at := eventClock(events, speed).Now(h.Event.Moment())
		switch p := h.Event.Data.(type) {
		case *session.MessageReceived:
			all = append(all, spoken{At: at, Name: p.Sender, Text: p.Text, Channel: p.Channel, Gamemaster: p.Kind == session.FromGamemaster, seq: h.Event.Seq})
		case *session.MessageSent:
			if head, ok := restsOn[p.Follows]; ok {
				restsOn[p.MessageID] = head
			} else {
				restsOn[p.MessageID] = p.BasedOn
			}
			all = append(all, spoken{
				At: at, Name: p.Sender, Text: p.Text, Channel: p.Channel, Bot: true, Late: at > end,
				seq: h.Event.Seq, basedOn: p.BasedOn, read: p.Read, restsOn: restsOn[p.MessageID], kind: p.Kind,
			})
		}
	}
	return all
}

func spokenBy(messages []recording.Message) (all []spoken) {
	for i := range messages {
		all = append(all, spokenOf(&messages[i]))
	}
	return all
}

func spokenOf(m *recording.Message) spoken {
	return spoken{At: recording.Millis(m.At), Name: m.Sender, Text: m.Text, Gamemaster: m.Kind == session.FromGamemaster, Channel: m.InChannel()}
}
