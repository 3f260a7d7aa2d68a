package effects

import (
	"nearmiss/cfg"
	"nearmiss/smt/interval"
)

const (
	patience  = 3   // visits of a loop before its bounds are widened
	mostVisit = 200 // passes over a graph, after which nothing is proved
	narrowing = 2   // passes that take back what widening lost
)

// solve finds what is known in each block of a graph.
func (a *Analysis) solve(g *cfg.Graph) {
	a.graph = g
	out := make([]state, len(g.Blocks))
	in := make([]state, len(g.Blocks))
	visits := make([]int, len(g.Blocks))
	for pass := 0; ; pass++ {
		if pass == mostVisit {
			a.gaveUp[g] = true
			return
		}
		changed := false
		for i, b := range g.Blocks {
			next := join(in[i], a.entering(g, b, out))
			if isHead(b) && visits[i] > patience {
				next = a.widen(in[i], next)
			}
			if visits[i] > 0 && equal(in[i], next) {
				continue
			}
			visits[i]++
			changed = true
			in[i] = next
			out[i] = a.through(b, next)
		}
		if !changed {
			break
		}
	}
	// Each pass starts from something that holds, and so ends in it.
	for range narrowing {
		for i, b := range g.Blocks {
			out[i] = a.through(b, a.entering(g, b, out))
		}
	}
	a.states[g] = out
}

// isHead reports whether an edge leads back to b.
func isHead(b *cfg.Block) bool {
	for _, e := range b.Preds {
		if e.From.ID >= b.ID {
			return true
		}
	}
	return false
}

// entering is what is known before a block.
func (a *Analysis) entering(g *cfg.Graph, b *cfg.Block, out []state) state {
	var s state
	if b.ID == 0 {
		s = state{}
	}
	for _, e := range b.Preds {
		from := out[e.From.ID]
		if from != nil && e.Cond != nil {
			from = a.refine(from, e.Cond, e.Outcome)
		}
		s = join(s, from)
	}
	return s
}

// through is what is known behind the nodes of a block.
func (a *Analysis) through(b *cfg.Block, s state) state {
	if s == nil {
		return nil
	}
	for _, n := range b.Nodes {
		s = a.transfer(s, n)
	}
	return s
}

// widen moves bounds that still move to the next mark, and forgets what
// passes the last.
func (a *Analysis) widen(old, next state) state {
	if old == nil || next == nil {
		return next
	}
	out := state{}
	for k, v := range next {
		w, ok := old[k]
		if !ok || v.class != integer {
			out[k] = v
			continue
		}
		all := a.lengths()
		if !k.length {
			all = a.limits(k.v.Type())
		}
		if v.iv.Lo.Cmp(w.iv.Lo) < 0 {
			v.iv.Lo = a.markBelow(v.iv.Lo, all.Lo)
		}
		if v.iv.Hi.Cmp(w.iv.Hi) > 0 {
			v.iv.Hi = a.markAbove(v.iv.Hi, all.Hi)
		}
		out[k] = v
	}
	return out
}

func (a *Analysis) markBelow(n, least interval.Number) interval.Number {
	for i := len(a.marks) - 1; i >= 0; i-- {
		if m := a.marks[i]; m.Cmp(n) <= 0 {
			return interval.Greatest(m, least)
		}
	}
	return least
}

func (a *Analysis) markAbove(n, most interval.Number) interval.Number {
	for _, m := range a.marks {
		if m.Cmp(n) >= 0 {
			return interval.Least(m, most)
		}
	}
	return most
}
