package fitness

import (
	"errors"
	"fmt"
	"slices"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/pathexpr"
)

// Target holds the critical nodes of a branch, by which the distance of a run to the branch is
// measured.
type Target struct {
	Branch uint32 // 2·Cond.ID for the false outcome, 2·Cond.ID+1 for the true outcome
	Nodes  []Node
	// Infeasible: no path from the entry of the function reaches the branch, because the conditions
	// of each path contradict each other.
	Infeasible bool
	// WithoutProgram is the number of nodes without a program because the programs of nearer nodes
	// used up Options.Work.
	WithoutProgram int
}

// nearest lists the nodes by ascending level.
func (t *Target) nearest() []*Node {
	list := make([]*Node, len(t.Nodes))
	for i := range t.Nodes {
		list[i] = &t.Nodes[i]
	}
	slices.SortStableFunc(list, func(a, b *Node) int { return a.Level - b.Level })
	return list
}

// Node is a critical node of a target: the target is transitively control dependent on its
// condition.
type Node struct {
	Cond     *cfg.Cond
	Level    int     // approach level of a run that diverges here
	Diverges [2]bool // whether the false and the true outcome diverge
	// program computes the enhanced fitness over the live values here. It is nil if no product is
	// feasible, all products were left out, or the node was not analysed (Options.Levels,
	// Options.Work, Approach).
	program *probe.Program
	Stats
}

// Stats counts the products of a critical node. The program contains the products that are neither
// infeasible nor left out.
type Stats struct {
	Products   pathexpr.Count
	Infeasible pathexpr.Count
	LeftOut    pathexpr.Count // because there were too many
	Unpruned   bool           // contradictions were not detected, because there were too many states
	States     int            // of the program's graph
}

// Compiled returns the program that the probes evaluate, nil if there is none.
func (n *Node) Compiled() any {
	if n.program == nil {
		return nil
	}
	return n.program
}

// DivergingOutcomes returns the outcomes that diverge, in the encoding of package probe.
func (n *Node) DivergingOutcomes() uint8 {
	var away uint8
	if n.Diverges[0] {
		away |= probe.AwayFalse
	}
	if n.Diverges[1] {
		away |= probe.AwayTrue
	}
	return away
}

// LeftOut returns the number of products of all nodes that are in no program because there were too
// many.
func (t *Target) LeftOut() pathexpr.Count {
	var sum pathexpr.Count
	for i := range t.Nodes {
		sum = sum.Add(t.Nodes[i].LeftOut)
	}
	return sum
}

// Target analyses one branch of the function: Algorithm 1 of Baars et al. The result is cached. It
// returns an error if the branch does not belong to the function, or if its condition is constant
// or unreachable.
func (a *Analysis) Target(branch uint32) (*Target, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.targets[branch]; t != nil {
		return t, nil
	}
	t, err := Approach(a.Func, branch)
	if err != nil {
		return nil, err
	}
	s, err := a.newTargetAnalysis(branch)
	if err != nil {
		return nil, err
	}
	work := 0
	for _, node := range t.nearest() {
		if a.opt.Levels > 0 && node.Level >= a.opt.Levels {
			continue
		}
		if a.opt.Work > 0 && work >= a.opt.Work {
			t.WithoutProgram++
			continue
		}
		g, err := s.paths(node.Cond.Graph, node.Cond.Block, a.storeAt(node.Cond))
		var tooLarge *pathexpr.LimitError
		switch {
		case errors.As(err, &tooLarge):
			node.Products, node.LeftOut = tooLarge.Products, tooLarge.Products
		case err != nil:
			return nil, err
		default:
			node.program = compile(g, a.opt)
			node.Stats = g.stats()
			work += g.work
			if node.program == nil && g.edges != nil {
				node.LeftOut = g.products
			}
		}
	}
	t.Infeasible = s.isInfeasible()
	a.targets[branch] = t
	return t, nil
}

// Approach returns the target without path expressions: no node has a program, so that the distance
// of a run is its approach level and the branch distance there (Wegener et al. 2001). It takes time
// linear in the function, and needs no Analysis. It returns the same errors as Target.
func Approach(f *cfg.Func, branch uint32) (*Target, error) {
	graph, edge, err := edgeOf(f, branch)
	if err != nil {
		return nil, err
	}
	return approach(branch, cfg.Approach(graph, edge), 0), nil
}

// ApproachBlock is Approach for a block: its levels begin at 1. Level 0 is reserved for a goal
// within the block.
func ApproachBlock(g *cfg.Graph, b *cfg.Block) *Target {
	return approach(0, cfg.ApproachBlock(g, b), 1)
}

func approach(branch uint32, nodes []cfg.CriticalNode, level int) *Target {
	t := &Target{Branch: branch}
	for _, n := range nodes {
		t.Nodes = append(t.Nodes, Node{Cond: n.Block.Cond, Level: n.Level + level, Diverges: n.Diverges})
	}
	return t
}

// edgeOf returns the graph and the edge of a branch of a function.
func edgeOf(f *cfg.Func, branch uint32) (*cfg.Graph, *cfg.Edge, error) {
	for _, c := range f.Conds {
		if c.ID != int(branch/2) {
			continue
		}
		if c.Block == nil || c.Graph == nil {
			return nil, nil, fmt.Errorf("fitness: branch %d of %s is never taken: its condition is constant or never reached", branch, f.Name)
		}
		return c.Graph, c.Block.Succs[1-branch%2], nil
	}
	return nil, nil, fmt.Errorf("fitness: branch %d is none of %s", branch, f.Name)
}

func (g *pathGraph) stats() Stats {
	return Stats{g.products, g.infeasible, g.leftOut, g.unpruned, len(g.edges)}
}

// targetAnalysis is the analysis of one target.
type targetAnalysis struct {
	a      *Analysis
	graph  *cfg.Graph
	edge   *cfg.Edge
	walker *walker
}

func (a *Analysis) newTargetAnalysis(branch uint32) (*targetAnalysis, error) {
	graph, edge, err := edgeOf(a.Func, branch)
	if err != nil {
		return nil, err
	}
	return &targetAnalysis{a, graph, edge, newWalker(graph, edge)}, nil
}

// expressions are the results of steps 2 to 5 of Algorithm 1 for one block.
type expressions struct {
	flow   *flow
	path   *pathexpr.Expr
	approx *pathexpr.Expr
	dag    *pathexpr.DAG
}

func (s *targetAnalysis) expressions(g *cfg.Graph, from *cfg.Block) (*expressions, error) {
	x := &expressions{flow: s.walker.flow(g, from)}
	b := pathexpr.NewBuilder()
	x.path = pathexpr.Reduce(b, x.flow.graph())
	var err error
	if x.approx, err = pathexpr.Approximate(b, x.path, s.a.opt.K); err != nil {
		return x, err
	}
	x.dag, err = pathexpr.NewDAG(x.approx, s.a.opt.Limit)
	return x, err
}

// paths executes all products from a block, over a store.
func (s *targetAnalysis) paths(g *cfg.Graph, from *cfg.Block, st store) (*pathGraph, error) {
	x, err := s.expressions(g, from)
	if err != nil {
		return nil, err
	}
	return s.a.newPlan(x.flow, x.dag).execute(st), nil
}

// isInfeasible executes the products from the entry of the function. Every run that takes the
// branch follows one of them, so that there is no such run if each product contradicts itself. It
// proves nothing for functions that start goroutines or range over a function.
func (s *targetAnalysis) isInfeasible() bool {
	if s.a.concurrent {
		return false
	}
	outer := s.graph
	for outer.Parent != nil {
		outer = outer.Parent
	}
	entry := outer.Blocks[0]
	st := s.a.entryStore()
	s.a.apply(s.a.blocks[entry], st, nil)
	g, err := s.paths(outer, entry, st)
	return err == nil && g.edges == nil && g.leftOut == 0
}
