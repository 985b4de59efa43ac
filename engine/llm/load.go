package llm

import "ringer/engine/prompt"

// Load describes the calls that a client has under way.
type Load struct {
	// InFlight is the weight of the calls under way, in units of Config.InFlight.
	InFlight int
	Bound    int
	// Waiting counts the calls that wait for their turn.
	Waiting map[prompt.ModelRole]int
	// Down says that all models that were lately asked are down.
	Down bool
	// ModelsDown counts the models that get no calls for a while, and those whose calls all fail.
	ModelsDown int
	// Failing are the models of the server's settings whose calls all fail.
	Failing []Failing
}

func (c *Client) Load() Load {
	l := Load{Bound: c.limiter.bound, Waiting: map[prompt.ModelRole]int{}}
	l.ModelsDown, l.Down, l.Failing = c.models.down()
	c.limiter.mu.Lock()
	defer c.limiter.mu.Unlock()
	l.InFlight = c.limiter.inUse
	for i, role := range ranks {
		l.Waiting[role] = len(c.limiter.queues[i])
	}
	return l
}
