package cover

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/owntests"
	"nearmiss/internal/testcheck"
)

// The package's own tests are seeds. What they call a function with are its first inputs, and the constants
// in these tests join those of the source.
const (
	mostGiven       = 48      // inputs of a function
	mostGivenWords  = 1 << 14 // words in all inputs of a function
	mostGivenLength = 256     // elements of a list
	mostTestSeeds   = 32      // constants of one class from the tests that call a function
	mostEntries     = 256     // files of testdata/fuzz for a fuzz target
	mostEntryBytes  = 1 << 14 // of such a file
)

// seedFromTests reads the own tests of a package. With rights that the user gives away, code under test has only
// inputs that the search makes.
func (s *session) seedFromTests(u *unit) {
	if !s.method.archive || len(s.opt.Allow) > 0 || !u.searched() {
		return
	}
	files := testcheck.OwnTests(u.pkg.Dir, s.verifyOptions(u).Replace)
	if len(files) == 0 {
		return
	}
	tests, n := owntests.Read(u.pkg, files, fuzzEntries(u.pkg.Dir)), 0
	for _, f := range u.entries() {
		fn := f.cfg.Obj.Origin()
		space := input.NewSpace(f.sig, input.Limits{Len: mostGivenLength})
		f.startWith(space, tests.Vectors(fn, space))
		f.seeds = withSeeds(f.seeds, tests.Constants(fn))
		n += len(f.given)
	}
	s.timed("read %d inputs in %d files of own tests of %s", n, len(files), u.pkg.ImportPath)
}

// startWith makes inputs of the own tests, from a space, the first ones, at most mostGiven evenly spread, and lets lists be
// as long as theirs.
func (f *function) startWith(space *input.Space, vs []input.Vector) {
	words := 0
	for i := range min(len(vs), mostGiven) {
		v := vs[i*len(vs)/min(len(vs), mostGiven)]
		if words += len(v); words > mostGivenWords {
			break
		}
		for _, x := range space.Vars(nil, v) {
			if x.Role == input.RoleLen && x.Count(v) > usualLength {
				f.limits.Len = max(f.limits.Len, x.Count(v)+1)
			}
		}
		f.given = append(f.given, v)
	}
	space = input.NewSpace(f.sig, f.limits)
	for i, v := range f.given {
		f.given[i] = space.Normalize(nil, v)
	}
}

// withSeeds returns seeds with up to mostTestSeeds further ones of each class.
func withSeeds(s, more input.Seeds) input.Seeds {
	return input.Seeds{Ints: withMore(s.Ints, more.Ints), Floats: withMore(s.Floats, more.Floats), Strings: withMore(s.Strings, more.Strings)}
}

// withMore returns a list with up to mostTestSeeds further elements.
func withMore[T comparable](list, more []T) []T {
	list, most := slices.Clone(list), len(list)+mostTestSeeds
	for _, x := range more {
		if len(list) < most && !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// fuzzEntries reads the entries of testdata/fuzz in a directory, by fuzz target.
func fuzzEntries(dir string) map[string][]string {
	entries := map[string][]string{}
	names, _ := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", "Fuzz*", "*"))
	for _, name := range names {
		target := filepath.Base(filepath.Dir(name))
		info, err := os.Stat(name)
		if err != nil || info.Size() > mostEntryBytes || len(entries[target]) == mostEntries {
			continue
		}
		if text, err := load.ReadFile(name); err == nil {
			entries[target] = append(entries[target], string(text))
		}
	}
	return entries
}

// Which cases are written beside own tests.
const (
	All     = "all"     // all, as if there were no own tests
	Missing = "missing" // those that take branches that the own tests do not, or notice changes that these do not, and those that panic
)

// own is what the package's own tests reach.
type own struct {
	taken   map[uint32]bool // branches; nil if they are not known
	noticed map[int]bool    // mutants that they notice
}

// runOwn finds out, unless -beside=all, what the package's own tests take, in one run of them; if that is not possible,
// all cases are written.
func (s *session) runOwn(ctx context.Context, u *unit, end time.Time) {
	opts := s.verifyOptions(u)
	if s.opt.Beside != Missing || u.pkg.Std || u.own.taken != nil || len(testcheck.OwnTests(u.pkg.Dir, opts.Replace)) == 0 {
		return
	}
	opts.Deadline = end
	timed, done := testcheck.WithDeadline(ctx, end)
	defer done()
	taken, err := testcheck.OwnTaken(timed, u.pkg, u.graph, opts)
	if err != nil {
		u.note("", "what the package's own tests take is not known, and all tests are written: "+err.Error())
		return
	}
	u.own.taken = taken
	s.timed("ran the own tests of %s, which take %d branches", u.pkg.ImportPath, len(taken))
}

// tryOwn runs the own tests with the mutants, in a quarter of the time of ctx. A mutant for which there was no time counts as not noticed.
func (s *session) tryOwn(ctx context.Context, u *unit) {
	if u.own.taken == nil || u.own.noticed != nil {
		return
	}
	ctx, done := fraction(ctx, ownDivisor)
	defer done()
	u.own.noticed = map[int]bool{}
	n, err := testcheck.NewOwnNoticer(ctx, u.pkg, s.verifyOptions(u), u.hasMutants(), s.opt.Parallel)
	if err != nil {
		s.timed("own tests of %s do not run with changes of the code: %v", u.pkg.ImportPath, err)
		return
	}
	defer n.Close()
	untried := 0
	for i, x := range n.Try(ctx, nil) {
		switch x.Fate {
		case testcheck.Noticed:
			u.own.noticed[i] = true
		case testcheck.Untried:
			untried++
		}
	}
	s.timed("own tests of %s notice %d of %d changes of the code; no time for %d", u.pkg.ImportPath, len(u.own.noticed), len(n.Mutants), untried)
}

// ownDivisor is the part of the time for mutants in which own tests run with them.
const ownDivisor = 4

// takes reports whether a case takes no branch that the own tests do not.
func (o *own) takes(c *testCase) bool {
	return o.taken != nil && c.panic == 0 && len(c.fn.main().goals) > 0 && !slices.ContainsFunc(c.keep, func(b uint32) bool { return !o.taken[b] })
}

// leaveToOwn drops the cases that take no branch that the own tests do not.
func (u *unit) leaveToOwn() {
	var theirs []*testCase
	theirs, u.cases = split(u.cases, u.own.takes)
	u.drops = append(u.drops, dropAll(theirs, ownTaken)...)
}
