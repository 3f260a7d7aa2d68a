package mosa

// prefer applies the preference criterion: it lists, in order, the members that
// are the nearest of some objective. Of equally near ones that is the one with
// the shortest input, of equally short ones the first.
func prefer(ranks [][]int32, lengths []int) (front []int) {
	if len(ranks) == 0 {
		return nil
	}
	preferred := make([]bool, len(ranks))
	for k := range ranks[0] {
		best := 0
		for i := range ranks {
			if r, b := ranks[i][k], ranks[best][k]; r < b || r == b && lengths[i] < lengths[best] {
				best = i
			}
		}
		preferred[best] = true
	}
	for i, p := range preferred {
		if p {
			front = append(front, i)
		}
	}
	return front
}
