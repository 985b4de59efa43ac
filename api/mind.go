package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// mind is what the bot believes and wants, as its strategy keeps it.
type mind struct {
	SessionID string   `json:"session_id"`
	Seq       int64    `json:"seq"`
	Strategy  string   `json:"strategy"`
	Model     string   `json:"model"`
	ModelNote string   `json:"model_note,omitempty"`
	Brief     []string `json:"brief"`
	// Suspicion is how far the mind takes each player for what it is looking for, by player id: the natural logarithm of the odds.
	Suspicion map[string]float64 `json:"suspicion"`
	// Style is how the others write, how the bot does, and how far these are apart: the mouth makes the bot's lines alike as far as it can.
	Style game.Styles `json:"style"`
	// Votes are those that are open, and the last ones that are over.
	Votes []mindVote      `json:"votes"`
	Mind  json.RawMessage `json:"mind"`
	// Summary is what the prompts show in place of older messages.
	Summary *game.Summary `json:"summary,omitempty"`
	// Thoughts says how far each kind of thought has come.
	Thoughts map[string]game.Progress `json:"thoughts"`
}

// mindVote is a vote, with what the bot has found out about it so far.
type mindVote struct {
	engine.Vote
	// Judgement is what the last thought about it found.
	Judgement *game.Judgement `json:"judgement,omitempty"`
}

// getMind shows the mind.
//
//	@Summary		Look into the bot's mind
//	@Description	What the bot believes and wants at this moment, as its strategy keeps it. It is for those who run the game: players must not see it.
//	@Description	What the strategy has found in single messages stands beside them, in the list of messages.
//	@ID				getMind
//	@Tags			Bot
//	@Produce		json
//	@Param			id	path		string	true	"The id of the session."
//	@Param			at	query		int		false	"The seq of an event: the mind as it was then."	minimum(1)
//	@Success		200	{object}	mind	"The mind."
//	@Router			/v1/sessions/{id}/mind [get]
func (s *Server) getMind(c echo.Context) error {
	state, err := s.engine.Look(c.Request().Context(), c.Param("id"), number(c, "at", 0))
	if err != nil {
		return err
	}
	brief, err := s.engine.Brief(state)
	if err != nil {
		return err
	}
	m := mind{
		SessionID: state.Session, Seq: state.Seq, Strategy: state.Config.Strategy, Model: s.options.Model, ModelNote: s.options.ModelNote,
		Brief: brief.Lines, Suspicion: brief.Suspicion, Style: state.Styles(), Votes: []mindVote{}, Mind: state.Mind, Thoughts: state.Thoughts,
	}
	if m.Suspicion == nil {
		m.Suspicion = map[string]float64{}
	}
	for _, v := range state.Votes {
		m.Votes = append(m.Votes, mindVote{engine.ShowVote(state, v), v.Judgement})
	}
	if state.Window.Summary.Text != "" {
		m.Summary = &state.Window.Summary
	}
	if m.Mind == nil {
		m.Mind = json.RawMessage("null")
	}
	return c.JSON(http.StatusOK, m)
}
