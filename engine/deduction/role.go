package deduction

// kind says what a role knows of the sides, and who knows it.
type kind uint8

const (
	servant  kind = iota // knows no other player's side
	percival             // knows two players, one of whom is Merlin
	merlin               // sees all evil players except Mordred
	evil                 // sees all evil players except Oberon
	mordred              // as evil, but Merlin does not see him
	oberon               // is evil, knows no other evil player, and none knows him
	allKinds
)

func (k kind) good() bool { return k <= merlin }

// side does not tell the good kinds apart.
func (k kind) side() kind {
	if k.good() {
		return servant
	}
	return k
}

// kinds are the roles of the standard table.
var kinds = map[string]kind{
	"servant": servant, "percival": percival, "merlin": merlin,
	"morgana": evil, "assassin": evil, "minion": evil, "mordred": mordred, "oberon": oberon,
}

// Good reports whether the role is on the side of good, false for an unknown one.
func Good(role string) bool {
	k, ok := kinds[role]
	return ok && k.good()
}
