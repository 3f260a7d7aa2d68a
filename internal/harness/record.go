package harness

import (
	"fmt"
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

// recording returns a function literal of a type whose calls are recorded (isRecorded): it records its calls and then
// executes the statement that body returns, if body is not nil. body is given the names of the parameters: of those whose
// values the record shows, and of those with the indices uses; _ of others. Without the record, the literal is plain.
func (f *functionAlts) recording(plain *code.Tree, uses []int, body func(names []string) *code.Tree) *code.Tree {
	if !isRecorded(f.named) {
		return plain
	}
	name := "func"
	if n, _ := syntax.NamedOf(f.typ); n != nil {
		name = n.Obj().Name()
	}
	told := f.c.toldNames(f.named)
	names := slices.Clone(told)
	for _, i := range uses {
		if names[i] == "_" {
			names[i] = syntax.Free(f.c.escapeLocal("x"), func(x string) bool { return slices.Contains(names, x) })
		}
	}
	literal := []*code.Tree{f.literalHead(names...), code.Source(" { "), recordOf(code.New(code.RecordAddress), name, f.named, told)}
	if body != nil {
		literal = append(literal, code.Source("; "), body(names))
	}
	return code.New(code.Recording, code.New(code.Sequence, append(literal, code.Source(" }"))...), plain)
}

// recordingCall returns a function literal that records its calls and passes them on to the function made. Without the
// record it is made itself.
func (f *functionAlts) recordingCall(made *code.Tree) *code.Tree {
	if f.sig.Variadic() {
		return made
	}
	uses := make([]int, f.sig.Params().Len())
	for i := range uses {
		uses[i] = i
	}
	return f.recording(made, uses, func(names []string) *code.Tree {
		return code.Format("return %s(%s)", made, strings.Join(names, ", "))
	})
}

// isToldOf reports whether functions of a type are called to do something: they return nothing, or an error.
func isToldOf(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n == 0 || n == 1 && syntax.IsError(sig.Results().At(0).Type())
}

// isRecorded reports whether function literals of a type record their calls: those that are told something, and visitors and
// filters, which return a bool. An order or equality, func(a, b T) bool, does not: which values it compares is up to the algorithm.
func isRecorded(sig *types.Signature) bool {
	params, results := sig.Params().Len(), sig.Results()
	return isToldOf(sig) || params > 0 && results.Len() == 1 && isBool(results.At(0).Type()) && !takesPair(sig)
}

// takesPair reports whether functions of a type take two values of one type, other than a key and its value.
func takesPair(sig *types.Signature) bool {
	if sig.Params().Len() != 2 || sig.Variadic() {
		return false
	}
	a, b := sig.Params().At(0), sig.Params().At(1)
	return types.Identical(a.Type(), b.Type()) && !(strings.HasPrefix(a.Name(), "k") && strings.HasPrefix(b.Name(), "v"))
}

// recordField is the field of a stub with the address of the record of its calls.
const recordField = "calls"

// withNames returns a signature whose parameters have these names.
func withNames(sig *types.Signature, names []string) *types.Signature {
	var params []*types.Var
	for v := range sig.Params().Variables() {
		params = append(params, types.NewParam(0, v.Pkg(), names[len(params)], v.Type()))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// toldNames returns a name for each parameter whose value a record shows, and _ for the others.
func (c *Coder) toldNames(sig *types.Signature) (list []string) {
	for v := range sig.Params().Variables() {
		name := v.Name()
		switch {
		case !isTold(v.Type(), 0):
			name = "_"
		case name == "" || name == "_" || name == "s": // a stub is s
			name = fmt.Sprintf("a%d", len(list))
		}
		if name != "_" {
			name = syntax.Free(c.escapeLocal(name), func(name string) bool { return slices.Contains(list, name) })
		}
		list = append(list, name)
	}
	return list
}

// recordOf returns the statement that adds a call to a record, with the values of the parameters that have a name in
// params.
func recordOf(record *code.Tree, name string, sig *types.Signature, params []string) *code.Tree {
	statement := code.New(code.Record, record)
	verbs := slices.Clone(params)
	for i, p := range params {
		if p != "_" {
			verbs[i] = verb(sig.Params().At(i).Type())
			statement.Parts = append(statement.Parts, code.Source(p))
		}
	}
	statement.Text = name + "(" + strings.Join(verbs, ", ") + ")"
	return statement
}

// verb returns the format of a value in the text of a call.
func verb(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Pointer:
		return "%+v"
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && (b.Kind() == types.Byte || b.Info()&types.IsString != 0) {
			return "%q"
		}
	}
	return "%v"
}

// maxTold is the deepest nesting of values in the text of a call.
const maxTold = 4

// isTold reports whether package fmt may print the contents of a value of type t, and no address: what a pointer points
// to at depth 0 alone. The worker looks at what an any holds.
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
		return u.Empty()
	case *types.Pointer:
		return depth == 0 && isStruct(u.Elem()) && isTold(u.Elem(), 1)
	case *types.Slice, *types.Array, *types.Map, *types.Struct:
		return !slices.ContainsFunc(syntax.Inside(u), func(t types.Type) bool { return !isTold(t, depth+1) })
	}
	return false
}

// records adds the records of the calls of functions among the inputs, and of what is written to the writers inside of
// inputs, to the readers, as the first of them. Goroutines of the function would write to a record while the test reads it.
func (s *signer) records() {
	if s.c.Concurrent(s.fn) {
		return
	}
	record := func(records func(input.Alt) bool, of types.Type) {
		if s.out.Sig.Has(true, func(t *input.Type) bool { return slices.ContainsFunc(t.Alts, records) }) {
			s.out.Sig.Readers = append(s.out.Sig.Readers, input.Reader{Results: []input.Field{{Type: s.c.outcomeType(of)}}})
		}
	}
	record(func(a input.Alt) bool { return a.Records() }, types.NewSlice(types.Typ[types.String]))
	record(func(a input.Alt) bool { return a.Written }, types.Typ[types.String])
}

// All writers inside of the inputs of a run are one: the writer of a logger, or those of a list. A writer that is an input itself
// is reported after the call like other inputs.

// writerVar is the variable of the generated file that holds the writer inside of inputs.
const writerVar = "zznmwritten"

// unwritten returns the type of an argument whose own writer is no record.
func (c *Coder) unwritten(t *input.Type) *input.Type {
	at := slices.IndexFunc(t.Alts, func(a input.Alt) bool { return a.Written })
	if at < 0 {
		return t
	}
	if c.ownWriters[t] == nil {
		own := *t
		own.Alts = slices.Clone(t.Alts)
		own.Alts[at].Make, own.Alts[at].Written = own.Alts[at].Make.Parts[0], false
		c.ownWriters[t], c.numCutAlts[&own] = &own, c.numCutAlts[t]
	}
	return c.ownWriters[t]
}
