package referee_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"ringer/engine/referee"
	"ringer/engine/refereetest"
	"ringer/engine/session"
)

// judge checks a log against the rules. It knows the events, but not the code that orders them.
type judge struct {
	r     *rapid.T
	rules string
	deal  referee.Deal
	speed float64
	gone  map[string]bool
	// voted are the seats that a vote has put out.
	voted []string
	asked map[string]*session.VoteRequested
	// open holds when each open vote closes. Only the nights of Werewolf have several.
	open map[string]session.Millis
	// cast holds the answers that must count, by vote and seat.
	cast     map[string]map[string]session.Answer
	lastVote string
	over     bool
	wolves   wolfGame
	// roster is what the game checks facts against.
	roster session.Roster
	// orders says of each event whether it is an order.
	orders []bool
	// rulings are the rulings so far.
	rulings []session.Ruling
	// stale says that votes may slip in between a decision and its append.
	stale bool
	// subjects are the seats that were named or have gone, in the order of the log.
	subjects []string
}

func newJudge(r *rapid.T, rules string, deal referee.Deal, speed float64) *judge {
	roster := session.Roster{Players: deal.Players, Phases: deal.Phases, Channels: deal.Channels, Phase: deal.Phase}
	return &judge{r: r, rules: rules, deal: deal, speed: speed, roster: roster, gone: map[string]bool{}, asked: map[string]*session.VoteRequested{}, open: map[string]session.Millis{}, cast: map[string]map[string]session.Answer{}}
}

func (j *judge) plays(seat string) bool {
	return slices.ContainsFunc(j.deal.Players, func(p session.Player) bool { return p.ID == seat })
}

// see checks one event, in the order of the log.
func (j *judge) see(e refereetest.Entry, order bool) {
	j.orders = append(j.orders, order)
	if j.over {
		j.r.Fatalf("after the end comes %T", e.Data)
	}
	if order {
		j.accept(e.Data)
	}
	if o, ok := e.Data.(*session.ObservationReceived); ok && o.Player != nil || ok && o.Kind == session.PhaseChanged {
		j.roster = j.roster.With(&o.Observation)
	}
	if j.rules == "werewolf" {
		j.watch(e, order)
	}
	switch p := e.Data.(type) {
	case *session.VoteRequested:
		j.ask(p, e.At)
	case *session.VoteReceived:
		j.note(p.VoteID, p.Seat, p.Answer, e.At)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			j.note(p.VoteID, p.Seat, p.Answer, e.At)
		}
	case *session.VoteCancelled:
		if closes, open := j.open[p.VoteID]; open {
			j.open[p.VoteID] = min(closes, e.At)
		}
	case *session.MessageReceived:
		if vote, ends := strings.CutSuffix(strings.TrimPrefix(p.ID, "referee:"), "-result"); order && ends {
			delete(j.open, vote)
		}
		if order && (p.Channel != "" && !j.secret(p.Channel) || strings.Contains(p.Text, "%!")) {
			j.r.Fatalf("a line in the channel %q says %q", p.Channel, p.Text)
		}
	case *session.ObservationReceived:
		j.observe(p, order)
	case *session.GameEnded:
		j.over = true
	}
}

// accept checks that a game would take an order if the platform posted it.
func (j *judge) accept(p session.Payload) {
	var err error
	switch p := p.(type) {
	case *session.MessageReceived:
		post := p.Post
		err = post.Complete(&j.roster, "")
	case *session.ObservationReceived:
		observed := p.Observation
		err = observed.Validate(&j.roster)
	case *session.VoteRequested:
		q := p.VoteRequest
		err = q.Complete(&j.roster, time.Unix(0, 0))
	case *session.GameEnded:
		err = p.Validate(&j.roster)
	default:
		err = fmt.Errorf("it is not an order: %T", p)
	}
	if err != nil {
		j.r.Fatalf("%s: %v", refereetest.Lines([]session.Payload{p}), err)
	}
}

func (j *judge) secret(channel string) bool {
	return slices.ContainsFunc(j.deal.Channels, func(c session.Channel) bool { return c.ID == channel })
}

func (j *judge) ask(p *session.VoteRequested, at session.Millis) {
	if j.asked[p.ID] != nil || len(j.open) > 0 && !j.besides(p) {
		j.r.Fatalf("the vote %s is asked again, or while %v is open", p.ID, j.open)
	}
	for _, seat := range p.Seats {
		if j.gone[seat] || !j.plays(seat) {
			j.r.Fatalf("the vote %s asks %s, who is not in the game", p.ID, seat)
		}
	}
	for _, o := range p.Options {
		switch {
		case p.Step == session.StepApproval || p.Step == session.StepQuest: // its options are words
		case j.gone[o.ID] && p.Step != session.StepAssassination || !j.plays(o.ID):
			j.r.Fatalf("the vote %s offers %s, who is not in the game", p.ID, o.ID)
		}
	}
	if len(p.Seats) == 0 || p.Within < session.MinWithin || p.Within > session.MaxWithin {
		j.r.Fatalf("the vote is %+v", p)
	}
	j.asked[p.ID], j.cast[p.ID], j.lastVote = p, map[string]session.Answer{}, p.ID
	j.open[p.ID] = at + session.Millis(float64(p.Within)*j.speed+0.5)
}

// note counts an answer that the rules must count.
func (j *judge) note(id, seat string, a session.Answer, at session.Millis) {
	j.subjects = append(j.subjects, a.Option)
	q := j.asked[id]
	if closes, open := j.open[id]; !open || at > closes || j.gone[seat] || !slices.Contains(q.Seats, seat) {
		return
	}
	if _, again := j.cast[id][seat]; !again && (a.Abstain || q.Kind == session.LabelEach || j.offered(q, seat, a)) {
		j.cast[id][seat] = a
	}
}

// offered reports whether a vote offers an answer to a seat.
func (j *judge) offered(q *session.VoteRequested, seat string, a session.Answer) bool {
	asked := q.VoteRequest
	roster := j.roster
	roster.Seat = seat
	_ = asked.Complete(&roster, time.Unix(0, 0)) // it was accepted when it was asked
	if q.Step == session.StepQuest && a.Option == session.QuestFail && slices.Contains([]string{"merlin", "percival", "servant"}, j.deal.Roles[seat]) {
		return false
	}
	if few := float64(len(a.Options)); q.Kind == session.ChooseMany && few > 0 && few < float64(q.K) {
		asked.Min = &few // who has named players that left has named too few
	}
	return asked.Accepts(&roster, a) == nil
}

func (j *judge) observe(p *session.ObservationReceived, order bool) {
	if p.Player != nil {
		j.subjects = append(j.subjects, p.Player.ID)
	}
	if p.Kind == session.RulingMade {
		j.rule(p.Ruling)
	}
	switch {
	case p.Kind == session.PlayerOut && order && p.ID != "": // by a vote
		if j.gone[p.Player.ID] || !j.plays(p.Player.ID) {
			j.r.Fatalf("%s goes twice", p.Player.ID)
		}
		j.gone[p.Player.ID], j.voted = true, append(j.voted, p.Player.ID)
	case p.Kind == session.PlayerOut, p.Kind == session.PlayerLeft:
		j.gone[p.Player.ID] = true
	}
}

// ended checks the result of a game.
func (j *judge) ended(r referee.Result) {
	if !r.Over || !j.over {
		j.r.Fatalf("the game is not over: %+v", r)
	}
	if !maps.Equal(r.Reveal, j.deal.Roles) {
		j.r.Fatalf("the reveal is %v", r.Reveal)
	}
	for _, b := range r.Ballots {
		j.ballot(b)
	}
	for _, seat := range r.Winners {
		if !j.plays(seat) {
			j.r.Fatalf("%s has won, who does not play", seat)
		}
	}
	switch j.rules {
	case "mafia":
		j.mafia(r)
	case "avalon":
		j.avalon(r)
	case "elimination":
		j.elimination(r)
	case "werewolf":
		j.werewolf(r)
	case "three_party":
		j.threeParty(r)
	}
}

// ballot checks that exactly the answers count that must count. Accusations have come before.
func (j *judge) ballot(b referee.Ballot) {
	if b.Vote == "accusation" {
		return
	}
	if len(b.Answers) != len(j.cast[b.Vote]) || len(b.Answers)+len(b.Silent) != len(j.asked[b.Vote].Seats) {
		j.r.Fatalf("the answers are %v, and the ballot is %+v", j.cast[b.Vote], b)
	}
	for seat, a := range b.Answers {
		if cast := j.cast[b.Vote][seat]; (cast.Option != a.Option || !slices.Equal(cast.Options, a.Options)) && b.Vote != "labels" {
			j.r.Fatalf("%s has named %v, and the ballot says %v", seat, cast, a)
		}
	}
	for _, n := range b.Tally {
		if quest := j.rules == "avalon" && j.asked[b.Vote].Step != session.StepAssassination; b.Chosen != "" && n > b.Tally[b.Chosen] && !quest {
			j.r.Fatalf("%s goes with fewer votes than another: %+v", b.Chosen, b)
		}
	}
}

// settled checks that a game of Mafia or Werewolf that goes on is not decided.
func (j *judge) settled() {
	alive := j.alive()
	if j.rules == "werewolf" && !j.over && j.wolvesDecided() != "" {
		j.r.Fatalf("the game goes on with %v alive", alive)
	}
	if j.rules == "mafia" && !j.over && (alive["mafia"] == 0 || alive["mafia"] >= alive["bystander"]) {
		j.r.Fatalf("the game goes on with %v alive", alive)
	}
}

// alive counts the players who are in the game, by role.
func (j *judge) alive() map[string]int {
	alive := map[string]int{}
	for _, p := range j.deal.Players {
		if !j.gone[p.ID] {
			alive[j.deal.Roles[p.ID]]++
		}
	}
	return alive
}

// mafia checks that the winners agree with who is alive.
func (j *judge) mafia(r referee.Result) {
	alive := j.alive()
	won := j.deal.Roles[r.Winners[0]]
	switch {
	case won == "bystander" && alive["mafia"] == 0:
	case won == "mafia" && alive["mafia"] > 0 && alive["mafia"] >= alive["bystander"]:
	default:
		j.r.Fatalf("%s has won with %v alive", won, alive)
	}
	for _, p := range j.deal.Players {
		if slices.Contains(r.Winners, p.ID) != (j.deal.Roles[p.ID] == won) {
			j.r.Fatalf("the winners are %v, and %s has won", r.Winners, won)
		}
	}
}
