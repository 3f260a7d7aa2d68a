package probe

// maxSleep is the greatest total sleep of a run, in nanoseconds. A test that sleeps longer would
// not be worth its time.
const maxSleep = 1_000_000_000

var sleptSoFar int64 // nanoseconds that the function under test, or the code that builds its inputs, has slept

// Nap returns d, the nanoseconds that the calling goroutine is about to sleep. It ends a run
// that would sleep too long, like missing fuel. Other goroutines may sleep for any time.
func Nap(d int64) int64 {
	if d > 0 && onRunGoroutine() {
		if sleptSoFar += min(d, maxSleep+1); sleptSoFar > maxSleep {
			giveUp()
		}
	}
	return d
}
