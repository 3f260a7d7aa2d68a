package cover

import (
	"context"
	"fmt"
	"go/types"
	"path/filepath"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/codec"
	"nearmiss/internal/testgen"
	"nearmiss/internal/wire"
)

// emit prints the tests of a package, checks them, and writes them where the
// user wants them. Cases that do not hold are dropped, and so is what only
// they covered.
func (s *session) emit(ctx context.Context, u *unit) error {
	funcs, byKey := u.testFuncs()
	if len(funcs) == 0 {
		return nil
	}
	suite, err := testgen.Emit(u.pkg, funcs, testgen.Header{Seed: s.opt.Seed, Command: s.opt.Command, Keep: u.keeps})
	if err != nil {
		return err
	}
	suite, rep, err := testgen.Verify(ctx, suite, testgen.VerifyOptions{})
	if err != nil {
		u.cases = nil
		u.recount("a run took it, but its test could not be checked")
		return err
	}
	if !rep.Race {
		u.note("", "the tests were checked without the race detector: "+rep.RaceNote)
	}
	u.settle(suite, byKey)
	dir := s.testDir(u)
	if dir == "" || len(suite.Files) == 0 {
		return nil
	}
	if err := testgen.Write(suite.Files, dir); err != nil {
		return err
	}
	u.files = written(dir, suite.Files)
	return nil
}

// keeps reports whether a package variable is not put back between runs, and
// so must not be in tests either.
func (u *unit) keeps(v *types.Var) bool {
	return slices.ContainsFunc(u.coder.Kept(), func(k codec.Kept) bool { return k.Var == v })
}

// testFuncs turns the cases into what testgen prints, and remembers which is
// which by function and input.
func (u *unit) testFuncs() ([]testgen.Func, map[string]*testCase) {
	var funcs []testgen.Func
	byKey := map[string]*testCase{}
	for _, c := range u.cases {
		if n := len(funcs); n == 0 || funcs[n-1].Obj != c.fn.cfg.Obj {
			funcs = append(funcs, testgen.Func{Obj: c.fn.cfg.Obj, Sig: *c.fn.sig})
		}
		f := &funcs[len(funcs)-1]
		f.Cases = append(f.Cases, testgen.Case{Vector: c.vector, Outcome: c.outcome(), Covers: u.coversOf(c)})
		byKey[caseKey(c.fn.name, c.vector)] = c
	}
	return funcs, byKey
}

func caseKey(fn string, vector []uint64) string { return fmt.Sprint(fn, vector) }

// outcome is what a run did in testgen's words.
func (c *testCase) outcome() testgen.Outcome {
	r := c.result
	o := testgen.Outcome{Text: r.Text}
	switch r.Outcome {
	case wire.Returned:
		o.Results, o.After = split(c.fn.sig, r.Out)
	case wire.RuntimeError:
		o.Panic = testgen.PanicRuntime
	default:
		o.Panic = testgen.PanicText
	}
	return o
}

// split parts what a run reported into the results and the state afterwards.
func split(sig *input.Signature, out input.Vector) (results, after input.Vector) {
	pos := 0
	for _, f := range sig.Results {
		pos = input.Skip(f.Type, out, pos)
	}
	pos = min(pos, len(out))
	return out[:pos:pos], out[pos:]
}

// testDir is where the tests of a package go, "" for nowhere. With -o those
// of several packages go into directories named by import path.
func (s *session) testDir(u *unit) string {
	switch {
	case s.opt.Write:
		return u.pkg.Dir
	case s.opt.Out != "" && len(s.units) > 1:
		return filepath.Join(s.opt.Out, filepath.FromSlash(u.pkg.ImportPath))
	}
	return s.opt.Out
}

func written(dir string, files []testgen.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, filepath.Join(dir, f.Name))
	}
	return names
}

// coversOf lists the branches that a case is there for.
func (u *unit) coversOf(c *testCase) []testgen.Cover {
	var out []testgen.Cover
	for _, b := range c.keep {
		out = append(out, testgen.Cover{Branch: u.graph.BranchName(b), Cond: u.condText(b), Outcome: b%2 == 1})
	}
	return out
}

// settle takes over the names of the cases that were kept and counts again.
func (u *unit) settle(suite *testgen.Suite, byKey map[string]*testCase) {
	for _, c := range u.cases {
		c.out = true
	}
	for i, f := range suite.Funcs {
		for _, tc := range f.Cases {
			if c := byKey[caseKey(f.Sig.Name, tc.Vector)]; c != nil {
				c.out, c.name = false, suite.Tests[i]+"/"+tc.Name
			}
		}
	}
	for _, d := range suite.Dropped {
		what := "dropped"
		if d.Weaker {
			what = "weaker"
		}
		name := d.Func
		if d.Case != "" {
			name += ", case " + d.Case
		}
		u.note("", fmt.Sprintf("%s: %s: %s", name, what, d.Reason))
	}
	u.cases = slices.DeleteFunc(u.cases, func(c *testCase) bool { return c.out })
	u.recount("a run took it, but its test did not pass the checks")
}

// recount takes back the branches that no case takes, and returns how many
// there were.
func (u *unit) recount(why string) int {
	have := map[uint32]bool{}
	for _, c := range u.cases {
		for _, b := range c.covers() {
			have[b] = true
		}
	}
	lost := 0
	for _, g := range u.goals {
		if g.found != nil && !have[g.branch] {
			g.lose(why)
			lost++
		}
	}
	return lost
}
