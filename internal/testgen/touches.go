package testgen

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/internal/load"
)

// touches knows, for functions of one package, the struct fields that a call
// may change, or what these lead to. It errs on the side of change: a write
// through a local slice, map or pointer, or such a value handed to another
// package, counts as a write to anything.
type touches struct {
	pkg    *load.Package
	fields map[*types.Func][]*types.Var
	wild   map[*types.Func]bool
	calls  map[*types.Func][]*types.Func
}

func newTouches(pkg *load.Package) *touches {
	t := &touches{pkg: pkg, fields: map[*types.Func][]*types.Var{}, wild: map[*types.Func]bool{}, calls: map[*types.Func][]*types.Func{}}
	for _, f := range pkg.Files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pkg.Info.Defs[fn.Name].(*types.Func)
			switch {
			case !ok:
			case fn.Body == nil:
				t.wild[obj] = true
			default:
				t.scan(obj, fn.Body)
			}
		}
	}
	return t
}

func (t *touches) scan(fn *types.Func, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if n.Tok != token.DEFINE {
					t.write(fn, e, false)
				}
			}
		case *ast.IncDecStmt:
			t.write(fn, n.X, false)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				t.write(fn, n.Key, false)
				t.write(fn, n.Value, false)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if _, fresh := ast.Unparen(n.X).(*ast.CompositeLit); !fresh {
					t.write(fn, n.X, false)
				}
			}
		case *ast.CallExpr:
			t.call(fn, n)
		case *ast.Ident:
			if f, ok := t.pkg.Info.Uses[n].(*types.Func); ok && f.Pkg() == t.pkg.Types {
				t.calls[fn] = append(t.calls[fn], f.Origin())
			}
		}
		return true
	})
}

// write notes what changes when the place e is written: the field it is in,
// nothing if it is a local variable, else anything. through says that what e
// leads to is written, not e itself.
func (t *touches) write(fn *types.Func, e ast.Expr, through bool) {
	for e != nil {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e, through = x.X, true
		case *ast.StarExpr:
			e, through = x.X, true
		case *ast.IndexExpr:
			if _, isArray := under(t.pkg.Info.TypeOf(x.X)).(*types.Array); !isArray {
				through = true
			}
			e = x.X
		case *ast.SelectorExpr:
			if sel := t.pkg.Info.Selections[x]; sel != nil && sel.Kind() == types.FieldVal {
				t.fields[fn] = append(t.fields[fn], sel.Obj().(*types.Var).Origin())
			}
			return
		case *ast.Ident:
			t.wild[fn] = t.wild[fn] || through && !t.global(x)
			return
		default:
			t.wild[fn] = t.wild[fn] || through
			return
		}
	}
}

// global reports whether id is a package variable: what is behind those is
// reported apart.
func (t *touches) global(id *ast.Ident) bool {
	v, ok := t.pkg.Info.Uses[id].(*types.Var)
	return ok && v.Parent() == t.pkg.Types.Scope()
}

// reading are packages whose functions only look at what they are given.
var reading = map[string]bool{"fmt": true, "strings": true, "strconv": true, "errors": true, "unicode/utf8": true, "math": true, "reflect": true}

// call notes what a call of something that is not declared in the package may
// change: what its arguments lead to, and its receiver.
func (t *touches) call(fn *types.Func, call *ast.CallExpr) {
	info := t.pkg.Info
	if tv := info.Types[call.Fun]; tv.IsType() {
		return
	}
	fun := ast.Unparen(call.Fun)
	if id, ok := fun.(*ast.Ident); ok {
		switch obj := info.Uses[id].(type) {
		case *types.Builtin:
			t.builtin(fn, obj.Name(), call.Args)
			return
		case *types.Func:
			return // of the package
		}
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		f, _ := info.Uses[sel.Sel].(*types.Func)
		switch {
		case f != nil && f.Pkg() == t.pkg.Types && !types.IsInterface(recvType(f)):
			return
		case f != nil && f.Pkg() != nil && recvType(f) == nil && reading[f.Pkg().Path()]:
			return
		case f != nil && recvType(f) != nil:
			_, pointer := types.Unalias(recvType(f)).(*types.Pointer)
			_, has := under(info.TypeOf(sel.X)).(*types.Pointer)
			if pointer || types.IsInterface(recvType(f)) {
				t.write(fn, sel.X, has)
			}
		}
	}
	for _, arg := range call.Args {
		if leads(info.TypeOf(arg)) {
			t.write(fn, arg, true)
		}
	}
}

func (t *touches) builtin(fn *types.Func, name string, args []ast.Expr) {
	switch name {
	case "copy", "delete", "clear":
		t.write(fn, args[0], true)
	case "append": // behind the end, which counts only where a field keeps it
		if _, local := ast.Unparen(args[0]).(*ast.Ident); !local {
			t.write(fn, args[0], false)
		}
	}
}

func recvType(f *types.Func) types.Type {
	if r := f.Signature().Recv(); r != nil {
		return r.Type()
	}
	return nil
}

// leads reports whether what a value of type t leads to can be changed by
// whoever has the value.
func leads(t types.Type) bool {
	switch u := under(t).(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	case *types.Interface:
		return t.String() != "error"
	case *types.Struct:
		for i := range u.NumFields() {
			if leads(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// may reports whether a call of fn may change what a value of type t holds or
// leads to.
func (t *touches) may(fn *types.Func, typ types.Type) bool {
	parts := map[*types.Var]bool{}
	fieldsOf(typ, parts, map[types.Type]bool{})
	return t.writes(fn, parts)
}

// mayField reports whether a call of fn may change a field, or what it leads
// to.
func (t *touches) mayField(fn *types.Func, v *types.Var) bool {
	parts := map[*types.Var]bool{v.Origin(): true}
	fieldsOf(v.Type(), parts, map[types.Type]bool{})
	return t.writes(fn, parts)
}

func (t *touches) writes(fn *types.Func, parts map[*types.Var]bool) bool {
	seen := map[*types.Func]bool{}
	var visit func(*types.Func) bool
	visit = func(f *types.Func) bool {
		if seen[f] {
			return false
		}
		seen[f] = true
		if t.wild[f] || slices.ContainsFunc(t.fields[f], func(v *types.Var) bool { return parts[v] }) {
			return true
		}
		return slices.ContainsFunc(t.calls[f], visit)
	}
	return visit(fn.Origin())
}

// fieldsOf collects the fields of all structs that a value of type t may
// lead to.
func fieldsOf(t types.Type, out map[*types.Var]bool, seen map[types.Type]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		fieldsOf(u.Elem(), out, seen)
	case *types.Slice:
		fieldsOf(u.Elem(), out, seen)
	case *types.Array:
		fieldsOf(u.Elem(), out, seen)
	case *types.Map:
		fieldsOf(u.Key(), out, seen)
		fieldsOf(u.Elem(), out, seen)
	case *types.Struct:
		for i := range u.NumFields() {
			out[u.Field(i).Origin()] = true
			fieldsOf(u.Field(i).Type(), out, seen)
		}
	}
}
