package worker

import "sync/atomic"

// callArbiter decides for each call which came first: its return, or the decision to give it up. Two
// goroutines report these events, and either may be late. Calls are numbered from 1 on in
// ascending order.
type callArbiter struct {
	lastEnded atomic.Uint64 // twice the number of the last call that returned or was given up, plus one if it was given up
}

// recordReturn records the return of a call and reports whether the call counts. A call that was
// given up must change nothing any more: the job goes on in another goroutine.
func (f *callArbiter) recordReturn(run uint64) bool { return f.lastEnded.Swap(run<<1) != run<<1|1 }

// giveUp gives up a call and reports whether it did: a call that has returned is not given up.
func (f *callArbiter) giveUp(run uint64) bool {
	for {
		last := f.lastEnded.Load()
		if last>>1 >= run {
			return false
		}
		if f.lastEnded.CompareAndSwap(last, run<<1|1) {
			return true
		}
	}
}
