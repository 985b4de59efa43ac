package journal

import (
	"fmt"
	"strings"

	"ringer/engine/session"
)

// A log holds one event under each key, so what is appended twice is stored once.

// MessageKey is the key of a posted message with an id.
func MessageKey(id string) string { return "m:" + id }

// ObservationKey is the key of an observation with an id.
func ObservationKey(id string) string { return "o:" + id }

// SaidKey is the key of a bot's message in the log of its game. No id of a platform can equal it.
func SaidKey(message string) string { return "b:" + message }

// EditKey is the key of an edit of a message: the nth in its log, from 1.
func EditKey(n int) string { return fmt.Sprintf("e:%d", n) }

// deletion begins the keys of deletions.
const deletion = "d:"

// DeletionKey is the key of the deletion of a message.
func DeletionKey(message string) string { return deletion + message }

// DeletionKeys is what the keys of all deletions are like, for SQL.
const DeletionKeys = deletion + "%"

// IsDeletion reports whether a key is that of a deletion.
func IsDeletion(key string) bool { return strings.HasPrefix(key, deletion) }

// ReceiptKey is the key of the receipt of one status for a message of the bot.
func ReceiptKey(message string, s session.ReceiptStatus) string {
	return fmt.Sprintf("r:%s:%s", s, message)
}

// VoteKey is the key of the request for a vote.
func VoteKey(vote string) string { return "v:" + vote }

// CancelKey is the key of the cancellation of a vote.
func CancelKey(vote string) string { return "x:" + vote }

// GameCastKey is the key of a person's vote. A seat may hold any character, so it comes last.
func GameCastKey(vote, seat string) string { return "w:" + vote + "/" + seat }

// VoteReceiptKey is the key of the receipt for a vote.
func VoteReceiptKey(vote string) string { return "u:" + vote }

// CommandKey is the key of a command on the plan with an id.
func CommandKey(id string) string { return "k:" + id }

// BarrierKey is the key of a barrier fact without one. When its answer is lost, the store tries the
// fact again and finds the key: else it would look like a foreign barrier and refuse its own retry.
func BarrierKey(token string) string { return "a:" + token }

// SentKey is the key of the message that a plan became.
func SentKey(plan string) string { return "p:" + plan }

// CastKey is the key of the bot's answer to a vote.
func CastKey(vote string) string { return "c:" + vote }

// ActKey is the key of the first act that was decided at a cursor.
func ActKey(cursor int64) string { return fmt.Sprintf("a:%d", cursor) }
