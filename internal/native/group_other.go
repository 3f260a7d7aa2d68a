//go:build !unix

package native

import (
	"os"
	"syscall"
)

// GroupAttr does nothing, because the system has no process groups.
func GroupAttr() *syscall.SysProcAttr { return nil }

func interruptGroup(pid int) error { return KillGroup(pid) }

// KillGroup kills the process alone.
func KillGroup(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// LowerPriority does nothing: priorities are not known here.
func LowerPriority(int) {}
