package worker

import (
	"syscall"
	"time"
)

// nap sleeps without the runtime's timers: those need a descriptor, and the
// code under test may have closed it.
func nap(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	syscall.Nanosleep(&t, nil)
}
