//go:build unix

package testgen

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// mayWrite returns an error if the process may not create files in a directory.
func mayWrite(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
