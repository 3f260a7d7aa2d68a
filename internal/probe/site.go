package probe

// Guide says that the target is a panic site: only then do the probes at sites
// look at anything. It is a variable of its own so that the rewritten source
// can ask with one load.
var Guide bool

// site is the number of the target's site.
var site uint32

func setSite(t *Target) {
	Guide = t != nil && t.Site != 0
	if Guide {
		site = t.Site - 1
	}
}

// Reach tells that a run comes to a site without a distance.
func Reach(id uint32) bool { return nearSite(id, 0) }

// Index tells of an index and the length that it must stay below.
func Index(id uint32, i int64, n int) bool {
	return nearSite(id, DistOr(DistI(LT, i, 0), DistI(GE, i, int64(n))))
}

// IndexU is Index for an unsigned index.
func IndexU(id uint32, i uint64, n int) bool { return nearSite(id, DistU(GE, i, uint64(n))) }

// Bounds tells of the bounds of a slice expression: no panic as long as
// 0 <= low <= high <= n.
func Bounds(id uint32, low, high int64, n int) bool {
	return nearSite(id, DistOr(DistI(LT, low, 0), DistOr(DistI(LT, high, low), DistI(GT, high, int64(n)))))
}

// Divisor tells of a divisor.
func Divisor(id uint32, d int64) bool { return nearSite(id, DistI(EQ, d, 0)) }

// DivisorU is Divisor for an unsigned divisor.
func DivisorU(id uint32, d uint64) bool { return nearSite(id, DistU(EQ, d, 0)) }

// Size tells of a value that must not be less than least.
func Size(id uint32, n, least int64) bool { return nearSite(id, DistI(LT, n, least)) }

// nearSite records how far a run was from panicking at a site, and one more:
// that it does panic is for the one who recovers to tell. It is always false, so that it
// can stand before a condition.
func nearSite(id uint32, exact uint64) bool {
	if id != site || off != 0 || target == nil {
		return false
	}
	if exact += 1 - exact>>63; !best.Diverged || best.Level != 0 || target.Last || closer(exact, Whole) {
		best.Diverged, best.Level, best.Exact, best.Kind = true, 0, exact, Whole
	}
	return false
}
