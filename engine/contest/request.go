package contest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// maxGames bounds the games of a contest: about a minute of the offline model, and as many calls of
// a model server as anybody wants to pay for at a click.
const maxGames = 200

// Begin starts a contest. It returns session.Errors for what cannot be played, with pointers into
// the request, and CodeRunning while another contest runs.
func (s *Stage) Begin(r Request) (View, error) {
	contest, err := s.contest(r)
	if err != nil {
		return View{}, err
	}
	return s.play(contest, r)
}

// Plan returns what Begin would play. It refuses the same requests, but another contest may run.
func (s *Stage) Plan(r Request) (Plan, error) {
	contest, err := s.contest(r)
	if err != nil {
		return Plan{}, err
	}
	return contest.Plan(), nil
}

func (s *Stage) contest(r Request) (*Contest, error) {
	settings, err := s.settings(r)
	if err != nil {
		return nil, err
	}
	contest, err := New(settings)
	if err != nil { // settings refuses all that a request can get wrong
		return nil, fmt.Errorf("contest: %w", err)
	}
	if n := contest.Plan().Games; n > maxGames {
		return nil, session.Errors{{Code: session.CodeOutOfRange, Pointer: "/games", Detail: fmt.Sprintf(
			"become %d, since each deal is played with every arrangement; at most %d are played, so take fewer games or variants", n, maxGames)}}
	}
	return contest, nil
}

func (s *Stage) settings(r Request) (Settings, error) {
	t := s.terms
	t.Rules, t.Options, t.Players, t.Teams, t.Games, t.Language = r.Rules, r.Options, r.Players, r.Teams, r.Games, r.Language
	t.Seed, t.Floor, t.Speed = 1, cmp.Or(r.Floor, session.FloorFree), 1
	if r.Seed != nil {
		t.Seed = *r.Seed
	}
	var errs session.Errors
	seats := requestedSeats(r.Seats, &errs)
	for _, seat := range seats {
		t.Seats = append(t.Seats, seat.Variant)
	}
	if most := MaxPlayers(); r.Players < 0 || r.Players > most || len(seats) > most {
		errs.Add(session.CodeOutOfRange, "/players", fmt.Sprintf("must be from 1 to %d, as the seats, too", most))
	} else if r.Players > 0 && r.Players < len(seats) {
		errs.Add(session.CodeOutOfRange, "/players", fmt.Sprintf("must be at least %d, one for each of the seats; or leave some seats out", len(seats)))
	}
	if len(errs) == 0 { // there is a game to check
		refused := t.Check(s.desk)
		ofGame, ok := errors.AsType[session.Errors](refused)
		if refused != nil && !ok {
			return t, refused
		}
		errs = inRequest(ofGame, r.Rules, seats)
	}
	if r.Games < 1 || r.Games > maxGames {
		errs.Add(session.CodeOutOfRange, "/games", fmt.Sprintf("must be from 1 to %d; for more, run ringer arena", maxGames))
	}
	return t, errs.Err()
}

type requestedSeat struct {
	strategy.Variant
	place int
	// options are those that the request has as an object.
	options map[string]any
}

// requestedSeats returns the seats of a request, each variant as often as it says. It adds what
// cannot be read to the errors.
func requestedSeats(list []Entry, errs *session.Errors) (seats []requestedSeat) {
	if len(list) == 0 {
		errs.Add(session.CodeRequired, "/seats", "name the strategies of the bots, such as tom and scheduler")
	}
	if most := MaxPlayers(); len(list) > most { // each may stand for many seats
		errs.Add(session.CodeTooMany, "/seats", fmt.Sprintf("names more than %d variants; leave some out", most))
		return nil
	}
	for i, seat := range list {
		pointer := "/seats/" + strconv.Itoa(i)
		same, err := strategy.ParseVariants([]string{seat.Variant})
		if err == nil {
			err = same[0].AddOptions(seat.Options)
		}
		if err != nil {
			errs.Add(session.CodeInvalidValue, pointer, err.Error())
			continue
		}
		seats = append(seats, slices.Repeat([]requestedSeat{{same[0], i, seat.Options}}, len(same))...)
	}
	return seats
}

func inRequest(ofGame session.Errors, rules string, seats []requestedSeat) (errs session.Errors) {
	for _, e := range ofGame {
		in := &session.Error{Code: e.Code, Pointer: e.Pointer, Detail: e.Detail}
		option, isOption := strings.CutPrefix(e.Pointer, "/rules_options")
		bot, isBot := strings.CutPrefix(e.Pointer, "/bots/")
		switch {
		case isOption:
			in.Pointer = "/options" + option
		case isBot:
			number, field, _ := strings.Cut(bot, "/")
			n, _ := strconv.Atoi(number) // the desk has written it
			in.Pointer, in.Detail = seats[n%len(seats)].locate(field, e.Detail)
		case e.Pointer == "/game/rules":
			in.Pointer, in.Detail = "/rules", session.NotAmong(rules, "a game that can be played here", referee.IDs())
		case e.Pointer == "/game/players":
			in.Pointer, in.Detail = "/players", "does not fit: the game "+e.Detail
		}
		if !slices.ContainsFunc(errs, func(o *session.Error) bool { return *o == *in }) {
			errs = append(errs, in)
		}
	}
	return errs
}

func (s *requestedSeat) locate(field, detail string) (pointer, text string) {
	pointer = "/seats/" + strconv.Itoa(s.place)
	option, ok := strings.CutPrefix(field, "options/")
	switch name, _, _ := strings.Cut(option, "/"); {
	case field == "language":
		return "/language", detail
	case !ok:
		return pointer, detail
	case s.options[name] == nil: // it is in the text of the variant
		return pointer, "option " + name + ": " + detail
	}
	return pointer + "/options/" + option, detail
}
