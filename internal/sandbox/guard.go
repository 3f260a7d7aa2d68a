package sandbox

import (
	"sync/atomic"
	"time"
)

// A Guard ends a process that takes too much disk or memory. The limits of the system do not
// suffice: RLIMIT_FSIZE bounds a single file, and RLIMIT_DATA counts memory that the race
// detector reserves and does not use.
type Guard struct {
	Dir    string // the guarded directory
	Disk   int64  // limit in bytes for the files in Dir, and open files removed from it; default 256 MiB
	Pid    int    // the guarded process
	Memory int64  // limit in bytes for the memory of the process; 0 for no limit
}

// Excess names the resource that a process takes too much of. Too many files, too deep and
// unreadable directories count as disk, too many threads as memory.
type Excess int

const (
	TooMuchDisk Excess = 1 + iota
	TooMuchMemory
)

// Limits of a guarded process other than disk and memory.
const (
	maxEntries = 10_000 // files and directories in a guarded directory
	maxDepth   = 100    // of nested directories; the guard needs a descriptor for each level
	maxThreads = 11_000 // each takes kernel memory; the Go runtime ends the process at 10,000 threads
)

// Intervals between the checks of a guard. In the shortest one a process can write tens of
// megabytes to disk. Intervals grow with the number of guards and the cost of a check, so that
// all guards together take less than 1 % of a processor, until they reach the longest one. The
// runtime adds more to a check than the check takes by itself.
const (
	guardMinInterval = 50 * time.Millisecond
	guardMaxInterval = 250 * time.Millisecond
	guardShare       = 400
	guardMinCost     = 80 * time.Microsecond // least cost charged for a check: waking the runtime takes more than a short check
)

// activeGuards counts the guards inside Watch.
var activeGuards atomic.Int64

// Watch checks the process until done is closed or a limit is exceeded. In the latter case it
// calls kill once and returns.
func (g Guard) Watch(done <-chan struct{}, kill func(Excess)) {
	activeGuards.Add(1)
	defer activeGuards.Add(-1)
	timer := time.NewTimer(guardMinInterval)
	defer timer.Stop()
	for {
		select {
		case <-done:
			return
		case <-timer.C:
			began := time.Now()
			if e := g.exceeded(); e != 0 {
				kill(e)
				return
			}
			timer.Reset(nextPause(time.Since(began), activeGuards.Load()))
		}
	}
}

// nextPause returns how long each of n guards waits after a check of the given duration.
func nextPause(took time.Duration, n int64) time.Duration {
	return min(max(guardMinInterval, guardShare*max(took, guardMinCost)*time.Duration(n)), guardMaxInterval)
}
