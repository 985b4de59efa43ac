package session

import (
	"bytes"
	"encoding/json"
)

// BeliefUpdated says how a thought has changed what the bot believes. The mind after the thought
// holds all beliefs.
type BeliefUpdated struct {
	Thought string `json:"thought"` // Thought is the kind of the thought.
	// BasedOn is the seq up to which the thought considered the log.
	BasedOn int64          `json:"based_on_seq"`
	Changes []BeliefChange `json:"changes"`
}

// BeliefChange is one changed belief.
type BeliefChange struct {
	// Player is the id of the player whom the belief is about. It is empty for a belief about the
	// game as a whole.
	Player string `json:"player,omitempty"`
	// Belief is the belief's name in the mind, such as suspicion_percent.
	Belief string `json:"belief"`
	// From and To are its values before and after, as they stand in the mind; null for none.
	From json.RawMessage `json:"from"`
	To   json.RawMessage `json:"to"`
	// Evidence holds the seqs of the messages that changed the belief, where the strategy names
	// them.
	Evidence []int64 `json:"evidence_seqs,omitempty"`
}

func (*BeliefUpdated) Type() Type { return "belief.updated" }

// MaxBeliefChanges bounds one event: four beliefs about each of MaxPlayers.
const MaxBeliefChanges = 4 * MaxPlayers

// BeliefChanges collects the beliefs that a thought changes.
type BeliefChanges []BeliefChange

// Add adds a belief if it has changed. Values must always encode as JSON; nil means no value.
func (b *BeliefChanges) Add(player, belief string, from, to any, evidence ...int64) {
	was, is := EncodeMind(from), EncodeMind(to)
	if !bytes.Equal(was, is) {
		*b = append(*b, BeliefChange{Player: player, Belief: belief, From: was, To: is, Evidence: evidence})
	}
}

func (d *decider) emitBeliefs(t Thought, changes BeliefChanges) {
	if len(changes) > 0 {
		d.emit(&BeliefUpdated{Thought: t.Want.Kind, BasedOn: t.Want.BasedOn, Changes: changes[:min(len(changes), MaxBeliefChanges)]})
	}
}
