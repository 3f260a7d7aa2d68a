package cover

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// A panicSite is a place at which a run can panic. It is a goal, like a branch.
type panicSite struct {
	site    *cfg.Site
	fn      *function // the function that contains the site, nil if the function is left out
	found   *panicFind
	target  *worker.Target
	needs   []uint32    // branches on which the site directly depends
	entries []*function // see schedule.entries; nil until needed
	slices  int         // number of slices so far
	used    uint64      // evaluations of these
	over    bool        // no further slice is worth its cost
}

// A panicFind is an input with which a function panics at a site. Its setup says how unusual the
// input is: a panic with a nil receiver, say, is less of a finding than one with a plain input.
type panicFind struct {
	find
	setup input.Setup
}

// addSites makes a goal of each panic site of the package.
func (u *unit) addSites(owner map[*cfg.Func]*function) {
	u.found = u.graph.FindSites()
	control := map[*cfg.Graph][][]cfg.Dependence{}
	for _, s := range u.found.List {
		if control[s.Graph] == nil {
			control[s.Graph] = cfg.ControlDependence(s.Graph)
		}
		p := &panicSite{site: s, fn: owner[s.Func]}
		for _, d := range control[s.Graph][s.Block.ID] {
			p.needs = append(p.needs, d.On.Cond.Branch(d.Outcome))
		}
		u.sites = append(u.sites, p)
	}
}

// wireSites lists the sites in the form for workers.
func (u *unit) wireSites() []worker.Site {
	list := make([]worker.Site, len(u.sites))
	for i, p := range u.sites {
		from, to := u.pkg.Fset.Position(p.site.Node.Pos()), u.pkg.Fset.Position(p.site.Node.End())
		list[i] = worker.Site{File: filepath.Base(from.Filename), Line: from.Line, End: to.Line, Kind: worker.SiteKind(p.site.Kind)}
	}
	return list
}

// take stores an input that panics at the site. It replaces an earlier input if its setup is less
// strange or, with the same setup, if its function has a better rank.
func (p *panicSite) take(fn *function, v input.Vector, setup input.Setup) {
	if p.found == nil || setup < p.found.setup || setup == p.found.setup && p.rank(fn) < p.rank(p.found.fn) {
		p.found = &panicFind{*newFind(fn, v, true), setup}
	}
}

// rank ranks the function with which a panic is found; 0 is best. An exported function is better
// than an unexported one, and the function that contains the site is better than another one.
func (p *panicSite) rank(fn *function) int {
	switch {
	case fn.exported():
		if fn == p.fn {
			return 0
		}
		return 1
	case fn == p.fn:
		return 2
	}
	return 3
}

// exported reports whether other packages can call the function.
func (f *function) exported() bool {
	if f.cfg == nil || f.cfg.Obj == nil || !f.cfg.Obj.Exported() {
		return false
	}
	recv := f.cfg.Obj.Signature().Recv()
	if recv == nil {
		return true
	}
	named, _ := syntax.NamedOf(recv.Type())
	return named != nil && named.Obj().Exported()
}

// tookPanic records a panic that a job of fn has found.
func (u *unit) tookPanic(fn *function, v input.Vector, p worker.Panic) {
	if p != 0 && p.Site() < len(u.sites) {
		u.sites[p.Site()].take(fn, v, p.Setup())
	}
}

// panics lists the known panics that a job of fn cannot improve and so need not report.
func (u *unit) panics(fn *function) []worker.Panic {
	var known []worker.Panic
	for i, p := range u.sites {
		if p.found != nil && p.rank(p.found.fn) <= p.rank(fn) {
			known = append(known, worker.PanicAt(i, p.found.setup))
		}
	}
	return known
}

// ran returns the site at which the run of a case panicked, nil if it did not panic.
func (u *unit) ran(c *testCase) *panicSite {
	if c.result == nil || c.result.Site == 0 || int(c.result.Site) > len(u.sites) {
		return nil
	}
	return u.sites[c.result.Site-1]
}

// setup returns how unusual the input of a case is.
func (c *testCase) setup() input.Setup { return input.SetupOf(c.fn.sig, c.vector) }

// withPanics adds cases that show panics to the cases for branches. If a case for branches shows a
// panic as well as its own case would, the panic gets no case of its own.
func (s *session) withPanics(ctx context.Context, u *unit, cases []*testCase) ([]*testCase, error) {
	shown := map[*panicSite]*testCase{}
	for _, c := range cases {
		p := u.ran(c)
		if p != nil && (p.found == nil || c.setup() <= p.found.setup) && (shown[p] == nil || c.setup() < shown[p].setup()) {
			shown[p] = c
		}
	}
	var more []*testCase
	for _, p := range u.sites {
		switch c := shown[p]; {
		case c != nil && (p.found == nil || p.rank(c.fn) <= p.rank(p.found.fn)):
			c.panic = worker.PanicAt(p.site.ID, c.setup())
		case p.found != nil:
			more = append(more, p.foundCase())
		}
	}
	if err := u.runCases(ctx, more); err != nil {
		return nil, err
	}
	more = slices.DeleteFunc(more, func(c *testCase) bool { return !u.shows(c) })
	return byFunction(slices.Concat(cases, more)), nil
}

// foundCase returns a case that shows the found panic alone.
func (p *panicSite) foundCase() *testCase {
	return &testCase{fn: p.found.fn, vector: p.found.vector, extra: true, panic: worker.PanicAt(p.site.ID, p.found.setup)}
}

// shrunkPanics returns a case with a small input for each site that is wanted and was found, if its run panics there again.
func (u *unit) shrunkPanics(ctx context.Context, wanted func(*panicSite) bool) (cases []*testCase, err error) {
	for _, p := range u.sites {
		if p.found != nil && wanted(p) {
			cases = append(cases, p.foundCase())
		}
	}
	if err := u.runCases(ctx, cases); err != nil {
		return nil, err
	}
	cases = slices.DeleteFunc(cases, func(c *testCase) bool { return !u.shows(c) })
	return cases, u.shrinkCases(ctx, cases)
}

// shows reports whether the run of a case shows the panic that the case is for. If not, the case is
// no longer for any panic.
func (u *unit) shows(c *testCase) bool {
	if c.panic == 0 {
		return false
	}
	p := u.sites[c.panic.Site()]
	if c.result != nil && (c.result.Outcome == worker.Panicked || c.result.Outcome == worker.RuntimeError) && int(c.result.Site) == p.site.ID+1 {
		return true
	}
	c.panic = 0
	return false
}

// settlePanics updates which panics the cases show. It removes the cases that were only for a panic
// that they no longer show, and returns the remaining cases.
func (u *unit) settlePanics(cases []*testCase) []*testCase {
	return slices.DeleteFunc(cases, func(c *testCase) bool { return !u.shows(c) && c.extra })
}

// byFunction sorts the cases by function and keeps the order within a function.
func byFunction(cases []*testCase) []*testCase {
	slices.SortStableFunc(cases, func(a, b *testCase) int { return a.fn.index - b.fn.index })
	return cases
}

// grouped returns the functions of cases, in the order of their first cases, and the cases of each.
func grouped(cases []*testCase) (order []*function, of map[*function][]*testCase) {
	of = map[*function][]*testCase{}
	for _, c := range cases {
		if of[c.fn] == nil {
			order = append(order, c.fn)
		}
		of[c.fn] = append(of[c.fn], c)
	}
	return order, of
}

// vectorsOf returns the inputs of cases.
func vectorsOf(cases []*testCase) []input.Vector {
	vectors := make([]input.Vector, len(cases))
	for i, c := range cases {
		vectors[i] = c.vector
	}
	return vectors
}

// forBranches separates the cases for branches from the cases for panics only.
func forBranches(cases []*testCase) (branches, panics []*testCase) {
	return split(cases, func(c *testCase) bool { return !c.extra })
}

// split splits the list into the elements that satisfy is and the other elements.
func split[T any](list []T, is func(T) bool) (matching, others []T) {
	for _, x := range list {
		if is(x) {
			matching = append(matching, x)
		} else {
			others = append(others, x)
		}
	}
	return matching, others
}

// panicList returns the report on the panics at the sites of a function. Panics with an ordinary
// setup come first.
func (f *function) panicList() (list []report.Panic) {
	shown, _ := split(f.unit.shownPanics(), func(c *testCase) bool { return f.unit.sites[c.panic.Site()].fn == f && c.result != nil })
	rank := func(c *testCase) int {
		rank := 2 * int(c.setup())
		if !c.fn.exported() {
			rank++
		}
		return rank
	}
	slices.SortStableFunc(shown, func(a, b *testCase) int { return rank(a) - rank(b) })
	for _, c := range shown {
		p := f.unit.sites[c.panic.Site()]
		list = append(list, report.Panic{
			Site: f.unit.graph.SiteName(p.site), Kind: p.kind(), Expr: clip(p.site.Text(f.unit.graph.Fset)),
			Call: c.fn.callText(c.vector, mostPanicCall), Text: c.result.Text, Setup: p.setupText(c),
			Explicit: p.onPurpose(), Internal: !c.fn.exported(), Test: c.name, Documented: p.documented(c),
		})
	}
	return list
}

// shownPanics lists the cases that show panics, one for each site, by site.
func (u *unit) shownPanics() []*testCase {
	list := slices.DeleteFunc(slices.Concat(u.cases, u.dropped()), func(c *testCase) bool { return c.panic == 0 })
	slices.SortStableFunc(list, func(a, b *testCase) int { return a.panic.Site() - b.panic.Site() })
	return slices.CompactFunc(list, func(a, b *testCase) bool { return a.panic.Site() == b.panic.Site() })
}

// siteOf describes the site at which a case panics, for the test of the case.
func (u *unit) siteOf(c *testCase) testgen.Site {
	p := u.ran(c)
	if p == nil {
		return testgen.Site{}
	}
	what := clip(p.site.Text(u.graph.Fset))
	if !p.onPurpose() {
		what = p.kind() + ": " + what
	}
	return testgen.Site{Place: u.graph.SiteName(p.site), Description: what, Remarks: p.remarks(c)}
}

// textSilence returns the silence for the text of a panic in a type assertion or a call of make: Go leaves open which of
// several in a statement comes first, and builds with the race detector have another order.
func (u *unit) textSilence(c *testCase) []oracle.Silenced {
	if p := u.ran(c); p != nil && (p.site.Kind == cfg.Assertion || p.site.Kind == cfg.MakeSize) {
		return []oracle.Silenced{{ID: oracle.ID{Part: oracle.Panic}, Why: "its statement may have several type assertions or calls of make, in no order"}}
	}
	return nil
}

// remarks says whether the panic is documented, and names a strange setup of the input.
func (p *panicSite) remarks(c *testCase) string {
	var list []string
	if p.documented(c) {
		list = append(list, "documented")
	}
	if c.setup() != input.Plain {
		list = append(list, p.setupText(c))
	}
	return strings.Join(list, ", ")
}

// kind describes the panic at the site. For a panic in a callee it names the callee.
func (p *panicSite) kind() string {
	if call, ok := p.site.Node.(*ast.CallExpr); ok && p.site.Kind == cfg.Callee {
		return fmt.Sprintf("panic in %s", types.ExprString(call.Fun))
	}
	return p.site.Kind.String()
}

// mostPanicCall is the maximum length of the call that the report prints for a panic.
const mostPanicCall = 2_000

func clip(s string) string {
	const most = 80
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
