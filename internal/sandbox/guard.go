package sandbox

import (
	"sync/atomic"
	"time"
)

// A Guard ends a process that takes more than there is a limit of the system
// for. The limits of the system count one file, and data that the race detector
// reserves and does not use.
type Guard struct {
	Dir    string // what lies in it, and what the process has open that no directory names any more, must not become more than Disk bytes
	Disk   int64  // by default 256 MiB
	Pid    int    // its memory must not become more than Memory bytes
	Memory int64  // 0 for no limit
}

// Excess is what there is too much of.
type Excess int

const (
	TooMuchDisk Excess = 1 + iota
	TooMuchMemory
)

// What a guard lets a process have beside disk and memory.
const (
	mostEntries = 10_000 // files and directories in a guarded directory
	mostDepth   = 100    // of directories in one another, each of which takes a descriptor to look at
	mostThreads = 11_000 // each takes memory of the kernel; the Go runtime ends the process at ten thousand of its own
)

// How often a guard looks. A disk takes tens of megabytes in the shortest time. All guards
// together take less than a hundredth of a processor, up to the longest time: the runtime
// adds more to a look than it takes by itself.
const (
	guardEvery  = 50 * time.Millisecond
	guardSeldom = 250 * time.Millisecond
	guardShare  = 400
	guardLeast  = 80 * time.Microsecond // a look, however soon it ends: to wake the runtime takes more
)

// guards counts those that watch.
var guards atomic.Int64

// Watch looks until done is closed, and calls kill once when there is too much.
func (g Guard) Watch(done <-chan struct{}, kill func(Excess)) {
	guards.Add(1)
	defer guards.Add(-1)
	timer := time.NewTimer(guardEvery)
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
			timer.Reset(pause(time.Since(began), guards.Load()))
		}
	}
}

// pause is how long a guard, one of n, waits after a look that took so long.
func pause(took time.Duration, n int64) time.Duration {
	return min(max(guardEvery, guardShare*max(took, guardLeast)*time.Duration(n)), guardSeldom)
}
