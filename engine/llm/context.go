package llm

const (
	// minContext is the smallest context that is believed, in tokens. No prompt of a game fits a
	// smaller one.
	minContext = 256
	// minCap is the smallest cap that a small context makes, in tokens. A line of chat fits it.
	minCap = 60
)

// capOf returns the cap of an answer of n tokens. A third of a small context leaves room for the
// prompt.
func (f form) capOf(n int) int {
	if n += f.thinkingTokens; f.context == 0 {
		return n
	}
	return min(n, f.context/3)
}

// room returns how many bytes a prompt may have beside a cap, if the context is known.
func (f form) room(cap int) int { return max(0, f.context-cap) * bytesPerToken }

// fittingContext returns the context to keep to after the server has refused the call as too long,
// or 0 if the prompt cannot become shorter. named is what the server names, or 0. Its template
// takes some tokens, and it may count more than the estimate, so the context gets smaller in any
// case.
func (c *call) fittingContext(named int) int {
	sent := tokens(c.record.PromptBytes) + c.cap
	context := sent * 3 / 4
	if named = named * 15 / 16; 0 < named && named < sent && (c.form.context == 0 || named < c.form.context) {
		context = named
	}
	if context < minContext {
		return 0
	}
	return context
}
