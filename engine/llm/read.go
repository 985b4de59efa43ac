package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// read fills answer from a response.
func read(response openai.ChatCompletionResponse, answer any) error {
	if len(response.Choices) == 0 {
		return &prompt.Error{Code: prompt.AnswerEmpty, Cause: errors.New("the response has no choices")}
	}
	return Read(response.Choices[0].Message.Content, answer)
}

// Read fills answer, a pointer to a struct, from what a model wrote: the first JSON object in it, or, where one word from a
// list was asked for, that word. Every field must be there, and enums must hold.
func Read(text string, answer any) error {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if _, after, ok := strings.Cut(text, "</think>"); ok {
		text = strings.TrimSpace(after)
	}
	if text == "" {
		return &prompt.Error{Code: prompt.AnswerEmpty}
	}
	target := reflect.ValueOf(answer).Elem()
	fresh := reflect.New(target.Type())
	if err := decode(text, fresh.Interface()); err != nil && !bareWord(text, fresh.Elem()) {
		return &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	target.Set(fresh.Elem())
	return nil
}

// decode reads the first balanced JSON object of a text.
func decode(text string, answer any) error {
	start := strings.IndexByte(text, '{')
	if start < 0 {
		return errors.New("the answer holds no JSON object")
	}
	var raw json.RawMessage
	if err := json.NewDecoder(strings.NewReader(text[start:])).Decode(&raw); err != nil {
		return fmt.Errorf("the answer's JSON: %w", err)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return fmt.Errorf("the answer's JSON: %w", err)
	}
	if err := json.Unmarshal(raw, answer); err != nil {
		return fmt.Errorf("the answer's shape: %w", err)
	}
	value := reflect.ValueOf(answer).Elem()
	for i := range value.NumField() {
		field := value.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if v, ok := given[name]; !ok || string(v) == "null" {
			return fmt.Errorf("the answer lacks %q", name)
		}
		if enum := field.Tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), value.Field(i).String()) {
			return fmt.Errorf("the answer's %q is none of %s", name, enum)
		}
	}
	return nil
}

// bareWord takes an answer such as <send> for a struct whose only field is that word.
func bareWord(text string, value reflect.Value) bool {
	if value.NumField() != 1 {
		return false
	}
	enum := value.Type().Field(0).Tag.Get("enum")
	word := strings.ToLower(strings.Trim(text, "<>\"'`. \n"))
	if enum == "" || !slices.Contains(strings.Split(enum, ","), word) {
		return false
	}
	value.SetZero()
	value.Field(0).SetString(word)
	return true
}
