package fitness

import (
	"slices"

	"nearmiss/cfg"
	"nearmiss/pathexpr"
)

// plan is the static part of the analysis of one critical node: the products as a DAG, and for each
// of its states the locs that are live there. Live locs allow slicing: statements that define
// nothing that a later condition uses are not executed, and paths that differ in nothing else share
// a state.
type plan struct {
	a         *Analysis
	f         *flow
	dag       *pathexpr.DAG
	steps     [][]stepPlan // parallel to dag.Steps
	live      []set        // by state: locs that a condition from here on depends on
	liveLists [][]int      // live as sorted lists
	numConds  int          // number of conditions of the flow
}

// stepPlan is one step of the DAG: a condition with its required outcome, followed by effects.
type stepPlan struct {
	cond    *condition // nil: none
	outcome bool
	ops     []op // effects on live locs
}

// newPlan prepares the symbolic execution of a DAG over f.
func (a *Analysis) newPlan(f *flow, dag *pathexpr.DAG) *plan {
	p := &plan{a: a, f: f, dag: dag}
	conds := map[*cfg.Cond]bool{}
	for _, arc := range f.arcs {
		if arc.cond != nil {
			conds[arc.cond] = true
		}
	}
	p.numConds = len(conds)
	n := len(dag.Steps)
	p.steps, p.live, p.liveLists = make([][]stepPlan, n), make([]set, n), make([][]int, n)
	destroyed := p.destroyed()
	for s, steps := range dag.Steps {
		for _, st := range steps {
			var sp stepPlan
			var before set
			if st.Label < 0 {
				sp, before = p.destroyStep(destroyed[-1-st.Label], p.live[st.To])
			} else {
				sp, before = a.arcStep(f.arcs[st.Label], p.live[st.To])
			}
			p.steps[s] = append(p.steps[s], sp)
			p.live[s].add(before)
		}
		p.liveLists[s] = slices.Collect(p.live[s].all())
	}
	return p
}

// arcOps returns the effects of an arc, except for the constraint of its condition.
func (a *Analysis) arcOps(c arc) []op {
	var ops []op
	if c.cond != nil {
		cond := a.conds[c.cond]
		ops = append(ops, cond.callOps...)
		if c.outcome {
			ops = append(ops, cond.trueOps...)
		}
	}
	if c.enters != nil {
		ops = append(ops, op{kill: a.allLocs()})
	}
	for _, b := range c.through {
		ops = append(ops, a.blocks[b]...)
	}
	return ops
}

// allLocs returns the set of all locs, which may have changed when a function literal is entered
// some time after it was made.
func (a *Analysis) allLocs() set {
	var s set
	for id := range a.lowering.locs.all {
		s = s.with(id)
	}
	return s
}

// destroyed returns, for each D[A], the locs that A may change.
func (p *plan) destroyed() []set {
	out := make([]set, len(p.dag.Destroyed))
	for i, e := range p.dag.Destroyed {
		for _, label := range e.Edges() {
			out[i].add(definedLocs(p.a.arcOps(p.f.arcs[label])))
		}
	}
	return out
}

// destroyStep returns the step of a D[A] and the locs that are live before it. defs are the locs
// that A may change, live those that are live behind the step.
func (p *plan) destroyStep(defs, live set) (stepPlan, set) {
	before := live.clone()
	before.remove(defs)
	kill := live.clone()
	kill.remove(before)
	var sp stepPlan
	if !kill.empty() {
		sp.ops = []op{{kill: kill}}
	}
	return sp, before
}

// arcStep returns the step of an arc, with the effects that the locs live behind it depend on, and
// the locs that are live before it.
func (a *Analysis) arcStep(c arc, live set) (stepPlan, set) {
	sp := stepPlan{outcome: c.outcome}
	sp.ops, live = sliceOps(a.arcOps(c), live)
	if c.cond != nil {
		sp.cond = a.conds[c.cond]
		if v := sp.cond.value; v != nil {
			live.add(v.uses)
		}
	}
	return sp, live
}

// sliceOps restricts ops to their effects on the locs that are live behind them, and returns the
// locs that are live before them, a new set.
func sliceOps(all []op, live set) (kept []op, before set) {
	before = live.clone()
	for i := len(all) - 1; i >= 0; i-- {
		o, affectsLive := sliceOp(all[i], before)
		if !affectsLive {
			continue
		}
		kept = append(kept, o)
		before.remove(definedLocs([]op{o}))
		for _, v := range o.src {
			if v != nil {
				before.add(v.uses)
			}
		}
	}
	slices.Reverse(kept)
	return kept, before
}

// sliceOp restricts an op to its effects on live locs. It reports whether there are any.
func sliceOp(o op, live set) (op, bool) {
	var kept op
	for i, d := range o.dst {
		if live.has(d) {
			kept.dst = append(kept.dst, d)
			kept.src = append(kept.src, o.src[i])
		}
	}
	if o.kill.intersects(live) {
		kept.kill = live.clone()
		unchanged := live.clone()
		unchanged.remove(o.kill)
		kept.kill.remove(unchanged)
	}
	return kept, len(kept.dst) > 0 || kept.kill != nil
}
