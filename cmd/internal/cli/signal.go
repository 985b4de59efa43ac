//go:build !windows

package cli

import "syscall"

// levelSignal asks the server for another level of its log.
const levelSignal = syscall.SIGUSR1
