package worker

import (
	"syscall"
	"time"
)

// nap sleeps without the runtime's timers: they need a file descriptor that the code under
// test may have closed.
func nap(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	syscall.Nanosleep(&t, nil)
}
