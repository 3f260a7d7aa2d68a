//go:build unix && !linux

package smtlib

import "syscall"

// attributes put a solver in a group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// limit does nothing: only Linux lets one process limit another.
func limit(int, int64) {}
