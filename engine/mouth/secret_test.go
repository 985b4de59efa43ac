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

func TestSecretsWithNumbersReadOut(t *testing.T) {
	t.Parallel()
	for secret, texts := range map[string][]string{
		"B4-Sierra-27": {"bravo four sierra twenty seven", "bee fower sierra two seven", "its b four sierra 27"},
		"Comet-61":     {"comet sixty one", "the comet, six one", "ok: comet six wun"},
		"nova305":      {"nova three hundred five"},
		"5588":         {"double five eighty eight", "doppel fünf doppel acht", "five five double eight"},
		"Echo-7000":    {"echo seven thousand", "echo seven triple zero"},
	} {
		for _, text := range texts {
			r := theoRoom("")
			r.Secrets = []string{secret}
			if parts, rule := r.Pass(text); rule != RuleSecret {
				t.Errorf("%s: %q: rule %q, parts %q", secret, text, rule, parts)
			}
		}
	}
	for secret, text := range map[string]string{
		"B4-Sierra-27": "before two of us leave, twenty seven of them come",
		"Comet-61":     "the comet came at six and one of us saw it",
		"5588":         "five of us, six of them and eight double agents",
		"Echo-7000":    "i see seven of you",
		"Zone-12":      "red is in the zone, twenty votes",
	} {
		r := theoRoom("")
		r.Secrets = []string{secret}
		if _, rule := r.Pass(text); rule != "" {
			t.Errorf("%s: %q is refused by %q", secret, text, rule)
		}
	}
}
