//go:build !unix

package testcheck

import (
	"os"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return nil }

// killGroup kills the process alone: there are no process groups here.
func killGroup(p *os.Process) error { return p.Kill() }
