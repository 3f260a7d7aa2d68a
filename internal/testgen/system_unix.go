//go:build unix

package testgen

import (
	"syscall"

	"golang.org/x/sys/unix"
)

func groupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// mayWrite reports what keeps files from being made in a directory.
func mayWrite(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
