package show

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table prints a table of some rows, with its cells aligned to the right. The format of a row and
// the head have tabs between the cells. It prints nothing without rows.
func Table[T any](w io.Writer, title, head string, rows []T, format string, cells func(*T) []any) {
	if len(rows) == 0 {
		return
	}
	if title != "" {
		title = "\n" + title + "\n"
	}
	fmt.Fprintln(w, title)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\t\n", head)
	for i := range rows {
		fmt.Fprintf(t, format+"\t\n", cells(&rows[i])...)
	}
	_ = t.Flush() // what cannot be written is not shown
}

// Plural returns a number of things.
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// Commas writes a number with commas between thousands.
func Commas(v float64, digits int) string {
	text := fmt.Sprintf("%.*f", digits, v)
	whole, part, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if part != "" {
		whole += "." + part
	}
	return whole
}
