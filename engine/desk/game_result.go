package desk

import (
	"context"
	"maps"
	"slices"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/referee"
	"ringer/engine/session"
)

// GameResult is how a game went, as far as it has come.
type GameResult struct {
	// ID is the id of the game.
	ID     string         `json:"id"`
	Status journal.Status `json:"status"`
	// Outcome is how the game went, in the words of the platform or of the rules.
	Outcome string `json:"outcome,omitempty"`
	// Reason says who ended the game.
	Reason session.EndReason `json:"reason,omitempty"`
	// StartedAt is when the game began.
	StartedAt time.Time `json:"started_at"`
	// EndedAt is when it ended.
	EndedAt time.Time `json:"ended_at,omitzero"`
	// Lasted is how long it has gone on, in game time.
	Lasted session.Millis `json:"lasted_ms"`
	// Players holds what became of each player.
	Players []PlayerResult `json:"players"`
	// Votes are all votes with their answers.
	Votes []GameVote `json:"votes"`
	// Ballots are what the rules made of the votes, where Ringer runs the rules.
	Ballots []referee.Ballot `json:"ballots,omitempty"`
	// Spent is what the model calls of all bots and of the game have cost.
	Spent session.Spent `json:"spent"`
	// TableSpent is the part of it that the moderator and the host of a show have cost.
	TableSpent session.Spent `json:"table_spent"`
	// Survey is what people thought after the game.
	Survey SurveyResult `json:"survey"`
}

// PlayerResult is what became of one player.
type PlayerResult struct {
	Seat string `json:"seat"`
	Name string `json:"name"`
	// Bot says that a bot of Ringer played the seat, at last for whoever was away.
	Bot bool `json:"bot"`
	// Session is the session of the bot, also of one that played for a person for a while.
	Session string `json:"session_id,omitempty"`
	// Strategy is the strategy of the bot.
	Strategy string `json:"strategy,omitempty"`
	// Was is what the player was, as far as the game has revealed it.
	Was      string           `json:"was,omitempty"`
	Presence session.Presence `json:"presence"`
	// Won says that the player has won, where Ringer runs the rules.
	Won bool `json:"won,omitempty"`
	// Score is the player's points, in games that have points.
	Score *int `json:"score,omitempty"`
	// Messages is how many messages the player has said.
	Messages int `json:"messages"`
	// Spent is what the bot's model calls have cost.
	Spent *session.Spent `json:"spent,omitempty"`
}

// SurveyResult sums up what people thought.
type SurveyResult struct {
	// Form is the form of the ratings below: paper if all people answered in that form.
	Form session.SurveyForm `json:"form,omitempty"`
	// Answers are the surveys, in the order in which they came.
	Answers []session.Survey `json:"answers"`
	// Suspected counts how many people took each player for a bot, by player id.
	Suspected map[string]int `json:"suspected"`
	// Identified is the share of people who named only bots, and at least one; 0 without a survey.
	Identified float64 `json:"identified"`
	// Ratings are the means of each bot that was rated.
	Ratings []session.Rating `json:"ratings"`
}

var errNotEnded = refusal(session.CodeNotEnded, "", "the game goes on; ask people after its end, so that no answer reaches a player who still plays")

// AddSurvey stores what a person thought of a game that has ended. A repeated survey gets the first
// result.
func (k *Desk) AddSurvey(ctx context.Context, id string, s session.Survey) (stored journal.Survey, known bool, err error) {
	row, err := k.Games.Row(ctx, id)
	if err != nil {
		return journal.Survey{}, false, err
	}
	if err := s.Validate(&row.Roster); err != nil {
		return journal.Survey{}, false, err
	}
	if row.Status != journal.Ended {
		return journal.Survey{}, false, errNotEnded
	}
	stored, known, err = k.store.AddSurvey(ctx, id, journal.Survey{Survey: s, At: k.now().At})
	if err == nil && known && !stored.Same(&s) {
		err = refusal(session.CodeIDReused, "/seat", "has answered differently before, and that answer stays")
	}
	return stored, known, err
}

// GameResult returns how a game went, as far as it has come.
func (k *Desk) GameResult(ctx context.Context, id string) (GameResult, error) {
	row, err := k.Games.Row(ctx, id)
	if err != nil {
		return GameResult{}, err
	}
	state, err := k.GameState(ctx, id)
	if err != nil {
		return GameResult{}, err
	}
	now := k.now()
	r := GameResult{
		ID: id, Status: row.Status, StartedAt: row.CreatedAt, Lasted: state.Clock.Now(now), Votes: []GameVote{}, Spent: state.Spent, TableSpent: state.Spent,
	}
	if state.End != nil {
		r.Outcome, r.Reason, r.EndedAt, r.Lasted = state.End.Outcome, state.End.Reason, state.End.At, state.Now
	}
	for _, v := range state.Votes {
		if v.Step == session.StepQuest && state.End == nil {
			v.Casts = nil // who lets a quest fail stays secret until the game is over
		}
		r.Votes = append(r.Votes, ShowGameVote(state, v, now.At))
	}
	var rules referee.Result
	if state.Referee != nil {
		rules = state.Referee.Result()
		r.Ballots = rules.Ballots
	}
	if err := k.playerResults(ctx, &r, state, rules); err != nil {
		return GameResult{}, err
	}
	surveys, err := k.store.Surveys(ctx, id)
	r.Survey = sumUp(surveys, &state.Roster)
	return r, err
}

func (k *Desk) playerResults(ctx context.Context, r *GameResult, state *game.State, rules referee.Result) error {
	for _, p := range state.Roster.Players {
		x := PlayerResult{Seat: p.ID, Name: p.Name, Presence: p.Presence, Messages: state.Said[p.ID], Won: slices.Contains(rules.Winners, p.ID)}
		if state.End != nil {
			x.Was = state.End.Reveal[p.ID]
		}
		if score, ok := rules.Scores[p.ID]; ok {
			x.Score = &score
		}
		for _, b := range state.Roster.AllBots() {
			if b.Seat != p.ID {
				continue
			}
			session, err := k.StateAt(ctx, b.Session, 0)
			if err != nil {
				return err
			}
			if spent := session.Budget.Spent; !session.StandIn || spent.Calls > 0 {
				x.Bot, x.Session, x.Strategy, x.Spent = !session.StandIn, b.Session, session.Config.Strategy, &spent
				r.Spent = r.Spent.Plus(spent)
			}
		}
		r.Players = append(r.Players, x)
	}
	return nil
}

func sumUp(surveys []journal.Survey, r *session.Roster) SurveyResult {
	sum := SurveyResult{Answers: []session.Survey{}, Suspected: map[string]int{}, Ratings: []session.Rating{}}
	means := map[string]*meanRating{}
	right := 0
	isBot := func(seat string) bool {
		_, bot := r.Bot(seat)
		return bot
	}
	if len(surveys) > 0 && !slices.ContainsFunc(surveys, func(s journal.Survey) bool { return s.Form != session.SurveyPaper }) {
		sum.Form = session.SurveyPaper
	}
	for _, s := range surveys {
		sum.Answers = append(sum.Answers, s.Survey)
		for _, seat := range s.Suspects {
			sum.Suspected[seat]++
		}
		if s.Identified(isBot) {
			right++
		}
		for _, x := range s.In(sum.Form) {
			if means[x.Seat] == nil {
				means[x.Seat] = &meanRating{}
			}
			means[x.Seat].add(x)
		}
	}
	if len(surveys) > 0 {
		sum.Identified = float64(right) / float64(len(surveys))
	}
	for _, seat := range slices.Sorted(maps.Keys(means)) {
		m := means[seat]
		sum.Ratings = append(sum.Ratings, session.Rating{Seat: seat, Similarity: m.similarity.value(), Timing: m.timing.value(), Relevance: m.relevance.value()})
	}
	return sum
}

type meanRating struct{ similarity, timing, relevance mean }

func (m *meanRating) add(r session.Rating) {
	m.similarity.add(r.Similarity)
	m.timing.add(r.Timing)
	m.relevance.add(r.Relevance)
}

type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v *float64) {
	if v != nil {
		m.sum, m.n = m.sum+*v, m.n+1
	}
}

// value returns the mean; nil without values.
func (m *mean) value() *float64 {
	if m.n == 0 {
		return nil
	}
	v := m.sum / float64(m.n)
	return &v
}
