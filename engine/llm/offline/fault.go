package offline

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// FaultKind is a way in which servers or models fail.
type FaultKind string

// The faults of the server, which stand in for an answer.
const (
	faultLimited  FaultKind = "429"
	faultError    FaultKind = "500"
	faultHang     FaultKind = "hang"
	faultError200 FaultKind = "error200"
	faultHuge     FaultKind = "huge"
	faultHTML     FaultKind = "html"
	faultRedirect FaultKind = "redirect"
)

// The faults on the way of a sound answer.
const (
	faultDrip FaultKind = "drip"
	faultCut  FaultKind = "cut"
	faultType FaultKind = "type"
)

// The faults of the answer itself.
const (
	faultEmpty     FaultKind = "empty"
	faultNull      FaultKind = "null"
	faultReasoning FaultKind = "reasoning"
	faultThink     FaultKind = "think"
	faultFence     FaultKind = "fence"
	faultEnum      FaultKind = "enum"
	faultSchema    FaultKind = "schema"
	faultLength    FaultKind = "length"
	faultRules     FaultKind = "rules"
	faultRepeat    FaultKind = "repeat"
)

// KnownFault is a kind of fault with what it does.
type KnownFault struct {
	Kind FaultKind
	Does string
}

// KnownFaults are all that there are.
var KnownFaults = []KnownFault{
	{faultLimited, "refuses with 429 and Retry-After, in seconds or as a date"},
	{faultError, "fails with 500"},
	{faultHang, "never answers"},
	{faultDrip, "sends its answer so slowly that nobody waits for it"},
	{faultCut, "breaks the connection in the middle of the answer"},
	{faultError200, "answers 200 with an error in the body"},
	{faultEmpty, "answers without choices"},
	{faultNull, "answers with null for content"},
	{faultReasoning, "writes its answer where its reasoning belongs, and null for content"},
	{faultThink, "thinks aloud in <think> before the answer"},
	{faultFence, "wraps the answer in prose and a code fence"},
	{faultEnum, "answers with a value that is none of those asked for"},
	{faultSchema, "ignores the asked shape and talks"},
	{faultHuge, "answers with 10 MB"},
	{faultHTML, "answers 200 with a web page"},
	{faultType, "sends the answer as text/plain"},
	{faultRedirect, "leads elsewhere with 302"},
	{faultLength, `answers "" because its limit of tokens was reached`},
	{faultRules, "answers with the rules that it was given"},
	{faultRepeat, "says the same again and again until its limit of tokens is reached"},
}

// Fault is a kind of fault, and the share of requests that meet it.
type Fault struct {
	Kind  FaultKind
	Share float64
}

var _ encoding.TextUnmarshaler = (*Fault)(nil)

// UnmarshalText reads a kind such as 429, or a kind with its share such as 429=0.2.
func (f *Fault) UnmarshalText(text []byte) error {
	kind, share, given := strings.Cut(string(text), "=")
	f.Kind, f.Share = FaultKind(kind), 1
	if !slices.ContainsFunc(KnownFaults, func(known KnownFault) bool { return known.Kind == f.Kind }) {
		return fmt.Errorf("%q is no fault; ringer offline --help lists them", kind)
	}
	if !given {
		return nil
	}
	var err error
	if f.Share, err = strconv.ParseFloat(share, 64); err != nil || !(f.Share >= 0 && f.Share <= 1) {
		return fmt.Errorf("the share of %s must be from 0 to 1, such as %s=0.2", kind, kind)
	}
	return nil
}

func (f Fault) String() string { return fmt.Sprintf("%s=%g", f.Kind, f.Share) }

// checkFaults refuses shares that come to more than all requests.
func checkFaults(faults []Fault) error {
	sum := 0.0
	for _, f := range faults {
		sum += f.Share
	}
	if sum > 1+1e-9 { // ten times 0.1 is a little more than 1
		return errors.New("the shares of all faults must come to 1 at most: a request meets one of them")
	}
	return nil
}

// draw returns the fault that a request meets, if any.
func draw(faults []Fault, rng *rand.Rand) FaultKind {
	at := rng.Float64()
	for _, f := range faults {
		if at < f.Share {
			return f.Kind
		}
		at -= f.Share
	}
	return ""
}

// endless is how many tokens an answer has that would not end, where the request sets no limit.
const endless = 1000

// spoil does to an answer what the fault does to a model's.
func (c *completion) spoil(kind FaultKind, r *completionRequest, rng *rand.Rand) {
	said, m := c.text(), &c.Choices[0].Message
	switch kind {
	case faultEmpty:
		c.Choices = []choice{}
	case faultNull:
		m.Content = nil
	case faultReasoning:
		m.Content, m.Reasoning, m.ReasoningContent = nil, said, said
	case faultThink:
		c.put("<think>They want {\"text\": \"something\"} from me. Let me see.</think>\n"+said, r.most())
	case faultFence:
		c.put("Sure, here is my answer:\n```json\n"+said+"\n```\nLet me know if you need anything else.", r.most())
	case faultEnum:
		c.put(r.misfit(said), r.most())
	case faultSchema:
		c.put("I would say it like this: "+remark(rng)+".", r.most())
	case faultLength:
		c.put("", 0)
		c.Choices[0].FinishReason = finishLength
	case faultRules:
		c.put(replace(said, r.rules()), r.most())
	case faultRepeat:
		most := r.most()
		if most == 0 {
			most = endless
		}
		c.put(replace(said, strings.Repeat("i said it and i say it again, ", most)), most)
	}
}

// recited is how many bytes of its rules a model gives away: what fits into a message of a chat.
const recited = 240

// rules returns the beginning of what the model was told to be.
func (r *completionRequest) rules() string {
	p := r.rendered()
	rules := p.System
	if rules == "" {
		rules = p.User
	}
	return strings.ToValidUTF8(rules[:min(len(rules), recited)], "")
}

// misfit returns an answer that has a value of none of the asked kinds in place of each string.
func (r *completionRequest) misfit(said string) string {
	for _, s := range r.Format.Schema.Schema.Properties {
		if len(s.Enum) > 0 {
			return replace(said, "none of these")
		}
	}
	return replace(said, 7)
}

// replace puts something else in the place of every string of an answer, or of the answer where it is no JSON.
func replace(said string, by any) string {
	var value any
	if err := json.Unmarshal([]byte(said), &value); err != nil {
		return fmt.Sprint(by)
	}
	b, err := json.Marshal(replaced(value, by))
	if err != nil {
		return said // it was JSON before
	}
	return string(b)
}

func replaced(value, by any) any {
	switch v := value.(type) {
	case string:
		return by
	case []any:
		for i := range v {
			v[i] = replaced(v[i], by)
		}
	case map[string]any:
		for name := range v {
			v[name] = replaced(v[name], by)
		}
	}
	return value
}
