package session

import (
	"maps"
	"slices"
)

// PlayerCalled says that a player has another name from now on.
type PlayerCalled struct {
	// ID is the platform's id of the observation that has said so.
	ID     string `json:"id,omitempty"`
	Player Player `json:"player"` // Player is the id of the player, with the new name.
}

// validateRename checks the new name of a player. It must look unlike the names of all others.
func (o *Observation) validateRename(r *Roster, errs *Errors) {
	if o.Player == nil {
		errs.Add(CodeRequired, "/player", "say who has another name now: id and name")
		return
	}
	if _, known := r.Player(o.Player.ID); !known {
		errs.Add(CodeUnknownPlayer, "/player", r.unknownPlayer(o.Player.ID))
		return
	}
	if o.Player.Name == "" || o.Player.Name == o.Player.ID { // a bare string is an id alone
		errs.Add(CodeRequired, "/player/name", "say what the player is called now, in other words than the id")
		return
	}
	checkName(errs, CodeInvalidName, "/player/name", o.Player.Name)
	o.Player.Presence = ""
	others := slices.DeleteFunc(r.named(), func(p Player) bool { return p.ID == o.Player.ID })
	checkUnique(errs, "/player/name", *o.Player, others, looks())
}

// Renamed returns the roster after a player has got another name.
func (r Roster) Renamed(p Player) Roster {
	i := slices.IndexFunc(r.Players, func(o Player) bool { return o.ID == p.ID })
	if i < 0 || r.Players[i].Name == p.Name {
		return r
	}
	r.Players, r.Former = slices.Clone(r.Players), maps.Clone(r.Former)
	if r.Former == nil {
		r.Former = map[string]string{}
	}
	r.Former[p.ID], r.Players[i].Name = r.Players[i].Name, p.Name
	return r
}

// rename shows the old lines of a player under the new name, and asks about the player again.
func (s *State) rename(e Event, p *PlayerCalled) {
	s.Barrier = e.Seq
	old, _ := s.Roster.Player(p.Player.ID)
	s.Roster = s.Roster.Renamed(p.Player)
	s.Messages = slices.Clone(s.Messages) // views share the old slice
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Kind == FromPlayer && m.Sender == p.Player.ID {
			m.Name = p.Player.Name
		}
	}
	for i := range s.Votes {
		if s.Votes[i].Status == VoteOpen {
			s.changeVote(i, func(v *Vote) {
				v.Options = slices.Clone(v.Options)
				for k := range v.Options {
					if o := &v.Options[k]; o.Player == p.Player.ID && o.Label == old.Name {
						o.Label, v.ChangedSeq, v.ChangedAt = p.Player.Name, e.Seq, s.Now
					}
				}
			})
		}
	}
}

// Former returns the name that a player had before, and whether there was another.
func (v *View) Former(player string) (string, bool) {
	name, ok := v.former[player]
	return name, ok
}

func (*PlayerCalled) Type() Type { return "player.renamed" }
