// Package llm asks any OpenAI-compatible server, through go-openai, for an answer of a Go type. What a strategy sees is the
// answer, or a *prompt.Error that says why there is none; nothing of HTTP or JSON reaches it.
package llm
