package fleet

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strconv"
)

// A sealed message is text, as a bell wants it:
//
//	sender number BASE64
//
// Sender and number fix the key and the nonce, so that they cannot be changed. Whoever listens
// learns who sends how much when. Whoever rings without the key says nothing that is taken.

// keyBytes is for AES-256.
const keyBytes = 32

// sealOf returns what seals the messages of one sender. Senders have new ids at each start, so no
// key is used for two messages with one number.
func sealOf(key []byte, sender string) (cipher.AEAD, error) {
	own, err := hkdf.Key(sha256.New, key, nil, "ringer bell 1 "+sender, keyBytes)
	if err != nil {
		return nil, fmt.Errorf("replica: derive a key: %w", err)
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, fmt.Errorf("replica: %w", err)
	}
	return cipher.NewGCM(block)
}

func seal(by cipher.AEAD, sender string, n int64, plain []byte) []byte {
	sealed := by.Seal(nil, nonce(by, n), plain, nil)
	head := fmt.Appendf(make([]byte, 0, headBytes(sender)+base64.RawStdEncoding.EncodedLen(len(sealed))), "%s %d ", sender, n)
	return base64.RawStdEncoding.AppendEncode(head, sealed)
}

// headBytes is how long sender and number are at most.
func headBytes(sender string) int { return len(sender) + len(" 9223372036854775807 ") }

// room returns how many bytes can be sealed in a message of a size.
func room(by cipher.AEAD, sender string, size int) int {
	return base64.RawStdEncoding.DecodedLen(size-headBytes(sender)) - by.Overhead()
}

// parse splits a sealed message. It reports whether the message looks like one.
func parse(message []byte) (sender string, n int64, sealed []byte, ok bool) {
	from, rest, _ := bytes.Cut(message, []byte(" "))
	number, sealed, ok := bytes.Cut(rest, []byte(" "))
	n, err := strconv.ParseInt(string(number), 10, 64)
	return string(from), n, sealed, ok && err == nil
}

// open returns what was sealed, and reports whether the sender has sealed it under this number.
func open(by cipher.AEAD, n int64, sealed []byte) (plain []byte, ok bool) {
	raw, err := base64.RawStdEncoding.AppendDecode(nil, sealed)
	if err != nil {
		return nil, false
	}
	plain, err = by.Open(raw[:0], nonce(by, n), raw, nil)
	return plain, err == nil
}

func nonce(by cipher.AEAD, n int64) []byte {
	return binary.BigEndian.AppendUint64(make([]byte, by.NonceSize()-8, by.NonceSize()), uint64(n))
}
