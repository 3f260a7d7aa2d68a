package mosa

const rivals = 10 // in a tournament

// tournament draws members, the same again at times, and returns the winner:
// the one in the best front, the least crowded within it, the first drawn.
func (e *engine) tournament() *member {
	var winner *member
	for range rivals {
		m := e.members[e.rng.IntN(len(e.members))]
		if winner == nil || m.front < winner.front || m.front == winner.front && m.crowd > winner.crowd {
			winner = m
		}
	}
	return winner
}
