package mouth

import "slices"

// forms are the forms of what a room hides, as they are searched for.
type forms struct {
	name, role string
	raw        []string

	secrets []*secret
	hidden  *hiddenRole
	own     [][]string
}

// prepared returns the forms of the room's secrets, role and name. They are computed once.
func (r *Room) prepared() *forms {
	if f := r.forms; f != nil && f.name == r.Name && f.role == r.Role && slices.Equal(f.raw, r.Secrets) {
		return f
	}
	f := &forms{name: r.Name, role: r.Role, raw: slices.Clone(r.Secrets), hidden: newHiddenRole(r.Role), own: formsOfName(r.Name)}
	for _, raw := range r.Secrets {
		f.secrets = append(f.secrets, newSecret(raw))
	}
	r.forms = f
	return f
}
