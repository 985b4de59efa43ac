package game

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"ringer/engine/session"
)

// Place is how far a reader of a view has come: behind the last event that was shown.
type Place struct {
	// Seq is the seq of that event in the log of the game; 0 for the beginning. Readers must not
	// learn it: the gaps between seqs tell of events that are hidden from them.
	Seq int64
	// Number counts the events that were shown. It is what a reader gets as the seq of the event.
	Number int64
}

// Then returns the place behind the next event that is shown.
func (p Place) Then(e session.Event) Place {
	n := p.Number
	if numbered(e.Data) {
		n++
	}
	return Place{e.Seq, n}
}

// numbered reports whether a view counts an event. Never add a kind: an event of a later kind has
// the number of the event before it. So an upgrade never renumbers a running game.
func numbered(p session.Payload) bool {
	switch p := p.(type) {
	case *session.GameCreated, *session.GameEnded, *session.MessageReceived, *session.VoteRequested, *session.VoteReceived, *session.VoteCancelled:
		return true
	case *session.ObservationReceived:
		return slices.Contains(numberedKinds, p.Kind)
	}
	return false
}

var numberedKinds = []session.ObservationKind{
	session.PhaseChanged, session.PlayerJoined, session.PlayerLeft, session.PlayerOut, session.RulingMade, session.PrivateInfo, session.BotMuted, session.BotUnmuted,
}

// Seals hides the seqs of a game's log from the readers of one view.
type Seals struct{ cursors, ids cipher.Block }

// NewSeals returns the seals of a view of a game, by the game's ViewKey; nil without one. Cursors
// differ from view to view. The ids of messages are the same in all, so that readers can talk about
// them.
func NewSeals(key, view string) *Seals {
	if key == "" {
		return nil
	}
	return &Seals{block(key, "cursor "+view), block(key, "message")}
}

func block(key, use string) cipher.Block {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(use))
	b, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic("game: " + err.Error()) // it only refuses other lengths of keys
	}
	return b
}

const (
	seqBits    = 20
	checkBits  = 12
	sealedBits = seqBits + checkBits
	// MaxSealed is the last seq that can be sealed. The log of a game has a lower bound.
	MaxSealed = 1<<seqBits - 1
	// cursorBit is set in every cursor. So a cursor is greater than any number of an event, and
	// JavaScript still keeps it exact.
	cursorBit = 1 << (seqBits + sealedBits)
)

// Cursor returns a place as a number that readers may hold: 0 for the beginning. Of two places the
// later one has the greater number. The place must not be behind MaxSealed.
func (s *Seals) Cursor(p Place) int64 {
	if p.Seq == 0 {
		return 0
	}
	return cursorBit | p.Number<<sealedBits | seal(s.cursors, p.Number, p.Seq)
}

// IsCursor reports whether a number is a cursor and not the number of an event.
func IsCursor(n int64) bool { return n >= cursorBit }

// Place returns the place of a cursor, and whether the view has made it.
func (s *Seals) Place(cursor int64) (Place, bool) {
	n := (cursor &^ cursorBit) >> sealedBits
	seq, ok := unseal(s.cursors, n, cursor&(1<<sealedBits-1))
	return Place{seq, n}, ok && cursor>>(seqBits+sealedBits) == 1 && n <= seq
}

// MessageID returns the id under which views show the message of an event. Without seals it has the
// seq in the clear, as in games of older versions.
func (s *Seals) MessageID(gameID string, seq int64) string {
	if s != nil {
		seq = seal(s.ids, 0, seq)
	}
	return session.FactID(gameID, seq)
}

// MessageSeq returns the seq of the message that views show under an id, and whether there can be
// one.
func (s *Seals) MessageSeq(gameID, id string) (seq int64, ok bool) {
	n, ok := session.FactSeq(gameID, id)
	if s == nil || !ok {
		return n, ok && n > 0
	}
	return unseal(s.ids, 0, n)
}

// seal encrypts a seq with check bits, by a Feistel network over both halves of 32 bits. The tweak
// makes equal seqs look different.
func seal(b cipher.Block, tweak, seq int64) int64 {
	m := newMixer(b, tweak)
	left, right := uint16(seq<<checkBits>>16), uint16(seq<<checkBits)
	for round := range byte(rounds) {
		left, right = right, left^m.mix(round, right)
	}
	return int64(left)<<16 | int64(right)
}

// unseal returns what was sealed, and whether its check bits are right.
func unseal(b cipher.Block, tweak, sealed int64) (seq int64, ok bool) {
	m := newMixer(b, tweak)
	left, right := uint16(sealed>>16), uint16(sealed)
	for round := byte(rounds); round > 0; round-- {
		left, right = right^m.mix(round-1, left), left
	}
	n := int64(left)<<16 | int64(right)
	return n >> checkBits, n&(1<<checkBits-1) == 0 && n > 0 && sealed>>sealedBits == 0
}

// rounds are those of the Feistel network: four make it a strong permutation, six leave a margin.
const rounds = 6

// mixer is the function of a Feistel network. It has the blocks, so that a round allocates nothing.
type mixer struct {
	cipher.Block
	in, out [aes.BlockSize]byte
}

func newMixer(b cipher.Block, tweak int64) *mixer {
	m := &mixer{Block: b}
	binary.BigEndian.PutUint64(m.in[:], uint64(tweak))
	return m
}

func (m *mixer) mix(round byte, half uint16) uint16 {
	m.in[8] = round
	binary.BigEndian.PutUint16(m.in[9:], half)
	m.Encrypt(m.out[:], m.in[:])
	return binary.BigEndian.Uint16(m.out[:])
}
