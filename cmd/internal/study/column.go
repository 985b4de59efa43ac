package study

import (
	"strconv"
	"strings"
	"time"

	"ringer/engine/contest"
	"ringer/engine/session"
	"ringer/engine/study"
)

// column is a column of a table of the export. The dictionary has what it means.
type column[T any] struct {
	name, kind, about string
	value             func(T) string
}

// played is a game with its study.
type played struct {
	*study.State
	*study.Game
}

// participation is a person with the game; nil before a game.
type participation struct {
	played
	person *study.Person
}

// judged is a bot that a person could rate.
type judged struct {
	participation
	seat   *contest.Seat
	rating session.Rating
}

func truth(yes bool) string { return strconv.FormatBool(yes) }

// number returns a number; nothing for nil.
func number(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func gameColumns() []column[played] {
	return []column[played]{
		{"game", "whole number", "number of the game, in the order in which they began", func(x played) string { return strconv.Itoa(x.Game.Number) }},
		{"slot", "whole number", "place in the schedule that the game was to fill", func(x played) string { return strconv.Itoa(x.Slot.Number) }},
		{"block", "whole number", "block of the schedule", func(x played) string { return strconv.Itoa(x.Block) }},
		{"arm", "text", "arm that was assigned", func(x played) string { return x.Plan.Arms[x.Arm].Name }},
		{"deal", "whole number", "deal: the same roles, names and seats in every arm", func(x played) string { return strconv.Itoa(x.Deal) }},
		{"counts", "true or false", "whether the game counts; empty while it goes on", func(x played) string {
			if x.EndedAt.IsZero() {
				return ""
			}
			return truth(x.Counts())
		}},
		{"why_not", "text", "why it does not count", func(x played) string { return x.Why }},
		{"began_at", "time, UTC", "when it began", func(x played) string { return moment(x.PlannedAt) }},
		{"ended_at", "time, UTC", "when the study saw its end", func(x played) string { return moment(x.EndedAt) }},
		{"lasted_ms", "milliseconds", "how long it took, in game time", func(x played) string {
			if x.Record == nil {
				return ""
			}
			return strconv.FormatInt(int64(x.Record.Game.Lasted), 10)
		}},
		{"outcome", "text", "how it ended, in the words of the rules", func(x played) string {
			if x.Record == nil {
				return ""
			}
			return x.Record.Game.Outcome
		}},
		{"game_id", "text", "id of the game at the server", func(x played) string { return x.ID }},
	}
}

// ofSeat returns what became of the person's seat; nothing for whoever has not played to an end, or
// has withdrawn.
func (x participation) ofSeat(value func(*contest.Seat) string) string {
	if x.Game == nil || x.Record == nil || x.Record.Game.Seat(x.person.Seat) == nil {
		return ""
	}
	return value(x.Record.Game.Seat(x.person.Seat))
}

// survey returns what the person thought; an empty survey for nothing.
func (x participation) survey() *session.Survey {
	if x.person.Survey == nil {
		return &session.Survey{}
	}
	return x.person.Survey
}

func (x participation) identified() string {
	if x.person.Survey == nil || x.Record == nil {
		return ""
	}
	return truth(x.person.Survey.Identified(x.IsBot))
}

func personColumns(p *study.Plan) []column[participation] {
	all := []column[participation]{
		{"person", "text", "number of the person, in the order of joining", func(x participation) string { return x.person.ID }},
		{"game", "whole number", "the person's game; empty for nobody who played", func(x participation) string {
			if x.Game == nil {
				return ""
			}
			return strconv.Itoa(x.Game.Number)
		}},
		{"arm", "text", "arm of the game", func(x participation) string {
			if x.Game == nil {
				return ""
			}
			return x.Plan.Arms[x.Arm].Name
		}},
		{"counts", "true or false", "whether the game counts", func(x participation) string { return truth(x.Game != nil && x.Counts()) }},
		{"joined_at", "time, UTC", "when the person agreed to take part", func(x participation) string { return moment(x.person.JoinedAt) }},
		{"left", "withdrew, waited or empty", "withdrew: the person has left the study, and the columns to the right are empty; waited: no game began", func(x participation) string { return x.person.Left }},
		{"seat", "text", "the person's seat", func(x participation) string { return x.person.Seat }},
		{"role", "text", "the person's role", func(x participation) string { return x.ofSeat(func(s *contest.Seat) string { return s.Role }) }},
		{"won", "true or false", "whether the person won, by the rules", func(x participation) string { return x.ofSeat(func(s *contest.Seat) string { return truth(s.Won) }) }},
		{"lines", "whole number", "lines that the person has said", func(x participation) string {
			return x.ofSeat(func(s *contest.Seat) string { return strconv.Itoa(s.Messages) })
		}},
		{"words", "whole number", "words in them", func(x participation) string {
			return x.ofSeat(func(s *contest.Seat) string { return strconv.Itoa(s.Words) })
		}},
		{"answered_at", "time, UTC", "when the survey was answered", func(x participation) string { return moment(x.person.AnsweredAt) }},
		{"suspects", "seats with spaces between", "whom the person took for bots, before they were revealed", func(x participation) string { return strings.Join(x.survey().Suspects, " ") }},
		{"identified", "true or false", "whether these are bots alone, and at least one", participation.identified},
		{"confidence", "0 to 100", "how sure the person was of the suspects", func(x participation) string { return number(x.survey().Confidence) }},
		{"reason", "text", "why", func(x participation) string { return x.survey().Reason }},
		{"comment", "text", "what else the person said", func(x participation) string { return x.survey().Comment }},
	}
	for _, q := range p.Questions {
		all = append(all, column[participation]{"q_" + q.ID, string(q.Kind), q.Text, func(x participation) string {
			if v, ok := x.person.Answers[q.ID].(float64); ok {
				return number(&v)
			}
			text, _ := x.person.Answers[q.ID].(string)
			return text
		}})
	}
	return all
}

func ratingColumns() []column[judged] {
	return []column[judged]{
		{"person", "text", "who rates", func(x judged) string { return x.person.ID }},
		{"game", "whole number", "their game", func(x judged) string { return strconv.Itoa(x.Game.Number) }},
		{"arm", "text", "arm of the game", func(x judged) string { return x.Plan.Arms[x.Arm].Name }},
		{"counts", "true or false", "whether the game counts", func(x judged) string { return truth(x.Counts()) }},
		{"bot", "text", "seat of the bot", func(x judged) string { return x.seat.ID }},
		{"variant", "text", "how the bot was played", func(x judged) string { return x.seat.Variant }},
		{"form", "paper or percent", "paper: from 1 to 5; percent: from 0 to 100", func(x judged) string { return string(x.person.Survey.Form) }},
		{"similarity", "number", "how much the bot behaved like a person", func(x judged) string { return number(x.rating.Similarity) }},
		{"timing", "number", "how well it chose its moments", func(x judged) string { return number(x.rating.Timing) }},
		{"relevance", "number", "how well its lines fitted the talk", func(x judged) string { return number(x.rating.Relevance) }},
	}
}
