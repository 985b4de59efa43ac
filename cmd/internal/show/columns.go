package show

import (
	"io"
	"text/tabwriter"
)

// None stands where a table has no value.
const None = "–"

// Columns returns a writer of a table whose cells end with tabs and are aligned to the right. Flush
// prints the table.
func Columns(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}
