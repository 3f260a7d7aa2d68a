package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/syntax"
)

// deferring lists functions of the standard library whose second argument is a function that runs
// after they have returned, on a timer or when an object is collected.
var deferring = map[string]map[string]bool{
	"time":    nameSet(`AfterFunc`),
	"context": nameSet(`AfterFunc`),
	"runtime": nameSet(`AddCleanup SetFinalizer`),
}

// later returns how a function that fn has run later can do harm, "" if it cannot. No run shows
// such harm, because it comes after the run. Only function literals and declared functions are
// followed, and only where code outside the standard library passes them on.
func (a *analysis) later(fn *ssa.Function, pkg *types.Package) string {
	wanted := func(k Kind) bool { return a.wanted(k) && outside(k) }
	callees := func(f *ssa.Function) (list []*ssa.Function) {
		if a.summarizer.trusted(f) {
			return nil
		}
		for _, ref := range a.summarizer.function(f).references {
			list = append(list, ref.to)
		}
		return list
	}
	for _, f := range syntax.Reach(callees, fn) {
		if a.summarizer.trusted(f) {
			continue
		}
		for _, run := range passedTo(f, deferring) {
			if r := a.walkFrom(run, handedSSA{}, pkg, wanted, false); r != nil {
				return r.String()
			}
		}
	}
	return ""
}

// passedTo returns the functions that f passes as the second argument, or as that of a method, to
// functions in a table.
func passedTo(f *ssa.Function, table map[string]map[string]bool) (list []*ssa.Function) {
	for instr := range instructions(f) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil || len(call.Common().Args) < 2 {
			continue
		}
		if path, name := nameOf(call.Common().StaticCallee()); table[path][name] {
			if g := madeFunc(call.Common().Args[1]); g != nil {
				list = append(list, g)
			}
		}
	}
	return list
}

// madeFunc returns the function or function literal that a value is, nil if it is not known.
func madeFunc(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.MakeInterface:
		return madeFunc(v.X)
	case *ssa.ChangeType:
		return madeFunc(v.X)
	}
	return nil
}
