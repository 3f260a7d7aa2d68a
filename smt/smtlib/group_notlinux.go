//go:build unix && !linux

package smtlib

import "syscall"

// attributes put a solver into its own process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing: only Linux lets a process limit another.
func limit(int, int64) {}
