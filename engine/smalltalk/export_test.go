package smalltalk

// VillageLines returns the lines of Werewolf by language and pool.
func VillageLines() map[string]map[string][]string { return villageLines }
