package worker

import "sync/atomic"

// fate decides, for each call, which came first: that it has come back, or that it was
// given up. Both are said on different goroutines, and either may be late. Calls have
// growing numbers from 1 on.
type fate struct {
	last atomic.Uint64 // the last call of which either was said, doubled; odd if it was given up
}

// back says that a call has come back, and reports whether it counts. One that was
// given up must touch nothing any more: the job goes on elsewhere.
func (f *fate) back(run uint64) bool { return f.last.Swap(run<<1) != run<<1|1 }

// giveUp reports whether a call is given up. One that has come back is not.
func (f *fate) giveUp(run uint64) bool {
	for {
		last := f.last.Load()
		if last>>1 >= run {
			return false
		}
		if f.last.CompareAndSwap(last, run<<1|1) {
			return true
		}
	}
}
