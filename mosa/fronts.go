package mosa

import "math/bits"

// fronts sorts the members that are listed by dominance: nothing in the first
// front is dominated by another of the list, nothing in the second by another
// when the first is taken away, and so on. It ends behind the front that makes
// up enough members. Within a front they are in the order of the list.
func fronts(r *ranking, list []int, enough int) [][]int {
	width := (len(list) + 63) / 64
	over := make([]uint64, len(list)*width) // by position, a bit for each position that it dominates
	under := make([]int, len(list))         // how many dominate one
	for a := range list {
		row := r.row(list[a])
		for b := a + 1; b < len(list); b++ {
			switch dominance(row, r.row(list[b]), r.spare) {
			case -1:
				over[a*width+b/64] |= 1 << (b % 64)
				under[b]++
			case 1:
				over[b*width+a/64] |= 1 << (a % 64)
				under[a]++
			}
		}
	}
	var out [][]int
	for n := 0; n < min(enough, len(list)); {
		var at, front []int
		for i := range list {
			if under[i] == 0 {
				at, front = append(at, i), append(front, list[i])
			}
		}
		for _, i := range at {
			under[i] = -1 // done
			release(under, over[i*width:(i+1)*width])
		}
		out = append(out, front)
		n += len(front)
	}
	return out
}

// release lowers the counts at the positions of a set.
func release(counts []int, set []uint64) {
	for word, w := range set {
		for ; w != 0; w &= w - 1 {
			counts[word*64+bits.TrailingZeros64(w)]--
		}
	}
}
