//go:build unix

package native

import "syscall"

// groupAttr starts a process in a new process group.
func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func interruptGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGINT) }

// killGroup kills a process and its descendants in the same process group.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }
