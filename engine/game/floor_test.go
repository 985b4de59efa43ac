package game_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/goldentest"
	"ringer/engine/session"
)

// room is a game without a driver where bots speak one at a time: people Ann and Ben, bots Red,
// Blue and Green. It has been open for ten seconds.
type room struct {
	*game.State
	now session.Millis
}

var opened = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func openRoom(seed int64) *room { return openFloor(seed, session.FloorModerated) }

func openFloor(seed int64, floor session.FloorMode) *room {
	p := &session.GameCreated{Config: session.GameConfig{Speed: 1, TTL: 86_400, Floor: floor, Seed: &seed}}
	for _, name := range []string{"Ann", "Ben", "Red", "Blue", "Green"} {
		p.Config.Game.Players = append(p.Config.Game.Players, session.Player{ID: name, Name: name, Presence: session.Active})
		if name != "Ann" && name != "Ben" {
			p.Bots = append(p.Bots, session.BotSeat{Seat: name, Session: "ses_" + name, Waits: floor == session.FloorModerated})
		}
	}
	p.Config.Game.Channels = []session.Channel{{ID: "den", Members: []string{"Blue", "Green"}}}
	p.Config.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"Blue", "Green"}, Channel: "den"}}
	p.Config.Game.Phase = "day"
	r := &room{State: game.NewState("gam_1")}
	r.tell(p)
	r.wait(10)
	return r
}

func (r *room) tell(p session.Payload) {
	r.Apply(session.Event{Seq: r.Seq + 1, At: opened.Add(time.Duration(r.now) * time.Millisecond), Data: p})
}

func (r *room) wait(seconds float64) { r.now += session.Millis(seconds * 1000) }

func (r *room) say(seat string) {
	if _, bot := r.Roster.Bot(seat); bot {
		r.tell(&session.MessageSent{MessageID: fmt.Sprint("msg_", r.Seq), Sender: seat, Text: "hm"})
		return
	}
	r.tell(&session.MessageReceived{Post: session.Post{ID: fmt.Sprint("msg_", r.Seq), Sender: seat, Text: "hm", Kind: session.FromPlayer}})
}

func (r *room) observe(kind session.ObservationKind, seat string) {
	o := &session.ObservationReceived{Observation: session.Observation{Kind: kind}}
	switch kind {
	case session.PhaseChanged:
		o.Phase = seat
	case session.BotMuted, session.BotUnmuted:
		o.Seat = seat
	default:
		o.Player = &session.Player{ID: seat, Name: seat}
	}
	r.tell(o)
}

// decide decides until there is nothing to do. It returns the acts and what the game waits for, as
// in "Red by draw; asks; until 25".
func (r *room) decide(inbox ...session.Thought) string {
	var all []string
	for range 9 {
		d := game.Decide(r.State, inbox, r.now)
		for _, p := range d.Acts {
			switch p := p.(type) {
			case *session.FloorGiven:
				all = append(all, strings.TrimSpace(p.Seat+" by "+string(p.By)))
				if len(p.Bids) > 0 {
					all = append(all, fmt.Sprint(p.Bids))
				}
			case *session.ThoughtCompleted, *session.ThoughtFailed:
			default:
				all = append(all, string(p.Type()))
			}
			r.Apply(session.Event{Seq: r.Seq + 1, At: opened.Add(time.Duration(r.now) * time.Millisecond), Cursor: r.Seq, Data: p})
		}
		if len(d.Acts) > 0 {
			inbox = nil // the acts conclude it
			continue
		}
		for _, w := range d.Wants {
			if w.At <= r.now {
				all = append(all, "asks")
			}
		}
		if d.Due > 0 && d.Due < 86_400_000 {
			all = append(all, fmt.Sprint("until ", float64(d.Due)/1000))
		}
		return strings.Join(all, "; ")
	}
	return "does not settle"
}

// answer is a thought of the moderator that was asked now, and names a seat.
func (r *room) answer(seat string) session.Thought {
	return session.Thought{Want: session.Want{Kind: session.KindModerator, BasedOn: r.Floor.Line}, Before: r.Thoughts[session.KindModerator], Finding: session.NextSpeaker{Seat: seat}}
}

// failure is a thought of the moderator that failed.
func (r *room) failure() session.Thought {
	t := r.answer("")
	t.Finding, t.Failure = nil, "model_error"
	return t
}

func (r *room) speakers() (seats []string) {
	for _, b := range r.Roster.Bots {
		if has := r.Config.Floor != session.FloorBid || b.Floor; has && !b.Silent() {
			seats = append(seats, b.Seat)
		}
	}
	return seats
}

// TestFloor plays the scripts of testdata/floor. "open" opens a new room, "open bid" one with bids.
// Each other line has the seconds since the line before, and what happens. The trace says what the
// game decides then, and who may speak.
func TestFloor(t *testing.T) {
	t.Parallel()
	goldentest.Scripts(t, "testdata/floor/*.txt", func(_ *testing.T, script string) string {
		var trace strings.Builder
		r := openRoom(1)
		for line := range strings.Lines(script) {
			words := strings.Fields(line)
			if words[0] == "open" {
				r = openFloor(1, session.FloorMode(strings.Join(append(words[1:], "moderated")[:1], "")))
			}
			if !strings.HasPrefix(words[0], "+") {
				trace.WriteString(line)
				continue
			}
			seconds, _ := strconv.ParseFloat(words[0], 64)
			r.wait(seconds)
			decided := r.play(words[1:])
			fmt.Fprintf(&trace, "%6.1f %s: %s, %v may speak\n", float64(r.now)/1000, strings.Join(words[1:], " "), decided, r.speakers())
		}
		return trace.String()
	})
}

// play lets something happen, and decides.
func (r *room) play(words []string) string {
	if len(words) == 0 {
		return r.decide()
	}
	switch seat := words[len(words)-1]; words[0] {
	case "says":
		r.say(seat)
	case "types":
		r.tell(&session.TypingStarted{Seat: seat})
	case "stops":
		r.tell(&session.TypingStopped{Seat: seat})
	case "bids":
		bid, _ := strconv.Atoi(words[1])
		r.tell(&session.BidMade{Seat: seat, Bid: bid})
	case "names": // "names Blue Ann": Ann names Blue
		r.tell(&session.MessageReceived{Post: session.Post{ID: fmt.Sprint("msg_", r.Seq), Sender: seat, Text: "what about " + words[1], Kind: session.FromPlayer}})
	case "model":
		return r.decide(r.answer(seat))
	case "nobody":
		return r.decide(r.answer(""))
	case "all":
		r.observe(session.ObservationKind(seat), "")
	default:
		r.observe(session.ObservationKind(words[0]), seat)
	}
	return r.decide()
}

// TestUselessModerators: the seed chooses if the model names nobody who can speak, fails, or takes
// longer than five seconds. A chat that goes on does not put that off.
func TestUselessModerators(t *testing.T) {
	t.Parallel()
	drawn := map[string]int{}
	for seed := range int64(60) {
		r := openRoom(seed)
		r.say("Ann")
		r.decide()
		switch seed % 4 {
		case 0:
			r.decide(r.answer("Ann"))
		case 1:
			r.decide(r.answer("?nonsense"))
		case 2:
			r.decide(r.failure())
		case 3: // it says nothing, while Ben and Ann talk
			for i := range 4 {
				r.wait(1.2)
				r.say([]string{"Ben", "Ann"}[i%2])
				if got := r.decide(); got != "asks; until 15" {
					t.Errorf("before its time is over: %q, want %q", got, "asks; until 15")
				}
			}
			r.wait(0.2)
			r.decide()
		}
		if len(r.speakers()) != 1 {
			t.Fatalf("seed %d: %v may speak", seed, r.speakers())
		}
		drawn[r.speakers()[0]]++
	}
	if len(drawn) != 3 {
		t.Errorf("the seeds choose %v", drawn)
	}
}

var silences = map[string]func(*room){
	"muted":  func(r *room) { r.observe(session.BotMuted, "Red") },
	"out":    func(r *room) { r.observe(session.PlayerOut, "Red") },
	"left":   func(r *room) { r.observe(session.PlayerLeft, "Red") },
	"barred": func(r *room) { r.observe(session.PhaseChanged, "night") },
}

// TestWhoCannotSpeakIsNotNamed: neither the model nor the seed gives the floor to a bot that is
// muted, out, or has nothing to say in this phase.
func TestWhoCannotSpeakIsNotNamed(t *testing.T) {
	t.Parallel()
	for name, silence := range silences {
		for seed := range int64(30) {
			r := openRoom(seed)
			silence(r)
			r.say("Ann")
			r.decide()
			for _, p := range r.View(r.now).Contenders {
				if p.ID == "Red" {
					t.Errorf("%s: the moderator is offered Red", name)
				}
			}
			if r.decide(r.answer("Red")); slices.Contains(r.speakers(), "Red") || len(r.speakers()) != 1 {
				t.Errorf("%s, seed %d: %v may speak", name, seed, r.speakers())
			}
		}
	}
}

// TestPlatformMutesOnTheFloor: what a bot may do follows from both, and it is told of changes only.
func TestPlatformMutesOnTheFloor(t *testing.T) {
	t.Parallel()
	r := openRoom(1)
	r.say("Ann")
	r.decide()
	r.decide(r.answer("Red"))
	told := func(p session.Payload) (all []string) {
		for _, d := range game.Deliver(&r.Roster, p) {
			all = append(all, d.Session+" "+string(d.Data.(*session.ObservationReceived).Kind))
		}
		r.tell(p)
		return all
	}
	mute := func(kind session.ObservationKind, seat string) session.Payload {
		return &session.ObservationReceived{Observation: session.Observation{Kind: kind}, Seat: seat}
	}
	for _, step := range []struct {
		name string
		p    session.Payload
		want []string
	}{
		{"the one with the floor is muted", mute(session.BotMuted, "Red"), []string{"ses_Red muted"}},
		{"again", mute(session.BotMuted, "Red"), nil},
		{"one without the floor is muted", mute(session.BotMuted, "Blue"), nil},
		{"and may speak again", mute(session.BotUnmuted, "Blue"), nil},
		{"the one with the floor may speak again", mute(session.BotUnmuted, "Red"), []string{"ses_Red unmuted"}},
		{"the floor moves", &session.FloorGiven{Seat: "Green"}, []string{"ses_Red muted", "ses_Green unmuted"}},
		{"all are muted", mute(session.BotMuted, ""), []string{"ses_Green muted"}},
		{"the floor moves to a muted bot", &session.FloorGiven{Seat: "Blue"}, nil},
		{"all may speak again", mute(session.BotUnmuted, ""), []string{"ses_Blue unmuted"}},
		{"the floor is taken away", &session.FloorGiven{}, []string{"ses_Blue muted"}},
	} {
		if got := told(step.p); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
