package probe

// noSite means that the target is no panic site.
const noSite = ^uint32(0)

// targetSite is the number of the target's panic site.
var targetSite = noSite

// Divisor returns d, the divisor at panic site id. If the site is the target, Divisor records a
// divergence at level 0 with the distance of d == 0 plus one. The sum is never 0, because the
// worker decides whether the run panics.
func Divisor[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](id uint32, d T) T {
	if id == targetSite {
		if size := uint64(d); d < 0 {
			recordDivisor(-size)
		} else {
			recordDivisor(size)
		}
	}
	return d
}

//go:noinline
func recordDivisor(size uint64) {
	if threshold != 0 || target == nil || staleExist && onStaleGoroutine() {
		return
	}
	exact := DistU(EQ, size, 0)
	if exact += 1 - exact>>63; !outcome.Diverged || outcome.Level != 0 || target.Last || lessThanBest(exact, Whole) {
		outcome.Diverged, outcome.Level, outcome.Exact, outcome.Kind = true, 0, exact, Whole
	}
}
