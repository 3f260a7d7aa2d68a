package input

import (
	"math"
	"strings"
)

// A number may mean something else at another time: a moment close to now, which is
// the future today and the past next year, or a life so short that it is over before
// a slower machine looks.

const (
	year       = 365 * 24 * 3600 // seconds
	meanYear   = 365.2425 * 24 * 3600
	pastYears  = 2   // how long ago a moment is close: lives and ages in code are mostly shorter
	aheadYears = 100 // how far ahead: a test should hold as long
	farYears   = 200 // what is as far ahead stays there; 64 bits of nanoseconds end after 236
	second     = 1e9 // nanoseconds
	hour       = 3600 * second
)

// units are those in which moments are counted from 1970, in parts of a second.
var units = [...]float64{1, 1e3, 1e6, 1e9}

// unit returns the unit in which n counts from 1970 to a moment close to now, which is in
// seconds since then, 0 for none.
func unit(n float64, now int64) float64 {
	lo, hi := float64(now-pastYears*year), float64(now+aheadYears*year)
	for _, u := range units {
		if n >= lo*u && n <= hi*u {
			return u
		}
	}
	return 0
}

// coarse returns the seconds of the unit in which n is the time since 1970, or one unit
// more or less: a minute, an hour, a day; and a year if n is this one, the last or the
// next. Numbers as small as these mean many other things, so they are not taken to be
// moments because they are close.
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

// number is a word of a numeric type as a number.
func number(t *Type, w uint64) float64 {
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

// isDuration reports whether a type is time.Duration, whatever a file calls package time.
func isDuration(t *Type) bool { return t.Kind == Int && strings.HasSuffix(t.Go, ".Duration") }

// Passing says why a number of type t means something else at another time than now, in
// seconds since 1970, "" if it does not.
func Passing(t *Type, w uint64, now int64) string {
	switch n := number(t, w); {
	case Brief(t, w):
		return "a duration of less than a second"
	case isDuration(t): // which counts from no moment
	case unit(n, now) > 0 || coarse(n, now) > 0:
		return "a moment close to now"
	}
	return ""
}

// Brief reports whether a number is a duration that is over before a slower machine looks.
func Brief(t *Type, w uint64) bool {
	n := number(t, w)
	return isDuration(t) && n > 0 && n < second
}

// Moment reports whether so many seconds since 1970 are close to now.
func Moment(n, now int64) bool { return now-pastYears*year <= n && n <= now+aheadYears*year }

// Lasting are words for a number that is Passing which mean the same at any time, the
// likeliest to do as well first: a long duration; a moment far ahead, the beginning of the
// time that is counted, and one unit after it.
func Lasting(t *Type, w uint64, now int64) []uint64 {
	n := number(t, w)
	u, c := unit(n, now), coarse(n, now)
	switch {
	case Brief(t, w):
		return []uint64{hour, second}
	case isDuration(t):
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

// wordsOf are numbers as words of a numeric type, but for those that it does not have.
func wordsOf(t *Type, numbers ...float64) (list []uint64) {
	for _, n := range numbers {
		switch {
		case t.Kind == Float:
			list = append(list, math.Float64bits(n))
		case t.Bits < 64 && n > math.MaxInt32: // which 32 bits reach in 2038, and unsigned in 2106
		default:
			list = append(list, uint64(n))
		}
	}
	return list
}

// Passing returns the variables of a vector whose numbers mean something else at another
// time than now.
func (s *Space) Passing(vec Vector, now int64) []Var {
	var list []Var
	for _, v := range s.Vars(nil, vec) {
		if v.Role >= RoleInt && v.Role <= RoleFloat && Passing(v.Type, vec[v.Off], now) != "" {
			list = append(list, v)
		}
	}
	return list
}
