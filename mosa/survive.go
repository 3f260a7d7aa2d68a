package mosa

import "slices"

// survive makes the next generation of parents and children: the preferred
// members, then front by front the others, and of the front that does not fit
// those that are least crowded.
func (e *engine) survive(members []*member) []*member {
	rows := e.ranker.rank(members, e.released())
	lengths := make([]int, len(members))
	for i, m := range members {
		lengths[i] = len(m.vector)
	}
	var next []*member
	for number, front := range preferenceSort(rows, lengths, size) {
		distance := crowd(rows, front)
		chosen := make([]*member, len(front))
		for i, at := range front {
			chosen[i] = members[at]
			chosen[i].front, chosen[i].crowd = number, distance[i]
		}
		if room := size - len(next); number > 0 && len(chosen) > room {
			slices.SortStableFunc(chosen, func(a, b *member) int { return b.crowd - a.crowd })
			chosen = chosen[:room]
		}
		next = append(next, chosen...)
	}
	return next
}

// preferenceSort returns the fronts that make up enough members: first the
// preferred ones, then those of the others.
func preferenceSort(r *ranking, lengths []int, enough int) [][]int {
	first := prefer(r, lengths)
	if len(first) >= enough || len(first) == r.members {
		return [][]int{first}
	}
	var others []int
	for i := range r.members {
		if _, preferred := slices.BinarySearch(first, i); !preferred {
			others = append(others, i)
		}
	}
	return append([][]int{first}, fronts(r, others, enough-len(first))...)
}
