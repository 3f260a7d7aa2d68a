//go:build !unix

package testgen

import "syscall"

func groupAttr() *syscall.SysProcAttr { return nil }

// mayWrite does not check permissions here; a write reports the error.
func mayWrite(dir string) error { return nil }
