package mouth

import "slices"

// Forms are the names, roles and secrets of a room as the rules search for them. They never change,
// so the rooms of one session may share them.
type Forms struct {
	name, role string
	names, raw []string

	secrets []*secret
	hidden  *hiddenRole
	conceal *concealment
	// own are the forms of the bot's name.
	own [][]string
	// others are the forms of the other players' names.
	others [][]string
	// nameWords are the words of each name, and plainNames are the names in plain letters.
	nameWords  [][]string
	plainNames map[string]bool
}

// Prepare computes the forms of the room's names, roles and secrets, unless Forms holds them. Pass
// calls it. They take longer to compute than an ordinary line to judge, so keep them for the next
// room of the session.
func (r *Room) Prepare() *Forms {
	if f := r.Forms; f != nil && f.name == r.Name && f.role == r.Role && slices.Equal(f.names, r.Names) && slices.Equal(f.raw, r.Secrets) && f.conceals(r.Conceal) {
		return f
	}
	f := &Forms{
		name: r.Name, role: r.Role, names: slices.Clone(r.Names), raw: slices.Clone(r.Secrets),
		hidden: newHiddenRole(r.Role), own: formsOfName(r.Name), plainNames: map[string]bool{},
	}
	for _, name := range r.Names {
		f.nameWords = append(f.nameWords, parseText(name).words)
		f.plainNames[foldLetters(name)] = true
		if name != r.Name {
			f.others = append(f.others, parseText(name).words, parseText(name+"s").words)
		}
	}
	f.conceal = newConcealment(r.Conceal, f.own, f.nameWords)
	for _, raw := range r.Secrets {
		f.secrets = append(f.secrets, newSecret(raw))
	}
	r.Forms = f
	return f
}

// conceals reports whether the forms are those of what a writer conceals.
func (f *Forms) conceals(c Conceal) bool {
	if f.conceal == nil {
		return c.empty()
	}
	return f.conceal.of.equals(c)
}
