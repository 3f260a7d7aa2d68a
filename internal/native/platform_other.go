//go:build !unix

package native

import (
	"errors"
	"os"
	"syscall"

	"nearmiss/internal/wire"
)

type sharedMemory struct{ file *os.File }

func newSharedMemory() (*sharedMemory, error) {
	return nil, errors.New("workers need memory shared between processes, which is implemented for Unix systems")
}

func (*sharedMemory) close()                         {}
func (*sharedMemory) Lay() error                     { return nil }
func (*sharedMemory) Reset() error                   { return nil }
func (*sharedMemory) SetStop()                       {}
func (*sharedMemory) Counters() (c wire.Counters)    { return c }
func (*sharedMemory) Blame() (b wire.Blame, ok bool) { return b, false }
func (*sharedMemory) Last() (b wire.Blame, ok bool)  { return b, false }

func workerAttr() *syscall.SysProcAttr { return nil }

func limit(pid int, memory int64) error { return nil }

func awaitEnd(pid int) bool { return false }

func resident(*os.ProcessState) int64 { return 0 }

// usageOf knows nothing here, so that a run is stuck when its time is over.
func usageOf(int) usage { return usage{} }
