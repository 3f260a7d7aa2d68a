package probe

// Target is what a run is measured against.
type Target struct {
	Branch Branch // NoBranch: none
	// Site is a panic site's number plus one, 0 for none. Levels of nodes begin with 1, and
	// an outcome at level 1 that does not turn away is a hit: a run comes to the site. What is
	// at level 0 is how far a divisor there is from zero.
	Site  uint32
	Nodes []Node
	// Boundary aims at equal operands of the condition of Branch, and not at the
	// branch. The condition is a node with both outcomes, at level 0.
	Boundary bool
	// Symbolic runs the programs of the nodes.
	Symbolic bool
	// Last keeps the last divergence of a run, as published, in place of
	// the least.
	Last bool
}

// NoBranch is the target of a run that looks for nothing in particular.
const NoBranch = ^Branch(0)

// Node is a condition at which a run can turn away from the target.
type Node struct {
	Cond    uint32
	Level   int      // approach level of a run that turns away here
	Away    uint8    // AwayFalse, AwayTrue or both: the outcomes that turn away
	Program *Program // nil: none
}

// The outcomes of a condition that turn away.
const (
	AwayFalse = 1 << iota
	AwayTrue
)

// Result says how one run did. Level, Exact and Float mean something only if
// Diverged is set, Value only if Visited is.
type Result struct {
	Hit bool // the target was taken

	// The standard fitness: the divergence that counts.
	Diverged bool
	Level    int    // its approach level
	Exact    uint64 // its distance, at least 1
	Kind     Kind   // what Exact is

	// The enhanced fitness: the least over the visited nodes.
	Visited bool
	Value   Value

	Cost      uint64 // statements
	Exhausted bool   // the fuel ran out
}

// Published is the published distance of the divergence.
func (r *Result) Published() float64 { return r.Kind.published(r.Exact) }

// Outcome returns the result of the last run. It is the state itself, valid
// until the next Begin.
func Outcome() *Result { return &best }

// SetTarget sets what the next runs are measured against; nil is nothing.
// The nodes of t must stay as they are until the next SetTarget. Nodes of
// conditions that do not exist are left out.
func SetTarget(t *Target) {
	if target != nil {
		clearTarget()
	}
	target = t
	if t == nil {
		return
	}
	site = t.Site - 1 // noSite if it is 0
	switch {
	case t.Branch >= 2*uint32(conds):
	case t.Boundary:
		boundary = t.Branch >> 1
	default:
		hot[t.Branch] |= goal
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Cond >= uint32(conds) {
			continue
		}
		level[n.Cond] = n.Level
		if n.Away&AwayFalse != 0 {
			hot[2*n.Cond] |= away
		}
		if n.Away&AwayTrue != 0 {
			hot[2*n.Cond+1] |= away
		}
		if t.Site != 0 && n.Level == 1 && n.Away != AwayFalse|AwayTrue {
			hot[2*n.Cond+uint32(n.Away&AwayFalse)] |= goal
		}
		if t.Symbolic && n.Program != nil {
			progs[n.Cond] = n.Program
			want[n.Cond] = 1
		}
	}
	heat()
}

func clearTarget() {
	for i := 0; i < 2*conds; i++ {
		hot[i] &^= away | goal
	}
	for i := 0; i < conds; i++ {
		want[i] = 0
		progs[i] = nil
	}
	target, boundary, site = nil, noCond, noSite
}

// heat makes every switch look at its cases again.
func heat() {
	for i := 0; i < conds; i++ {
		head[i] = 1
	}
}

// counts does what is asked of f apart from the distance, and reports whether
// the distance matters: f leads away, and no nearer divergence is known.
func counts(f Branch) bool {
	if left && stale() {
		return false
	}
	h := hot[f]
	if h&^away != 0 {
		take(f, h)
	}
	id := int(f >> 1)
	if h&away == 0 || target == nil || id >= len(level) {
		return false
	}
	return !best.Diverged || level[id] <= best.Level || target.Last
}

// noCond is the number of no condition.
const noCond = ^uint32(0)

// boundary is the condition whose operands are to be equal.
var boundary = noCond

// aim is the relation between the operands of a condition, which has r, that a run
// which took f was to have.
func aim(f Branch, r Rel) Rel {
	switch {
	case f>>1 == boundary:
		return EQ
	case f&1 != 0:
		return r.Negate()
	}
	return r
}

// diverge records a run that takes f, away from the target, though it was
// exact away from the other outcome, or from equal operands: there is nothing away from
// these if it had them. counts(f) must hold.
func diverge(f Branch, exact uint64, kind Kind) {
	if exact == 0 && f>>1 == boundary {
		best.Hit = true
		return
	}
	l := level[f>>1]
	if best.Diverged && !target.Last && l == best.Level && !closer(exact, kind) {
		return
	}
	best.Diverged = true
	best.Level = l
	best.Exact = exact
	best.Kind = kind
}

// closer reports whether a distance is less than the best of its level.
func closer(exact uint64, kind Kind) bool {
	if kind == best.Kind {
		return exact < best.Exact
	}
	return kind.published(exact) < best.Kind.published(best.Exact)
}
