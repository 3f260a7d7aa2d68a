//go:build !unix

package testcheck

import (
	"os"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return nil }

// killGroup kills the process alone, because this system has no process groups.
func killGroup(p *os.Process) error { return p.Kill() }
