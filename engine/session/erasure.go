package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// Erasure finds what a deleted message has left in a log: its own texts, and what quotes them.
type Erasure struct {
	session, message string
	seat             string
	texts            []string
	// names are ids and names of players. A value that is one of them quotes nothing.
	names []string
}

// NewErasure returns the erasure of a message from a log. It must learn the whole log first.
func NewErasure(session, message string) *Erasure {
	return &Erasure{session: session, message: message}
}

// Learn notes the texts of the message, and the names in the log.
func (x *Erasure) Learn(e Event) {
	switch p := e.Data.(type) {
	case *SessionCreated:
		x.name(p.Config.Game.Players...)
		x.seat = p.Config.Bot.Seat
	case *GameCreated:
		x.name(p.Config.Game.Players...)
	case *ObservationReceived:
		if p.Player != nil {
			x.name(*p.Player)
		}
	case *MessageReceived:
		if e.MessageID(x.session) == x.message || p.MessageID == x.message {
			x.learn(p.Text)
		}
	case *MessageSent:
		if p.MessageID == x.message {
			x.learn(p.Text)
		}
	case *MessageEdited:
		if p.MessageID == x.message {
			x.learn(p.Text)
		}
	case *PlanCreated:
		x.learnPlan(&p.Plan)
	case *PlanRevised:
		x.learnPlan(&p.Plan)
	}
}

func (x *Erasure) name(players ...Player) {
	for _, p := range players {
		x.names = append(x.names, p.ID, p.Name)
	}
}

func (x *Erasure) learn(text string) {
	if text != "" && !slices.Contains(x.texts, text) {
		x.texts = append(x.texts, text)
	}
}

func (x *Erasure) learnPlan(p *Plan) {
	if p.ID == PlanOf(x.message) {
		x.learn(p.Text)
		x.learn(p.Meant)
	}
}

// Clean returns an event's payload without the texts of the message, and whether it held one. Other
// messages and facts stay as they are: whoever quotes the message has said that.
func (x *Erasure) Clean(e Event) (Payload, bool, error) {
	switch p := e.Data.(type) {
	case *MessageReceived:
		own := e.MessageID(x.session) == x.message || p.MessageID == x.message || p.Sender == x.seat && slices.Contains(x.texts, p.Text)
		if erased := *p; own && p.Text != "" {
			erased.Text = ""
			return &erased, true, nil
		}
		return p, false, nil
	case *MessageSent:
		if erased := *p; p.MessageID == x.message && p.Text != "" {
			erased.Text = ""
			return &erased, true, nil
		}
		return p, false, nil
	case *MessageEdited:
		if erased := *p; p.MessageID == x.message && p.Text != "" {
			erased.Text = ""
			return &erased, true, nil
		}
		return p, false, nil
	}
	if _, shared := e.Data.(*LineAnalysed); !shared && !kindOf(e.Data).act || len(x.texts) == 0 {
		return e.Data, false, nil
	}
	return x.cleanAct(e.Data)
}

// cleanAct empties each text of an act that quotes the message.
func (x *Erasure) cleanAct(p Payload) (Payload, bool, error) {
	stored, err := Encode(p)
	if err != nil {
		return nil, false, err
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(stored))
	d.UseNumber() // a float cannot hold every number
	if err := d.Decode(&v); err != nil {
		return nil, false, fmt.Errorf("game: erase from %s: %w", p.Type(), err)
	}
	found := false
	if v = x.empty("", v, &found); !found {
		return p, false, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil, false, fmt.Errorf("game: erase from %s: %w", p.Type(), err)
	}
	cleaned, err := Decode(p.Type(), EventVersion, b)
	return cleaned, true, err
}

func (x *Erasure) empty(field string, v any, found *bool) any {
	switch v := v.(type) {
	case string:
		if x.quoted(field, v) {
			*found = true
			return ""
		}
	case []any:
		for i := range v {
			v[i] = x.empty(field, v[i], found)
		}
	case map[string]any:
		for name := range v {
			v[name] = x.empty(name, v[name], found)
		}
	}
	return v
}

// textFields hold texts, even of one word.
var textFields = []string{"text", "meant", "candidate"}

// shortQuote is the longest word, in letters, that quotes nothing when it stands in a sentence.
const shortQuote = 4

// quoted reports whether a value quotes the message. Values of one word are mostly ids and words of
// this program.
func (x *Erasure) quoted(field, value string) bool {
	sentence := strings.ContainsAny(value, " \n\t")
	if !sentence && !slices.Contains(textFields, field) || slices.Contains(x.names, value) {
		return false
	}
	return slices.ContainsFunc(x.texts, func(text string) bool {
		if mouth.Normalise(value) == mouth.Normalise(text) {
			return true
		}
		return (utf8.RuneCountInString(text) > shortQuote || strings.Contains(text, " ")) && mouth.Mentions(value, text)
	})
}
