package game

import "encoding/json"

// ReadMind reads the strategy's mind into a pointer to its type. What the mind does not hold stays as it is there; one that cannot be read is
// as good as none, since the next thoughts fill it.
func (v *View) ReadMind(mind any) { _ = json.Unmarshal(v.Mind, mind) }

// EncodeMind returns a mind as data. Its type must be one that always encodes: numbers, texts, and maps and lists of them.
func EncodeMind(mind any) json.RawMessage {
	b, err := json.Marshal(mind)
	if err != nil {
		panic("game: mind: " + err.Error())
	}
	return b
}
