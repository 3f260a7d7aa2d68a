package probe

// Target is the target of the search, for which a run has a fitness.
type Target struct {
	Branch Branch // NoBranch for no branch
	// Site is the number of a panic site plus one, 0 for none. Levels of conditions then start at
	// 1. An outcome at level 1 that does not lead away is a hit: the run reaches the site.
	// The check of the site, if it has one, is a node at level 0, from which the false outcome leads away.
	Site  uint32
	Nodes []Node // conditions at which a run can diverge from the target
	// Boundary makes equal operands of the condition of Branch the goal, instead of the
	// branch. The condition is a node at level 0 from which both outcomes lead away.
	Boundary bool
	// Symbolic makes the run evaluate the programs of the nodes.
	Symbolic bool
	// Last keeps the last divergence of a run, as Baars et al. do, instead
	// of the least.
	Last bool
}

// NoBranch means that the target is no branch.
const NoBranch = ^Branch(0)

// Node is a condition at which a run can diverge from the target.
type Node struct {
	Cond    uint32   // number of the condition
	Level   int      // approach level of a run that diverges here
	Away    uint8    // AwayFalse, AwayTrue or both: the outcomes that lead away
	Program *Program // computes the enhanced fitness of a run at the node; nil if there is none
}

// Outcomes of a condition that lead away from the target.
const (
	AwayFalse = 1 << iota
	AwayTrue
)

// Result is the fitness of one run. Level, Exact and Kind are valid only if Diverged is true,
// Value only if Visited is true.
type Result struct {
	Hit bool // the run reached the target

	// The standard fitness: the least divergence, or the last with Target.Last.
	Diverged bool
	Level    int    // approach level of the divergence
	Exact    uint64 // exact distance of the divergence, at least 1
	Kind     Kind   // kind of the operands of Exact

	// The enhanced fitness: the least value over the visited nodes.
	Visited bool
	Value   Value

	Cost      uint64 // statements executed
	Exhausted bool   // the run used up its fuel
}

// Published returns the published distance of the divergence.
func (r *Result) Published() float64 { return r.Kind.published(r.Exact) }

// Outcome returns the result of the last run, without a copy. It is valid until the next Begin.
func Outcome() *Result { return &outcome }

// SetTarget sets the target of the next runs; nil means none. The nodes of t must not change
// until the next SetTarget. Nodes of conditions that do not exist are ignored.
func SetTarget(t *Target) {
	if target != nil {
		clearTarget()
	}
	hasGoroutines = false
	target = t
	if t == nil {
		return
	}
	switch {
	case t.Branch >= 2*uint32(numConds):
	case t.Boundary:
		boundary = t.Branch >> 1
	default:
		branchFlags[t.Branch] |= isTarget
	}
	for i := range t.Nodes {
		node := &t.Nodes[i]
		if node.Cond >= uint32(numConds+numChecks) {
			continue
		}
		approachLevel[node.Cond] = node.Level
		if node.Away&AwayFalse != 0 {
			branchFlags[2*node.Cond] |= leadsAway
		}
		if node.Away&AwayTrue != 0 {
			branchFlags[2*node.Cond+1] |= leadsAway
		}
		if t.Site != 0 && node.Level == 1 && node.Away != AwayFalse|AwayTrue {
			branchFlags[2*node.Cond+uint32(node.Away&AwayFalse)] |= isTarget
		}
		if t.Symbolic && node.Program != nil {
			programs[node.Cond] = node.Program
			wantsValues[node.Cond] = 1
		}
	}
	activateSwitches()
}

func clearTarget() {
	for i := 0; i < 2*(numConds+numChecks); i++ {
		branchFlags[i] &^= leadsAway | isTarget
	}
	for i := 0; i < numConds; i++ {
		wantsValues[i] = 0
		programs[i] = nil
	}
	target, boundary = nil, noCond
}

// activateSwitches makes every switch examine its cases again.
func activateSwitches() {
	for i := 0; i < numConds; i++ {
		switchActive[i] = 1
	}
}

// needsDistance handles the flags of branch f except leadsAway, and reports whether the distance
// matters: f leads away from the target, and no divergence at a lower level is known or the last
// divergence counts. It ignores goroutines of earlier runs.
func needsDistance(f Branch) bool {
	if staleExist && onStaleGoroutine() {
		return false
	}
	h := branchFlags[f]
	if h&^leadsAway != 0 {
		applyFlags(f, h)
	}
	id := int(f >> 1)
	if h&leadsAway == 0 || target == nil || id >= len(approachLevel) {
		return false
	}
	return !outcome.Diverged || approachLevel[id] <= outcome.Level || target.Last
}

// noCond means that the target is no boundary.
const noCond = ^uint32(0)

// boundary is the condition whose boundary is the target, or noCond.
var boundary = noCond

// relationForTarget returns the relation between the operands of a condition that leads to the
// target, for a run that took branch f. r is the relation of the condition.
func relationForTarget(f Branch, r Rel) Rel {
	switch {
	case f>>1 == boundary:
		return EQ
	case f&1 != 0:
		return r.Negate()
	}
	return r
}

// recordDivergence records that the run took f, which leads away from the target. exact is the
// distance from the other outcome, or from equal operands at the boundary of the target: with
// equal operands the run has reached that boundary. needsDistance(f) must hold.
func recordDivergence(f Branch, exact uint64, kind Kind) {
	if exact == 0 && f>>1 == boundary {
		outcome.Hit = true
		return
	}
	l := approachLevel[f>>1]
	if outcome.Diverged && !target.Last && l == outcome.Level && !lessThanBest(exact, kind) {
		return
	}
	outcome.Diverged = true
	outcome.Level = l
	outcome.Exact = exact
	outcome.Kind = kind
}

// lessThanBest reports whether a distance is less than the distance of the recorded divergence.
func lessThanBest(exact uint64, kind Kind) bool {
	if kind == outcome.Kind {
		return exact < outcome.Exact
	}
	return kind.published(exact) < outcome.Kind.published(outcome.Exact)
}
