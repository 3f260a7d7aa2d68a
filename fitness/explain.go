package fitness

import (
	"slices"

	"nearmiss/cfg"
	"nearmiss/pathexpr"
	"nearmiss/term"
)

// Explanation describes the computation of the fitness of a target, for people.
type Explanation struct {
	Target *Target
	Nodes  []NodeExplanation
	Edges  []EdgeName // in the order of their letters
}

// EdgeName is the letter of an edge of the path expressions.
type EdgeName struct {
	Name    string
	From    *cfg.Block
	To      *cfg.Block // nil: the target
	Cond    *cfg.Cond  // nil for a jump and for the entry into a literal
	Outcome bool
}

// NodeExplanation describes one critical node.
type NodeExplanation struct {
	*Node
	Path     string // the path expression
	Approx   string // its approximation
	Listed   []ProductExplanation
	Unlisted pathexpr.Count // products beyond the listed ones
	TooLarge bool           // the DAG is too large to list products
}

// ProductExplanation is one product and its path condition.
type ProductExplanation struct {
	Text       string
	Conditions []ConditionExplanation // in path order
	Destroyed  []string               // paths that its D[A] forget, sorted
	Level      int                    // approximation level: conditions dropped
	Infeasible bool                   // the conditions contradict each other; they are listed up to the contradiction
}

// ConditionExplanation is one atomic condition of a product.
type ConditionExplanation struct {
	Cond    *cfg.Cond
	Outcome bool
	Text    string // over live values, or the source text if it is dropped
	Dropped bool   // it depends on an unknown variable
}

// maxText bounds the length of the text of an expression in bytes.
const maxText = 4000

// Explain describes the fitness of a branch, with at most limit products for
// each critical node, the shortest first.
func (a *Analysis) Explain(branch uint32, limit int) (*Explanation, error) {
	t, err := a.Target(branch)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s, err := a.newTargetAnalysis(branch)
	if err != nil {
		return nil, err
	}
	out := &Explanation{Target: t}
	var all []*expressions
	var dagErrs []error
	for i := range t.Nodes {
		c := t.Nodes[i].Cond
		x, err := s.expressions(c.Graph, c.Block)
		all, dagErrs = append(all, x), append(dagErrs, err)
	}
	names := s.nameEdges(all)
	for i, x := range all {
		n := NodeExplanation{Node: &t.Nodes[i], TooLarge: dagErrs[i] != nil}
		name := func(label int) string { return names.letters(x.flow.arcs[label]) }
		n.Path, n.Approx = x.path.FormatMax(name, maxText), x.approx.FormatMax(name, maxText)
		if !n.TooLarge {
			s.listProducts(&n, x, name, limit)
		}
		out.Nodes = append(out.Nodes, n)
	}
	out.Edges = names.edges
	return out, nil
}

// listProducts adds the first limit products to n.
func (s *targetAnalysis) listProducts(n *NodeExplanation, x *expressions, name func(int) string, limit int) {
	e := newProductExplainer(s.a, x)
	start := s.a.storeAt(n.Cond)
	for p := range x.dag.Products() {
		if len(n.Listed) == limit {
			break
		}
		pe := e.run(start, p)
		pe.Text = x.dag.Format(p, name)
		n.Listed = append(n.Listed, pe)
	}
	n.Unlisted = x.dag.Count[x.dag.Start].Sub(pathexpr.Count(len(n.Listed)))
}

// productExplainer executes products one by one, without merging or slicing.
type productExplainer struct {
	a         *Analysis
	x         *expressions
	p         *plan
	destroyed []set
	clauses   []clause // of the last product; the term is nil if the clause is dropped
}

func newProductExplainer(a *Analysis, x *expressions) *productExplainer {
	p := &plan{a: a, f: x.flow, dag: x.dag}
	return &productExplainer{a: a, x: x, p: p, destroyed: p.destroyed()}
}

// run executes a product from a store, up to a contradiction.
func (e *productExplainer) run(from store, product pathexpr.Product) ProductExplanation {
	st := slices.Clone(from)
	e.clauses = e.clauses[:0]
	var out ProductExplanation
	var destroyed set
	var f facts
	for _, label := range product {
		if label < 0 {
			defs := e.destroyed[-1-label]
			destroyed.add(e.assigned(label))
			e.a.apply([]op{{kill: defs}}, st, nil)
			continue
		}
		arc := e.x.flow.arcs[label]
		if arc.cond != nil {
			c, ok := e.condition(arc, st, &f)
			out.Conditions = append(out.Conditions, c)
			if c.Dropped {
				out.Level++
			}
			if !ok {
				out.Infeasible = true
				break
			}
		}
		e.a.apply(e.a.arcOps(arc), st, nil)
	}
	out.Destroyed = e.locNames(destroyed)
	return out
}

// condition adds the condition of an arc to the facts; ok is false if it
// contradicts them.
func (e *productExplainer) condition(arc arc, st store, f *facts) (c ConditionExplanation, ok bool) {
	c = ConditionExplanation{Cond: arc.cond, Outcome: arc.outcome}
	t := e.a.conds[arc.cond].value.eval(e.a.terms, st)
	if t == nil {
		c.Dropped = true
		c.Text = sourceText(arc.cond, arc.outcome)
		e.clauses = append(e.clauses, clause{})
		return c, true
	}
	if c.Dropped = e.a.isOpaque(t); c.Dropped {
		c.Text = sourceText(arc.cond, arc.outcome)
	} else {
		shown := t
		if !arc.outcome {
			shown = e.a.terms.Not(t)
		}
		c.Text = shown.Format(e.a.slotName)
	}
	want := arc.outcome
	for t.Op == term.Not {
		t, want = t.Args[0], !want
	}
	if t.IsConst() {
		return c, (t.Bits != 0) == want
	}
	known := clause{t, want}
	if c.Dropped {
		known = clause{}
	}
	e.clauses = append(e.clauses, known)
	after, ok, _ := f.assume(t, want)
	*f = after
	return c, ok
}

// assigned returns the locs that the statements in a destroyed part assign, excluding locs that a
// call may change.
func (e *productExplainer) assigned(label int) set {
	var s set
	for _, l := range e.x.dag.Destroyed[-1-label].Edges() {
		for _, o := range e.a.arcOps(e.x.flow.arcs[l]) {
			for _, d := range o.dst {
				s = s.with(d)
			}
		}
	}
	return s
}

// locNames returns the texts of the paths in a set of locs, sorted, each once.
func (e *productExplainer) locNames(s set) []string {
	var out []string
	for _, l := range e.a.lowering.locs.all {
		if s.has(l.id) && l.path.Root != nil {
			out = append(out, l.path.String())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// slotName returns the Go expression of a slot.
func (a *Analysis) slotName(slot int) string {
	s := a.Layout.Slots[slot]
	text := s.Path.String()
	switch s.Class {
	case Len, Cap:
		return s.Class.String() + "(" + text + ")"
	case Nil:
		return "(" + text + " == nil)"
	}
	return text
}

// edgeNaming assigns letters to edges.
type edgeNaming struct {
	index map[any]int // by first edge, or by entered literal
	edges []EdgeName
}

func (n *edgeNaming) letters(c arc) string { return pathexpr.Letters(n.index[c.key()]) }

func (c arc) key() any {
	if c.enters != nil {
		return c.enters
	}
	return c.first
}

// nameEdges names the arcs of all nodes in the order of a walk from the entry, the true side of a
// condition first, so that an edge has the same letter at all nodes.
func (s *targetAnalysis) nameEdges(all []*expressions) *edgeNaming {
	used := make(map[any]arc)
	for _, x := range all {
		for _, c := range x.flow.arcs {
			used[c.key()] = c
		}
	}
	outer := s.graph
	for outer.Parent != nil {
		outer = outer.Parent
	}
	n := &edgeNaming{index: make(map[any]int)}
	seen := make(map[*cfg.Block]bool)
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		seen[b] = true
		for _, c := range s.walker.succs(b) {
			if _, ok := used[c.key()]; ok {
				n.index[c.key()] = len(n.edges)
				n.edges = append(n.edges, edgeName(len(n.edges), b, c))
			}
			for _, to := range c.through {
				if !seen[to] {
					visit(to)
				}
			}
		}
	}
	visit(outer.Blocks[0])
	return n
}

func edgeName(i int, from *cfg.Block, c arc) EdgeName {
	e := EdgeName{Name: pathexpr.Letters(i), From: from, Cond: c.cond, Outcome: c.outcome}
	if len(c.through) > 0 {
		e.To = c.through[0]
	}
	return e
}
