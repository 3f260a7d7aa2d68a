package input

import (
	"math"
	"strings"
)

// A number may mean something else at another time: a moment close to now, which is in the
// future today and in the past next year, or a duration that ends before a slower machine checks
// it.

const (
	year       = 365 * 24 * 3600 // seconds
	meanYear   = 365.2425 * 24 * 3600
	pastYears  = 2   // a moment at most this many years ago is close: lifetimes in code are mostly shorter
	aheadYears = 100 // a moment at most this many years ahead is close: a test should hold as long
	farYears   = 200 // a moment this many years ahead is time-stable; 64 bits of nanoseconds last until 2262
	second     = 1e9 // nanoseconds
	hour       = 3600 * second
)

// units are the units in which moments are counted from 1970, in parts of a second: seconds to
// nanoseconds.
var units = [...]float64{1, 1e3, 1e6, 1e9}

// epochUnit returns the unit, in parts of a second, in which n counts from 1970 to a moment close
// to now, or 0 if there is none. now is in seconds since 1970.
func epochUnit(n float64, now int64) float64 {
	lo, hi := float64(now-pastYears*year), float64(now+aheadYears*year)
	for _, u := range units {
		if n >= lo*u && n <= hi*u {
			return u
		}
	}
	return 0
}

// coarseEpochUnit returns the seconds in a minute, hour or day if n counts this unit from 1970 to
// now, give or take one unit, and the seconds in a year if n is this year, the last or the next. It
// returns 0 otherwise. Small numbers have many other meanings, so the tolerance is smaller than in
// epochUnit.
func coarseEpochUnit(n float64, now int64) float64 {
	for _, u := range [...]float64{60, 3600, 24 * 3600} {
		if math.Abs(n-math.Floor(float64(now)/u)) <= 1 {
			return u
		}
	}
	if math.Abs(n-1970-math.Floor(float64(now)/meanYear)) <= 1 {
		return year
	}
	return 0
}

// numericValue returns a word of a numeric type as a float64.
func numericValue(t *Type, w uint64) float64 {
	switch t.Kind {
	case Int:
		return float64(int64(w))
	case Uint:
		return float64(w)
	case Float:
		return math.Float64frombits(w)
	}
	return 0
}

// isDuration reports whether a type is time.Duration, under any name of package time.
func isDuration(t *Type) bool { return t.Kind == Int && strings.HasSuffix(t.Go, ".Duration") }

// TimeDependence returns the reason that a number of type t means something else at another time than
// now, or "" if it does not. now is in seconds since 1970.
func TimeDependence(t *Type, w uint64, now int64) string {
	switch n := numericValue(t, w); {
	case IsBriefDuration(t, w):
		return "a duration of less than a second"
	case isDuration(t): // a duration does not count from a moment
	case epochUnit(n, now) > 0 || coarseEpochUnit(n, now) > 0:
		return "a moment close to now"
	}
	return ""
}

// IsBriefDuration reports whether a number is a duration under a second, which may end before a slower
// machine checks it.
func IsBriefDuration(t *Type, w uint64) bool {
	n := numericValue(t, w)
	return isDuration(t) && n > 0 && n < second
}

// IsNearNow reports whether n, in seconds since 1970, is close to now.
func IsNearNow(n, now int64) bool { return now-pastYears*year <= n && n <= now+aheadYears*year }

// TimeStable returns time-stable words to replace a number for which TimeDependence gives a reason, the
// most likely to have the same effect first: a long duration; a moment far ahead, the moment 0,
// and one unit after it.
func TimeStable(typ *Type, w uint64, now int64) []uint64 {
	n := numericValue(typ, w)
	u, coarse := epochUnit(n, now), coarseEpochUnit(n, now)
	switch {
	case IsBriefDuration(typ, w):
		return []uint64{hour, second}
	case isDuration(typ):
		return nil
	case u > 0:
		return wordsOf(typ, float64(now+farYears*year)*u, 0, u)
	case coarse == year:
		return wordsOf(typ, n+farYears, 1970)
	case coarse > 0:
		return wordsOf(typ, float64(now+farYears*year)/coarse, 0, 1)
	}
	return nil
}

// wordsOf returns numbers as words of a numeric type, without numbers that the type cannot
// represent.
func wordsOf(t *Type, numbers ...float64) (list []uint64) {
	for _, n := range numbers {
		switch {
		case t.Kind == Float:
			list = append(list, math.Float64bits(n))
		case t.Bits < 64 && n > math.MaxInt32: // 32 bits hold seconds until 2038, unsigned until 2106
		default:
			list = append(list, uint64(n))
		}
	}
	return list
}

// TimeDependentVars returns the variables of vec with numbers that mean something else at another time
// than now.
func (s *Space) TimeDependentVars(vec Vector, now int64) []Var {
	var list []Var
	for _, v := range s.Vars(nil, vec) {
		if v.Role >= RoleInt && v.Role <= RoleFloat && TimeDependence(v.Type, vec[v.Off], now) != "" {
			list = append(list, v)
		}
	}
	return list
}
