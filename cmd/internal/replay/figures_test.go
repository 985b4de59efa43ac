package replay

import (
	"slices"
	"testing"
)

// TestStyleIsComparedWithThePeople: a style is not compared with bots, with its own player, or with
// the seat that the bot took.
func TestStyleIsComparedWithThePeople(t *testing.T) {
	t.Parallel()
	recorded := &Game{Players: []Player{{Name: "Red", Kind: "human"}, {Name: "Blue", Kind: "human"}, {Name: "Green", Kind: "human"}, {Name: "Gold", Kind: botKind}}}
	r := &Result{Seat: "Red", Conversation: []spoken{
		{Name: "Red", Text: "of the bot"}, {Name: "Blue", Text: "of blue"}, {Name: "Green", Text: "of green"}, {Name: "Gold", Text: "of a machine"},
		{Name: "Blue", Text: "of the host", Gamemaster: true},
	}}
	for except, want := range map[string][]string{"Red": {"of blue", "of green"}, "Blue": {"of green"}, "Gold": {"of blue", "of green"}} {
		if got := r.people(recorded, except); !slices.Equal(got, want) {
			t.Errorf("%s is compared with %q, want %q", except, got, want)
		}
	}
}
