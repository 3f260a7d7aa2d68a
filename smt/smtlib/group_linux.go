package smtlib

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes put a solver into its own process group and kill it when this process ends. The
// kernel sends the signal when the thread that started the solver ends. Go keeps its threads,
// except those that a goroutine has locked and not released.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limit sets the memory limit of a process, in bytes.
func limit(pid int, memory int64) {
	m := uint64(memory)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: m, Max: m}, nil) // fails if the process has ended
}
