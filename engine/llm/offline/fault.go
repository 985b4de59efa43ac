package offline

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// FaultKind is a way in which a server or a model fails.
type FaultKind string

// The faults of the server. They replace the answer.
const (
	faultLimited  FaultKind = "429"
	faultError    FaultKind = "500"
	faultHang     FaultKind = "hang"
	faultError200 FaultKind = "error200"
	faultHuge     FaultKind = "huge"
	faultHTML     FaultKind = "html"
	faultRedirect FaultKind = "redirect"

	// On the way of a good answer.
	faultDrip FaultKind = "drip"
	faultCut  FaultKind = "cut"
	faultType FaultKind = "type"

	// Of the answer itself.
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

// KnownFault is a kind of fault.
type KnownFault struct {
	Kind FaultKind
	// Does says what the fault does, for the help text.
	Does string
}

var knownFaults = []KnownFault{
	{faultLimited, "refuses with 429 and Retry-After, in seconds or as a date"},
	{faultError, "fails with 500"},
	{faultHang, "never answers"},
	{faultDrip, "sends its answer so slowly that every client gives up"},
	{faultCut, "closes the connection in the middle of the answer"},
	{faultError200, "answers 200 with an error in the body"},
	{faultEmpty, "answers without choices"},
	{faultNull, "answers with null for content"},
	{faultReasoning, "writes its answer into the reasoning, and null for content"},
	{faultThink, "thinks aloud in <think> before the answer"},
	{faultFence, "puts prose and a code fence around the answer"},
	{faultEnum, "answers with a value that was not asked for"},
	{faultSchema, "ignores the asked shape and talks"},
	{faultHuge, "answers with 10 MB"},
	{faultHTML, "answers 200 with a web page"},
	{faultType, "sends the answer as text/plain"},
	{faultRedirect, "redirects with 302"},
	{faultLength, `answers "" because its limit of tokens was reached`},
	{faultRules, "answers with the rules that it was given"},
	{faultRepeat, "says the same again and again until its limit of tokens is reached"},
}

// KnownFaults returns all kinds of faults.
func KnownFaults() []KnownFault { return slices.Clone(knownFaults) }

// Fault is a kind of fault with its share.
type Fault struct {
	Kind FaultKind
	// Share is the share of requests that get the fault, from 0 to 1.
	Share float64
}

var _ encoding.TextUnmarshaler = (*Fault)(nil)

// UnmarshalText reads a kind such as 429, or a kind with its share such as 429=0.2. Without a
// share, all requests get the fault.
func (f *Fault) UnmarshalText(text []byte) error {
	kind, share, given := strings.Cut(string(text), "=")
	f.Kind, f.Share = FaultKind(kind), 1
	if !slices.ContainsFunc(knownFaults, func(known KnownFault) bool { return known.Kind == f.Kind }) {
		return fmt.Errorf("%q is not a fault; ringer offline --help lists all faults", kind)
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

func checkFaults(faults []Fault) error {
	sum := 0.0
	for _, f := range faults {
		sum += f.Share
	}
	if sum > 1+1e-9 { // ten times 0.1 is a little more than 1
		return errors.New("the shares of all faults must add up to 1 at most, because a request gets one fault")
	}
	return nil
}

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

// repeatTokens is how many tokens an endless answer has if the request sets no limit.
const repeatTokens = 1000

func (c *completion) applyFault(kind FaultKind, r *completionRequest, rng *rand.Rand) {
	text, m := c.text(), &c.Choices[0].Message
	switch kind {
	case faultEmpty:
		c.Choices = []choice{}
	case faultNull:
		m.Content = nil
	case faultReasoning:
		m.Content, m.Reasoning, m.ReasoningContent = nil, text, text
	case faultThink:
		c.setText("<think>They want {\"text\": \"something\"} from me. Let me see.</think>\n"+text, r.maxAnswer())
	case faultFence:
		c.setText("Sure, here is my answer:\n```json\n"+text+"\n```\nLet me know if you need anything else.", r.maxAnswer())
	case faultEnum:
		c.setText(r.wrongValues(text), r.maxAnswer())
	case faultSchema:
		c.setText("I would say it like this: "+remark(rng)+".", r.maxAnswer())
	case faultLength:
		c.setText("", 0)
		c.Choices[0].FinishReason = finishLength
	case faultRules:
		c.setText(replaceStrings(text, r.rules()), r.maxAnswer())
	case faultRepeat:
		limit := cmp.Or(r.maxAnswer(), repeatTokens)
		c.setText(replaceStrings(text, strings.Repeat("i said it and i say it again, ", limit)), limit)
	}
}

// maxRules is how many bytes of its rules a model gives away. They fit into a message of a chat.
const maxRules = 240

func (r *completionRequest) rules() string {
	p := r.rendered()
	rules := cmp.Or(p.System, p.User)
	return strings.ToValidUTF8(rules[:min(len(rules), maxRules)], "")
}

// wrongValues replaces strings by a value that no enum has, or by a number without an enum.
func (r *completionRequest) wrongValues(answer string) string {
	asked, _ := r.schema() // readRequest has refused a broken one
	for _, s := range asked.Properties {
		if len(s.Enum) > 0 {
			return replaceStrings(answer, "none of these")
		}
	}
	return replaceStrings(answer, 7)
}

// replaceStrings replaces every string of an answer in JSON. Another answer is replaced as a whole.
func replaceStrings(answer string, by any) string {
	var value any
	if err := json.Unmarshal([]byte(answer), &value); err != nil {
		return fmt.Sprint(by)
	}
	return string(encode(replaced(value, by)))
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
