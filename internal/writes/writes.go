package writes

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// Writes lists, for functions of one package, the struct fields that a call may change, and
// the memory that a call may change through them.
type Writes struct {
	info          *types.Info
	pkg           *types.Package
	mentions      *syntax.Mentions
	fields        map[types.Object][]*types.Var
	writesThrough map[types.Object][]types.Type // types of the values that are written through; nil stands for any type
	fresh         map[types.Object]bool         // of the function that is scanned: variables that only hold memory that is made there
}

// New scans the functions of a package, whose mentions are given.
func New(info *types.Info, pkg *types.Package, mentions *syntax.Mentions) *Writes {
	t := &Writes{info: info, pkg: pkg, mentions: mentions, fields: map[types.Object][]*types.Var{}, writesThrough: map[types.Object][]types.Type{}}
	for obj, n := range t.mentions.Declared {
		fn, ok := n.(*ast.FuncDecl)
		switch {
		case !ok:
		case fn.Body == nil:
			t.writesThrough[obj] = []types.Type{nil}
		default:
			t.scan(obj, fn.Body)
		}
	}
	return t
}

func (t *Writes) scan(fn types.Object, body *ast.BlockStmt) {
	t.findFresh(body)
	loaded := map[ast.Expr]bool{}
	for n := range ast.Preorder(body) {
		for place := range syntax.Assignments(n) {
			t.write(fn, place, false)
		}
		switch n := n.(type) {
		case *ast.SliceExpr:
			if isArray(t.info.TypeOf(n.X)) {
				t.write(fn, n.X, false)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if _, fresh := ast.Unparen(n.X).(*ast.CompositeLit); !fresh && !loaded[n] {
					t.write(fn, n.X, false)
				}
			}
		case *ast.CallExpr:
			pointers := syntax.Loaded(t.info, n)
			for _, x := range pointers {
				loaded[x] = true
			}
			if pointers == nil {
				t.call(fn, n)
			}
		}
	}
}

// write records the change when the place e is written: the field that holds e, nothing for a
// local variable, else the memory behind a value of its type. With through, the target of e is written and not
// e itself.
func (t *Writes) write(fn types.Object, e ast.Expr, through bool) {
	var behind types.Type // of the value behind which memory is written
	derefs := 0
	follow := func(x ast.Expr) {
		if derefs++; behind == nil {
			behind = t.info.TypeOf(x)
		}
	}
	if through {
		follow(e)
	}
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			if e = x.X; isArray(t.info.TypeOf(e)) {
				behind, derefs = nil, 0
			}
		case *ast.StarExpr:
			follow(x.X)
			e = x.X
		case *ast.IndexExpr:
			if e = x.X; !isArray(t.info.TypeOf(e)) {
				follow(e)
			}
		case *ast.SelectorExpr:
			if sel := t.info.Selections[x]; sel != nil && sel.Kind() == types.FieldVal {
				t.fields[fn] = append(t.fields[fn], sel.Obj().(*types.Var).Origin())
				if behind == nil { // a pointer may lead into the field
					behind = types.NewPointer(t.info.TypeOf(x))
				}
			}
			t.writeBehind(fn, behind)
			return
		case *ast.Ident:
			if !t.isPackageVar(x) && !(derefs == 1 && t.fresh[t.info.ObjectOf(x)]) {
				t.writeBehind(fn, behind)
			}
			return
		default:
			t.writeBehind(fn, behind)
			return
		}
	}
}

// writeBehind records that memory is written to which a value of a type leads. nil stands for none.
func (t *Writes) writeBehind(fn types.Object, typ types.Type) {
	if typ != nil {
		t.writesThrough[fn] = append(t.writesThrough[fn], typ)
	}
}

func isArray(t types.Type) bool {
	_, is := syntax.Underlying(t).(*types.Array)
	return is
}

// findFresh finds the local variables that only ever hold memory that is made where they are set.
func (t *Writes) findFresh(body *ast.BlockStmt) {
	t.fresh = map[types.Object]bool{}
	old := map[types.Object]bool{}
	for n := range ast.Preorder(body) {
		if d, ok := n.(*ast.ValueSpec); ok {
			for _, id := range d.Names {
				t.fresh[t.info.Defs[id]] = true
			}
		}
		for place, value := range syntax.Assignments(n) {
			if id, ok := ast.Unparen(place).(*ast.Ident); ok {
				o := t.info.ObjectOf(id)
				t.fresh[o] = t.fresh[o] || t.info.Defs[id] != nil
				old[o] = old[o] || !t.isNew(o, value)
			}
		}
		if x := syntax.Addressed(t.info, n); x != nil {
			old[syntax.Root(t.info, x)] = true
		}
	}
	maps.DeleteFunc(t.fresh, func(o types.Object, _ bool) bool { return old[o] })
}

// isNew reports whether an expression makes new memory, or continues that of the variable o that it is assigned to.
func (t *Writes) isNew(o types.Object, value ast.Expr) bool {
	switch x := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, is := ast.Unparen(x.X).(*ast.CompositeLit)
		return is && x.Op == token.AND
	case *ast.CallExpr:
		switch syntax.Builtin(t.info, x) {
		case "make", "new":
			return true
		case "append":
			id, ok := ast.Unparen(x.Args[0]).(*ast.Ident)
			return ok && t.info.Uses[id] == o
		}
		if t.info.Types[x.Fun].IsType() { // []byte(text)
			b, isText := syntax.Underlying(t.info.TypeOf(x.Args[0])).(*types.Basic)
			return isText && b.Info()&types.IsString != 0
		}
	}
	return value != nil && t.info.Types[value].IsNil()
}

// isPackageVar reports whether id is a variable of the package. package harness lists their changes.
func (t *Writes) isPackageVar(id *ast.Ident) bool {
	v, ok := t.info.Uses[id].(*types.Var)
	return ok && v.Parent() == t.pkg.Scope()
}

// readOnlyPackages lists packages whose functions are taken not to change their arguments.
var readOnlyPackages = map[string]bool{"bytes": true, "fmt": true, "strings": true, "strconv": true, "errors": true, "unicode": true, "unicode/utf8": true, "math": true, "reflect": true}

// call records the changes by a call in fn of a function whose body is not scanned (of another
// package, a function value, an interface method or a builtin): the memory that its arguments and
// its receiver refer to.
func (t *Writes) call(fn types.Object, call *ast.CallExpr) {
	info, args := t.info, call.Args
	switch callee := typeutil.Callee(info, call).(type) {
	case nil:
		if tv := info.Types[call.Fun]; tv.IsType() {
			if isUnsafe(info.TypeOf(args[0])) && !isUnsafe(tv.Type) { // memory of any type
				t.writesThrough[fn] = append(t.writesThrough[fn], nil)
			}
			return
		}
	case *types.Builtin:
		switch callee.Name() {
		case "append": // append writes past the end
			args = args[:1]
		case "copy", "delete", "clear":
			args = args[:1]
		default:
			return
		}
	case *types.Func:
		recv := callee.Signature().Recv()
		switch {
		case recv == nil && (callee.Pkg() == t.pkg || readOnlyPackages[callee.Pkg().Path()]):
			return
		case recv != nil && types.IsInterface(recv.Type()):
			args = append(args[:len(args):len(args)], receiverOf(call))
		case recv != nil && callee.Pkg() == t.pkg:
			return
		case recv != nil && syntax.IsPointer(recv.Type()):
			x := receiverOf(call)
			t.write(fn, x, leadsToMemory(info.TypeOf(x)))
		case recv != nil && setsReflected(callee):
			t.writesThrough[fn] = append(t.writesThrough[fn], nil)
		case recv != nil && isList(recv.Type()):
			t.write(fn, receiverOf(call), true)
		}
	}
	for _, arg := range args {
		if leadsToMemory(info.TypeOf(arg)) {
			t.write(fn, arg, true)
		}
	}
}

// setsReflected reports whether a method of reflect.Value may change what the value holds, or call a function.
func setsReflected(m *types.Func) bool {
	return m.Pkg().Path() == "reflect" && (strings.HasPrefix(m.Name(), "Set") || strings.HasPrefix(m.Name(), "Call") || m.Name() == "Grow" || m.Name() == "Clear")
}

// isList reports whether t is a slice or map type.
func isList(t types.Type) bool {
	switch syntax.Underlying(t).(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

func isUnsafe(t types.Type) bool {
	b, ok := syntax.Underlying(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// receiverOf returns the expression that a method is called on.
func receiverOf(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return call.Fun
}

// leadsToMemory reports whether a value of type t refers to shared memory: a write through one copy
// of the value is visible through the other copies.
func leadsToMemory(t types.Type) bool {
	switch syntax.Underlying(t).(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	case *types.Interface:
		return t.String() != "error"
	case *types.Struct:
		return slices.ContainsFunc(syntax.Inside(t), leadsToMemory)
	}
	return false
}

// MayChange reports whether a call of fn may change a value of type t or the memory that it refers
// to.
func (t *Writes) MayChange(fn *types.Func, typ types.Type) bool {
	r := reachableFrom(typ)
	calls := func(f types.Object) []types.Object {
		if _, variable := f.(*types.Var); variable {
			return nil // a use of a variable does not call the functions in its initializer
		}
		return append(t.mentions.Of(f), t.mentions.Methods(f)...)
	}
	return slices.ContainsFunc(syntax.Reach(calls, types.Object(fn.Origin())), func(f types.Object) bool { return t.writesItself(f, r) })
}

// AnyMayChange reports whether a function of the package may change a value of type t or the memory that it
// refers to.
func (t *Writes) AnyMayChange(typ types.Type) bool {
	r := reachableFrom(typ)
	for fn := range t.mentions.Declared {
		if t.writesItself(fn, r) {
			return true
		}
	}
	return false
}

// writesItself reports whether the body of a function itself may change a member of r.
func (t *Writes) writesItself(fn types.Object, r reachable) bool {
	return slices.ContainsFunc(t.fields[fn], func(v *types.Var) bool { return r.fields[v] }) || slices.ContainsFunc(t.writesThrough[fn], r.mayContain)
}

// reachable is the set of struct fields and types that a value may refer to.
type reachable struct {
	fields map[*types.Var]bool
	types  map[types.Type]bool
}

func reachableFrom(t types.Type) reachable {
	r := reachable{fields: map[*types.Var]bool{}, types: map[types.Type]bool{}}
	r.add(t)
	return r
}

func (r reachable) add(t types.Type) {
	if t == nil || r.types[t] {
		return
	}
	r.types[t] = true
	if u, ok := t.Underlying().(*types.Struct); ok {
		for f := range u.Fields() {
			r.fields[f.Origin()] = true
		}
	}
	if _, waits := t.Underlying().(*types.Chan); !waits {
		for _, in := range syntax.Inside(t) {
			r.add(in)
		}
	}
}

// mayContain reports whether a write through a value of type t may change a member of r. A nil t
// stands for any type.
func (r reachable) mayContain(t types.Type) bool {
	if t == nil || syntax.Parameterized(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return syntax.AnyField(u.Elem(), func(f *types.Var) bool { return r.fields[f.Origin()] })
		}
		return r.has(u.Elem())
	case *types.Slice:
		return r.has(t) || r.has(types.NewPointer(u.Elem()))
	case *types.Map:
		return r.has(t)
	case *types.Struct:
		return slices.ContainsFunc(syntax.Inside(u), func(f types.Type) bool { return leadsToMemory(f) && r.mayContain(f) })
	case *types.Interface:
		return r.reachesInterface(u)
	}
	return true
}

// reachesInterface reports whether r may have the dynamic type of a value of the interface type u.
// An interface type in r that leads to memory may stand for any type.
func (r reachable) reachesInterface(u *types.Interface) bool {
	for have := range r.types {
		if types.IsInterface(have) {
			if leadsToMemory(have) {
				return true
			}
		} else if types.Implements(have, u) || types.Implements(types.NewPointer(have), u) {
			return true
		}
	}
	return false
}

func (r reachable) has(t types.Type) bool {
	for have := range r.types {
		if types.Identical(have, t) || types.Identical(have.Underlying(), t.Underlying()) {
			return true
		}
	}
	return false
}
