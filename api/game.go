package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// shownGame is a game as the API shows it.
type shownGame struct {
	ID         string           `json:"id"`
	ExternalID string           `json:"external_id,omitempty"`
	Status     journal.Status   `json:"status"`
	CreatedAt  time.Time        `json:"created_at"`
	Players    []session.Player `json:"players"`
	// Bots are the seats of the bots, with their sessions.
	Bots    []session.BotSeat `json:"bots"`
	Phase   string            `json:"phase"`
	LastSeq int64             `json:"last_seq"`
	// Replica is the name of the server that owns the game, for whoever reads its log; absent if
	// none does at present.
	Replica string `json:"replica,omitempty"`
	// Config is the configuration of the game; lists leave it out.
	Config *session.GameConfig `json:"config,omitempty"`
	// Deal is how the game began, where Ringer runs its rules: roles, and what each player knows.
	// Lists leave it out.
	Deal *session.Deal `json:"deal,omitempty"`
	// StandIns are the seats of people whose bots stand by, with their sessions.
	StandIns []session.BotSeat `json:"stand_ins,omitempty"`
	// Away are the people who are away. Those for whom a bot plays are among the bots.
	Away []string `json:"away,omitempty"`
	// Waiting are those who have come late, and play in the rematch; lists leave it out.
	Waiting []session.Player `json:"waiting,omitempty"`
	// Floor is the bot that may speak now, at a moderated game.
	Floor string `json:"floor,omitempty"`
	// Said counts the messages of each player, by player id; lists leave it out.
	Said map[string]int `json:"said,omitempty"`
	// End is how the game ended; lists leave it out.
	End *session.End `json:"end,omitempty"`
	// Paused says that the clock of the game stands; lists leave it out.
	Paused bool `json:"paused,omitempty"`
	// Duplicate says that the game existed before, under the same external_id and body.
	Duplicate bool `json:"duplicate,omitempty"`
	// Warnings say what was accepted, but is probably a mistake. Only the answer to the request
	// that creates the game has them.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

func showGame(row journal.Session) shownGame {
	return shownGame{
		ID: row.ID, ExternalID: row.External, Status: row.Status, CreatedAt: row.CreatedAt, Players: append([]session.Player{}, row.Roster.Players...),
		Bots: append([]session.BotSeat{}, row.Roster.Bots...), Phase: row.Roster.Phase, LastSeq: row.LastSeq,
		StandIns: row.Roster.StandIns, Away: row.Roster.Away,
	}
}

// createGame opens a game with all its seats: bots in some of them, and people of your platform in
// the others. Post each message once: every bot that may see it gets it, all in the same order.
// What one bot says the others hear. Each bot has a session of its own, which shows its mind and
// its costs.
//
// With an external_id you may repeat the request. The same body returns the first game with status
// 200. Another body is refused.
//
//	@Summary	Create a game
//	@Body	session.GameConfig	"The game, and the bots in it."
//	@Success	201	{object}	shownGame	"The game is open."
//	@Success	200	{object}	shownGame	"The game existed before, under the same external_id and body."
//	@Header	201	{string}	Location	"The address of the game."
//	@Header	200	{string}	Location	"The address of the game."
func (s *Server) createGame(c echo.Context) error {
	var config session.GameConfig
	check := func() error { return s.desk.CheckGame(tenantOf(c), &config) }
	if err := decode(c, &config, check); err != nil {
		return err
	}
	return s.create(c, len(config.Bots)+len(config.StandIns()), func(ctx context.Context) (journal.Session, bool, error) {
		return s.desk.CreateGame(ctx, tenantOf(c), config)
	}, s.sendGame)
}

func (s *Server) sendGame(c echo.Context, status int, row journal.Session, duplicate bool) error {
	state, err := s.desk.GameState(c.Request().Context(), row.ID)
	if err != nil {
		return err
	}
	full := showGame(row)
	full.Config, full.Deal, full.Floor, full.Said, full.End, full.Duplicate, full.Paused = &state.Config, state.Deal, state.Floor.Seat, state.Said, state.End, duplicate, state.Clock.Stands()
	full.Waiting = state.Waiting
	if status == http.StatusCreated {
		full.Warnings = state.Config.Game.Doubts().Warnings()
		s.warned(full.Warnings)
		return c.JSON(status, full)
	}
	holders, err := s.holders(c, row)
	if err != nil {
		return err
	}
	full.Replica = holders[row.Home]
	return c.JSON(status, full)
}

// getGame returns the game as it is now: its players, its bots with their sessions, its phase, and
// how many messages each player has said.
//
//	@Summary	Get a game
//	@Success	200	{object}	shownGame	"The game, with its configuration."
func (s *Server) getGame(c echo.Context) error {
	return show(c, s.desk.Games, s.sendGame)
}

// updateGame replaces the metadata of the game. How a bot plays is changed in its session.
//
//	@Summary	Change a game
//	@Body	session.GameUpdated	"The fields to change."
//	@Success	200	{object}	shownGame	"The game after the change."
func (s *Server) updateGame(c echo.Context) error {
	var to session.GameUpdated
	ctx, id := c.Request().Context(), c.Param("id")
	if err := decode(c, &to, to.Validate); err != nil {
		return err
	}
	if err := s.desk.UpdateGame(ctx, id, to); err != nil {
		return err
	}
	return journal.AfterWrite(s.getGame(c))
}

// pauseGame stops the clock of the game and of all its sessions. Bots are silent, and the rules
// wait: phases and votes are due later by as long as the game stood. Posts and votes of people are
// stored. The same request again changes nothing.
//
//	@Summary	Pause a game
//	@OptionalBody	pausing	"The reason. You may leave it out."
//	@Success	200	{object}	shownGame	"The game stands."
func (s *Server) pauseGame(c echo.Context) error { return pause(c, s.desk.Games, s.sendGame) }

// resumeGame lets a game that was paused go on. The same request again changes nothing.
//
//	@Summary	Resume a game
//	@Success	200	{object}	shownGame	"The game goes on."
func (s *Server) resumeGame(c echo.Context) error { return resume(c, s.desk.Games, s.sendGame) }

// deleteGame ends the game with all its sessions, closes their streams, and deletes everything that
// was said in it. Its external_id can be used again.
//
//	@Summary	Delete a game
//	@Success	204	"The game is deleted."
func (s *Server) deleteGame(c echo.Context) error {
	return remove(c, s.desk.Games)
}

// endGame ends the game and the sessions of all its bots in one step. Streams end with the event
// game.ended. You may repeat the same request; another ending is refused.
//
//	@Summary	End a game
//	@OptionalBody	desk.Ending	"How the game went. You may leave it out."
//	@Success	200	{object}	shownGame	"The game has ended."
func (s *Server) endGame(c echo.Context) error {
	return end(c, s.desk.Games, s.sendGame)
}

// gameList is a page of the games.
type gameList struct {
	Games []shownGame `json:"games"`
	// Next is the cursor of the next page; absent on the last page.
	Next string `json:"next,omitempty"`
}

// listGames returns games, the newest first. Lists leave out the config of each game.
//
//	@Summary	List games
//	@Success	200	{object}	gameList	"One page."
func (s *Server) listGames(c echo.Context) error {
	rows, next, err := s.list(c, true)
	if err != nil {
		return err
	}
	holders, err := s.holders(c, rows...)
	if err != nil {
		return err
	}
	list := gameList{Games: make([]shownGame, len(rows)), Next: next}
	for i, row := range rows {
		list.Games[i] = showGame(row)
		list.Games[i].Replica = holders[row.Home]
	}
	return c.JSON(http.StatusOK, list)
}

var gameListQuery = slices.DeleteFunc(slices.Clone(listQuery), func(p parameter) bool { return p.name == "strategy" || p.name == "sort" })
