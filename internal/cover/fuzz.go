package cover

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/fuzztarget"
	"nearmiss/internal/native"
	"nearmiss/internal/owntests"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// FuzzOptions configure Fuzz. Time is that of each target.
type FuzzOptions struct {
	subject.Common
	Patterns []string
	Run      *regexp.Regexp // only targets with matching names; nil for all
	Parallel int
	Write    bool // also write inputs that take branches that the corpus does not

	Log func(format string, args ...any) // called for each step; may be nil
}

const (
	fuzzEvals  = 1 << 30 // of a branch, with a clock, which ends the search
	fuzzDepth  = 8       // levels of callees whose constants are seeds
	mostCorpus = 1 << 11 // elements of a list in an entry of the corpus; longer ones are left out
	afterwards = 5       // the part of the time of a target, in which its inputs are shrunk
)

// Fuzz searches the fuzz targets of packages, one after the other. What it finds with a target, it writes before the
// next. When ctx ends, the search ends without an error.
func Fuzz(ctx context.Context, opt FuzzOptions) (*report.Fuzz, error) {
	opt.Complete()
	place, err := subject.NewPlace(opt.Dir)
	if err != nil {
		return nil, err
	}
	defer place.Close()
	opt.Progress(report.CoverSnapshot{Phase: "loading"})
	if err := place.Settle(ctx); err != nil {
		return nil, err
	}
	targets, err := fuzztarget.Find(ctx, opt.Dir, place.Env, place.Source, opt.Patterns, opt.Run)
	switch {
	case ctx.Err() != nil:
		return nil, subject.ErrTooSoon
	case err != nil:
		return nil, err
	case len(targets) == 0 && opt.Run != nil:
		return nil, fmt.Errorf("no fuzz target in %s that -run %q matches", strings.Join(opt.Patterns, " "), opt.Run)
	case len(targets) == 0:
		return nil, fmt.Errorf("no fuzz target in the tests of %s; write one in a test file, such as "+
			"func FuzzParse(f *testing.F) { f.Fuzz(func(t *testing.T, s string) { Parse(s) }) }", strings.Join(opt.Patterns, " "))
	}
	r := &report.Fuzz{Seed: opt.Seed}
	var errs []error
	for _, t := range targets {
		if ctx.Err() != nil {
			break
		}
		row := &report.FuzzTarget{Name: t.Name, Package: t.Package, Position: t.Position, Reason: t.Reason}
		if r.Targets = append(r.Targets, row); row.Reason == "" {
			if err := fuzzOne(ctx, &opt, t, row); err != nil {
				if row.Reason = fuzztarget.Original(err.Error()); strings.Contains(row.Reason, "nearmissT") {
					row.Reason = "it hands its testing.T to code that takes none but a testing.T itself: " + row.Reason
				}
			}
		}
		if row.Reason != "" {
			errs = append(errs, fmt.Errorf("%s: %s was not searched: %s", t.Position, t.Name, row.Reason))
		}
	}
	return r, errors.Join(errs...)
}

// fuzzOne searches one target.
func fuzzOne(ctx context.Context, opt *FuzzOptions, t *fuzztarget.Target, row *report.FuzzTarget) error {
	common, evals := opt.Common, 0
	if common.Time > 0 {
		evals = fuzzEvals
	}
	common.Time = 0
	s, err := newSession(Options{
		Common: common, Patterns: []string{t.Package}, Func: regexp.MustCompile("^" + regexp.QuoteMeta(t.Entry) + "$"),
		Evals: evals, Parallel: opt.Parallel, Generated: true, Log: opt.Log, added: t.Files, owns: true,
	})
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.plan(ctx); err != nil {
		return s.early(ctx, err)
	}
	if err := s.openAll(ctx); err != nil {
		return s.early(ctx, err)
	}
	u := s.units[0]
	entries := u.entries()
	if len(entries) == 0 || u.pool == nil {
		return errors.New(cmp.Or(u.funcs[0].reason, "interrupted"))
	}
	z := &fuzzing{s, u, entries[0], t, row, map[string]bool{}}
	s.meter.set(func() { s.meter.live = s.evaluations })
	if err := z.corpus(ctx); err != nil {
		return err
	}
	now := time.Now()
	d := deadlines{}
	searching, done := ctx, context.CancelFunc(func() {})
	if opt.Time > 0 {
		d.search, d.look, d.sample, d.round = now.Add(opt.Time), opt.Time/partDivisor, opt.Time/partDivisor, opt.Time/partDivisor
		searching, done = testcheck.WithDeadline(ctx, d.search)
	}
	defer done()
	s.meter.phase("searching " + t.Name)
	s.searchUnit(searching, u, d)
	for _, clocked := searching.Deadline(); searching.Err() == nil && clocked && !u.gaveUp && z.fn.active(); {
		s.explore(searching, u, exploreSlice, 0)
	}
	row.Elapsed = time.Since(now)
	s.meter.phase("shrinking the inputs of " + t.Name)
	last, done := context.WithTimeout(s.opt.Abandon, max(overLeast, opt.Time/afterwards))
	defer done()
	err = z.failures(last)
	if err == nil && opt.Write {
		err = z.interesting(last)
	}
	if err == nil {
		err = z.endless(s.opt.Abandon)
	}
	z.count()
	return errors.Join(err, s.failed())
}

// addFiles adds files with functions to search to the package.
func (s *session) addFiles() error {
	if s.opt.added == nil {
		return nil
	}
	s.Overlay, s.Source = maps.Clone(s.Overlay), maps.Clone(s.Source)
	if s.Overlay == nil {
		s.Overlay, s.Source = map[string]string{}, map[string][]byte{}
	}
	for path, text := range s.opt.added {
		f, err := os.CreateTemp(s.Temp, "*.go")
		if err != nil {
			return err
		}
		_, err = f.Write(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		s.Overlay[path], s.Source[path] = f.Name(), text
	}
	return nil
}

// reachFrom makes the function of a fuzz target the owner of all functions that it reaches, but not of itself: their
// branches and panic sites are its goals.
func (u *unit) reachFrom(owner map[*cfg.Func]*function) {
	if len(u.funcs) == 0 {
		return
	}
	fn := u.funcs[0]
	delete(owner, fn.cfg)
	found := syntax.NewMentions(u.graph.Info, u.graph.Files).Reachable(fn.cfg.Obj)
	for _, f := range u.graph.Funcs {
		if found[f.Obj] && !fuzztarget.IsRuntime(u.graph.Fset.File(f.Decl.Pos()).Name()) {
			owner[f] = fn
		}
	}
}

// A fuzzing is the search of one fuzz target.
type fuzzing struct {
	s    *session
	u    *unit
	fn   *function
	of   *fuzztarget.Target
	row  *report.FuzzTarget
	seen map[string]bool // entries of the corpus, by contents
}

// corpus runs the seeds of the target: arguments of f.Add, and the files of testdata/fuzz.
func (z *fuzzing) corpus(ctx context.Context) error {
	files := testcheck.OwnTests(z.u.pkg.Dir, z.s.verifyOptions(z.u).Replace)
	tests := owntests.Read(z.u.pkg, files, fuzzEntries(z.u.pkg.Dir))
	tests.Enter(z.of.Name, z.fn.cfg.Obj)
	space := input.NewSpace(z.fn.sig, input.Limits{Len: mostCorpus})
	vectors := tests.Vectors(z.fn.cfg.Obj, space)
	z.fn.startWith(space, vectors)
	z.fn.seeds = withSeeds(z.fn.seeds, tests.Constants(z.fn.cfg.Obj))
	for _, v := range vectors {
		for _, x := range space.Vars(nil, v) {
			if x.Role == input.RoleLen && x.Count(v) > usualLength {
				z.fn.limits.Len = max(z.fn.limits.Len, x.Count(v)+1)
			}
		}
	}
	var cases []*testCase
	for _, v := range vectors {
		cases = append(cases, &testCase{fn: z.fn, vector: v})
		if f, err := testgen.CorpusFile(z.fn.sig, v); err == nil {
			z.seen[string(f.Data)] = true
		}
	}
	z.row.Corpus = len(cases)
	if err := z.u.runIn(ctx, z.u.pool, cases, false); err != nil {
		return err
	}
	for _, c := range cases {
		z.took(c)
	}
	z.row.Before = z.taken()
	return nil
}

// took adds the run of a case to the archive.
func (z *fuzzing) took(c *testCase) {
	if c.result == nil || !comesBack(c.result) {
		return
	}
	if p := z.u.ran(c); p != nil {
		p.take(c.fn, c.vector, c.setup())
	}
	for _, b := range c.result.Covered {
		if int(b) < len(z.u.goals) {
			z.u.goals[b].take(c.fn, c.vector, c.result.Outcome != worker.Returned)
		}
	}
}

// counts reports whether a branch counts: it is in the package itself, and may be taken.
func (z *fuzzing) counts(g *goal) bool {
	return g.fn == z.fn && g.infeasible == "" && !fuzztarget.InTest(z.u.graph.Fset.File(z.u.graph.Conds[g.branch/2].Pos).Name())
}

// taken returns the number of branches that count and were taken.
func (z *fuzzing) taken() (n int) {
	for _, g := range z.u.goals {
		if g.found != nil && z.counts(g) {
			n++
		}
	}
	return n
}

func (z *fuzzing) count() {
	z.row.Covered = z.taken()
	for _, g := range z.u.goals {
		if z.counts(g) {
			z.row.Branches++
		}
	}
	z.row.Evaluations = z.s.evaluations()
}

// exploreSlice is the number of evaluations of a job without an aim after the search has nothing left to aim at.
const exploreSlice = 20_000

// exploreRound varies what fuzz targets and laws were found with, as often as inputs were searched for branches: a law may be
// broken without a branch.
func (r *schedule) exploreRound(ctx context.Context) {
	if r.s.opt.added != nil {
		n := max(1, (int(r.u.branchEvaluations())-int(r.tries))/max(1, len(r.u.active())))
		r.s.explore(ctx, r.u, uint64(n), r.round)
	}
}

// explore runs n inputs that vary those in the archive.
func (s *session) explore(ctx context.Context, u *unit, n uint64, within time.Duration) {
	var list []job
	for _, f := range u.active() {
		if f.endless != nil && !s.opt.owns {
			continue // as long as it may run
		}
		jobs := 1
		if s.opt.owns { // the only function
			jobs = s.opt.Parallel
		}
		for i := range jobs {
			j := s.searchJob(f, s.seed(f, 1<<46+uint64(i), u.schedule.tries), max(1, n/uint64(jobs)))
			if j.Endless = s.opt.owns && len(u.endless) < mostEndless; !j.Endless {
				j.Fuel = firstFuel
			}
			for _, c := range archived(u) {
				if c.fn == f {
					j.Starts = append(j.Starts, c.vector)
				}
			}
			list = append(list, job{SearchJob: j, fn: f, tries: true})
		}
	}
	s.perform(ctx, u, list, within)
}

// failures shrinks the inputs with which the target fails, and writes them where go test finds them.
func (z *fuzzing) failures(ctx context.Context) error {
	crashes := slices.Clone(z.u.crashes)
	cases, err := z.u.shrunkPanics(ctx, func(*panicSite) bool { return true })
	if err != nil {
		return err
	}
	for _, c := range cases {
		if p := z.u.ran(c); p != nil {
			text, place := "panic: "+c.result.Text, z.u.graph.SiteName(p.site)
			if fuzztarget.IsRuntime(z.u.graph.Fset.File(p.site.Node.Pos()).Name()) {
				text, place = c.result.Text, ""
			}
			if err := z.fails(c.vector, text, place); err != nil {
				return err
			}
		}
	}
	told := map[string]bool{}
	for _, c := range crashes {
		if text := bounds.ReplaceAllString(c.String(), ""); !told[text] {
			told[text] = true
			if err := z.fails(z.smallest(ctx, c), c.String(), ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// The evaluations for shrinking an input that ends its process, and one that hangs.
const (
	crashShrink = 200
	slowShrink  = 8
)

// smallest shrinks an input that ends its process.
func (z *fuzzing) smallest(ctx context.Context, c *native.Crash) input.Vector {
	budget := uint64(crashShrink)
	if isSlow(c) {
		budget = slowShrink
	}
	return z.shrunk(ctx, c.Vector, budget, func(r *native.RunResult) bool { return r.Crash != nil && r.Crash.Kind == c.Kind })
}

// shrunk shrinks an input, one run after the other.
func (z *fuzzing) shrunk(ctx context.Context, v input.Vector, budget uint64, keep func(*native.RunResult) bool) input.Vector {
	least, _ := search.Shrink(input.NewSpace(z.fn.sig, z.fn.limits), v, budget, func(v input.Vector) bool {
		r, err := z.u.pool.Run(ctx, []*worker.RunJob{{Entry: z.fn.entry, Vector: slices.Clone(v)}})
		return err == nil && r[0] != nil && keep(r[0])
	})
	return least
}

const (
	endlessFuel = 1 << 30 // statements of a run that counts as endless: some seconds
	endlessTime = time.Minute
	mostEndless = 2 // inputs that are tried with so much fuel
)

// endless tells of the first input that used up its fuel and does so again with a thousand times as much, or waits for ever.
func (z *fuzzing) endless(ctx context.Context) error {
	if len(z.u.endless) == 0 {
		return nil
	}
	ctx, done := context.WithTimeout(ctx, endlessTime)
	defer done()
	o := z.s.unitOptions(z.u)
	o.Fuel, o.Hang = endlessFuel, endlessTime
	pool, err := native.NewPool(ctx, z.u.binary, o, 1)
	if err != nil {
		return ignoreEnd(err)
	}
	defer pool.Close()
	for _, v := range z.u.endless {
		v = z.shrunk(ctx, v, crashShrink, func(r *native.RunResult) bool { return r.Result != nil && r.Result.Outcome == worker.FuelOut })
		z.s.timed("an input that used up its fuel gets more")
		r, err := pool.Run(ctx, []*worker.RunJob{{Entry: z.fn.entry, Vector: v}})
		switch {
		case err != nil:
			return ignoreEnd(err)
		case r[0] == nil || r[0].Result == nil || r[0].Result.Outcome != worker.FuelOut:
			continue
		case r[0].Result.Cost < endlessFuel/halfDivisor:
			return z.fails(v, "it waits for ever", "")
		}
		return z.fails(v, fmt.Sprintf("it has not returned after %s statements", report.Count(endlessFuel)), "")
	}
	return nil
}

// fails adds a failure to the report, and writes its input into the corpus unless it is from there.
func (z *fuzzing) fails(v input.Vector, text, place string) error {
	f, err := testgen.CorpusFile(z.fn.sig, v)
	if err != nil {
		return err
	}
	failure := report.FuzzFailure{Text: strings.TrimSpace(text), Position: fuzztarget.Original(place), Input: inputText(f.Data), Name: f.Name}
	failure.Seed = z.seen[string(f.Data)]
	failure.File, err = z.write(f)
	z.row.Failures = append(z.row.Failures, failure)
	return err
}

// inputText returns the values of a corpus file on one line.
func inputText(data []byte) string {
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(lines[1:], ", ")
}

// write writes an entry of the corpus and returns its path, "" if it is there or its package is in the module cache.
func (z *fuzzing) write(f testgen.File) (string, error) {
	if z.u.mirror != nil || z.seen[string(f.Data)] {
		return "", nil
	}
	z.seen[string(f.Data)] = true
	f.Name = testgen.CorpusPath(z.of.Name, f.Name)
	at := filepath.Join(z.u.pkg.Dir, filepath.FromSlash(f.Name))
	if old, err := os.ReadFile(at); err == nil && bytes.Equal(old, f.Data) {
		return at, nil
	}
	paths, err := testgen.Write([]testgen.File{f}, z.u.pkg.Dir)
	if err != nil || len(paths) == 0 {
		return "", err
	}
	return paths[0], nil
}

// interesting writes the fewest inputs that take all branches that the corpus does not, and on which the target does not
// fail.
func (z *fuzzing) interesting(ctx context.Context) error {
	found := archived(z.u)
	if err := z.u.runCases(ctx, found); err != nil {
		return err
	}
	found = slices.DeleteFunc(usable(found), func(c *testCase) bool { return c.result.Outcome != worker.Returned })
	corpus, found := split(found, func(c *testCase) bool {
		f, err := testgen.CorpusFile(z.fn.sig, c.vector)
		return err != nil || z.seen[string(f.Data)]
	})
	have := map[uint32]bool{}
	for _, c := range corpus {
		for _, b := range c.result.Covered {
			have[b] = true
		}
	}
	cases := fewestMore(found, have)
	for _, c := range cases {
		c.keep = slices.DeleteFunc(slices.Clone(c.keep), func(b uint32) bool { return !slices.Contains(c.result.Covered, b) })
	}
	if err := z.u.shrinkCases(ctx, cases); err != nil {
		return err
	}
	for _, c := range cases {
		f, err := testgen.CorpusFile(z.fn.sig, c.vector)
		if err != nil {
			return err
		}
		path, err := z.write(f)
		if err != nil {
			return err
		}
		if path != "" {
			z.row.Written++
		}
	}
	return nil
}
