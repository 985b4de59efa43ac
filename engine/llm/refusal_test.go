package llm

import (
	"fmt"
	"testing"
)

// TestReadRefusal reads errors of servers. Each has one meaning: the part that it names, or what it
// says about the prompt or the answer.
func TestReadRefusal(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		// parts
		"Unsupported parameter: 'seed' is not supported with this model.":                              "seed unknown",
		"seed: Extra inputs are not permitted":                                                         "seed unknown",
		`Unknown name "temperature": Cannot find field.`:                                               "temperature unknown",
		"`temperature` must be strictly positive":                                                      "temperature",
		"Unsupported value: 'reasoning_effort' does not support 'none' with this model.":               "thinking",
		"property 'max_completion_tokens' is unsupported, did you mean 'max_tokens'?":                  "cap unknown",
		"This response_format type is unavailable now":                                                 "format",
		"Failed to parse response_format json_schema: unsupported keyword":                             "format",
		"failed to parse grammar":                                                                      "format",
		"Structured output is not enabled for this model":                                              "format",
		"Only user and assistant roles are supported!":                                                 "system",
		"System role not supported":                                                                    "system",
		"Conversation roles must alternate user/assistant/user/assistant":                              "system",
		"parameter.enable_thinking must be set to false for non-streaming calls":                       "switch off",
		"The value of the enable_thinking parameter is restricted to True.":                            "switch",
		"This model only support stream mode, please enable the stream parameter to access the model.": "stream",
		"Streaming is required for operations that may take longer than 10 minutes":                    "stream",
		"This model does not support non-streaming output":                                             "stream",
		"stream must be true": "stream",
		"`max_tokens` must be less than or equal to `8192`, the maximum value is less than the `context_window`": "cap value hopeless",
		"max_tokens is too large: 32000. This model supports at most 8192 completion tokens":                     "cap value hopeless",
		// the prompt
		"This model's maximum context length is 8,192 tokens. However, you requested 9000 tokens (8600 in the messages, 400 in the completion).": "too long 8192",
		"request (1500 tokens) exceeds the available context size (1024 tokens), try increasing it":                                              "too long 1024",
		"prompt is too long: 210000 tokens > 200000 maximum":                                                                                     "too long 200000",
		"input length and `max_tokens` exceed context limit: 190000 + 20000 > 204798":                                                            "too long 190000", // the smallest is safe
		"The input token count (1500000) exceeds the maximum number of tokens allowed (1048575).":                                                "too long 1048575",
		"Invalid request: Your request exceeded model token limit: 8192":                                                                         "too long 8192",
		"Requested token count exceeds the model's maximum context length of 4096 tokens.":                                                       "too long 4096",
		"The input (5000 tokens) is longer than the model's context length (4096 tokens).":                                                       "too long 4096",
		"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens":  "too long 4096",
		"Please reduce the length of the messages or completion.":                                                                                "too long 0",
		"Input is too long for requested model.":                                                                                                 "too long 0",
		"Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000, see rate limits":                                    "too long 6000",
		// other limits that are exceeded, and servers that fail
		"Request queue limit exceeded, try again later":        "",
		"Too many concurrent requests: request limit exceeded": "",
		"upstream request timeout exceeded":                    "vague",
		"the request exceeded the time limit of 60 seconds":    "",
		"daily token limit exceeded for this key":              "",
		"You exceeded your token quota limit for today":        "hopeless",
		"HTTP Error 400. A request header field is too long.":  "",
		"Model is overloaded, request rate exceeds its limit":  "",
		"Failed to generate response: CUDA out of memory":      "",
		// the answer
		"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.": "bad sample",
		"The model produced invalid content. Consider modifying your prompt.":                           "bad sample",
		// filters
		"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.": "filtered",
		"Content Exists Risk": "filtered",
		"Invalid prompt: your prompt was flagged as potentially violating our usage policy.": "filtered",
		// nothing that another form would help
		"Model Not Exist": "hopeless",
		"Unrecognized request argument supplied: top_q":             "unknown hopeless",
		"Unrecognized request argument supplied: safety_identifier": "unknown hopeless",
		"chat_template_kwargs: must be an object":                   "hopeless",
		"Bad Request": "vague",
		"":            "vague",
		"Something about this request is not as it should be": "",
	} {
		if got := describe(readRefusal(message, "", "", form{})); got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

// describe returns what an error means, in words.
func describe(r refusal) (text string) {
	add := func(is bool, word string) {
		if is && text != "" {
			text += " "
		}
		if is {
			text += word
		}
	}
	if len(r.parts) > 0 {
		text = map[part]string{
			partFormat: "format", partCap: "cap", partTemperature: "temperature", partSeed: "seed", partThinking: "thinking", partSystem: "system",
			partCapValue: "cap value", partSwitch: "switch", partStream: "stream", partUsage: "usage",
		}[r.parts[0]]
	}
	add(r.unknown, "unknown")
	add(r.off, "off")
	add(r.tooLong, fmt.Sprint("too long ", r.context))
	add(r.badSample, "bad sample")
	add(r.filtered, "filtered")
	add(r.vague, "vague")
	add(r.hopeless, "hopeless")
	return text
}
