//go:build unix

package native

import "syscall"

// groupAttr puts a process in a group of its own.
func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func interruptGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGINT) }

// killGroup kills a process and all it started that stayed in its group.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
