package fitness

import (
	"go/ast"
	"go/types"

	"nearmiss/internal/syntax"
	"nearmiss/term"
)

// A loc is a place whose value conditions may depend on: the value of an access path represented by
// a Class, or one of the pseudo places below. The symbolic store maps locs to terms.
type loc struct {
	id    int
	path  Path
	class Class
	elem  types.BasicKind // of a Slice or Array
	sort  term.Sort
	// content is the kind of the elements whose integrity the loc represents: its term is true
	// while no slice of such elements has been changed since the critical node.
	content types.BasicKind
	// counter and subject belong to a range loop: the index of the current element, -1 before the
	// first; and the operand of the loop, or its length.
	counter, subject *ast.RangeStmt
}

// locs is the table of the locs of one function.
type locs struct {
	all      []*loc
	byKey    map[locKey]int
	exposed  map[*types.Var]bool // variables that other code may change: see cfg.Exposed
	implicit map[*types.Var]bool // variables that the clauses of type switches bind
}

type locKey struct {
	path    key
	class   Class
	node    ast.Node
	kind    types.BasicKind
	variant uint8
}

func newLocs() *locs {
	return &locs{byKey: make(map[locKey]int), exposed: make(map[*types.Var]bool), implicit: make(map[*types.Var]bool)}
}

func (t *locs) add(k locKey, l loc) int {
	if id, ok := t.byKey[k]; ok {
		return id
	}
	l.id = len(t.all)
	t.all = append(t.all, &l)
	t.byKey[k] = l.id
	return l.id
}

// value returns the loc of a path and class, and adds it if necessary.
func (t *locs) value(p Path, c Class, elem types.BasicKind, s term.Sort) int {
	return t.add(locKey{path: p.key(), class: c}, loc{path: p, class: c, elem: elem, sort: s})
}

// find returns the loc of a path and class, -1 if nothing reads it.
func (t *locs) find(p Path, c Class) int {
	if id, ok := t.byKey[locKey{path: p.key(), class: c}]; ok {
		return id
	}
	return -1
}

// contentOf returns the loc of the integrity of slices with elements of a kind.
func (t *locs) contentOf(k types.BasicKind) int {
	return t.add(locKey{kind: k, variant: 1}, loc{content: k, sort: term.BoolSort})
}

// counterOf returns the loc of the index of a range loop.
func (t *locs) counterOf(s *ast.RangeStmt) int {
	return t.add(locKey{node: s, variant: 2}, loc{counter: s, sort: term.Signed(64)})
}

// subjectOf returns the loc of the operand of a range loop: its elements if they can be read, else
// its length.
func (t *locs) subjectOf(s *ast.RangeStmt, sort term.Sort) int {
	return t.add(locKey{node: s, variant: 3}, loc{subject: s, sort: sort})
}

// isMemory reports whether code that does not name the loc may change it:
// through a pointer, a closure, or as a package variable.
func (t *locs) isMemory(l *loc) bool {
	return l.path.Root != nil && (l.path.throughPointer() || t.isExposed(l.path.Root))
}

// isExposed reports whether code that does not name v may change it.
func (t *locs) isExposed(v *types.Var) bool {
	return t.exposed[v] || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// kindSort returns the sort of a basic kind, false if terms have none.
func kindSort(k types.BasicKind) (term.Sort, bool) {
	switch k {
	case types.Bool, types.UntypedBool:
		return term.BoolSort, true
	case types.Int, types.Int64, types.UntypedInt:
		return term.Signed(64), true
	case types.Int32, types.UntypedRune:
		return term.Signed(32), true
	case types.Int16:
		return term.Signed(16), true
	case types.Int8:
		return term.Signed(8), true
	case types.Uint, types.Uint64, types.Uintptr:
		return term.Unsigned(64), true
	case types.Uint32:
		return term.Unsigned(32), true
	case types.Uint16:
		return term.Unsigned(16), true
	case types.Uint8:
		return term.Unsigned(8), true
	case types.Float64, types.UntypedFloat:
		return term.Floating(64), true
	case types.Float32:
		return term.Floating(32), true
	case types.String, types.UntypedString:
		return term.StringSort, true
	}
	return term.Sort{}, false
}

// sortClass returns the class of values of a sort.
func sortClass(s term.Sort) Class {
	return [...]Class{term.Bool: Bool, term.Int: Int, term.Uint: Uint,
		term.Float: Float, term.String: String, term.Array: Slice}[s.Kind]
}

// valueType describes the values of a type: their class, sort and, for
// slices and arrays of scalars, the kind of their elements.
type valueType struct {
	class Class
	sort  term.Sort
	elem  types.BasicKind
}

// valueTypeOf returns the value type of t. Pointers, maps, channels, functions and interfaces are
// represented by whether they are nil.
func valueTypeOf(t types.Type) (valueType, bool) {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return valueType{}, false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil {
			return valueType{class: Nil, sort: term.BoolSort}, true
		}
		s, ok := kindSort(u.Kind())
		return valueType{class: sortClass(s), sort: s, elem: elemKind(s)}, ok
	case *types.Slice:
		return arrayType(Slice, u.Elem()), true
	case *types.Array:
		return arrayType(Array, u.Elem()), true
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return valueType{class: Nil, sort: term.BoolSort}, true
	}
	return valueType{}, false
}

func elemKind(s term.Sort) types.BasicKind {
	if s.Kind == term.String {
		return types.Uint8
	}
	return types.Invalid
}

// arrayType returns the value type of slices and arrays. If the elements cannot be read the sort is
// an array of bytes, of which only the length is used.
func arrayType(c Class, elem types.Type) valueType {
	if b, ok := elem.Underlying().(*types.Basic); ok {
		if s, ok := kindSort(b.Kind()); ok && s.Kind != term.String && !syntax.IsTypeParam(elem) {
			return valueType{c, term.ArrayOf(s), b.Kind()}
		}
	}
	return valueType{c, term.ArrayOf(term.Unsigned(8)), types.Invalid}
}
