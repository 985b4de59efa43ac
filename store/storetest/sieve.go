package storetest

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// Sieve drops some messages of a server, and chooses what may be cut. The zero value drops nothing.
type Sieve struct {
	// Split returns the length of the first message in b, or 0 if b does not hold all of it.
	Split func(b []byte) int
	// Drop reports whether a message is dropped. The goroutines of all connections call it.
	Drop func(message []byte) bool
	// Cuttable reports whether a chunk of the client may be cut; nil is true. All connections call
	// it.
	Cuttable func(chunk []byte) bool
}

// sift returns the whole messages that pass, and keeps one that is not complete. Only the goroutine
// that reads from the server calls it.
func (s Sieve) sift(l *link, chunk []byte) (passed []byte) {
	if s.Split == nil {
		return chunk
	}
	l.unsifted = append(l.unsifted, chunk...)
	for n := s.Split(l.unsifted); n > 0; n = s.Split(l.unsifted) {
		if !s.Drop(l.unsifted[:n]) {
			passed = append(passed, l.unsifted[:n]...)
		}
		l.unsifted = l.unsifted[n:]
	}
	l.unsifted = bytes.Clone(l.unsifted)
	return passed
}

// SplitPostgres splits what a Postgres says without TLS: a byte for the type, then the length of
// the rest.
func SplitPostgres(b []byte) int {
	const head = 5
	if len(b) < head {
		return 0
	}
	return whole(b, 1+int(binary.BigEndian.Uint32(b[1:head])))
}

// SplitNATS splits what a NATS server says without TLS: a line, which ends with the length of the
// text behind it if its verb is MSG or HMSG.
func SplitNATS(b []byte) int {
	line, _, found := bytes.Cut(b, []byte("\r\n"))
	if !found {
		return 0
	}
	n := len(line) + 2
	if words := bytes.Fields(line); len(words) > 1 && IsNATSMessage(b) {
		text, _ := strconv.Atoi(string(words[len(words)-1])) // otherwise the server is wrong
		n += text + 2
	}
	return whole(b, n)
}

// IsNATSMessage reports whether a NATS server delivers something that a client has published.
func IsNATSMessage(b []byte) bool {
	return bytes.HasPrefix(b, []byte("MSG ")) || bytes.HasPrefix(b, []byte("HMSG "))
}

// whole returns n, or 0 if b is shorter.
func whole(b []byte, n int) int {
	if len(b) < n {
		return 0
	}
	return n
}
