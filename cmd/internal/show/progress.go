// Package show prints what the commands find: tables, and how far something is.
package show

import (
	"fmt"
	"io"
	"os"
)

// Progress returns a function that shows how far something is: its share, from 0 to 1, in words. On
// a terminal it overwrites one line, and clears it at the end; elsewhere it prints a line every
// tenth.
func Progress(w io.Writer) func(share float64, text string) {
	overwrite := false
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		overwrite = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	shown := -1
	return func(share float64, text string) {
		tenth := int(share * 10)
		switch {
		case overwrite && share >= 1:
			fmt.Fprintf(w, "\r%-70s\r", "")
		case overwrite:
			fmt.Fprintf(w, "\r%-70s", text)
		case tenth > shown:
			fmt.Fprintln(w, text)
		}
		shown = max(shown, tenth)
	}
}
