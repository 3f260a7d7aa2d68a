package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// makeCall wraps the length and the capacity in a call of make in a probe, which
// ends the run if they need too much memory. Without it, make would end the
// process.
func (w *writer) makeCall(call *ast.CallExpr) {
	if len(call.Args) < 2 || !w.info.Types[call.Fun].IsBuiltin() || w.pkg.Sizes == nil {
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); !ok || id.Name != "make" {
		return
	}
	var elem types.Type
	switch t := w.info.TypeOf(call.Args[0]).Underlying().(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Chan:
		elem = t.Elem()
	default:
		return
	}
	if sizeVaries(elem) {
		return
	}
	size := w.pkg.Sizes.Sizeof(elem)
	if size <= 0 {
		return
	}
	for _, n := range call.Args[1:] {
		b, ok := w.info.TypeOf(n).Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsInteger == 0 || w.info.Types[n].Value != nil || contextTyped(n, w.info) {
			continue
		}
		class := "I"
		if b.Info()&types.IsUnsigned != 0 {
			class = "U"
		}
		w.edits.Wrap(w.offset(n.Pos()), w.offset(n.End()), fmt.Sprintf("%s(%s(", w.probe("Room"+class), w.probe(class)), fmt.Sprintf("), %d)", size))
	}
}

// sizeVaries reports whether the size of a type depends on type parameters.
func sizeVaries(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(syntax.Inside(t), sizeVaries)
	}
	return syntax.IsTypeParam(t)
}
