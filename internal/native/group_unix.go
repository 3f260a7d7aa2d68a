//go:build unix

package native

import "syscall"

// GroupAttr starts a process in a new process group, which a Ctrl-C of the terminal does not reach.
func GroupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func interruptGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGINT) }

// KillGroup kills a process and its descendants in the same process group.
func KillGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// LowerPriority gives the process group of GroupAttr the lowest priority, so that it uses only
// processors that no other process needs. Processes that the group has started before keep theirs.
func LowerPriority(pid int) { _ = syscall.Setpriority(syscall.PRIO_PGRP, pid, 19) }
