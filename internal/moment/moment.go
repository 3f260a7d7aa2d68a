// Package moment tells which numbers of an input are time-dependent: they mean something else at
// another time. Such a number is a moment close to now, which is in the future today and in the
// past next year, or a duration that ends before a slower machine checks it.
//
// The package is embedded in worker processes. It imports only the standard library and package
// input.
package moment

import (
	"math"
	"slices"

	"nearmiss/input"
)

const (
	year       = 365 * 24 * 3600 // seconds
	meanYear   = 365.2425 * 24 * 3600
	pastYears  = 2   // a moment at most this long ago is close: lifetimes in code are mostly shorter
	aheadYears = 100 // a moment at most this far ahead is close: a test should hold as long
	farYears   = 200 // a moment this far ahead is time-stable; 64 bits of nanoseconds last until 2262
	second     = 1e9 // nanoseconds
	hour       = 3600 * second
)

// units are the units in which moments are counted from 1970, each as its number in a second.
var units = [...]float64{1, 1e3, 1e6, 1e9}

// origins are the beginnings of the years 0, from which the layouts of package time count what a text
// does not say, and 1, the zero time, in seconds before 1970.
var origins = [...]float64{62167219200, 62135596800}

// unit returns the unit in which n counts from 1970 to a moment close to now, or seconds if it counts
// from an earlier origin, or is the offset of a zone that moves an origin to now; 0 if there is
// none. now is in seconds since 1970.
func unit(n float64, now int64) float64 {
	lo, hi := float64(now-pastYears*year), float64(now+aheadYears*year)
	for _, u := range units {
		if n >= lo*u && n <= hi*u {
			return u
		}
	}
	for _, o := range origins {
		if m := math.Abs(n); m >= o+lo && m <= o+hi {
			return 1
		}
	}
	return 0
}

// coarse returns the seconds in a minute, hour or day if n counts this unit from 1970 to now,
// give or take one unit, and the seconds in a year if n is this year, the last or the next. It
// returns 0 otherwise. Small numbers have many other meanings, so the tolerance is smaller than
// in unit.
func coarse(n float64, now int64) float64 {
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

// number returns a word of a numeric type as a number.
func number(t *input.Type, w uint64) float64 {
	switch t.Kind {
	case input.Int:
		return float64(int64(w))
	case input.Uint:
		return float64(w)
	case input.Float:
		return math.Float64frombits(w)
	}
	return 0
}

// Why returns the reason that a number of type t is time-dependent, or "" if it is not. now is in
// seconds since 1970.
func Why(t *input.Type, w uint64, now int64) string {
	switch n := number(t, w); {
	case t.IsBriefDuration(w):
		return "a duration of less than a second"
	case t.IsDuration(): // a duration does not count from a moment
	case unit(n, now) > 0 || coarse(n, now) > 0:
		return "a moment close to now"
	}
	return ""
}

// Near reports whether n, in seconds since 1970, is close to now.
func Near(n, now int64) bool { return now-pastYears*year <= n && n <= now+aheadYears*year }

// AnyNear reports whether one of list, in seconds since 1970, is close to now.
func AnyNear(list []int64, now int64) bool {
	return slices.ContainsFunc(list, func(n int64) bool { return Near(n, now) })
}

// Stable returns words of type t that are not time-dependent to replace w, the most likely to have
// the same effect first: for a brief duration an hour and a second; for a moment one far ahead,
// the beginning of 1970, and, unless w is a year, one second, minute, hour or day after it. It
// leaves out numbers that t cannot represent, and returns nil if w is not time-dependent.
func Stable(t *input.Type, w uint64, now int64) []uint64 {
	n := number(t, w)
	u, c := unit(n, now), coarse(n, now)
	switch {
	case t.IsBriefDuration(w):
		return []uint64{hour, second}
	case t.IsDuration():
		return nil
	case u > 0:
		return wordsOf(t, float64(now+farYears*year)*u, 0, u)
	case c == year:
		return wordsOf(t, n+farYears, 1970)
	case c > 0:
		return wordsOf(t, float64(now+farYears*year)/c, 0, 1)
	}
	return nil
}

// wordsOf returns numbers as words of a numeric type, without numbers that the type cannot
// represent.
func wordsOf(t *input.Type, numbers ...float64) (list []uint64) {
	for _, n := range numbers {
		switch {
		case t.Kind == input.Float:
			list = append(list, math.Float64bits(n))
		case t.Bits < 64 && n >= math.Ldexp(1, t.Bits-1): // 32 bits hold seconds until 2038, unsigned until 2106
		default:
			list = append(list, uint64(n))
		}
	}
	return list
}

// Dependent returns the variables of vec whose numbers are time-dependent.
func Dependent(s *input.Space, vec input.Vector, now int64) []input.Var {
	var list []input.Var
	for _, v := range s.Vars(nil, vec) {
		if v.Role >= input.RoleInt && v.Role <= input.RoleFloat && Why(v.Type, vec[v.Off], now) != "" {
			list = append(list, v)
		}
	}
	return list
}
