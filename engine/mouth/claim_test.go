package mouth_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/engine/mouth"
)

// claims returns what a line of Theo claims, in a short form.
func claims(r *mouth.ClaimReader, text string) string {
	read := r.Read("Theo", text)
	var all []string
	for _, c := range read.Of {
		word := strings.TrimSpace(c.Player + " " + c.Role)
		if c.Told {
			word += "!"
		}
		all = append(all, word)
	}
	if read.Clueless {
		all = append(all, "clueless")
	}
	return strings.Join(all, ", ")
}

var claimRoles = map[string][]mouth.ClaimedRole{
	"werewolf": {{ID: "villager"}, {ID: "werewolf", Evil: true}, {ID: "seer"}, {ID: "doctor"}},
	"mafia":    {{ID: "bystander"}, {ID: "mafia", Evil: true}},
	"turing":   {{ID: "person"}, {ID: "machine", Evil: true}},
	"avalon":   {{ID: "servant"}, {ID: "merlin"}, {ID: "percival"}, {ID: "morgana", Evil: true}, {ID: "assassin", Evil: true}},
}

func TestClaims(t *testing.T) {
	t.Parallel()
	for rules, lines := range map[string]map[string]string{
		"werewolf": {
			"i'm the seer": "seer", "i am just a villager": "villager", "ich bin die Seherin": "seer", "im not a werewolf": "good", "not me": "good",
			"i'm the seer. i checked kim, kim is a werewolf": "seer, Kim werewolf!", "i checked kim last night and she is not a wolf": "seer, Kim good!",
			"Kim ist ein Werwolf": "Kim werewolf", "ich bin die Seherin, ich habe Kim geprüft. Kim ist kein Werwolf": "seer, Kim good!",
			"kim is not a werewolf": "Kim good", "is kim a werewolf?": "", "if kim is a werewolf we lose": "", "kim is the seer": "Kim seer", "i'm the doctor": "doctor", "i am the seer, listen. i checked kim": "seer",
			"Ann says kim is a werewolf": "", "kim is sus and ann seems fine": "Ann good, Kim evil", "vote kim": "Kim evil", "Ich vertraue Ann": "Ann good",
		},
		"mafia": {
			"i think its kim": "Kim evil", "im town": "good", "i'm a bystander": "bystander", "no idea yet": "clueless", "keine ahnung": "clueless", "something is off with kim": "Kim evil",
			"id say kim": "Kim evil", "kim for me": "Kim evil", "i trust ann": "Ann good", "im the mafia lol": "mafia", "Kim stimmt was nicht": "", "mit Kim stimmt was nicht": "Kim evil",
			"hi kim": "", "kim how are you": "", "kim is funny": "", "i don't trust kim": "Kim evil", "kim isn't mafia": "Kim good", "ich tippe auf Kim": "Kim evil",
		},
		"turing": {"kim is a bot": "Kim machine", "im human": "good", "i am not a machine": "good", "kim sounds like a person": "", "im a person": "person", "im good thanks": ""},
		"avalon": {"i'm merlin": "merlin", "kim is evil": "Kim evil", "kim and ann are good": "Ann good, Kim good", "i'm good": "good", "i'm good with this": "", "kim is suspicious of ann": "", "kim is merlin": "Kim merlin"},
	} {
		r := mouth.NewClaimReader([]string{"Theo", "Ann", "Bob", "Kim"}, claimRoles[rules])
		for text, want := range lines {
			if got := claims(r, text); got != want {
				t.Errorf("%s: %q claims %q; want %q", rules, text, got, want)
			}
		}
	}
	if got := fmt.Sprint(mouth.NewClaimReader(nil, nil).Read("Theo", "")); got != "{[] false}" {
		t.Errorf("an empty line claims %s", got)
	}
}
