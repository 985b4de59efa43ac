package contest

// Average is what a bot of a variant did in a game, on average.
type Average struct {
	Variant  string   `json:"variant"`
	Seats    int      `json:"seats"`
	Messages float64  `json:"messages"`
	Words    float64  `json:"words"`
	Accused  float64  `json:"votes_against"`
	Points   *float64 `json:"points,omitempty"`
	Calls    float64  `json:"calls"`
	Tokens   float64  `json:"tokens"`
	// Cost is in the currency of the prices.
	Cost float64 `json:"cost"`
	// Leaks counts the lines that gave away what the player had to hide, and Stopped those that the
	// mouth refused for that.
	Leaks   float64 `json:"leaks"`
	Stopped float64 `json:"leaks_stopped"`
	Broken  float64 `json:"rules_broken"`
}

// Average returns the sums for each seat.
func (w *Work) Average() Average {
	a := Average{
		Variant: w.Variant, Seats: w.Seats, Messages: w.Mean(w.Messages), Words: w.Mean(w.Words), Accused: w.Mean(w.Accused),
		Calls: w.Mean(w.Spent.Calls), Tokens: w.Mean(w.Spent.PromptTokens + w.Spent.AnswerTokens), Cost: w.Mean(int(w.Spent.CostMicros)) / 1e6,
		Leaks: w.Mean(w.Leaks), Stopped: w.Mean(w.Stopped), Broken: w.Mean(w.Broken),
	}
	if w.Scored > 0 {
		a.Points = new(float64(w.Points) / float64(w.Scored))
	}
	return a
}

// Mean returns a sum for each seat.
func (w *Work) Mean(sum int) float64 { return float64(sum) / float64(max(w.Seats, 1)) }
