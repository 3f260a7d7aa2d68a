package mosa

import "math"

// crowd returns the distance of each member of a front by sub-vector dominance:
// against each other member count the objectives under which it is better, and
// take the least count. One that stands alone has the greatest.
func crowd(r *ranking, front []int) []int {
	distance := make([]int, len(front))
	for i := range distance {
		distance[i] = math.MaxInt
	}
	for a := range front {
		for b := a + 1; b < len(front); b++ {
			less, more := r.count(front[a], front[b])
			distance[a] = min(distance[a], less)
			distance[b] = min(distance[b], more)
		}
	}
	return distance
}
