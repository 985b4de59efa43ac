package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/referee"
	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// deal decides how a game begins whose rules the server runs. It returns nil if the platform runs
// them.
func deal(c *session.GameConfig) (*session.Deal, error) {
	if c.Host != session.HostRinger {
		return nil, nil
	}
	rules, ok := referee.Find(c.Game.Rules)
	if !ok {
		return nil, refusal(session.CodeUnknownRules, "/game/rules", session.NotAmong(c.Game.Rules, "a game that Ringer runs", referee.IDs(), "or run the rules yourself: leave host out"))
	}
	d, err := rules.Deal(game.StartOf(c))
	if errs, ok := errors.AsType[session.Errors](err); ok {
		return nil, ofRules("", errs)
	}
	return &d, err
}

// ofRules returns what is wrong with the rules of a game, with the pointers of its configuration.
func ofRules(at string, errs session.Errors) (own session.Errors) {
	for _, e := range errs {
		pointer := e.Pointer
		if options, ok := strings.CutPrefix(pointer, "/options"); ok {
			pointer = at + "/rules_options" + options
		}
		own.Add(e.Code, pointer, e.Detail)
	}
	return own
}

// checkRulesOptions checks the options of rules that the platform runs.
func checkRulesOptions(g *session.Setting) session.Errors {
	if len(g.RulesOptions) == 0 {
		return nil
	}
	return ofRules("/game", referee.CheckOptions(g.Rules, g.RulesOptions))
}

// RulesOptions returns the JSON schema of the options of rules; nil for rules that the server
// cannot run.
func (k *Desk) RulesOptions(rules string) []byte {
	if r, ok := referee.Find(rules); ok {
		return r.Schema()
	}
	return nil
}

// HiddenRoles returns the roles that bots conceal in a game of rules that the server runs.
func (k *Desk) HiddenRoles(rules string) []string {
	if r, ok := referee.Find(rules); ok {
		return r.Hidden()
	}
	return nil
}

// errHosted refuses what only the referee of a game may do.
func errHosted(pointer, detail string) error {
	return refusal(session.CodeHosted, pointer, detail)
}

// hosted refuses an observation that only the referee makes.
func (o *GameObservation) hosted(row *journal.Session) error {
	if row.Roster.Hosted() && match.IsOrder(o.ID) {
		return refusal(session.CodeInvalidID, "/id", "begins like the ids of the rules' own orders; use another id")
	}
	if row.Roster.Hosted() && o.Kind == session.PlayerJoined {
		return errHosted("/kind", "nobody comes into a game that Ringer runs once it has begun; let the player watch with the token of a spectator, or open another game")
	}
	if row.Roster.Hosted() && slices.Contains([]session.ObservationKind{session.PhaseChanged, session.PlayerOut, session.RulingMade}, o.Kind) {
		return errHosted("/kind", fmt.Sprintf("Ringer runs the rules of this game and says itself when a player is out, a phase begins or a vote has decided; %s is not yours to post", session.Quoted(string(o.Kind))))
	}
	return nil
}

// completeHosted fills in and checks the messages of people in a game whose rules the server runs.
// A line without a channel is in that of the phase.
func completeHosted(posts []session.Post, r *session.Roster, pointer func(i int) string) error {
	var errs session.Errors
	phase := r.Current()
	for i := range posts {
		p, at := &posts[i], pointer(i)
		if p.MessageID != "" || p.History {
			continue // an echo, or a line of the time before
		}
		if match.IsOrder(p.ID) { // whoever takes such an id keeps the rules from saying the line
			errs.Add(session.CodeInvalidID, at+"/id", "begins like the ids of the rules' own lines; use another id")
		}
		if p.Kind == session.FromGamemaster || p.Kind == session.FromHost {
			if r.Host != session.HostedShow {
				errs.Add(session.CodeHosted, at+"/kind", "Ringer leads this game; the platform posts the lines of players only")
			}
			continue
		}
		chats := r.Chats(p.Sender)
		if p.Channel == "" && len(chats) == 1 {
			p.Channel = chats[0]
		}
		if _, known := r.Player(p.Sender); known && p.Channel == "" && len(chats) > 1 {
			errs.Add(session.CodeRequired, at+"/channel", fmt.Sprintf("say in which chat: %s speaks in %s now", session.Quoted(p.Sender), strings.Join(chats, " and ")))
		} else if known && !r.MaySpeakIn(p.Sender, p.Channel) {
			errs.Add(session.CodeMayNotSpeak, at+"/sender", fmt.Sprintf("%s may not speak here now: the phase is %s; show the line to nobody", session.Quoted(p.Sender), session.Quoted(phase.ID)))
		}
	}
	return errs.Err()
}

// IsAccusation reports whether a vote is the one in which people accuse somebody.
func IsAccusation(vote string) bool { return vote == referee.AccusationVote }

// accuses reports whether an answer to a vote is the accusation of a person, which the rules take
// before they ask.
func accuses(s *game.State, vote string) bool {
	rules, _ := session.FindPreset(s.Config.Game.Rules)
	return IsAccusation(vote) && s.Referee != nil && rules.Accusations && s.End == nil
}

func (k *Desk) accused(ctx context.Context, id string, p *session.VoteReceived) bool {
	if !IsAccusation(p.VoteID) {
		return false
	}
	_, err := k.store.Find(ctx, id, journal.GameCastKey(p.VoteID, p.Seat))
	return err == nil
}

func (c *GameCast) accuse(r *session.Roster) error {
	if err := c.checkSeat(r); err != nil {
		return err
	}
	var errs session.Errors
	accused, ok := r.Player(c.Answer.Option)
	switch {
	case c.Answer.Option == "":
		errs.Add(session.CodeRequired, "/answer/option", "say who is accused: the id of a player")
	case !ok:
		errs.Add(session.CodeUnknownPlayer, "/answer/option", r.NotAPlayer(c.Answer.Option))
	case accused.ID == c.Seat || accused.Presence != session.Active:
		errs.Add(session.CodeInvalidValue, "/answer/option", "must be another player who is in the game")
	}
	return errs.Err()
}

// repaired returns a person's labels with the case repaired, where the rules count labels. A label
// that does not exist becomes unsure.
func (c GameCast) repaired(row *journal.Session, v *game.Vote) GameCast {
	if row.Roster.Hosted() && v.Kind == session.LabelEach && c.Answer.Labels != nil {
		var seats []string
		for _, o := range v.Options {
			seats = append(seats, o.ID)
		}
		c.Answer.Labels = match.ReadLabels(c.Answer.Labels, seats)
	}
	return c
}

// counted reports whether the rules have counted a vote: at its deadline an answer may come after
// that in the same millisecond.
func counted(s *game.State, vote string) bool {
	return s.Referee != nil && slices.ContainsFunc(s.Referee.Result().Ballots, func(b referee.Ballot) bool { return b.Vote == vote })
}

// checkSide returns an error for an option that is only for players of the other side.
func (c *GameCast) checkSide(s *game.State, v *game.Vote) error {
	if s.Deal == nil {
		return nil
	}
	config := session.Config{Game: s.Config.Game}
	side := config.RoleSide(s.Deal.Roles[c.Seat])
	for _, o := range v.Options {
		if o.ID == c.Answer.Option && o.Barred(side) {
			return session.Errors{{Code: session.CodeInvalidValue, Pointer: "/answer/option", Detail: fmt.Sprintf(
				"%s is only for %s players, and %s is %s; choose another option", session.Quoted(o.ID), o.Side, session.Quoted(c.Seat), side)}}
		}
	}
	return nil
}
