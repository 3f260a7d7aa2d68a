package kinds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"nearmiss/cfg"
	"nearmiss/experiment/task"
	"nearmiss/input"
	"nearmiss/internal/cover"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// What becomes of a function.
const (
	called   = "called"
	unbuilt  = "unbuilt"
	panics   = "panics"
	crashes  = "crashes"
	endless  = "endless"
	skipped  = "skipped"
	bodiless = "bodiless"
	failed   = "failed"
)

// reaching is whether functions can be called at all: each exported function, and each exported method of an exported type, is
// run on inputs until a call has come back.
func reaching() *task.Kind {
	return &task.Kind{
		Name: "reach", Doc: "exported functions of packages that made-up inputs can call",
		Subject: []task.Option{{Name: "package", Required: true, Whole: true, Doc: "packages, such as archive/..., from the directory dir, without those below internal and vendor"}},
		Budget: []task.Option{
			{Name: "runs", Type: task.Int, Least: 1, Required: true, Doc: "runs of a function"},
			{Name: "time", Type: task.Duration, Required: true, Doc: "time of a package"},
		},
		Measures: []task.Measure{
			{Name: "packages", Doc: "packages", Sum: true},
			{Name: "functions", Doc: "exported functions and methods", Sum: true},
			{Name: called, Doc: "functions of which a call came back without a panic", Sum: true},
			{Name: "percent", Doc: "called of functions"},
			{Name: unbuilt, Doc: "functions whose inputs the package's constructors refuse", Sum: true},
			{Name: panics, Doc: "functions that panic", Sum: true},
			{Name: crashes, Doc: "functions that end the process", Sum: true},
			{Name: endless, Doc: "functions that do not come back, or of which there was no time for a run", Sum: true},
			{Name: skipped, Doc: "functions that must not be called, or whose parameters cannot be made", Sum: true},
			{Name: bodiless, Doc: "functions in assembly", Sum: true},
			{Name: failed, Doc: "functions of a package that could not be worked at, or took too long", Sum: true},
		},
		Find: findPackages,
		Open: func(_ context.Context, dir string, _ task.Options) (task.Session, error) {
			return reachSession(dir), nil
		},
	}
}

// A reachSession is the directory that packages are named from.
type reachSession string

func (reachSession) Close() error { return nil }

// outside matches the names of functions that other packages can call.
var outside = regexp.MustCompile(`^(\(\*[A-Z]\w*\)\.|[A-Z]\w*\.)?[A-Z]\w*$`)

// Run implements task.Session.
func (s reachSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	pkgs, err := load.Load(ctx, string(s), load.Options{}, c.Subject.Text("package"))
	if err != nil {
		return m, err
	}
	n := map[string]float64{"packages": 0, "functions": 0}
	for _, what := range []string{called, unbuilt, panics, crashes, endless, skipped, bodiless, failed} {
		n[what] = 0
	}
	var errs []error
	for _, p := range pkgs {
		if parts := strings.Split(p.ImportPath, "/"); slices.Contains(parts, "internal") || slices.Contains(parts, "vendor") {
			continue
		}
		found, err := s.reach(ctx, p.ImportPath, c)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.ImportPath, err))
		}
		n["packages"]++
		for _, name := range names(p) {
			what := found[name]
			if what == "" {
				what = failed
			}
			n["functions"]++
			n[what]++
		}
	}
	if n["functions"] > 0 {
		n["percent"] = 100 * n[called] / n["functions"]
	}
	m.Numbers = n
	return m, errors.Join(append(errs, ctx.Err())...)
}

// names lists the functions of a package that others can call, each once.
func names(p *load.Package) (list []string) {
	for _, d := range slices.Concat(p.FuncDecls(), p.Bodyless()) {
		if name := cfg.FuncName(d); outside.MatchString(name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// reach returns what becomes of the functions of a package. Some are missing if the time of the package is over.
func (s reachSession) reach(ctx context.Context, path string, c task.Cell) (found map[string]string, err error) {
	bounded, cancel := context.WithTimeout(ctx, c.Budget.Duration("time"))
	defer cancel()
	o := cover.Options{Patterns: []string{path}, Func: outside, Generated: true, Parallel: 1}
	o.Dir, o.Seed = string(s), c.Seed
	entries, done, err := cover.Entries(bounded, o)
	if done != nil {
		defer done()
	}
	found = map[string]string{}
	for _, e := range entries {
		if err != nil || found[e.Func] == called { // a function may have several entries
			continue
		}
		what := skipped
		switch {
		case e.Reason == "assembly body":
			what = bodiless
		case e.Reason == "":
			a := attempt{Entry: e, runs: c.Budget.Int("runs"), end: time.Now().Add(mostTime), ways: map[string]int{}}
			err = a.all(bounded)
			what = a.what()
		}
		found[e.Func] = what
	}
	if bounded.Err() != nil {
		err = nil
	}
	return found, err
}

// Bounds of the runs of one function, beside their number.
const (
	mostTime    = 3 * time.Second
	mostCrashes = 4
	evaluations = 20_000 // of the search for anything new
	firstPart   = 4      // the part of the runs that comes before the search
)

// An attempt is at one function.
type attempt struct {
	*cover.Entry
	runs int
	end  time.Time
	ways map[string]int // how runs ended
	n    int
}

// all runs the function on the smallest input and random ones, then on those that a search for anything new turns up, then on
// random ones made of what that has seen.
func (a *attempt) all(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(a.Seed(0), 0))
	if err := a.random(ctx, rng, a.runs/firstPart); err != nil || a.over() {
		return err
	}
	timed, cancel := context.WithDeadline(ctx, a.end)
	defer cancel()
	answer, err := a.Search(timed, a.Seed(1), evaluations)
	if err != nil {
		return err
	}
	if answer != nil {
		for _, f := range answer.Found {
			if err := a.run(ctx, f.Vector); err != nil || a.over() {
				return err
			}
		}
	}
	return a.random(ctx, rng, a.runs)
}

// over reports whether there is nothing left to try.
func (a *attempt) over() bool {
	return a.ways[called] > 0 || a.ways[crashes] >= mostCrashes || time.Now().After(a.end)
}

// random runs the smallest input and random ones, until there were so many runs.
func (a *attempt) random(ctx context.Context, rng *rand.Rand, runs int) error {
	for v := a.Space.Zero(); a.n < runs && !a.over(); v = a.Space.Random(nil, rng) {
		if err := a.run(ctx, v); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// run runs one input.
func (a *attempt) run(ctx context.Context, v input.Vector) error {
	r, err := a.Run(ctx, v)
	if err == nil {
		a.n++
		a.ways[way(r)]++
	}
	return errors.Join(err, ctx.Err())
}

// way returns how a run ended.
func way(r *native.RunResult) string {
	if r.Result == nil {
		return crashes
	}
	switch r.Result.Outcome {
	case worker.Returned:
		return called
	case worker.Panicked, worker.RuntimeError, worker.GoroutinePanicked:
		return panics
	case worker.Unbuilt:
		return unbuilt
	}
	return endless
}

// what returns called if a run came back, else how most runs ended.
func (a *attempt) what() string {
	best := endless
	for _, way := range []string{unbuilt, panics, crashes, endless} {
		if a.ways[way] > a.ways[best] {
			best = way
		}
	}
	if a.ways[called] > 0 {
		return called
	}
	return best
}
