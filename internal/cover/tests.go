package cover

import (
	"fmt"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/testgen"
	wire "nearmiss/internal/worker"
)

// A table is the cases of one test: the calls of a function that panic, or the others.
type table struct {
	fn     *function
	panics bool
}

// testFuncs turns the cases into what testgen prints, and remembers which is
// which by function and input.
func (u *unit) testFuncs(cases []*testCase) ([]testgen.Func, map[string]*testCase) {
	return u.grouped(cases, func(c *testCase) table { return table{c.fn, c.result.Outcome != wire.Returned} })
}

// fuzzFuncs is testFuncs with all cases of a function together.
func (u *unit) fuzzFuncs() []testgen.Func {
	funcs, _ := u.grouped(byFunction(slices.Clone(u.cases)), func(c *testCase) table { return table{fn: c.fn} })
	return funcs
}

func (u *unit) grouped(cases []*testCase, group func(*testCase) table) ([]testgen.Func, map[string]*testCase) {
	var funcs []testgen.Func
	byKey := map[string]*testCase{}
	at := map[table]int{}
	for _, c := range cases {
		key := group(c)
		i, ok := at[key]
		if !ok {
			i = len(funcs)
			at[key] = i
			funcs = append(funcs, testgen.Func{Obj: c.fn.cfg.Obj, Type: c.fn.signed.Type, Sig: *c.fn.sig})
		}
		f := &funcs[i]
		f.Cases = append(f.Cases, testgen.Case{Vector: c.vector, Outcome: c.outcome(), Covers: u.coversOf(c), Site: u.siteOf(c), Goroutines: c.staying})
		byKey[caseKey(c.fn.sig, c.vector)] = c
	}
	return funcs, byKey
}

// caseKey tells cases apart, those of a function's variants too.
func caseKey(sig *input.Signature, vector []uint64) string {
	recv := ""
	if sig.Recv != nil {
		recv = sig.Recv.Type.Go
	}
	return fmt.Sprint(sig.Name, sig.TypeArgs, len(sig.Calls), recv, vector)
}

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

// coversOf lists the branches that a case is there for.
func (u *unit) coversOf(c *testCase) []testgen.Cover {
	var out []testgen.Cover
	for _, b := range c.keep {
		out = append(out, testgen.Cover{Branch: u.graph.BranchName(b), Cond: u.condText(b), Outcome: b%2 == 1})
	}
	return append(out, u.boundariesOf(c)...)
}
