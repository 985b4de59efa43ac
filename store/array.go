package store

import "database/sql/driver"

// textArray is a text[] parameter. Unlike lib/pq's, it allocates its buffer once: every append
// needs several.
type textArray []string

// Value implements driver.Valuer.
func (a textArray) Value() (driver.Value, error) {
	size := 2
	for _, s := range a {
		// Each text has two quotes, a comma, and a backslash before about every tenth character of
		// JSON.
		size += len(s) + len(s)/8 + 3
	}
	b := append(make([]byte, 0, size), '{')
	for i, s := range a {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		from := 0
		for k := range len(s) {
			if s[k] == '"' || s[k] == '\\' {
				b = append(append(b, s[from:k]...), '\\')
				from = k
			}
		}
		b = append(append(b, s[from:]...), '"')
	}
	return append(b, '}'), nil
}
