package dse

func init() { Register("fitnex", Fitnex) }

// Fitnex flips the node with the least composite fitness value (Xie et al.
// 2009, section 4.1): of a path p with the fitness F(p) and of a node of the
// branch b on it, that is F(p) - FGain(b). FGain(b) is what flips of b improved
// the fitness by, on average, whoever asked for them; 0 if there were none. A
// node that several paths share counts in the best of them, and that one's
// input is where its flip starts from.
//
// A path that does not reach the predicate of a target has the worst fitness value, the
// largest integer of 32 bits, and a flip into or out of that counts in the average of its
// branch like any other.
//
// Each uncovered target whose predicate some run has evaluated has fitness
// values, gains and priorities of its own, and these targets take turns. If
// there is none, Fitnex declines (section 7).
//
// The paper leaves ties open. Of equal nodes, one of the branch that was flipped
// least is flipped, so that each comes to show what it gains; of these one on
// the latest path, and there the least deep, for which there is least to solve.
//
// Its cost is that of a climb.
func Fitnex(w *World) Strategy {
	f := newClimb(w, func(int) bool { return true })
	f.scale = published{}
	return f
}

// published is the scale of the paper.
type published struct{}

// fitness implements scale: F(p).
func (published) fitness(r *Run, place int) fitness {
	now := fitnessOf(r, place)
	if now.grade != reached {
		return farthest
	}
	now.value = min(now.value, worst)
	return now
}

// gained implements scale: FGain(b).
func (p published) gained(t *target, r *Run, was, now fitness) {
	t.gains[reached].of(p.branch(r.Flipped)).add(was.value-now.value, 1)
}

// branch implements scale.
func (published) branch(n *Node) int { return n.location }

// weigh implements scale: composite values alone count.
func (published) weigh(*candidate) {}
