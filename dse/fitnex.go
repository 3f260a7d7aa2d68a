package dse

func init() { Register("fitnex", Fitnex) }

// Fitnex flips the node with the least composite fitness value (Xie et al. 2009, section 4.1). For
// a path p with the fitness F(p) and a node of the branch b on p, the value is F(p) - FGain(b).
// FGain(b) is the average improvement of the fitness by flips of b, whichever strategy asked for
// them; 0 if there were none. A node that several paths share counts on the best of these paths,
// and its flip starts from the input of that path.
//
// A path that does not reach the predicate of a target has the worst fitness value, the largest
// integer of 32 bits. A flip into or out of such a path counts in the average of its branch like
// any other flip.
//
// Each uncovered target whose predicate some run has evaluated has its own fitness values, gains
// and priorities, and these targets take turns. If there is none, Fitnex declines (section 7).
//
// The paper leaves ties open. Among equal nodes Fitnex prefers the branch that was flipped least,
// so that the gain of each branch becomes known; then the latest path; then the least deep node,
// whose prefix has the fewest clauses to solve.
//
// Its cost is that of a fitnessClimb.
func Fitnex(w *World) Strategy {
	f := newFitnessClimb(w, func(int) bool { return true })
	f.scale = tableScale{}
	return f
}

// tableScale is the fitnessScale of the paper.
type tableScale struct{}

// fitness implements fitnessScale: F(p).
func (tableScale) fitness(r *Run, target int) fitness {
	now := fitnessOf(r, target)
	if now.grade != reached {
		return farthest
	}
	now.value = min(now.value, worst)
	return now
}

// recordGain implements fitnessScale: FGain(b).
func (p tableScale) recordGain(t *climbTarget, r *Run, before, now fitness) {
	t.gains[reached].gainOf(p.branchKey(r.Flipped)).add(before.value-now.value, 1)
}

// branchKey implements fitnessScale.
func (tableScale) branchKey(n *Node) int { return n.location }

// rankCandidate implements fitnessScale. Composite values alone order candidates.
func (tableScale) rankCandidate(*candidate) {}
