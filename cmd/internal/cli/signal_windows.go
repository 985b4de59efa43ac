package cli

import "syscall"

// levelSignal has the number of SIGUSR1. Nothing on Windows sends such a signal.
const levelSignal = syscall.Signal(10)
