package fitness

import (
	"slices"

	"nearmiss/cfg"
	"nearmiss/pathexpr"
)

// plan is what the analysis of one critical node knows before it starts: the
// products as a DAG, and for each of its states which locs still matter there.
// That is the slicing: what defines nothing that a later condition uses is
// not executed, and ways that differ in nothing else meet again.
type plan struct {
	a     *Analysis
	f     *flow
	dag   *pathexpr.DAG
	steps [][]stepPlan // as dag.Steps
	live  []set        // by state: locs that a condition from here on depends on
	list  [][]int      // live as lists
	conds []*cfg.Cond  // of the flow
	after []set        // by state: conditions from here on, as indices of conds
	index map[*cfg.Cond]int

	reads    [][]int // by condition: the locs that it depends on
	readers  []set   // by loc: the conditions that depend on it
	unsteady []set   // by state: conditions that depend on locs which may change on the way; made on demand
	behind   []set   // by state: locs that may change from here on; made on demand
	uses     set     // locs that a condition depends on; made with behind
}

// stepPlan is one step of the DAG: a condition that must have an outcome,
// then effects.
type stepPlan struct {
	cond    *condition // nil: none
	which   int        // index of the condition
	outcome bool
	ops     []op // those that matter
	defs    set  // all locs that may change
}

// newPlan prepares the symbolic execution of a DAG over f.
func (a *Analysis) newPlan(f *flow, dag *pathexpr.DAG) *plan {
	p := &plan{a: a, f: f, dag: dag, index: make(map[*cfg.Cond]int)}
	for _, arc := range f.arcs {
		if arc.cond != nil {
			if _, ok := p.index[arc.cond]; !ok {
				p.index[arc.cond] = len(p.conds)
				p.conds = append(p.conds, arc.cond)
			}
		}
	}
	p.settleReads()
	n := len(dag.Steps)
	p.steps, p.live, p.list, p.after = make([][]stepPlan, n), make([]set, n), make([][]int, n), make([]set, n)
	destroyed := p.destroyed()
	for s, steps := range dag.Steps {
		for _, st := range steps {
			var sp stepPlan
			var before set
			if st.Label < 0 {
				sp, before = p.forget(destroyed[-1-st.Label], p.live[st.To])
			} else {
				sp, before = p.step(f.arcs[st.Label], p.live[st.To])
			}
			p.steps[s] = append(p.steps[s], sp)
			p.live[s].add(before)
			p.after[s].add(p.after[st.To])
			if sp.cond != nil {
				p.after[s] = p.after[s].with(sp.which)
			}
		}
		p.list[s] = slices.Collect(p.live[s].all())
	}
	return p
}

// settleReads finds out which conditions depend on which locs.
func (p *plan) settleReads() {
	p.reads, p.readers = make([][]int, len(p.conds)), make([]set, len(p.a.lower.locs.all))
	for i, c := range p.conds {
		if v := p.a.conds[c].value; v != nil {
			p.reads[i] = slices.Collect(v.uses.all())
			for _, l := range p.reads[i] {
				p.readers[l] = p.readers[l].with(i)
			}
		}
	}
}

// arcOps are the effects of an arc, without its condition's outcome.
func (p *plan) arcOps(c arc) []op {
	a := p.a
	var ops []op
	if c.cond != nil {
		cond := a.conds[c.cond]
		ops = append(ops, cond.before...)
		if c.outcome {
			ops = append(ops, cond.taken...)
		}
	}
	if c.enters != nil {
		ops = append(ops, op{kill: a.everything()})
	}
	for _, b := range c.through {
		ops = append(ops, a.blocks[b]...)
	}
	return ops
}

// everything is the set of all locs: what may have changed when a function
// literal is entered some time after it was made.
func (a *Analysis) everything() set {
	var s set
	for id := range a.lower.locs.all {
		s = s.with(id)
	}
	return s
}

// destroyed returns what each D[A] forgets: all that A may change.
func (p *plan) destroyed() []set {
	out := make([]set, len(p.dag.Destroyed))
	for i, e := range p.dag.Destroyed {
		for _, label := range e.Edges() {
			out[i].add(defined(p.arcOps(p.f.arcs[label])))
		}
	}
	return out
}

// forget is the step of a D[A].
func (p *plan) forget(defs, live set) (stepPlan, set) {
	before := live.clone()
	before.remove(defs)
	kill := live.clone()
	kill.remove(before)
	sp := stepPlan{which: -1, defs: defs}
	if !kill.empty() {
		sp.ops = []op{{kill: kill}}
	}
	return sp, before
}

// step is the step of an arc: its effects as far as the locs live behind it
// depend on them. It returns the locs that are live before it.
func (p *plan) step(c arc, live set) (stepPlan, set) {
	sp := stepPlan{which: -1, outcome: c.outcome}
	all := p.arcOps(c)
	sp.defs = defined(all)
	live = live.clone()
	for i := len(all) - 1; i >= 0; i-- {
		if o, some := sliceOp(all[i], live); some {
			sp.ops = append(sp.ops, o)
			live.remove(defined([]op{o}))
			for _, v := range o.src {
				if v != nil {
					live.add(v.uses)
				}
			}
		}
	}
	for i, j := 0, len(sp.ops)-1; i < j; i, j = i+1, j-1 {
		sp.ops[i], sp.ops[j] = sp.ops[j], sp.ops[i]
	}
	if c.cond != nil {
		sp.cond, sp.which = p.a.conds[c.cond], p.index[c.cond]
		if v := sp.cond.value; v != nil {
			live.add(v.uses)
		}
	}
	return sp, live
}

// sliceOp keeps what an op does to live locs.
func sliceOp(o op, live set) (op, bool) {
	var kept op
	for i, d := range o.dst {
		if live.has(d) {
			kept.dst = append(kept.dst, d)
			kept.src = append(kept.src, o.src[i])
		}
	}
	if o.kill.meets(live) {
		kept.kill = live.clone()
		rest := live.clone()
		rest.remove(o.kill)
		kept.kill.remove(rest)
	}
	return kept, len(kept.dst) > 0 || kept.kill != nil
}

// changed returns the conditions that may come behind a state and be other than they are
// there, as locs that they depend on may change on the way.
func (p *plan) changed(state int) set {
	if p.unsteady == nil {
		p.unsteady = make([]set, len(p.steps))
		touched := make(map[int]set) // by label
		for s, steps := range p.dag.Steps {
			for i, st := range steps {
				conds, known := touched[st.Label]
				if !known {
					conds = p.dependent(p.steps[s][i].defs)
					touched[st.Label] = conds
				}
				p.unsteady[s].add(conds.both(p.after[st.To]))
				p.unsteady[s].add(p.unsteady[st.To])
			}
		}
	}
	return p.unsteady[state]
}

// dependent returns the conditions that depend on some of the locs.
func (p *plan) dependent(locs set) (conds set) {
	for l := range locs.all() {
		conds.add(p.readers[l])
	}
	return conds
}

// steady reports whether no loc that a condition depends on may change from a state on.
func (p *plan) steady(state int) bool {
	if p.behind == nil {
		p.behind = make([]set, len(p.steps))
		for s, steps := range p.steps {
			for i, sp := range steps {
				p.behind[s].add(sp.defs)
				p.behind[s].add(p.behind[p.dag.Steps[s][i].To])
			}
		}
		for _, c := range p.conds {
			if v := p.a.conds[c].value; v != nil {
				p.uses.add(v.uses)
			}
		}
	}
	return !p.behind[state].meets(p.uses)
}
