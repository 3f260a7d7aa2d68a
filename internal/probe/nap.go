package probe

// mostNap is how long a run may sleep in all, in nanoseconds. A test of one that
// sleeps longer would not be worth its time.
const mostNap = 1_000_000_000

var slept int64 // by the function under test in this run, or in the making of its inputs

// Nap hands on the nanoseconds that the goroutine at hand is about to sleep. A run that
// would sleep too long ends there, as one without fuel does; other goroutines sleep.
func Nap(d int64) int64 {
	if d > 0 && own() {
		if slept += min(d, mostNap+1); slept > mostNap {
			giveUp()
		}
	}
	return d
}
