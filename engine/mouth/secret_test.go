package mouth

import "testing"

func TestSecretInPiecesIsRefused(t *testing.T) {
	t.Parallel()
	for name, said := range map[string][]string{
		"two halves":               {"my word begins with rose", "bud"},
		"a letter a message":       {"r", "o", "s", "e", "b", "u", "d"},
		"letters with words about": {"first an r", "then o", "and s", "now e", "so b", "u", "last is d"},
		"halves of letters":        {"r o s e", "b u d"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := mafiaRoom()
			last := len(said) - 1
			for _, line := range said[:last] {
				if _, rule := r.Pass(line); rule != "" {
					t.Fatalf("%q is refused by %s", line, rule)
				}
				r.Own = append(r.Own, line)
			}
			if parts, rule := r.Pass(said[last]); rule != RuleSecret {
				t.Errorf("after %q: %q gives %q, %q", r.Own, said[last], parts, rule)
			}
		})
	}
}

func TestOldPiecesOfASecretRefuseNothing(t *testing.T) {
	t.Parallel()
	r := mafiaRoom()
	r.Own = []string{"rose", "bud"}
	if _, rule := r.Pass("hey all"); rule != "" {
		t.Error(rule)
	}
}
