package mosa

import (
	"slices"

	"nearmiss/search"
)

// ranks compares members: row i holds the ranks of member i under each of the
// objectives. Rank 0 is the least fitness; equals have the same rank.
func ranks(members []*member, objectives []int, lexicographic bool) [][]int32 {
	flat := make([]int32, len(members)*len(objectives))
	rows := make([][]int32, len(members))
	for i := range rows {
		rows[i] = flat[i*len(objectives):][:len(objectives)]
	}
	order := make([]int, len(members))
	for k, objective := range objectives {
		for i := range order {
			order[i] = i
		}
		of := func(i int) *search.Fitness { return members[i].fitness[objective] }
		slices.SortFunc(order, func(a, b int) int {
			switch {
			case of(a).Less(of(b), lexicographic):
				return -1
			case of(b).Less(of(a), lexicographic):
				return 1
			}
			return 0
		})
		rank := int32(0)
		for at, i := range order {
			if at > 0 && of(order[at-1]).Less(of(i), lexicographic) {
				rank++
			}
			rows[i][k] = rank
		}
	}
	return rows
}
