package mosa

// fronts sorts the members that are listed by dominance: nothing in the first
// front is dominated by another of the list, nothing in the second by another
// when the first is taken away, and so on. It ends behind the front that makes
// up enough members. Within a front they are in the order of the list.
func fronts(ranks [][]int32, list []int, enough int) [][]int {
	over := make([][]int, len(list)) // positions of those that one dominates
	under := make([]int, len(list))  // how many dominate one
	for a := range list {
		for b := a + 1; b < len(list); b++ {
			switch dominance(ranks[list[a]], ranks[list[b]]) {
			case -1:
				over[a] = append(over[a], b)
				under[b]++
			case 1:
				over[b] = append(over[b], a)
				under[a]++
			}
		}
	}
	var out [][]int
	sorted := make([]bool, len(list))
	for n := 0; n < min(enough, len(list)); {
		var at, front []int
		for i := range list {
			if !sorted[i] && under[i] == 0 {
				at, front = append(at, i), append(front, list[i])
			}
		}
		for _, i := range at {
			sorted[i] = true
			for _, b := range over[i] {
				under[b]--
			}
		}
		out = append(out, front)
		n += len(front)
	}
	return out
}

// dominance is -1 if a dominates b, being less somewhere and more nowhere, 1 if
// b dominates a, else 0.
func dominance(a, b []int32) int {
	less, more := false, false
	for k := range a {
		less = less || a[k] < b[k]
		more = more || a[k] > b[k]
		if less && more {
			return 0
		}
	}
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}
