//go:build unix

package smtlib

import "syscall"

// killGroup kills a process and its children that are still in its group.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
