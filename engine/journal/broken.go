package journal

import (
	"fmt"
	"runtime/debug"
)

// Broken says that this version cannot read an event, or go on from it. Its home is left alone.
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

// Catch, deferred, makes a panic of the core a *Broken, which ends the home and not the process.
func Catch(seq *int64, err *error) {
	if r := recover(); r != nil {
		*err = &Broken{Seq: *seq, Cause: fmt.Errorf("panic: %v", r), Stack: string(debug.Stack())}
	}
}
