package session

import "encoding/json"

// ReadMind decodes the strategy's mind into mind, a pointer. Fields that the stored mind lacks keep
// their value. A mind that cannot be decoded is ignored, because the next thoughts fill it again.
func (v *View) ReadMind(mind any) { _ = json.Unmarshal(v.Mind, mind) }

// EncodeMind encodes a mind. Its type must always encode.
func EncodeMind(mind any) json.RawMessage {
	b, err := json.Marshal(mind)
	if err != nil {
		panic("game: mind: " + err.Error())
	}
	return b
}
