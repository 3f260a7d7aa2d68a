package harness

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Functions among the inputs record what they are called with, as texts:
//
//	func(key string, value any) { record(&calls, "EvictCallback(%v, %v)", key, value) }

// recording returns a function literal that records its calls and then executes the statement body, if there is one. plain
// is the same without the record.
func (f *functionAlts) recording(plain *code.Tree, body *code.Tree) *code.Tree {
	name := "func"
	if n, _ := syntax.NamedOf(f.typ); n != nil {
		name = n.Obj().Name()
	}
	params := make([]string, f.sig.Params().Len())
	for i := range params {
		if params[i] = "_"; isTold(f.param(i), 0) {
			params[i] = f.c.escapeLocal(f.parameterName(i))
		}
	}
	literal := []*code.Tree{f.literalHead(params...), code.Source(" { "), recordOf(name, params)}
	if body != nil {
		literal = append(literal, code.Source("; "), body)
	}
	return code.New(code.Recording, code.New(code.Sequence, append(literal, code.Source(" }"))...), plain)
}

// parameterName returns the name of a parameter in the declaration of the type, or one by its index.
func (f *functionAlts) parameterName(i int) string {
	if name := f.named.Params().At(i).Name(); name != "" && name != "_" && !token.IsKeyword(name) {
		return name
	}
	return fmt.Sprintf("a%d", i)
}

// recordOf returns the statement that records a call, with the values of the parameters that have a name.
func recordOf(name string, params []string) *code.Tree {
	record := &code.Tree{Kind: code.Record}
	verbs := slices.Clone(params)
	for i, p := range params {
		if p != "_" {
			verbs[i] = "%v"
			record.Parts = append(record.Parts, code.Source(p))
		}
	}
	record.Text = name + "(" + strings.Join(verbs, ", ") + ")"
	return record
}

// maxTold is the deepest nesting of values in the text of a call.
const maxTold = 4

// isTold reports whether package fmt may print the contents of a value of type t, and no address: what a pointer points
// to at depth 0 alone. Of an any the worker knows more.
func isTold(t types.Type, depth int) bool {
	if syntax.IsError(t) {
		return true
	}
	if depth > maxTold || syntax.HoldsLock(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer && u.Kind() != types.Uintptr
	case *types.Interface:
		return depth == 0 && u.Empty()
	case *types.Pointer:
		return depth == 0 && isStruct(u.Elem()) && isTold(u.Elem(), 1)
	case *types.Slice, *types.Array, *types.Map, *types.Struct:
		return !slices.ContainsFunc(syntax.Inside(u), func(t types.Type) bool { return !isTold(t, depth+1) })
	}
	return false
}

// record adds the record of the calls of functions among the inputs to the readers, as the first of them.
// Goroutines of the function would write to the record while the test reads it.
func (s *signer) record() {
	records := func(t *input.Type) bool {
		return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return a.Make.Has(func(t *code.Tree) bool { return t.Kind == code.Record }) })
	}
	if s.out.Sig.Has(true, records) && !s.c.Concurrent(s.fn) {
		calls := input.Field{Type: s.c.outcomeType(types.NewSlice(types.Typ[types.String]))}
		s.out.Sig.Readers = append(s.out.Sig.Readers, input.Reader{Results: []input.Field{calls}})
	}
}
