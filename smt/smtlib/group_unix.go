//go:build unix

package smtlib

import "syscall"

// killGroup kills a process and all it started that stayed in its group.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
