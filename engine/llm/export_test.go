package llm

// Entries returns how many models, and pairs of a session and a model, the client remembers.
func (c *Client) Entries() int {
	return len(c.models.known) + c.models.others.Len() + c.models.experiences.Len()
}

// RealJSON is realJSON.
func RealJSON(text string) (tidy string, n int, ok bool) { return realJSON(text) }
