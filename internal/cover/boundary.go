package cover

import (
	"context"
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strings"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/native"
	"nearmiss/internal/probe"
	"nearmiss/internal/report"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// The boundary of an ordered comparison is the set of inputs with equal operands. A test on the
// boundary detects < in the place of <=; tests that cover both branches may not (White and Cohen, A
// Domain Strategy for Computer Program Testing, IEEE TSE 6(3), 1980, place test points on the
// border of a domain). The cases found for branches are close to most boundaries.

// boundarySlice is the number of evaluations that the search for one boundary may use.
const boundarySlice = 2_000

// A boundary is an ordered comparison to search for equal operands, with inputs that reach it.
type boundary struct {
	cond   *cfg.Cond
	fn     *function // provides the inputs of the search
	starts [][]uint64
}

// boundaries searches for inputs on the boundaries of the comparisons that the cases reach, and
// returns a case for each boundary found. It omits inputs that are illegal or time-dependent, and
// inputs with which the function does not return.
func (s *session) boundaries(ctx context.Context, u *unit, cases []*testCase) ([]*testCase, error) {
	near := u.nearBoundaries(cases)
	if len(near) == 0 {
		return nil, nil
	}
	u.bounds = &report.Boundaries{Comparisons: len(near)}
	searching, done := fraction(ctx, halfDivisor) // the inputs that it finds have to be run again
	found, err := s.onBoundaries(searching, u, near)
	done()
	if err != nil {
		return nil, err
	}
	if err := u.runCases(ctx, found); err != nil {
		return nil, err
	}
	s.timed("looked for the boundaries of %d comparisons of %s", len(near), u.pkg.ImportPath)
	return slices.DeleteFunc(found, func(c *testCase) bool {
		return c.result == nil || c.result.Outcome != worker.Returned || c.timeDependent() || !c.legal()
	}), nil
}

// onBoundaries searches for the boundaries in near and returns one case for each boundary found.
func (s *session) onBoundaries(ctx context.Context, u *unit, near []boundary) ([]*testCase, error) {
	jobs := make([]*worker.SearchJob, len(near))
	for i, b := range near {
		j := s.searchJob(b.fn, s.seed(b.fn, 1<<42+u.goals[b.cond.Branch(true)].number(), 0), boundarySlice)
		j.Algorithm, j.Modes, j.Fuel, j.Crashes = worker.Auto, []search.Mode{search.Standard}, firstFuel, 1
		j.Target, j.Starts, j.Limits.Legal = *boundaryTarget(b.cond), b.starts, true
		jobs[i] = j
	}
	results, err := u.pool.Search(ctx, jobs, nil)
	if ignoreEnd(err) != nil {
		return nil, err
	}
	var found []*testCase
	for i, r := range results {
		if r == nil || r.Result == nil {
			u.bounds.Late++
			continue
		}
		near[i].fn.evaluations += r.Result.Evaluations
		if k := slices.IndexFunc(r.Result.Bests, func(b worker.Best) bool { return b.Fitness.Value == 0 }); k >= 0 {
			found = append(found, &testCase{fn: near[i].fn, vector: r.Result.Bests[k].Vector, boundaries: []*cfg.Cond{near[i].cond}})
		} else if r.Result.Status == search.Stopped {
			u.bounds.Late++
		}
	}
	return found, nil
}

// countBoundaries counts the boundaries that the final cases test. It returns nil if no boundary
// was searched for.
func (u *unit) countBoundaries() *report.Boundaries {
	if u.bounds == nil {
		return nil
	}
	n := *u.bounds
	for _, c := range u.cases {
		if n.Tested += len(c.boundaries); len(c.boundaries) > 0 && len(c.keep) == 0 && c.panic == 0 { // kept for nothing else
			n.Cases++
		}
	}
	return &n
}

// nearBoundaries lists the ordered comparisons that the cases reach. Each has inputs to start the
// search from and their function, if possible the function that contains the comparison.
func (u *unit) nearBoundaries(cases []*testCase) []boundary {
	list := make([]boundary, len(u.graph.Conds))
	for _, k := range cases {
		last := -1 // the last condition recorded, so that its two branches count once
		for _, b := range k.covers() {
			if i := int(b / 2); i < len(list) && i != last {
				last = i
				list[i].recordStart(k, b)
			}
		}
	}
	for i, c := range u.graph.Conds {
		list[i].cond = c
	}
	list = slices.DeleteFunc(list, func(b boundary) bool {
		c := b.cond
		return b.fn == nil || !hasOrder(c) || c.Const != nil || c.Graph == nil
	})
	return list
}

// recordStart records that case k reaches the comparison by taking the given branch.
func (b *boundary) recordStart(k *testCase, branch uint32) {
	if b.fn == nil || k.fn.owns(branch) && !b.fn.owns(branch) {
		b.fn, b.starts = k.fn, nil
	}
	if k.fn == b.fn && len(b.starts) < mostStarts {
		b.starts = append(b.starts, k.vector)
	}
}

// hasOrder reports whether the condition is one of the comparisons <, <=, > and >=.
func hasOrder(c *cfg.Cond) bool {
	if c.Expr == nil || c.Stmt != nil {
		return false
	}
	b, ok := ast.Unparen(c.Expr).(*ast.BinaryExpr)
	return ok && (b.Op == token.LSS || b.Op == token.LEQ || b.Op == token.GTR || b.Op == token.GEQ)
}

// boundaryTarget returns the search target for the boundary of a condition: the condition at
// approach level 0, and the conditions on which its block depends.
func boundaryTarget(c *cfg.Cond) *worker.Target {
	t := &worker.Target{Branch: c.Branch(false), Boundary: true}
	t.Nodes = append(t.Nodes, worker.Node{Cond: uint32(c.ID), Away: probe.AwayFalse | probe.AwayTrue})
	for _, d := range native.Target(fitness.ApproachBlock(c.Graph, c.Block)).Nodes {
		if d.Cond != uint32(c.ID) {
			t.Nodes = append(t.Nodes, d)
		}
	}
	return t
}

// boundariesOf lists the boundaries that the case tests, for the comment in its test.
func (u *unit) boundariesOf(c *testCase) []testgen.Cover {
	var out []testgen.Cover
	for _, k := range c.boundaries {
		out = append(out, testgen.Cover{Branch: strings.TrimSuffix(u.graph.BranchName(k.Branch(true)), "/T") + "/=", Outcome: true, Boundary: true})
		if !u.ofInputs(c.fn, k) {
			continue
		}
		b := *ast.Unparen(k.Expr).(*ast.BinaryExpr)
		b.Op = token.EQL
		var text strings.Builder
		if err := format.Node(&text, u.graph.Fset, &b); err != nil {
			text.Reset()
		}
		out[len(out)-1].Cond = brief(text.String())
	}
	return out
}
