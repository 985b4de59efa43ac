package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/api"
	"ringer/cmd/internal/arena"
	"ringer/cmd/internal/play"
	"ringer/engine/desk"
	"ringer/engine/referee"
	"ringer/engine/session"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
	"ringer/store"
)

// contests plays contests for the page of a server. It implements api.Arena.
type contests struct {
	*arena.Stage
	desk  *desk.Desk
	model modelFlags
	// models are those of the server, so that its limits and metrics hold for contests, too.
	models step.Models
}

// maxGames bounds the games of a contest: about a minute of the offline model, and as many calls of
// a model server as anybody wants to pay for at a click.
const maxGames = 200

// Begin implements api.Arena.
func (c *contests) Begin(r api.ContestRequest) (api.Contest, error) {
	contest, err := c.contest(r)
	if err != nil {
		return api.Contest{}, err
	}
	return c.Play(contest, r)
}

// Plan implements api.Arena.
func (c *contests) Plan(r api.ContestRequest) (api.ContestPlan, error) {
	contest, err := c.contest(r)
	if err != nil {
		return api.ContestPlan{}, err
	}
	return contest.Plan(), nil
}

// contest returns the contest that a request asks for, or session.Errors.
func (c *contests) contest(r api.ContestRequest) (*arena.Contest, error) {
	settings, err := c.settings(r)
	if err != nil {
		return nil, err
	}
	contest, err := arena.New(settings)
	if err != nil { // settings refuses all that a request can get wrong
		return nil, fmt.Errorf("contest: %w", err)
	}
	if n := contest.Plan().Games; n > maxGames {
		return nil, session.Errors{{Code: session.CodeOutOfRange, Pointer: "/games", Detail: fmt.Sprintf(
			"become %d, since each deal is played with every arrangement; at most %d are played, so take fewer games or variants", n, maxGames)}}
	}
	return contest, nil
}

// settings returns the settings that a request asks for, or session.Errors with all its mistakes.
func (c *contests) settings(r api.ContestRequest) (arena.Settings, error) {
	s := arena.Settings{
		Rules: r.Rules, Options: r.Options, Players: r.Players, Teams: r.Teams, Games: r.Games, Seed: 1, Language: r.Language, Floor: r.Floor, Speed: 1, Parallel: 1,
		Limits: c.model.terms().Limits, Classifier: c.model.Suspicion.weights, Models: strings.Join(c.model.models(), ", "),
	}
	if r.Seed != nil {
		s.Seed = *r.Seed
	}
	if s.Floor == "" {
		s.Floor = session.FloorFree
	}
	if !c.model.offline() {
		s.NewSim = func(ctx context.Context, strategies *strategy.Registry) (*sim.Sim, error) {
			return sim.New(store.NewMemory(), strategies, stoppable{c.models, ctx}), nil
		}
	}
	var errs session.Errors
	seats := requestedSeats(r.Seats, &errs)
	for _, seat := range seats {
		s.Seats = append(s.Seats, seat.Variant)
	}
	if most := arena.MaxPlayers(); r.Players < 0 || r.Players > most || len(seats) > most {
		errs.Add(session.CodeOutOfRange, "/players", fmt.Sprintf("must be from 1 to %d, as the seats, too", most))
	} else if r.Players > 0 && r.Players < len(seats) {
		errs.Add(session.CodeOutOfRange, "/players", fmt.Sprintf("must be at least %d, one for each of the seats; or leave some seats out", len(seats)))
	}
	if len(errs) == 0 { // there is a table to check
		refused := s.Check(c.desk)
		ofTable, ok := errors.AsType[session.Errors](refused)
		if refused != nil && !ok {
			return s, refused
		}
		errs = inRequest(ofTable, r.Rules, seats)
	}
	if r.Games < 1 || r.Games > maxGames {
		errs.Add(session.CodeOutOfRange, "/games", fmt.Sprintf("must be from 1 to %d; for more, run ringer arena", maxGames))
	}
	return s, errs.Err()
}

// requestedSeat is one seat of a contest.
type requestedSeat struct {
	strategy.Variant
	// place is the number of its variant in the request.
	place int
	// options are those that the request has as an object.
	options map[string]any
}

// requestedSeats returns the seats of a request, each variant as often as it says. It adds what
// cannot be read to the errors.
func requestedSeats(list []api.ContestSeat, errs *session.Errors) (seats []requestedSeat) {
	if len(list) == 0 {
		errs.Add(session.CodeRequired, "/seats", "name the strategies of the bots, such as tom and scheduler")
	}
	if most := arena.MaxPlayers(); len(list) > most { // each may stand for many seats
		errs.Add(session.CodeTooMany, "/seats", fmt.Sprintf("names more than %d variants; leave some out", most))
		return nil
	}
	for i, seat := range list {
		pointer := "/seats/" + strconv.Itoa(i)
		names, err := play.ParseSeats([]string{seat.Variant})
		var v strategy.Variant
		if err == nil {
			v, err = strategy.ParseVariant(":", names[0])
		}
		if err == nil {
			err = v.AddOptions(seat.Options)
		}
		if err != nil {
			errs.Add(session.CodeInvalidValue, pointer, err.Error())
			continue
		}
		seats = append(seats, slices.Repeat([]requestedSeat{{v, i, seat.Options}}, len(names))...)
	}
	return seats
}

// inRequest returns errors of a table with pointers into the request for the contest.
func inRequest(ofTable session.Errors, rules string, seats []requestedSeat) (errs session.Errors) {
	for _, e := range ofTable {
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

// locate returns the pointer and the detail of an error in a field of the seat's bot.
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
