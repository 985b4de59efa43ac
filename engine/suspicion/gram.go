package suspicion

import "unicode"

// The two ends of a line. No text has them: control characters become spaces.
const (
	begin = '\u0002'
	end   = '\u0003'
)

// The hash FNV-1a of 32 bits.
const (
	hashStart  = 2166136261
	hashFactor = 16777619
)

func hashRune(h uint32, r rune) uint32 {
	for range 3 { // a character has 21 bits
		h = (h ^ uint32(r&0xff)) * hashFactor
		r >>= 8
	}
	return h
}

// bucket mixes a hash, since the low bits of FNV-1a are weak.
func bucket(h uint32) uint16 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return uint16(h >> 17)
}

// charGrams appends the buckets of 1 to 3 characters. Case counts.
func charGrams(grams []uint16, text []rune) []uint16 {
	a, b := rune(0), rune(begin)
	for i := range len(text) + 1 {
		c := rune(end)
		if i < len(text) {
			c = text[i]
			grams = append(grams, bucket(hashRune(hashStart, c)))
		}
		two := hashRune(hashRune(hashStart+1, b), c)
		grams = append(grams, bucket(two))
		if a != 0 {
			grams = append(grams, bucket(hashRune(two+2, a)))
		}
		a, b = b, c
	}
	return grams
}

// wordGrams appends the buckets of 1 to 3 words, in lower case. A mark is a word.
func wordGrams(grams []uint16, text []rune) []uint16 {
	a, b := uint32(0), uint32(begin)
	add := func(c uint32) {
		two := (b*hashFactor ^ c) * hashFactor
		grams = append(grams, bucket(two+1))
		if a != 0 {
			grams = append(grams, bucket((two^a)*hashFactor+2))
		}
		a, b = b, c
	}
	for i := 0; i < len(text); {
		size := wordAt(text[i:])
		if size == 0 {
			i++
			continue
		}
		h := hashWord(text[i : i+size])
		grams = append(grams, bucket(h))
		add(h)
		i += size
	}
	add(end)
	return grams
}

// wordAt returns the length of the word or mark at the beginning, or 0 at a space. An apostrophe
// between letters belongs to the word.
func wordAt(text []rune) int {
	switch {
	case unicode.IsSpace(text[0]):
		return 0
	case !inWord(text[0]) || text[0] == masked:
		return 1
	}
	n := 1
	for n < len(text) && text[n] != masked && (inWord(text[n]) || apostrophe(text[n]) && n+1 < len(text) && inWord(text[n+1])) {
		n++
	}
	return n
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func hashWord(word []rune) uint32 {
	h := uint32(hashStart)
	for _, r := range word {
		if r == '’' {
			r = '\'' // the characters tell the two apart
		}
		h = hashRune(h, lower(r))
	}
	return h
}

func lower(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

// hashWords returns a hash of the words of a line in any order, without numbers and stretched
// letters. A line without a word has that of its characters. No hash is 0.
func hashWords(text []rune) uint64 {
	sum, all := uint64(0), uint64(14695981039346656037)
	for i := 0; i < len(text); {
		size := max(wordAt(text[i:]), 1)
		h, some := uint32(hashStart), false
		for at, r := range text[i : i+size] {
			all = (all ^ uint64(r)) * 1099511628211
			if unicode.IsLetter(r) && (at == 0 || lower(r) != lower(text[i+at-1])) {
				h, some = hashRune(h, lower(r)), true
			}
		}
		if some {
			sum += uint64(h) * 0x9e3779b97f4a7c15
		}
		i += size
	}
	if sum == 0 {
		sum = all
	}
	return sum | 1
}

// hashLine returns a hash of the letters and digits in lower case, or 0. Two lines with the same
// hash count as a repeat.
func hashLine(text []rune) uint64 {
	h, some := uint64(14695981039346656037), false // FNV-1a of 64 bits
	for _, r := range text {
		if inWord(r) {
			h = (h ^ uint64(lower(r))) * 1099511628211
			some = true
		}
	}
	if !some {
		return 0
	}
	return h | 1
}
