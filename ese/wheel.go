package ese

import "math/rand/v2"

// wheel has numbers with weights, of which one is drawn, or changed, or added
// in O(log n): a tree of sums (Fenwick, A new data structure for cumulative
// frequency tables, 1994). sums[i-1] is that of the weights of the i&-i numbers
// that end before i.
type wheel struct {
	sums  []uint64
	total uint64
}

// grow adds the next number.
func (w *wheel) grow(weight uint64) {
	n := len(w.sums) + 1
	sum := weight
	for i := n - 1; i > n-n&-n; i -= i & -i {
		sum += w.sums[i-1]
	}
	w.sums = append(w.sums, sum)
	w.total += weight
}

// add adds to the weight of number i; the sum wraps, so that more can be taken
// away.
func (w *wheel) add(i int, weight uint64) {
	for n := i + 1; n <= len(w.sums); n += n & -n {
		w.sums[n-1] += weight
	}
	w.total += weight
}

// draw draws a number; each is as likely as its weight says. The weights are
// not all 0.
func (w *wheel) draw(rng *rand.Rand) int {
	x, at := rng.Uint64N(w.total), 0
	step := 1
	for 2*step <= len(w.sums) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if n := at + step; n <= len(w.sums) && w.sums[n-1] <= x {
			x -= w.sums[n-1]
			at = n
		}
	}
	return at
}
