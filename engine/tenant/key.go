package tenant

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"

	"ringer/engine/journal"
)

// Scope is something that a key may do.
type Scope string

// The scopes.
const (
	Read    Scope = "read"    // GET, except streams
	Write   Scope = "write"   // everything that stores something
	Stream  Scope = "stream"  // streams and pages of events, and tokens for them
	Admin   Scope = "admin"   // all of these, and the keys of the tenant
	Metrics Scope = "metrics" // GET /metrics, and nothing else; for keys of the default tenant
)

// Scopes are all scopes.
var Scopes = []Scope{Read, Write, Stream, Admin, Metrics}

// Usual are the scopes of a key that was made without any.
var Usual = []Scope{Read, Write, Stream}

// DefaultName is the name of the tenant with the empty id. Everything belongs to it that was made
// without a key, or with the key that a server was started with.
const DefaultName = "default"

// NameOf returns the name of a tenant as people read it.
func NameOf(id string) string {
	if id == "" {
		return DefaultName
	}
	return id
}

// IDOf returns the id of a tenant whose name people wrote.
func IDOf(name string) string {
	if name == DefaultName {
		return ""
	}
	return name
}

// ValidName reports whether a tenant may have a name: up to 63 of a-z, 0-9 and -, not at the ends.
func ValidName(name string) bool {
	strange := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	return name != "" && len(name) <= 63 && name == strings.Trim(name, "-") && !strings.ContainsFunc(name, strange)
}

const (
	// Prefix begins every key, so that people and scanners for leaked keys see what it is.
	Prefix      = "rk_"
	idBytes     = 10
	secretBytes = 32 // 256 bits
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// draw returns the public part of a new key, and the whole key. Its last letters are a checksum, so
// that a key that was cut off or mistyped is told from one that is unknown.
func draw() (id, key string) {
	b := make([]byte, idBytes+secretBytes)
	rand.Read(b) // never fails
	id = letters.EncodeToString(b[:idBytes])
	key = Prefix + id + "_" + letters.EncodeToString(b[idBytes:])
	return id, key + checksum(key)
}

func checksum(text string) string {
	return letters.EncodeToString(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
}

const checksumLength = 7 // of four bytes

// split returns the public part of a key. It reports whether the whole is as it was drawn.
func split(key string) (id string, whole bool) {
	rest, ok := strings.CutPrefix(key, Prefix)
	id, _, cut := strings.Cut(rest, "_")
	if !ok || !cut || len(key) <= checksumLength {
		return id, false
	}
	end := len(key) - checksumLength
	return id, checksum(key[:end]) == key[end:]
}

func hashOf(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// Grants reports whether a key with some scopes may do something.
func Grants(held []Scope, needed Scope) bool {
	return slices.Contains(held, needed) || needed != Metrics && slices.Contains(held, Admin)
}

func scopesOf(k journal.Key) (list []Scope) {
	for _, s := range k.Scopes {
		list = append(list, Scope(s))
	}
	return list
}
