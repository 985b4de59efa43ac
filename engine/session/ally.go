package session

import (
	"fmt"
	"maps"
	"slices"
)

func (b *Bot) allied(player string) bool { return slices.Contains(b.Allies, player) }

func (c *Config) validateAllies(errs *Errors) {
	allies, roster := c.Bot.Allies, c.roster()
	if tooMany(errs, "/bot/allies", len(allies), MaxPlayers) || roster.nameless() {
		return
	}
	for i, id := range allies {
		at := fmt.Sprintf("/bot/allies/%d", i)
		if _, ok := roster.Player(id); !ok {
			errs.Add(CodeUnknownPlayer, at, roster.unknownPlayer(id, "or add it to game.players"))
		} else if id == c.Bot.Seat {
			errs.Add(CodeInvalidValue, at, "is the bot itself; name only other players")
		}
	}
}

// Allies returns the other players in the game whom the bot knows to be on its side.
func (v *View) Allies() []Player {
	return slices.DeleteFunc(v.OtherPlayers(), func(p Player) bool { return !v.Config.Bot.allied(p.ID) })
}

// Opponents returns the other players in the game but its allies. Only they are suspected.
func (v *View) Opponents() []Player {
	return slices.DeleteFunc(v.OtherPlayers(), func(p Player) bool { return v.Config.Bot.allied(p.ID) })
}

// BriefOf returns the brief of a strategy's mind, with the scores, and without suspicion of allies.
func BriefOf(s Strategy, v View) Brief {
	b := s.Brief(v)
	b.Suspicion, b.Lines = v.pooled(b.Suspicion), append(b.Lines, v.scoreLines()...)
	if len(v.Config.Bot.Allies) == 0 || b.Suspicion == nil {
		return b
	}
	b.Suspicion = maps.Clone(b.Suspicion)
	maps.DeleteFunc(b.Suspicion, func(id string, _ float64) bool { return v.Config.Bot.allied(id) })
	return b
}

// sparesAllies reports whether a vote asks the bot to choose whom it suspects.
func (q *VoteRequest) sparesAllies() bool {
	return q.About == Suspicion && q.Kind.takes(fieldAbout)
}

// withoutAllies leaves the bot's allies out of the options, if enough are left to choose from.
func (s *State) withoutAllies(v *Vote, options []Option) []Option {
	if !v.sparesAllies() || len(s.Config.Bot.Allies) == 0 {
		return options
	}
	least := 1
	if v.Kind.takes(fieldK) {
		least = max(least, int(*v.Min))
	}
	others := slices.DeleteFunc(slices.Clone(options), func(o Option) bool { return s.Config.Bot.allied(o.Player) })
	if len(others) < least {
		return options
	}
	return others
}

// alliesLast moves the allies to the end of a list of option ids, if a vote asks for suspects.
func (s *State) alliesLast(v *Vote, ids []string) []string {
	if !v.sparesAllies() {
		return ids
	}
	var allies, others []string
	for _, id := range ids {
		if s.alliedOption(v, id) {
			allies = append(allies, id)
		} else {
			others = append(others, id)
		}
	}
	return append(others, allies...)
}

func (s *State) alliedOption(v *Vote, id string) bool {
	return slices.ContainsFunc(v.Options, func(o Option) bool { return o.ID == id && s.Config.Bot.allied(o.Player) })
}

// onlyAllies reports whether a vote asks for a suspect and offers the bot nobody but its allies.
func (s *State) onlyAllies(v *Vote) bool {
	choices := s.Choices(v)
	return v.sparesAllies() && len(choices) > 0 && !slices.ContainsFunc(choices, func(id string) bool { return !s.alliedOption(v, id) })
}
