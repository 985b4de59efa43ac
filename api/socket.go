//go:build !windows

package api

import "syscall"

// writeNow writes what the kernel takes at once, and returns how much that is.
func writeNow(socket uintptr, b []byte) int {
	n, _ := syscall.Write(int(socket), b) // the write that waits has the error, too
	return max(n, 0)
}
