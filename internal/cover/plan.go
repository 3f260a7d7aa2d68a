package cover

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nearmiss/cfg"
	"nearmiss/internal/effects"
	"nearmiss/internal/fault"
	"nearmiss/internal/harness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
)

// plan loads the packages, decides which functions to search, and builds and starts the workers.
func (s *session) plan(ctx context.Context) error {
	if err := s.Settle(ctx); err != nil {
		return err
	}
	if err := s.addFiles(); err != nil {
		return err
	}
	s.patterns = s.opt.Patterns
	if s.leaveOut(ctx); len(s.patterns) == 0 && len(s.unchanged) > 0 {
		return nil
	}
	s.buildDependencies(ctx, s.Env, s.patterns)
	pkgs, err := s.Load(ctx, func(err error) { s.errs = append(s.errs, err) }, s.patterns...)
	if err != nil {
		return err
	}
	s.buildFused(ctx, pkgs)
	s.opt.Time = max(s.opt.Time, time.Duration(len(pkgs))*s.opt.PackageTime)
	s.beginStudy(ctx, pkgs)
	ctx, planned := testcheck.WithDeadline(ctx, s.latest())
	defer planned()
	s.settleSandbox(ctx)
	domains, err := subject.NewDomains(s.opt.Domains)
	if err != nil {
		return &subject.UsageError{Err: fmt.Errorf("-domain %w", err)}
	}
	matched := false
	for _, pkg := range pkgs {
		if pkg.ImportPath == "command-line-arguments" { // the go command's name for a package made of file arguments
			return &subject.UsageError{Err: fmt.Errorf("%s: cover takes packages, not files; name the directory", strings.Join(s.opt.Patterns, " "))}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		var u *unit
		if err := fault.Catch(func() error { u = s.newUnit(pkg, domains); s.findLaws(ctx, u); return nil }); err != nil {
			s.errs = append(s.errs, fmt.Errorf("package %s: %w", pkg.ImportPath, err))
			continue
		}
		matched = matched || len(u.funcs) > 0
		s.units = append(s.units, u)
	}
	if len(s.units) == 0 {
		return s.failed()
	}
	if !matched {
		return s.noFunction()
	}
	if err := domains.Unused(); err != nil {
		return &subject.UsageError{Err: fmt.Errorf("-domain %w", err)}
	}
	if err := s.narrow(ctx); err != nil {
		return err
	}
	if err := s.mirror(ctx); err != nil {
		return err
	}
	if err := s.writable(); err != nil {
		return err
	}
	s.opt.Log("loaded %d packages", len(pkgs))
	s.meter.phase("building")
	s.findHarm()
	for _, u := range s.units {
		s.refresh(u)
	}
	return nil
}

func (s *session) noFunction() error {
	var how []string
	if s.opt.Func != nil {
		how = append(how, fmt.Sprintf("that -func %q matches", s.opt.Func))
	}
	if s.opt.Exclude != nil {
		how = append(how, fmt.Sprintf("that -exclude %q leaves", s.opt.Exclude))
	}
	return errors.New(strings.TrimSpace("no function in " + strings.Join(s.opt.Patterns, " ") + " " + strings.Join(how, " and ")))
}

// mirror makes a native.Mirror of each searched package that cannot be instrumented in its own
// directory: a package in the module cache, or one that the runtime is built from. Nothing is written
// into the module cache, so the tests of a package there need another directory.
func (s *session) mirror(ctx context.Context) (err error) {
	for _, u := range s.units {
		if !u.searched() {
			continue
		}
		if s.opt.Write && strings.HasSuffix(filepath.ToSlash(u.pkg.Dir), "/vendor/"+u.pkg.ImportPath) {
			return &subject.UsageError{Err: fmt.Errorf("-w: package %s lies in a vendor directory, whose files go mod vendor replaces; say with -o DIR where its tests go", u.pkg.ImportPath)}
		}
		if u.mirror, err = s.NewMirror(ctx, u.pkg); err != nil {
			return err
		}
		if s.opt.Write && u.mirror != nil && !u.pkg.Std {
			return &subject.UsageError{Err: fmt.Errorf("-w: package %s lies in the module cache, where nothing is written; say with -o DIR where its tests go", u.pkg.ImportPath)}
		}
	}
	return nil
}

// newUnit makes the unit of a package. It decides for each function whether the function is
// searched.
func (s *session) newUnit(pkg *load.Package, domains *subject.Domains) *unit {
	u := &unit{pkg: pkg, graph: cfg.Build(pkg.Source), lingering: map[string]string{}}
	u.now, u.seesTimes = s.start.Unix(), s.Parts.Seccomp
	for _, f := range pkg.Files {
		u.length += pkg.Fset.File(f.FileStart).LineCount()
	}
	u.reader = sync.OnceValue(func() *effects.ClockReader { return effects.NewClockReader(pkg) })
	u.leaves = sync.OnceValue(func() map[*types.Func]string { return ofPackage(s.study, pkg, (*effects.Study).Lasting) })
	u.readsMachine = sync.OnceValue(func() map[*types.Func]effects.Machine { return ofPackage(s.study, pkg, (*effects.Study).ReadsMachine) })
	u.behind = func(fn *types.Func, inputs effects.Handed) (m effects.Machine) {
		if known, err := s.study.wait(); err == nil {
			m = known.ReadsMachineBehind(pkg, fn, inputs)
		}
		return m
	}
	coder := harness.New(pkg)
	coder.SetHarmless(s.harmless(pkg))
	if s.method.archive && !s.method.states { // as published, a sequence has single calls
		coder.Repeat()
	}
	seeds, owner := newSeeder(u.graph), map[*cfg.Func]*function{}
	if s.opt.added != nil {
		seeds.depth = fuzzDepth
	}
	generated := map[*ast.FuncDecl]bool{}
	if !s.opt.Generated {
		generated = pkg.Generated()
	}
	for _, cf := range u.graph.Funcs {
		if !s.wanted(cf.Name) {
			continue
		}
		fn := &function{unit: u, index: len(u.funcs), cfg: cf, name: cf.Name, position: u.at(cf.Decl.Name.Pos())}
		u.funcs, owner[cf] = append(u.funcs, fn), fn
		if fn.reason = excluded(pkg, cf.Decl); fn.reason != "" {
			continue
		}
		if generated[cf.Decl] {
			fn.reason = "generated code; -generated searches it too"
			continue
		}
		variants, err := coder.Variants(cf.Obj, harness.Options{Globals: s.opt.Globals, Variables: true})
		if err != nil {
			fn.reason = err.Error()
			continue
		}
		for _, v := range variants {
			domains.Bound(v.Sig)
		}
		signed := variants[0]
		fn.signed, fn.sig, fn.mayBeIllegal = signed, signed.Sig, signed.Sig.MayBeIllegal()
		fn.limits.Finite, fn.limits.Len = !s.method.archive, seeds.length(cf)
		fn.seeds = seeds.of(cf)
		fn.addVariants(variants[1:])
		for _, n := range signed.Notes {
			_, what, _ := strings.Cut(n, ": ") // the name of the parameter says little
			u.note("", "inputs: "+what)
		}
	}
	for _, d := range pkg.Bodyless() {
		if name := cfg.FuncName(d); s.wanted(name) {
			u.funcs = append(u.funcs, &function{unit: u, index: len(u.funcs), name: name, position: u.at(d.Name.Pos()), reason: "assembly body"})
		}
	}
	if n := len(pkg.LeftOut()); n > 0 {
		u.notes = append(u.notes, report.Note{Text: "Go files left out by build constraints", Count: n})
	}
	if s.opt.owns {
		u.reachFrom(owner)
	}
	u.addGoals(owner)
	u.addSites(owner)
	u.coder = coder
	return u
}

// addGoals makes a goal of each branch of the package. The branches of functions that are left out
// by name belong to a placeholder function and are not searched for.
func (u *unit) addGoals(owner map[*cfg.Func]*function) {
	outside := &function{unit: u, reason: "left out"}
	for _, c := range u.graph.Conds {
		for _, outcome := range []bool{false, true} {
			g := &goal{branch: c.Branch(outcome), fn: owner[c.Func]}
			reason, infeasible := u.graph.Infeasible(g.branch)
			switch {
			case g.fn == nil, !infeasible && u.graph.Edge(g.branch) == nil:
				g.fn = outside // the only branch of a constant condition is no goal
			case infeasible:
				g.infeasible = reason
			}
			u.goals = append(u.goals, g)
			g.fn.goals = append(g.fn.goals, g)
			g.fn = g.fn.first(c)
		}
	}
}

func (s *session) wanted(name string) bool {
	return (s.opt.Func == nil || s.opt.Func.MatchString(name)) && (s.opt.Exclude == nil || !s.opt.Exclude.MatchString(name))
}

// excluded returns why a function must not be called with generated inputs, "" if it may be called.
func excluded(pkg *load.Package, d *ast.FuncDecl) string {
	switch {
	case pkg.UsesCgo(d.Pos()):
		return "its file uses cgo, and is left as it is"
	case d.Recv != nil:
	case d.Name.Name == "init":
		return "an init function cannot be called"
	case d.Name.Name == "main" && pkg.Name == "main":
		return "func main is the program itself"
	}
	return ""
}

// at returns the base name, line and column of a position.
func (u *unit) at(pos token.Pos) string { return short(u.pkg.Fset.Position(pos)) }

func short(p token.Position) string {
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}

// searched reports whether any function of the unit is searched.
func (u *unit) searched() bool {
	return slices.ContainsFunc(u.funcs, (*function).searched)
}

// build instruments the package and builds its worker.
func (u *unit) build(ctx context.Context, s *session) error {
	var fns []*harness.Fn
	for _, f := range u.entries() {
		f.entry = len(fns)
		fns = append(fns, f.signed)
	}
	if s.method.states {
		states, err := u.signStates()
		if err != nil {
			return err
		}
		fns = append(fns, states...)
	}
	if s.method.archive && s.opt.added == nil {
		fns = append(fns, u.signScenarios()...)
	}
	set, err := subject.Prepare(ctx, u.pkg, fns, subject.SetOptions{
		Place: s.Place, Mirror: u.mirror, Hooks: true, Sites: u.found, Coder: u.coder, Graph: u.graph,
	})
	if err != nil {
		return err
	}
	u.report(set.Result)
	u.set, u.symbols = set, &symbols{set: set, over: make(chan struct{})}
	var lost []subject.Loss
	began := time.Now()
	u.binary, lost, err = set.BuildMost(ctx, s.Temp)
	u.built = time.Since(began)
	u.recordLosses(lost)
	u.numberStates(set)
	u.numberScenarios(set)
	return err
}

// report adds notes on the parts of the package that the instrumentation had to leave out.
func (u *unit) report(r *instrument.Result) {
	for _, list := range [][]instrument.Note{r.Skipped, r.Unprobed} {
		for _, n := range list {
			u.note(short(n.Pos), n.Func+": "+n.Reason)
		}
	}
	if n := len(r.Flat); n > 0 {
		u.notes = append(u.notes, report.Note{Text: "conditions that compare values but give no distance", Count: n})
	}
	for _, k := range u.coder.Unrestored() {
		u.note(u.at(k.Var.Pos()), fmt.Sprintf("package variable %s is not put back between runs: %s", k.Var.Name(), k.Reason))
	}
}

// covered lists the branches that legal inputs made by calls have taken in runs that returned.
func (u *unit) covered() []uint32 {
	return branchesOf(u.goals, func(g *goal) bool { return g.found != nil && !g.found.panics && g.found.legal && !g.found.byHand })
}

// countFound returns the number of branches that some run has taken.
func (u *unit) countFound() (n int) {
	for _, g := range u.goals {
		if g.found != nil {
			n++
		}
	}
	return n
}

// evaluations returns the number of evaluations so far, including running jobs. The meter's lock is held.
func (s *session) evaluations() (n uint64) {
	for _, u := range s.units {
		n += u.work().Evaluations
	}
	return n
}
