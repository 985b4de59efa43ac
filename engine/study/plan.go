package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Plan is the file of a study.
type Plan struct {
	// ID names the study: small letters, digits and hyphens.
	ID    string `json:"study"`
	Title string `json:"title"`
	// Hypotheses are for the preregistration. Players do not see them.
	Hypotheses []string `json:"hypotheses,omitempty"`
	Rules      string   `json:"rules"`
	// Game holds further fields of POST /v1/games, such as rules_options, language and speed.
	Game session.GameConfig `json:"game"`
	// Players is how many players a game has, and People how many of them are people.
	Players int `json:"players"`
	People  int `json:"people"`
	// Arms are what is compared. Each is assigned to equally many games.
	Arms []Arm `json:"arms"`
	// Games is how many games must count.
	Games int `json:"games"`
	// Block is how many games in a row hold each arm equally often. The default is the number of
	// arms.
	Block int `json:"block,omitempty"`
	// Seed decides the order of the arms, the deals and who sits where.
	Seed int64 `json:"seed"`
	// Consent is what people agree to, and Thanks what they read at the end.
	Consent string `json:"consent"`
	Thanks  string `json:"thanks,omitempty"`
	// Survey is the form of the questions about the bots.
	Survey session.SurveyForm `json:"survey"`
	// Questions are asked besides.
	Questions []Question `json:"questions,omitempty"`
	// Primary is the measure of the main test. The others are exploratory.
	Primary string `json:"primary"`
	// LeastLines is how many lines each person must have said, or the game does not count; 1 by
	// default.
	LeastLines *int `json:"least_lines,omitempty"`
	// Wait is how long people wait for others; 10 minutes by default.
	Wait session.Millis `json:"wait_ms,omitempty"`
	Stop Stop           `json:"stop"`

	// variants are the bots of each arm.
	variants [][]strategy.Variant
}

// Arm is one condition: which bots play.
type Arm struct {
	Name string `json:"name"`
	// Bots are variants as the arena has them. Fewer than the game has seats for bots repeat.
	Bots []string `json:"bots"`
	// Options are options of each of these bots, such as fidelity, model and persona.
	Options map[string]any `json:"options,omitempty"`
}

// NoSurvey says that people are not asked about the bots.
const NoSurvey session.SurveyForm = "none"

// Question is one more question of the survey.
type Question struct {
	ID   string       `json:"id"`
	Text string       `json:"text"`
	Kind QuestionKind `json:"kind"`
	// Min and Max are the ends of a scale of whole numbers.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Options are what can be chosen.
	Options []string `json:"options,omitempty"`
}

// QuestionKind says how a question is answered.
type QuestionKind string

const (
	Scale  QuestionKind = "scale"  // a whole number from min to max
	Choice QuestionKind = "choice" // one of the options
	Text   QuestionKind = "text"
)

// Stop says when a study ends that has not reached its games.
type Stop struct {
	// Until is when no game begins any more.
	Until time.Time `json:"until,omitzero"`
	// MostGames bounds the games that begin, with those that do not count; three times the games by
	// default.
	MostGames int `json:"most_games,omitempty"`
}

// The defaults of a plan.
const (
	defaultWait  = 10 * 60 * 1000
	defaultLines = 1
)

// Parse reads the file of a study, YAML or JSON, and fills in the defaults. Check judges the
// values.
func Parse(file []byte) (*Plan, error) {
	var tree any
	err := yaml.Unmarshal(file, &tree)
	if err != nil {
		return nil, fmt.Errorf("is neither YAML nor JSON: %w", err)
	}
	fields, ok := tree.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("is no study; it must have fields, such as study, rules and arms")
	}
	if stop, ok := fields["stop"].(map[string]any); ok { // JSON has no dates, and YAML none in quotes
		if until, ok := stop["until"].(string); ok {
			if stop["until"], err = dateOf(until); err != nil {
				return nil, err
			}
		}
	}
	body, err := json.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("has a value that JSON cannot hold: %w", err)
	}
	return decode(body)
}

// dateOf reads a date, or a time.
func dateOf(text string) (time.Time, error) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("has %s as stop.until; write a date, such as 2027-06-30, or a time, such as 2027-06-30T18:00:00Z", session.Quoted(text))
}

// decode reads a plan that is JSON.
func decode(body []byte) (*Plan, error) {
	p := &Plan{}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, shapeError(err)
	}
	p.Block = cmp.Or(p.Block, len(p.Arms))
	p.Wait = cmp.Or(p.Wait, defaultWait)
	p.Stop.MostGames = cmp.Or(p.Stop.MostGames, 3*p.Games)
	if p.LeastLines == nil {
		p.LeastLines = new(int)
		*p.LeastLines = defaultLines
	}
	return p, nil
}

var unknownField = regexp.MustCompile(`unknown field "(.*)"`)

// shapeError says what to do about a file of a wrong shape.
func shapeError(err error) error {
	found := unknownField.FindStringSubmatch(err.Error())
	if found == nil {
		return fmt.Errorf("does not have the shape of a study: %w", err)
	}
	var known []string
	for _, t := range []reflect.Type{reflect.TypeFor[Plan](), reflect.TypeFor[Arm](), reflect.TypeFor[Question](), reflect.TypeFor[Stop]()} {
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				known = append(known, name)
			}
		}
	}
	text := fmt.Sprintf("has the field %s, which no part of a study has", session.Quoted(found[1]))
	if near := session.Nearest(found[1], known); near != "" {
		text += "; did you mean " + near + "?"
	}
	return fmt.Errorf("%s", text)
}

// bots returns how many bots play.
func (p *Plan) bots() int { return p.Players - p.People }

// Seats returns the variants of the bots of an arm in a deal, in the order of their seats. In each
// deal they move on by one seat, so that nobody always sits first.
func (p *Plan) seats(arm, deal int) (seats []strategy.Variant) {
	of := p.variants[arm]
	for i := range p.bots() {
		seats = append(seats, of[(i+deal)%len(of)])
	}
	return seats
}
