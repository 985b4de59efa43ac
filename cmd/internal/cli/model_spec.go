package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/engine/llm"
	"ringer/engine/session"
)

// roleSpec is the value of a flag of a role:
// NAME,temperature=T,max_tokens=N,timeout=D,thinking=WORD, each part optional.
type roleSpec struct {
	text string
	set  []func(*llm.RoleConfig)
}

func (s roleSpec) String() string { return s.text }

func (s roleSpec) applyTo(r llm.RoleConfig) llm.RoleConfig {
	for _, set := range s.set {
		set(&r)
	}
	return r
}

func (s *roleSpec) UnmarshalText(b []byte) error {
	*s = roleSpec{text: string(b)}
	for i, part := range strings.Split(s.text, ",") {
		name, value, given := strings.Cut(strings.TrimSpace(part), "=")
		if !given && i == 0 && name != "" {
			s.set = append(s.set, func(r *llm.RoleConfig) { r.Model = name })
			continue
		}
		set, err := roleSetting(name, value)
		if err != nil {
			return err
		}
		s.set = append(s.set, set)
	}
	return nil
}

func roleSetting(name, value string) (func(*llm.RoleConfig), error) {
	switch name {
	case "temperature":
		t, err := strconv.ParseFloat(value, 64)
		if err != nil || !(t >= 0 && t <= session.MaxTemperature) {
			return nil, fmt.Errorf("temperature=%s must be a number from 0 to %d", value, session.MaxTemperature)
		}
		return func(r *llm.RoleConfig) { r.Temperature = &t }, nil
	case "max_tokens":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > session.MaxAnswerTokens {
			return nil, fmt.Errorf("max_tokens=%s must be a whole number from 1 to %d", value, session.MaxAnswerTokens)
		}
		return func(r *llm.RoleConfig) { r.MaxTokens = n }, nil
	case "timeout":
		d, err := time.ParseDuration(value)
		if err != nil || d < session.MinAnswerMillis*time.Millisecond || d > maxTimeout {
			return nil, fmt.Errorf("timeout=%s must be a duration from %dms to 10m, such as 15s", value, session.MinAnswerMillis)
		}
		return func(r *llm.RoleConfig) { r.Timeout = d }, nil
	case "thinking":
		if !slices.Contains(llm.ThinkingLevels(), value) {
			return nil, fmt.Errorf("thinking=%s must be one of %s", value, strings.Join(llm.ThinkingLevels(), ", "))
		}
		return func(r *llm.RoleConfig) { r.Thinking = value }, nil
	}
	return nil, fmt.Errorf("%q is not a setting of a role; a spec is NAME,temperature=T,max_tokens=N,timeout=D,thinking=WORD, each part optional", name)
}

// priceList is the prices of models: NAME=PROMPT/ANSWER or NAME=PROMPT/ANSWER/CACHED, several with
// semicolons.
type priceList map[string]llm.Price

func (l priceList) String() string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(l)) {
		p := l[name]
		text := fmt.Sprintf("%s=%v/%v", name, p.Prompt, p.Answer)
		if p.Cached > 0 {
			text += fmt.Sprintf("/%v", p.Cached)
		}
		all = append(all, text)
	}
	return strings.Join(all, ";")
}

func (l *priceList) UnmarshalText(b []byte) error {
	*l = priceList{}
	for entry := range strings.SplitSeq(string(b), ";") {
		i := strings.LastIndexByte(entry, '=') // a model's name may contain one
		if i < 0 {
			return priceError(entry)
		}
		parts := strings.Split(entry[i+1:], "/")
		name, prices := strings.TrimSpace(entry[:i]), make([]float64, 3)
		if name == "" || strings.Contains(name, ",") || len(parts) < 2 || len(parts) > 3 {
			return priceError(entry)
		}
		for k, part := range parts {
			v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
			if err != nil || !(v >= 0 && v <= 1e6) {
				return priceError(entry)
			}
			prices[k] = v
		}
		(*l)[name] = llm.Price{Prompt: prices[0], Answer: prices[1], Cached: prices[2]}
	}
	return nil
}

func priceError(entry string) error {
	return fmt.Errorf("%q must be NAME=PROMPT/ANSWER or NAME=PROMPT/ANSWER/CACHED per million tokens, several with semicolons, such as gpt-4.1-mini=0.40/1.60/0.10", entry)
}

type jsonObject map[string]any

// String returns the names of the fields. Their values may be secret.
func (o jsonObject) String() string {
	if len(o) == 0 {
		return ""
	}
	return "set (" + strings.Join(slices.Sorted(maps.Keys(o)), ", ") + ")"
}

func (o *jsonObject) UnmarshalText(b []byte) error {
	if err := json.Unmarshal(b, (*map[string]any)(o)); err != nil || *o == nil {
		// the error does not repeat the value: it may contain a key
		return errors.New(`it must be a JSON object, such as {"chat_template_kwargs": {"enable_thinking": false}}`)
	}
	return nil
}
