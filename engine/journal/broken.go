package journal

import (
	"fmt"
	"runtime/debug"
)

// Broken says that this version cannot read an event of a log, or cannot go on from it. The home is
// left alone, and all others go on.
type Broken struct {
	// Seq is the seq of the event; 0 if it is not known.
	Seq int64
	// Cause is what is wrong with the event, or the panic.
	Cause error
	// Stack is the stack of the panic.
	Stack string
}

func (b *Broken) Error() string {
	if b.Seq == 0 {
		return b.Cause.Error()
	}
	return fmt.Sprintf("event %d: %v", b.Seq, b.Cause)
}

func (b *Broken) Unwrap() error { return b.Cause }

// Catch makes a panic of the core an error, *Broken. It must be deferred. An event that nobody has
// foreseen then ends its home, and not the process.
func Catch(seq *int64, err *error) {
	if r := recover(); r != nil {
		*err = &Broken{Seq: *seq, Cause: fmt.Errorf("panic: %v", r), Stack: string(debug.Stack())}
	}
}
