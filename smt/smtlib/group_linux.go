package smtlib

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes put a solver in a group of its own and end it with us. The signal
// comes when the thread ends that started it; Go keeps its threads, but for
// those that a goroutine locked and left.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit bounds the memory of a process.
func limit(pid int, memory int64) {
	m := uint64(memory)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: m, Max: m}, nil) // it may have ended
}
