package llm

import (
	"errors"
	"regexp"
	"strings"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// apology finds a refusal in place of an answer. Another form of the request would not help.
var apology = regexp.MustCompile(`(?is)^\W*(i'?m (very |really )?sorry|sorry|i apologi[sz]e|i (can('|no)?t|won't)|i('m| am) (not able|unable)|as an ai)\b.{0,120}\b(assist|help|comply|fulfil|continue|engage|provide|participate|request|respond|answer)`)

// declined returns the failure when the model refuses, or a filter withholds the answer, else nil.
// The form is not at fault and stays. Another sample may be an answer, so the model is asked once
// more.
func declined(m openai.ChatCompletionMessage, finish openai.FinishReason) *failure {
	written := strings.ReplaceAll(withoutThinking(m.Content), "’", "'")
	switch {
	case strings.TrimSpace(m.Refusal) != "", apology.MatchString(written):
		return &failure{code: prompt.ModelRefused, cause: errors.New("the model refuses to answer; change the rules or the persona, or take another model"), remedy: again}
	case finish == openai.FinishReasonContentFilter:
		return &failure{code: prompt.ContentFiltered, cause: errors.New("a filter of the model server withholds the answer; change the rules or the persona, or the filter's settings"), remedy: again}
	}
	return nil
}
