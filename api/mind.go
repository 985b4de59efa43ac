package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/session"
)

// mind is what the bot believes and wants, in the form of its strategy.
type mind struct {
	SessionID string   `json:"session_id"`
	Seq       int64    `json:"seq"`
	Strategy  string   `json:"strategy"`
	Model     string   `json:"model"`
	ModelNote string   `json:"model_note,omitempty"`
	Brief     []string `json:"brief"`
	// Suspicion is how strongly the mind suspects each player of being the one that it looks for,
	// by player id. The unit is the natural logarithm of the odds.
	Suspicion map[string]float64 `json:"suspicion"`
	// Scores are what the classifier has said of the other players. They are left out while it has
	// scored no line, and if it is off.
	Scores *desk.Scores `json:"scores,omitempty"`
	// Biography is the person that the bot plays. It is left out where the session has only a
	// persona.
	Biography *session.Biography `json:"biography,omitempty"`
	// Style is how the other players write, how the bot writes, and how far these are apart. The
	// bot makes its messages as similar to theirs as it can.
	Style session.Styles `json:"style"`
	// Questions are the questions that matter to the bot where it speaks, each with its status at
	// that event: what it was asked, alone or with everybody, and what it has asked.
	Questions []session.Question `json:"questions"`
	// Readings say what the last lines of players are, oldest first.
	Readings []session.ShownReading `json:"readings"`
	// Silence is how long nobody had written there at the time of that event.
	Silence session.Silence `json:"silence"`
	// Votes are the open votes, and the last votes that are over.
	Votes []mindVote      `json:"votes"`
	Mind  json.RawMessage `json:"mind"`
	// Summary is the text that the prompts show in place of older messages.
	Summary *session.Summary `json:"summary,omitempty"`
	// Thoughts holds the progress of each kind of thought.
	Thoughts map[string]session.Progress `json:"thoughts"`
}

// shownReadings is how many lines the mind shows as the bot reads them.
const shownReadings = 20

// mindVote is a vote, with what the bot has found about it so far.
type mindVote struct {
	desk.Vote
	// Judgement is the result of the last thought about the vote.
	Judgement *session.Judgement `json:"judgement,omitempty"`
}

// getMind returns what the bot believes and wants at this moment, in the form of its strategy. The
// mind is for the people who run the game: players must not see it.
//
// What the strategy found in single messages is not here. The list of messages has it.
//
//	@Summary	Get the bot's mind
//	@Success	200	{object}	mind	"The mind."
func (s *Server) getMind(c echo.Context) error {
	state, err := s.desk.StateAt(c.Request().Context(), c.Param("id"), queryNumber(c, "at", 0))
	if err != nil {
		return err
	}
	brief, err := s.desk.Brief(state)
	if err != nil {
		return err
	}
	m := mind{
		SessionID: state.Session, Seq: state.Seq, Strategy: state.Config.Strategy, Model: s.options.Model, ModelNote: s.options.ModelNote,
		Brief: brief.Lines, Suspicion: brief.Suspicion, Scores: desk.ShowScores(state), Biography: state.Person(), Style: state.Styles(), Votes: []mindVote{}, Mind: state.Mind, Thoughts: state.Thoughts,
	}
	view := state.View(state.Now)
	m.Readings = view.Readings(shownReadings)
	m.Questions, m.Silence = view.Questions(), view.Silence()
	if m.Questions == nil {
		m.Questions = []session.Question{}
	}
	if m.Suspicion == nil {
		m.Suspicion = map[string]float64{}
	}
	for _, v := range state.Votes {
		m.Votes = append(m.Votes, mindVote{desk.ShowVote(state, v), v.Judgement})
	}
	if state.Window.Summary.UpTo > 0 {
		m.Summary = &state.Window.Summary
	}
	if m.Mind == nil {
		m.Mind = json.RawMessage("null")
	}
	return c.JSON(http.StatusOK, m)
}
