package probe

// noSite is the number of no panic site.
const noSite = ^uint32(0)

// site is the number of the target's panic site.
var site = noSite

// Divisor hands on the divisor at a panic site. Where that is the target, the divergence of
// the run is at level 0, as far as the divisor is from zero and one more: whether the run
// panics is for the worker to tell.
func Divisor[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](id uint32, d T) T {
	if id == site {
		if size := uint64(d); d < 0 {
			divided(-size)
		} else {
			divided(size)
		}
	}
	return d
}

//go:noinline
func divided(size uint64) {
	if off != 0 || target == nil || left && stale() {
		return
	}
	exact := DistU(EQ, size, 0)
	if exact += 1 - exact>>63; !best.Diverged || best.Level != 0 || target.Last || closer(exact, Whole) {
		best.Diverged, best.Level, best.Exact, best.Kind = true, 0, exact, Whole
	}
}
