package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/engine/timing"
)

// The lines of a scenario that are about votes:
//
//	+1s vote v1 choose_one 10s: who is it  a vote with a window of ten seconds; then flags:
//	                                       abstain, self, k=2, fallback=blue, about=trust,
//	                                       options=blue,green
//	+1s judge v1 blue 70 green 30          the thought about it ends, with percentages by option;
//	                                       a number is "judge v1 7"
//	+1s judge v1 blue ai 80 green human 60 the same, for label_each
//	+1s misjudge v1 model_timeout          the thought about it fails
//	+1s options v1 blue                    the options change
//	+1s deadline v1 10s                    the deadline is ten seconds from now
//	+1s withdraw v1                        the vote is cancelled
//	+1s used v1 standing                   a receipt; "last" is the vote that was cast last,
//	                                       "open" the first open one
//	+1s accuse never                       the session's mode of accusing changes

// suspects is a finding that says whom the mind suspects.
type suspects struct {
	Suspicion map[string]float64 `json:"suspicion"`
	accuse    string
}

func suspected(list string) suspects {
	f := suspects{Suspicion: map[string]float64{}}
	words := strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		if words[i] == "accuses" {
			f.accuse = words[i+1]
			continue
		}
		f.Suspicion[words[i]], _ = strconv.ParseFloat(words[i+1], 64)
	}
	return f
}

func (f suspects) outcome() Conclusion {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return Conclusion{Mind: b, Accuse: f.accuse}
}

func (scripted) Brief(v View) Brief {
	var f suspects
	_ = json.Unmarshal(v.Mind, &f) // a mind without suspicion suspects nobody
	return Brief{Suspicion: f.Suspicion}
}

// judge concludes the thought about a vote.
func (s *scenario) judge(well bool, rest string) {
	words := strings.Fields(rest)
	v, _ := s.state.Vote(s.voteID(words[0]))
	w := Want{Kind: v.thoughtKind(), BasedOn: s.voteBase}
	if well {
		s.conclude(w, 1000, "", judged(v.Kind, words[1:]))
	} else {
		s.conclude(w, 1000, words[1], nil)
	}
}

func judged(kind VoteKind, words []string) (j Judgement) {
	percent := func(text string) float64 {
		n, _ := strconv.ParseFloat(text, 64)
		return n / 100
	}
	switch kind {
	case PickNumber:
		n := percent(words[0]) * 100
		j.Number, j.Confidence = &n, 0.5
	case LabelEach:
		j.LabelProbabilities = map[string]map[string]float64{}
		for i := 0; i+2 < len(words); i += 3 {
			j.LabelProbabilities[words[i]] = map[string]float64{words[i+1]: percent(words[i+2])}
		}
	default:
		j.Probabilities = map[string]float64{}
		for i := 0; i+1 < len(words); i += 2 {
			if words[i] == "abstain" {
				j.Abstain = percent(words[i+1])
			} else {
				j.Probabilities[words[i]] = percent(words[i+1])
			}
		}
	}
	return j
}

// voteFact reads a line that is a fact about a vote, and returns false for other lines. A fact that
// a desk would refuse is nil.
func (s *scenario) voteFact(what string) (Payload, bool) {
	words := strings.Fields(strings.SplitN(what+" ", ":", 2)[0])
	if len(words) == 0 {
		return nil, false
	}
	switch words[0] {
	case "vote":
		return s.voteRequest(words[1:], strings.SplitN(what, ": ", 2)[1]), true
	case "options":
		p := &VoteUpdated{VoteID: s.voteID(words[1])}
		for _, id := range words[2:] {
			p.Options = append(p.Options, Option{ID: id})
		}
		v, _ := s.state.Vote(p.VoteID)
		if v.Options = p.Options; v.Complete(&s.state.Roster, opened) != nil {
			return nil, true
		}
		return p, true
	case "deadline":
		within, err := time.ParseDuration(words[2])
		noError(s.t, err)
		return &VoteRescheduled{VoteID: s.voteID(words[1]), Deadline: s.state.Clock.Wall(s.now).Add(within)}, true
	case "withdraw":
		return &VoteCancelled{VoteID: s.voteID(words[1])}, true
	case "used":
		return &VoteReceipt{VoteID: s.voteID(words[1]), VoteUse: VoteUse{Used: Used(words[2])}}, true
	case "accuse":
		mode := AccuseMode(words[1])
		return &SessionUpdated{Changes{Accuse: &mode}}, true
	}
	return nil, false
}

func (s *scenario) voteID(name string) string {
	if open := s.state.visibleVotes(); name == "open" && len(open) > 0 {
		return open[0].ID
	}
	if name != "last" {
		return name
	}
	for _, e := range slices.Backward(s.log) {
		if p, ok := e.Data.(*VoteCast); ok {
			return p.VoteID
		}
	}
	return name
}

func (s *scenario) voteRequest(words []string, question string) Payload {
	window, err := time.ParseDuration(words[2])
	noError(s.t, err)
	q := VoteRequest{ID: words[0], Kind: VoteKind(words[1]), Question: question, Within: window.Milliseconds()}
	switch q.Kind {
	case LabelEach:
		q.Labels = []Label{{ID: "ai", About: Suspicion}, {ID: "human", About: Trust}, {ID: "unsure"}}
	case PickNumber:
		low, high := 1.0, 10.0
		q.Min, q.Max, q.Integer = &low, &high, true
	}
	for _, w := range words[3:] {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "abstain":
			q.AllowAbstain = true
		case "self":
			q.AllowSelf = true
		case "k":
			q.K, _ = strconv.Atoi(value)
		case "about":
			q.About = About(value)
		case "fallback":
			q.Fallback = &Answer{Option: value}
		case "options":
			for id := range strings.SplitSeq(value, ",") {
				q.Options = append(q.Options, Option{ID: id})
			}
		}
	}
	full := q
	noError(s.t, full.Complete(&s.state.Roster, s.state.Clock.Wall(s.now)))
	return &VoteRequested{VoteRequest: q}
}

// voteText returns the text for an event about a vote in the trace.
func (s *scenario) voteText(p Payload) string {
	switch p := p.(type) {
	case *VoteRequested:
		v, _ := s.state.Vote(p.ID)
		human := timing.Vote(v.words(), 0).Total()
		return fmt.Sprintf("%s %s standing %s, %d ms to read and press, last at %.3f", p.ID, p.Kind, answerText(v.Standing), human, sec(v.Last))
	case *VoteUpdated:
		v, _ := s.state.Vote(p.VoteID)
		return fmt.Sprintf("%s standing %s", p.VoteID, answerText(v.Standing))
	case *VoteRescheduled:
		v, _ := s.state.Vote(p.VoteID)
		return fmt.Sprintf("%s last at %.3f", p.VoteID, sec(v.Last))
	case *VoteCancelled:
		return p.VoteID
	case *VoteReceipt:
		return p.VoteID + " " + string(p.Used)
	case *VoteCast:
		text := fmt.Sprintf("%s %s by %s, confidence %.2f, waited %.3f", p.VoteID, answerText(p.Answer), p.AnsweredBy, p.Confidence, sec(p.Waited))
		if p.Late {
			text += " late"
		}
		return text
	}
	return ""
}

func answerText(a Answer) string {
	switch {
	case a.Abstain:
		return "abstain"
	case a.Number != nil:
		return fmt.Sprint(*a.Number)
	case a.Labels != nil:
		var all []string
		for _, id := range slices.Sorted(maps.Keys(a.Labels)) {
			all = append(all, id+"="+a.Labels[id])
		}
		return strings.Join(all, ",")
	case a.Option == "":
		return "[" + strings.Join(a.Options, ",") + "]"
	}
	return a.Option
}
