//go:build !unix

package native

import (
	"os"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return nil }

func interruptGroup(pid int) error { return killGroup(pid) }

// killGroup kills the process alone, because the system has no process groups.
func killGroup(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}
