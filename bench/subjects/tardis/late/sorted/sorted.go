// Package sorted is a list of numbers in order.
//
// Invariant of List: no element is less than the one before it, and sum is the sum of the elements.
package sorted

// List is a list in order. The zero value is empty.
type List struct {
	items []int
	sum   int
}

// New makes an empty list.
func New() *List { return &List{} }

// From makes a list of numbers, of which each must not be less than the one before it.
func From(items []int) (*List, bool) {
	l := New()
	for i, v := range items {
		if i > 0 && v < items[i-1] {
			return nil, false
		}
		l.items = append(l.items, v)
		l.sum += v
	}
	return l, true
}

// place is the first place of an element that is not less than a number.
func (l *List) place(v int) int {
	lo, hi := 0, len(l.items)
	for lo < hi {
		mid := (lo + hi) / 2
		if l.items[mid] < v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Insert puts a number in, and returns its place.
func (l *List) Insert(v int) int {
	at := l.place(v)
	if at > 0 && l.items[at-1] >= v {
		panic("sorted: out of order")
	}
	l.items = append(l.items, 0)
	for i := len(l.items) - 1; i > at; i-- {
		l.items[i] = l.items[i-1]
	}
	l.items[at] = v
	l.sum += v
	return at
}

// Remove takes all elements of a value away, and returns how many there were.
func (l *List) Remove(v int) int {
	at := l.place(v)
	end := at
	for end < len(l.items) && l.items[end] == v {
		end++
		l.sum -= v
	}
	l.items = append(l.items[:at], l.items[end:]...)
	return end - at
}

// Has reports whether a number is in the list.
func (l *List) Has(v int) bool {
	at := l.place(v)
	return at < len(l.items) && l.items[at] == v
}

// Median is the element in the middle.
func (l *List) Median() (int, bool) {
	n := len(l.items)
	if n == 0 {
		return 0, false
	}
	if n%2 == 1 {
		return l.items[n/2], true
	}
	x, y := l.items[n/2-1], l.items[n/2]
	if x > y {
		panic("sorted: out of order")
	}
	return x + (y-x)/2, true
}

// Balanced reports whether there are three and more elements whose sum is 0, and not all are 0.
func (l *List) Balanced() bool {
	if len(l.items) < 3 || l.sum != 0 {
		return false
	}
	return l.items[0] != l.items[len(l.items)-1]
}

// Longest is how often the element is there that is there most often.
func (l *List) Longest() int {
	most, run := 0, 0
	for i, v := range l.items {
		if i > 0 && v == l.items[i-1] {
			run++
		} else {
			run = 1
		}
		most = max(most, run)
	}
	return most
}
