package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// room hands the lengths that are asked of make through a probe, which knows
// whether there is memory for so much: to ask for more than there is ends the
// process.
func (w *writer) room(call *ast.CallExpr) {
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
	if generic(elem) {
		return
	}
	size := w.pkg.Sizes.Sizeof(elem)
	if size <= 0 {
		return
	}
	for _, n := range call.Args[1:] {
		b, ok := w.info.TypeOf(n).Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsInteger == 0 || w.info.Types[n].Value != nil || free(n, w.info) {
			continue
		}
		class := "I"
		if b.Info()&types.IsUnsigned != 0 {
			class = "U"
		}
		w.edits.wrap(w.off(n.Pos()), w.off(n.End()), fmt.Sprintf("%s(%s(", w.probe("Room"+class), w.probe(class)), fmt.Sprintf("), %d)", size))
	}
}

// generic reports whether the size of a type depends on type parameters.
func generic(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		return slices.ContainsFunc(syntax.Inside(t), generic)
	}
	return syntax.IsTypeParam(t)
}
