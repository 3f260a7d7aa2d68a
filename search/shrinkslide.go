package search

import "nearmiss/input"

// slides moves the contents of arrays to the front. An array has no elements
// to delete, and what counts in it is often at the place that a number says:
// such numbers move with the contents.
func (s *shrinker) slides() {
	const least = 4 // elements; shorter lists read well as they are
	for from := 0; from < len(s.vars) && !s.spent(); {
		to := from + 1
		for to < len(s.vars) && s.vars[to].Type == s.vars[from].Type && s.vars[to].Item && scalar(&s.vars[to]) {
			to++
		}
		if v := &s.vars[from]; to-from >= least && v.Item && scalar(v) && !v.Key && v.Role != input.RoleByte {
			s.slide(from, to)
		}
		from = to
	}
}

// slide moves the elements that are the variables from to to as far as that
// is kept, halving the distance where it is not.
func (s *shrinker) slide(from, to int) {
	room := 0
	for from+room < to && s.best[from+room] == s.vars[from+room].Plain() {
		room++
	}
	if from+room == to {
		return
	}
	for by := room; by > 0 && !s.spent(); {
		if s.slideBy(from, to, by) {
			room -= by
			by = min(by, room)
		} else {
			by /= 2
		}
	}
}

// slideBy moves them with all numbers that may be indices, with those equal
// to the distance, with one of those, and alone.
func (s *shrinker) slideBy(from, to, by int) bool {
	var equal []int
	all := s.slid(from, to, by)
	some := s.slid(from, to, by)
	for i := range s.vars {
		v := &s.vars[i]
		if n := v.Int(s.best[i]); (i < from || i >= to) && free(v) && n >= int64(by) && n <= int64(to-from) {
			all[i] = v.FromInt(n - int64(by))
			if n == int64(by) {
				some[i] = v.FromInt(0)
				equal = append(equal, i)
			}
		}
	}
	if s.try(all) || s.try(some) {
		return true
	}
	for _, i := range equal {
		c := s.slid(from, to, by)
		c[i] = s.vars[i].FromInt(0)
		if s.try(c) {
			return true
		}
	}
	return s.try(s.slid(from, to, by))
}

// slid returns the best vector with the elements moved.
func (s *shrinker) slid(from, to, by int) input.Vector {
	c := append(input.Vector(nil), s.best...)
	copy(c[from:to-by], s.best[from+by:to])
	for i := to - by; i < to; i++ {
		c[i] = s.vars[i].Plain()
	}
	return c
}
