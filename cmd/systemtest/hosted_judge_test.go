package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// judge compares everything that is known of a game that is over.
func (n *hostedTally) judge(ctx context.Context, g *hostedGame, outages []outage, wrong func(string, ...any)) {
	log := g.platform.log(ctx, g.address)
	n.games, n.events = n.games+1, n.events+len(log)
	if len(log) == 0 {
		wrong("the log is empty")
		return
	}
	n.countGaps("the log", seqs(log), int64(len(log)), wrong)
	n.judgeActions(posted(log), g.actions, wrong)
	n.judgeStreams(g, log, wrong)
	for _, b := range g.bots {
		n.judgeBot(b.Seat, log, g.platform.log(ctx, "/v1/sessions/"+b.Session), func(format string, args ...any) {
			wrong("%s, %s: "+format, append([]any{b.Seat, b.Session}, args...)...)
		})
	}
	n.judgeTwice(log, wrong)
	n.time(log, outages)
	n.count(log, g)
	// How late the rules acted is in the table, and not judged: that is the time of the outage.
	report := gametest.Mafia(inTime(log), roundLimit)
	n.broken, n.lateVotes = n.broken+len(report.Wrong), n.lateVotes+report.Late
	for _, w := range report.Wrong {
		wrong("%s", w)
	}
	if report.Winner == "" {
		n.broken++
		wrong("the rules did not end the game: it ends with %s", log[len(log)-1].Data.Type())
	}
}

// inTime returns a log without times that go back. A post has the time at which it came in, and
// other events may be stored before it. The fold of a log takes the latest time, too.
func inTime(log []session.Event) []session.Event {
	log = slices.Clone(log)
	for i := range log[1:] {
		if before := steady(log[i]); steady(log[i+1]).Before(before) {
			log[i+1].At = before.Add(log[i+1].Shift)
		}
	}
	return log
}

// posted returns what the platform has posted.
func posted(log []session.Event) (facts []session.Event) {
	for _, e := range log {
		switch e.Data.(type) {
		case *session.MessageReceived, *session.ObservationReceived, *session.VoteReceived:
			if e.Cursor == 0 {
				facts = append(facts, e)
			}
		}
	}
	return facts
}

// judgeStreams compares the streams of a game with its log.
func (n *hostedTally) judgeStreams(g *hostedGame, log []session.Event, wrong func(string, ...any)) {
	n.match("the stream", shown(log, func(e session.Event) (session.Event, bool) { return e, true }), heardEvents(g.seen), wrong)
	created := log[0].Data.(*session.GameCreated)
	id := g.address[len("/v1/games/"):]
	for seat, view := range g.views {
		v := game.View{GameID: id, Roster: created.Roster(), Seat: seat, Seals: game.NewSeals(created.ViewKey, seat)}
		var at game.Place
		n.match("the stream of "+seat, shown(log, func(e session.Event) (session.Event, bool) {
			// No vote of the rules is cancelled. Older games keep the numbers of their logs.
			e, ok, _ := v.Show(e, func(string) (game.Vote, error) { return game.Vote{}, nil })
			if ok && v.Seals != nil {
				at = at.Then(e)
				e.Seq = at.Number
			}
			return e, ok
		}), heardEvents(view), wrong)
	}
}

// shown returns the events of a log as a reader should see them, as texts.
func shown(log []session.Event, show func(session.Event) (session.Event, bool)) (list []string) {
	for _, e := range log {
		if seen, ok := show(e); ok {
			list = append(list, eventText(seen))
		}
	}
	return list
}

func heardEvents(stream []recording.Event) (list []string) {
	for _, h := range stream {
		list = append(list, eventText(h.Event))
	}
	return list
}

func eventText(e session.Event) string {
	data, err := json.Marshal(e.Data)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %s %s", e.Seq, e.Data.Type(), data)
}

// match compares two lists that should be the same. It counts what is missing, what is there more
// often than it should be, what should not be there, and another order.
func (n *hostedTally) match(who string, want, got []string, wrong func(string, ...any)) {
	if slices.Equal(want, got) {
		return
	}
	count := map[string]int{}
	for _, key := range want {
		count[key]++
	}
	left := map[string]int{}
	for _, key := range got {
		left[key]++
	}
	same := true
	for key, times := range left {
		switch {
		case count[key] == 0:
			n.strange++
			wrong("%s has %q, which it should not have", who, key)
		case times > count[key]:
			n.doubled++
			wrong("%s has %q %d times, not %d", who, key, times, count[key])
		}
		same = same && times == count[key]
	}
	for key, times := range count {
		if left[key] < times {
			n.lost++
			same = false
			wrong("%s has %q %d times, not %d", who, key, left[key], times)
		}
	}
	if same {
		n.disordered++
		i := 0
		for want[i] == got[i] {
			i++
		}
		wrong("%s has another order: number %d is %q, not %q", who, i, got[i], want[i])
	}
}

// judgeBot compares the log of a bot with that of its table, and checks the bot's plans.
func (n *hostedTally) judgeBot(seat string, log, own []session.Event, wrong func(string, ...any)) {
	n.countGaps("the log", seqs(own), int64(len(own)), wrong)
	if len(own) == 0 {
		wrong("the log is empty")
		return
	}
	channels := log[0].Data.(*session.GameCreated).Deal.Channels
	want := shared(log, seat, func(channel string) bool {
		return channel == "" || slices.ContainsFunc(channels, func(c session.Channel) bool { return c.ID == channel && slices.Contains(c.Members, seat) })
	})
	n.match("the log", want, shared(own, "", func(string) bool { return true }), wrong)
	if last := own[len(own)-1].Data; last.Type() != (*session.SessionEnded)(nil).Type() {
		wrong("the log ends with %s", last.Type())
	}
	n.judgePlans(own, wrong)
}

// shared lists what the log of a game and that of a bot have in common. seat selects what only one
// seat gets, and sees the channels that it sees.
func shared(log []session.Event, seat string, sees func(channel string) bool) (list []string) {
	of := func(s string) bool { return seat == "" || s == seat }
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			if sees(p.Channel) {
				list = append(list, "line "+p.ID+" "+p.Text)
			}
		case *session.MessageSent:
			if sees(p.Channel) {
				list = append(list, "line "+p.MessageID+" "+p.Text)
			}
		case *session.VoteRequested:
			if seat == "" || slices.Contains(p.Seats, seat) {
				list = append(list, "vote "+p.ID)
			}
		case *session.VoteCast:
			if of(p.Seat) {
				list = append(list, fmt.Sprint("cast ", p.VoteID, " ", p.Answer))
			}
		case *session.ObservationReceived:
			if p.Kind == session.PhaseChanged || p.Kind == session.PlayerLeft || p.Kind == session.PlayerOut {
				list = append(list, observed(&p.Observation))
			}
		case *session.GameEnded:
			list = append(list, "end "+string(p.Reason))
		case *session.SessionEnded:
			list = append(list, "end "+string(p.Reason))
		}
	}
	return list
}

func observed(o *session.Observation) string {
	text := fmt.Sprint(o.Kind, " ", o.Phase)
	if o.Player != nil {
		text += o.Player.ID
	}
	return text
}

// judgeTwice counts what happened twice in the log of a game.
func (n *hostedTally) judgeTwice(log []session.Event, wrong func(string, ...any)) {
	known, phase := map[string]bool{}, log[0].Data.(*session.GameCreated).Deal.Phase
	once := func(what string, count *int) {
		if known[what] {
			*count++
			wrong("%s happened twice", what)
		}
		known[what] = true
	}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			once("line "+p.ID, &n.doubled)
		case *session.MessageSent:
			once("line "+p.MessageID, &n.doubled)
		case *session.VoteRequested:
			once("vote "+p.ID, &n.voteTwice)
		case *session.GameEnded:
			once("the end", &n.ends)
		case *session.ObservationReceived:
			if p.Kind == session.PlayerOut {
				once(observed(&p.Observation), &n.outTwice)
			}
			if p.Kind == session.PhaseChanged && p.Phase == phase {
				n.phaseTwice++
				wrong("event %d begins %s in %s", e.Seq, p.Phase, phase)
			} else if p.Kind == session.PhaseChanged {
				phase = p.Phase
			}
		}
	}
}
