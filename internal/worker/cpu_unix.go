//go:build unix

package worker

import (
	"syscall"
	"time"
)

// processor is how long the process has had processors so far.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
