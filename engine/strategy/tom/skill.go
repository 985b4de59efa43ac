package tom

import "ringer/engine/prompt"

// skills are what the offline model plays this strategy with.
func skills() map[string]prompt.Skill { return nil }
