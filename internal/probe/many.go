package probe

// Several targets at once: one run is measured against each of them. What a
// run did at a branch is taken down once, whichever targets it leads away
// from, and OutcomeOf reads a target's result from that.
var (
	many   []*Target // nil unless there are several targets
	sights []sight   // by branch
	runNo  uint64    // of the run; a sight of another run is none
	sightN uint64    // sights so far in this run
	shares [][]share // by condition: the programs there
	values []visit   // by target
	merged Result    // what OutcomeOf returns
)

// A sight is what a run did at one branch.
type sight struct {
	hit   uint64 // the run that took it, if it is a target
	run   uint64 // the run that took it, if it leads away from one
	at    uint64 // its turn among the sights of the run
	exact uint64 // least distance from the other outcome; the last one with Target.Last
	kind  Kind
}

// A share is the program of one target at a condition.
type share struct {
	target  int
	program *Program
}

// A visit is the least value of one target's programs in a run.
type visit struct {
	run   uint64
	value Value
}

// SetTargets sets several targets at once for the next runs: OutcomeOf(i) is
// then what Outcome would be with ts[i] alone. Symbolic and Last are those of
// the first. The nodes must stay as they are until the targets are set anew.
func SetTargets(ts []*Target) {
	switch len(ts) {
	case 0:
		SetTarget(nil)
		return
	case 1:
		SetTarget(ts[0])
		return
	}
	all := &Target{Branch: NoBranch, Last: true, Nodes: everyNode(ts)}
	all.Links, all.Tails = everyLink(ts)
	all.Coarse = ts[0].Coarse
	SetTarget(all)
	many = ts
	runNo = 0
	sights = make([]sight, 2*conds)
	values = make([]visit, len(ts))
	shares = make([][]share, conds)
	for i, t := range ts {
		if t.Branch < 2*uint32(conds) {
			hot[t.Branch] |= goal
		}
		for j := range t.Nodes {
			n := &t.Nodes[j]
			if ts[0].Symbolic && n.Program != nil && n.Cond < uint32(conds) {
				want[n.Cond] = 1
				shares[n.Cond] = append(shares[n.Cond], share{i, n.Program})
			}
		}
	}
}

// everyNode joins the outcomes that lead away from any of the targets.
func everyNode(ts []*Target) []Node {
	away := make([]uint8, conds)
	for _, t := range ts {
		for i := range t.Nodes {
			if n := &t.Nodes[i]; n.Cond < uint32(conds) {
				away[n.Cond] |= n.Away
			}
		}
	}
	var nodes []Node
	for c, a := range away {
		if a != 0 {
			nodes = append(nodes, Node{Cond: uint32(c), Away: a})
		}
	}
	return nodes
}

// beginMany forgets the sights of the run before.
func beginMany() {
	runNo++
	sightN = 0
}

// sightHit takes down that a target was taken.
func sightHit(f Branch) {
	if int(f) < len(sights) {
		sights[f].hit = runNo
	}
}

// sightAway takes down a divergence.
func sightAway(f Branch, exact uint64, kind Kind) {
	if int(f) >= len(sights) {
		return
	}
	sightN++
	s := &sights[f]
	if s.run == runNo && !many[0].Last && !nearer(exact, kind, s.exact, s.kind) {
		return
	}
	s.run, s.at, s.exact, s.kind = runNo, sightN, exact, kind
}

// nearer reports whether a distance is less than another.
func nearer(exact uint64, kind Kind, than uint64, thanKind Kind) bool {
	if kind == thanKind {
		return exact < than
	}
	return kind.published(exact) < thanKind.published(than)
}

// evaluateMany runs the programs of one visited node.
func evaluateMany(id uint32) {
	if int(id) >= len(shares) {
		return
	}
	for _, s := range shares[id] {
		p, v := s.program, &values[s.target]
		if len(p.First) < 2 {
			continue
		}
		node.Value = p.Eval(slots, &scratch)
		seen := v.run == runNo
		if seen && node.Value > v.value.Value {
			continue
		}
		node.Level = scratch.Level()
		node.N = scratch.Exact(node.Exact[:])
		if !seen || node.less(&v.value) {
			v.value = node
		}
		v.run = runNo
	}
}

// OutcomeOf returns the result of the last run for target i of SetTargets. It
// is valid until the next call of OutcomeOf or Begin.
func OutcomeOf(i int) *Result {
	if many == nil {
		return &best
	}
	t, m := many[i], &merged
	m.Hit = t.Branch < uint32(len(sights)) && sights[t.Branch].hit == runNo
	m.Cost, m.Exhausted = best.Cost, best.Exhausted
	m.Diverged = false
	last := uint64(0)
	for j := range t.Nodes {
		n := &t.Nodes[j]
		for side := range uint32(2) {
			f := 2*n.Cond + side
			if n.Away&(AwayFalse<<side) == 0 || f >= uint32(len(sights)) || sights[f].run != runNo {
				continue
			}
			s := &sights[f]
			if m.Diverged && !s.before(n.Level, m, last) {
				continue
			}
			m.Diverged, m.Level, m.Exact, m.Kind, last = true, n.Level, s.exact, s.kind, s.at
		}
	}
	if m.Visited = values[i].run == runNo; m.Visited {
		m.Value = values[i].value
	}
	return m
}

// before reports whether a sight counts rather than the one in m, which was
// the last so far.
func (s *sight) before(level uint32, m *Result, last uint64) bool {
	switch {
	case many[0].Last:
		return s.at > last
	case level != m.Level:
		return level < m.Level
	}
	return nearer(s.exact, s.kind, m.Exact, m.Kind)
}
