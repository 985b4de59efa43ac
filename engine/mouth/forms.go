package mouth

import (
	"reflect"
	"slices"
)

// Forms are the names, roles and secrets of a room as the rules search for them. They never change,
// so the rooms of one session may share them.
type Forms struct {
	of Room

	secrets []*secret
	hidden  *hiddenRole
	conceal *concealment
	own     [][]string
	others  [][]string
	// nameWords are the words of each name, and plainNames are the names in plain letters.
	nameWords  [][]string
	plainNames map[string]bool
}

// Prepare computes the forms of the room's names, roles and secrets, unless Forms holds them. Pass
// calls it. They take longer to compute than an ordinary line to judge, so keep them for the next
// room of the session.
func (r *Room) Prepare() *Forms {
	of := Room{Name: r.Name, Names: r.Names, Role: r.Role, Secrets: r.Secrets, Conceal: r.Conceal}
	if r.Forms != nil && reflect.DeepEqual(r.Forms.of, of) {
		return r.Forms
	}
	of.Names, of.Secrets, of.Conceal = slices.Clone(r.Names), slices.Clone(r.Secrets), r.Conceal.clone()
	f := &Forms{of: of, hidden: newHiddenRole(r.Role), own: formsOfName(r.Name), plainNames: map[string]bool{}}
	for _, name := range r.Names {
		f.nameWords = append(f.nameWords, parseText(name).words)
		f.plainNames[foldLetters(name)] = true
		if name != r.Name {
			f.others = append(f.others, parseText(name).words, parseText(name+"s").words)
		}
	}
	f.conceal = newConcealment(of.Conceal, f.own, f.nameWords)
	for _, raw := range r.Secrets {
		f.secrets = append(f.secrets, newSecret(raw))
	}
	r.Forms = f
	return f
}
