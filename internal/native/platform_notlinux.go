//go:build !linux

package native

import (
	"os"
	"syscall"
)

func sharedFile() (*os.File, error) { return unlinkedFile() }

// seal does nothing: only Linux has seals.
func seal(*os.File) {}

func workerAttr() *syscall.SysProcAttr { return GroupAttr() }

// limit does nothing: only Linux lets one process limit another.
func limit(pid int, memory int64) error { return nil }

func awaitEnd(pid int) bool { return false }

func resident(*os.ProcessState) int64 { return 0 }

// usageOf returns no usage, so that a run counts as a hang after Options.Hang.
func usageOf(int) usage { return usage{} }
