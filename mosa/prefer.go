package mosa

// prefer applies the preference criterion: it lists, in order, the members that
// are the nearest of some objective. Of equally near ones that is the one with
// the shortest input, of equally short ones the first.
func prefer(r *ranking, lengths []int) (front []int) {
	if r.members == 0 {
		return nil
	}
	preferred := make([]bool, r.members)
	for k := range r.objectives {
		best := -1
		word, shift := r.place(k)
		lane := uint64(1)<<r.lane - 1
		for i := range r.members {
			if r.words[i*r.width+word]>>shift&lane == 0 && (best < 0 || lengths[i] < lengths[best]) {
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
