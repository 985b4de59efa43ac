package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/engine/session"
)

type question struct {
	session.VoteRequest
	choices []session.Option
	ends    session.Millis
}

// ask shows a vote. A person who is asked gets the options with numbers.
func (s *story) ask(at session.Millis, p *session.VoteRequested) {
	if s.seat == "" {
		if s.reveal {
			s.show(line{mark: ask, at: at, text: p.Question})
		}
		return
	}
	q := &question{VoteRequest: p.VoteRequest}
	for _, o := range p.Options {
		if self := o.Player == s.seat || o.ID == s.seat; !o.Barred(s.side) && (p.AllowSelf || !self) {
			q.choices = append(q.choices, o)
		}
	}
	if p.Within > 0 {
		q.ends = at + session.Millis(float64(p.Within)*float64(s.clock.Speed)/1000)
	}
	s.vote = q
	s.show(line{mark: ask, at: at, text: p.Question})
	s.showChoices()
}

func (s *story) suspects() *question {
	q := &question{VoteRequest: session.VoteRequest{Kind: session.ChooseOne}}
	for _, p := range s.players {
		if p.ID != s.seat && p.Presence == session.Active {
			q.choices = append(q.choices, session.Option{ID: p.ID, Label: p.Name})
		}
	}
	return q
}

func (s *story) showChoices() {
	q := s.vote
	var list []string
	for i, o := range q.choices {
		list = append(list, fmt.Sprintf("%d %s", i+1, o.Label))
	}
	s.show(notice(said, "%s", strings.Join(list, ", ")))
	how := "Type a number, or /vote and a name."
	if q.Kind == session.ChooseMany {
		how = fmt.Sprintf("Type %d numbers, or /vote and names with commas.", q.K)
	}
	if q.Kind == session.LabelEach {
		var labels []string
		for _, l := range q.Labels {
			labels = append(labels, l.ID)
		}
		how = fmt.Sprintf("Give each a label (%s), in this order: /vote%s", strings.Join(labels, ", "), strings.Repeat(" "+labels[0], len(q.choices)))
	}
	if q.Explain {
		how += " You may add how sure you are, from 0 to 100, and why: /vote 1 70 slow and polite."
	}
	s.show(notice(said, "%s", how))
}

func (s *story) closeVote(wall time.Time) {
	if s.vote != nil {
		s.vote, s.closed = nil, wall
	}
}

// tooLate reports whether a number that is typed now was meant for a vote that has just closed.
func (s *story) tooLate(now time.Time) bool { return now.Sub(s.closed) < 5*time.Second }

func (s *story) voted(at session.Millis, seat string, a session.Answer) {
	text := s.answered(a)
	switch {
	case seat == s.seat:
		s.show(line{mark: note, at: at, text: "Your vote: " + text + "."})
	case s.reveal:
		s.show(line{mark: note, at: at, text: s.name(seat) + " votes: " + text + "."})
	}
}

func (s *story) answered(a session.Answer) string {
	var parts []string
	for _, id := range a.Options {
		parts = append(parts, s.name(id))
	}
	if len(parts) > 0 {
		return strings.Join(parts, " and ")
	}
	if len(a.Labels) == 0 {
		text := s.name(a.Option)
		if a.Confidence != nil {
			text += fmt.Sprintf(", sure to %d of 100", *a.Confidence)
		}
		if a.Reason != "" {
			text += ": " + a.Reason
		}
		return text
	}
	for _, p := range s.players {
		if label := a.Labels[p.ID]; label != "" {
			parts = append(parts, s.name(p.ID)+" "+label)
		}
	}
	return strings.Join(parts, ", ")
}

// number reports whether a text is only a number or some, as an answer to a vote is.
func number(text string) bool {
	words := separate(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.Atoi(word)
		return err != nil
	})
}

func separate(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

func (q *question) answer(text string) (a session.Answer, err error) {
	switch q.Kind {
	case session.ChooseMany:
		a.Options, err = q.several(text)
		return a, err
	case session.LabelEach:
	default:
		if q.Explain {
			return q.explained(text)
		}
		a.Option, err = q.option(text)
		return a, err
	}
	words := separate(text)
	if len(words) != len(q.choices) {
		return a, fmt.Errorf("there are %d to label, and you give %d labels", len(q.choices), len(words))
	}
	a.Labels = map[string]string{}
	for i, word := range words {
		known := slices.IndexFunc(q.Labels, func(l session.Label) bool { return strings.EqualFold(l.ID, word) || strings.EqualFold(l.Label, word) })
		if known < 0 {
			return a, fmt.Errorf("%q is not a label; /vote shows them", word)
		}
		a.Labels[q.choices[i].ID] = q.Labels[known].ID
	}
	return a, nil
}

// explained reads a choice, then perhaps how sure it is, then perhaps why. A name may have spaces.
func (q *question) explained(text string) (a session.Answer, err error) {
	words := strings.Fields(text)
	for n := len(words); n > 0 && a.Option == ""; n-- {
		if a.Option, err = q.option(strings.Join(words[:n], " ")); err == nil {
			words = words[n:]
		}
	}
	if a.Option != "" && len(words) > 0 {
		if sure, no := strconv.Atoi(words[0]); no == nil {
			a.Confidence, words = &sure, words[1:]
		}
		a.Reason = strings.Join(words, " ")
	}
	return a, err
}

func (q *question) several(text string) (ids []string, err error) {
	words := separate(text)
	if strings.Contains(text, ",") { // a name may have spaces
		words = strings.Split(text, ",")
	}
	for _, word := range words {
		id, err := q.option(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	if len(ids) != q.K {
		return nil, fmt.Errorf("name %d of them; you name %d", q.K, len(ids))
	}
	return ids, nil
}

func (q *question) option(text string) (string, error) {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(q.choices) {
		return q.choices[n-1].ID, nil
	}
	for _, o := range q.choices {
		if strings.EqualFold(o.ID, text) || strings.EqualFold(o.Label, text) {
			return o.ID, nil
		}
	}
	return "", fmt.Errorf("%q cannot be chosen; /vote shows who can", text)
}
