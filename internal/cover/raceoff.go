package cover

import (
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// raceOff lists the types of package sync with methods that turn the race detector off for their
// goroutine while they work, and do not turn it on again when they panic. The detector then takes
// what follows the test for racing.
var raceOff = [...]string{"Pool", "RWMutex", "WaitGroup"}

// turnsRaceOff reports whether the run of a case panics in a call of such a method.
func (u *unit) turnsRaceOff(c *testCase) bool {
	p := u.ran(c)
	if p == nil {
		return false
	}
	for n := range ast.Preorder(p.site.Node) {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if f, _ := u.pkg.Info.Uses[sel.Sel].(*types.Func); f != nil && isRaceOff(f) {
				return true
			}
		}
	}
	return false
}

func isRaceOff(f *types.Func) bool {
	recv := f.Signature().Recv()
	if f.Pkg() == nil || f.Pkg().Path() != "sync" || recv == nil {
		return false
	}
	named, _ := syntax.NamedOf(recv.Type())
	return named != nil && slices.Contains(raceOff[:], named.Obj().Name())
}
