package mosa

import "math"

// crowd returns the distance of each member of a front by sub-vector dominance:
// against each other member count the objectives under which it is better, and
// take the least count. One that stands alone has the greatest.
func crowd(ranks [][]int32, front []int) []int {
	distance := make([]int, len(front))
	for i := range distance {
		distance[i] = math.MaxInt
	}
	for a := range front {
		for b := a + 1; b < len(front); b++ {
			var less, more int
			ra, rb := ranks[front[a]], ranks[front[b]]
			for k := range ra {
				switch {
				case ra[k] < rb[k]:
					less++
				case ra[k] > rb[k]:
					more++
				}
			}
			distance[a] = min(distance[a], less)
			distance[b] = min(distance[b], more)
		}
	}
	return distance
}
