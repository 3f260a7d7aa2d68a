//go:build !unix

package testgen

import (
	"os"
	"syscall"
)

func groupAttr() *syscall.SysProcAttr { return nil }

// killGroup kills the process alone: there are no process groups here.
func killGroup(p *os.Process) error { return p.Kill() }

// mayWrite leaves it to the writing to find out.
func mayWrite(dir string) error { return nil }
