package attacktest

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed claims.json
var claims []byte

// Claims holds what players with hidden roles may write, and may not. The writer is Theo, among
// Ann, Bob, Kim, Max and Zoe. Merlin knows that Bob and Kim are evil. Percival knows that one of
// Ann and Bob is Merlin and the other Morgana. An evil player's partner is Kim.
type Claims struct {
	Cases []ClaimCase `json:"cases"`
	// Coded are admissions of Merlin in code.
	Coded []string `json:"coded"`
}

// ClaimCase holds the lines of a writer with a role in a language.
type ClaimCase struct {
	Language string `json:"language"`
	Writer   string `json:"writer"`
	// Refused lines admit the role, or claim to know for certain what only the role tells.
	Refused []string `json:"refused"`
	// Allowed lines are honest neighbours: suspicions, questions, reports, and lies about the role.
	Allowed []string `json:"allowed"`
}

// LoadClaims returns the table of claims.
func LoadClaims() (c Claims, err error) {
	if err := json.Unmarshal(claims, &c); err != nil {
		return c, fmt.Errorf("attacktest: claims.json: %w", err)
	}
	return c, nil
}
