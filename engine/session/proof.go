package session

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Proof is what a game was dealt by. Views show the hash of its text in the first event, and the
// text in the last one. So the server cannot deal again in between, and nobody can search for the
// seed: the nonce has 128 bits.
type Proof struct {
	// Seed is the seed of the game's draws. It follows from Given and Nonce.
	Seed  int64  `json:"seed,string"`
	Given *int64 `json:"given_seed,string,omitempty"` // the seed of the creator; nil for none
	Nonce string `json:"nonce"`                       // drawn for this game alone
	// Roles are those of the deal, by seat, if the server runs the rules.
	Roles map[string]string `json:"roles,omitempty"`
}

// NewProof returns the proof of a game before it is dealt. given may be nil.
func NewProof(given *int64, nonce string) *Proof {
	text := ":" + nonce
	if given != nil {
		text = fmt.Sprint(*given, text)
	}
	sum := sha256.Sum256([]byte(text))
	return &Proof{Seed: int64(binary.BigEndian.Uint64(sum[:]) >> 1), Given: given, Nonce: nonce}
}

func (p *Proof) text() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("game: a proof has no JSON: %v", err)) // its fields are texts and numbers
	}
	return string(b)
}

// given returns the creator's seed, nil for none. Without a proof the stored seed counts as given.
func (p *GameCreated) given() *int64 {
	if p.Proof == "" {
		return p.Config.Seed
	}
	var proof Proof
	if json.Unmarshal([]byte(p.Proof), &proof) != nil {
		return nil
	}
	return proof.Given
}

// SameSeed reports whether a creator who gives this seed means the game. nil means any.
func (p *GameCreated) SameSeed(given *int64) bool {
	own := p.given()
	return given == nil || own != nil && *own == *given
}

// Commit stores a proof in the first event of a game, with the hash of its text.
func (p *GameCreated) Commit(proof *Proof) {
	if p.Deal != nil {
		proof.Roles = p.Deal.Roles
	}
	p.Proof = proof.text()
	sum := sha256.Sum256([]byte(p.Proof))
	p.Commitment = hex.EncodeToString(sum[:])
}
