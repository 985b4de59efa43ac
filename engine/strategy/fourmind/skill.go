package fourmind

import "ringer/engine/prompt"

// skills answer the strategy's tasks in place of a model.
func skills() map[string]prompt.Skill { return nil }
