package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// A literal with unexported fields, or a zero value that has to be initialised by a function,
// may be a state that no code using the package correctly reaches. The code and the comments of
// the package tell which fields only constructors and methods set, and which zero values are in
// use.

// fieldCustoms records how the package's code and comments treat its types.
type fieldCustoms struct {
	zeroUsed            map[*types.TypeName]bool        // the package uses the zero value, or its comments allow it
	setters             map[*types.Var][]types.Object   // field → functions that set it or pass on memory it leads to; nil stands for code outside of functions
	calls               map[types.Object][]types.Object // function or variable → functions of the package that it mentions or may call
	callableFromOutside map[types.Object]bool           // functions and variables that other packages, or the start of the program, may run
	reserved            map[*input.Type]bool            // structs for which markReserved is done
}

// findFieldCustoms returns how the package treats its types.
func (c *Coder) findFieldCustoms() *fieldCustoms {
	k := &fieldCustoms{map[*types.TypeName]bool{}, map[*types.Var][]types.Object{}, map[types.Object][]types.Object{}, map[types.Object]bool{}, map[*input.Type]bool{}}
	for _, f := range c.pkg.Files {
		for _, d := range f.Decls {
			k.declared(c.pkg.Info, d)
		}
	}
	mentioned := map[types.Object]bool{}
	m := c.vars().mentions
	for o := range m.Declared {
		for _, x := range m.Of(o) {
			for _, fn := range append(m.Methods(x), x) {
				if fn.Pkg() == c.pkg.Types && fn != o {
					k.calls[o] = append(k.calls[o], fn)
					mentioned[fn] = true
				}
			}
		}
	}
	for o := range m.Declared {
		if fn, ok := o.(*types.Func); !ok || fn.Exported() || !mentioned[fn] {
			k.callableFromOutside[o] = true
		}
	}
	return k
}

// declared collects how a declaration treats the types.
func (k *fieldCustoms) declared(info *types.Info, d ast.Decl) {
	var by types.Object
	switch d := d.(type) {
	case *ast.FuncDecl:
		fn, ok := info.Defs[d.Name].(*types.Func)
		if !ok {
			return
		}
		by = fn
		if r := fn.Signature().Recv(); r != nil {
			if n, _ := syntax.NamedOf(r.Type()); n != nil {
				k.readDocs(n.Origin().Obj(), d.Doc)
			}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				k.readDocs(info.Defs[t.Name], d.Doc, t.Doc)
			}
		}
	}
	w := &fieldUseWalker{k, info, by, map[ast.Expr]bool{}, containsAssignment(d)}
	for n := range ast.Preorder(d) {
		w.visit(n)
	}
}

// A fieldUseWalker collects how a declaration treats the types.
type fieldUseWalker struct {
	*fieldCustoms
	info           *types.Info
	function       types.Object
	beforeLast     map[ast.Expr]bool // results before the last, likely an error, of a return: zero values there do not count as used
	assignsThrough bool              // the declaration assigns through a field, index or pointer
}

// containsAssignment reports whether a declaration assigns to anything but a named variable, such
// as to a place behind a pointer.
func containsAssignment(d ast.Decl) bool {
	for n := range ast.Preorder(d) {
		for place := range syntax.Assignments(n) {
			if _, variable := ast.Unparen(place).(*ast.Ident); !variable {
				return true
			}
		}
	}
	return false
}

func (w *fieldUseWalker) visit(n ast.Node) {
	for place, value := range syntax.Assignments(n) {
		w.visitAssigned(place)
		if w.assignsThrough {
			w.visitPassedOn(value)
		}
	}
	if x := syntax.Addressed(w.info, n); x != nil {
		w.visitAssigned(x)
	}
	switch n := n.(type) {
	case *ast.ReturnStmt:
		for _, x := range n.Results[:max(len(n.Results)-1, 0)] {
			w.beforeLast[ast.Unparen(x)] = true
		}
	case *ast.CompositeLit:
		if len(n.Elts) > 0 {
			w.literal(n)
		} else if !w.beforeLast[n] {
			w.markZero(w.info.TypeOf(n))
		}
	case *ast.CallExpr:
		switch syntax.Builtin(w.info, n) {
		case "new":
			w.markZero(w.info.TypeOf(n.Args[0]))
		case "make":
			w.markZeroWithin(w.info.TypeOf(n.Args[0]))
		case "append", "copy", "clear", "delete":
			w.visitAssigned(n.Args[0])
		case "": // other built-in functions change nothing
			for _, x := range n.Args {
				w.visitPassedOn(x)
			}
		}
	case *ast.ValueSpec:
		if n.Type != nil && len(n.Values) == 0 {
			w.markZero(w.info.TypeOf(n.Type))
		}
	case *ast.StructType:
		w.markZeroWithin(w.info.TypeOf(n))
	}
}

// markZeroWithin records that the zero values of the elements or fields of t are in use, since
// making a t makes them.
func (w *fieldUseWalker) markZeroWithin(t types.Type) {
	if t == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		w.markZero(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			w.markZero(f.Type())
		}
	}
}

// visitAssigned records the fields on the path of x, a place that changes.
func (w *fieldUseWalker) visitAssigned(x ast.Expr) {
	for x != nil {
		switch e := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			w.selected(e)
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.SliceExpr:
			x = e.X
		case *ast.StarExpr:
			x = e.X
		default:
			return
		}
	}
}

// selected records the fields on the path of a selector, including embedded fields.
func (w *fieldUseWalker) selected(e *ast.SelectorExpr) {
	if sel := w.info.Selections[e]; sel != nil {
		for _, f := range syntax.Path(sel) {
			w.set(f)
		}
	}
}

func (w *fieldUseWalker) set(f *types.Var) {
	f = f.Origin()
	if list := w.setters[f]; len(list) == 0 || list[len(list)-1] != w.function {
		w.setters[f] = append(list, w.function)
	}
}

// visitPassedOn records the fields of x if x is a slice, map or pointer in a field that is passed
// on: its memory may change elsewhere.
func (w *fieldUseWalker) visitPassedOn(x ast.Expr) {
	if x == nil {
		return
	}
	if _, ok := ast.Unparen(x).(*ast.SelectorExpr); !ok {
		return
	}
	switch w.info.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer:
		w.visitAssigned(x)
	}
}

// literal records the fields that a struct literal sets.
func (w *fieldUseWalker) literal(lit *ast.CompositeLit) {
	t := w.info.TypeOf(lit)
	if p, ok := t.Underlying().(*types.Pointer); ok { // an element of a literal with elided &T
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, x := range lit.Elts {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			w.visitPassedOn(pair.Value)
			if f, ok := w.info.ObjectOf(pair.Key.(*ast.Ident)).(*types.Var); ok {
				w.set(f)
			}
		} else if i < s.NumFields() {
			w.visitPassedOn(x)
			w.set(s.Field(i))
		}
	}
}

func (k *fieldCustoms) markZero(t types.Type) {
	if t == nil {
		return
	}
	if n, _ := types.Unalias(t).(*types.Named); n != nil {
		k.zeroUsed[n.Origin().Obj()] = true
	}
}

// readDocs records that a comment on a type mentions its zero value without a warning.
func (k *fieldCustoms) readDocs(of types.Object, docs ...*ast.CommentGroup) {
	t, ok := of.(*types.TypeName)
	if !ok {
		return
	}
	for _, doc := range docs {
		text := strings.ToLower(strings.Join(strings.Fields(doc.Text()), " "))
		for sentence := range strings.SplitSeq(text, ". ") {
			speaks := strings.Contains(sentence, "zero value") || strings.Contains(sentence, "zero "+strings.ToLower(t.Name()))
			if speaks && !slices.ContainsFunc(strings.Fields(sentence), isWarning) {
				k.zeroUsed[t] = true
			}
		}
	}
}

// isWarning reports whether a word says that something must not be used.
func isWarning(word string) bool {
	switch strings.Trim(word, ".,;:") {
	case "not", "never", "cannot", "invalid", "unusable":
		return true
	}
	return false
}

// usesZero reports whether code may come to the zero value of n: the package uses it, or n is a
// type of another package and needs no initialisation.
func (c *Coder) usesZero(n *types.Named) bool {
	return c.fieldCustoms().zeroUsed[n.Origin().Obj()] || n.Obj().Pkg() != c.pkg.Types && zeroIsUseful(n)
}

// markReserved sets Type.PackageOnly for the structs of the package within t. All alternatives that make
// them must be known.
func (c *Coder) markReserved(t *input.Type) {
	memo := c.fieldCustoms().reserved
	t.Has(true, func(t *input.Type) bool {
		if gt, ok := t.Origin.(types.Type); ok && t.Kind == input.Struct && !memo[t] {
			memo[t] = true
			if n, ok := types.Unalias(gt).(*types.Named); ok && n.Obj().Pkg() == c.pkg.Types {
				t.PackageOnly = c.reservedFields(n, t.Fields, c.knownObjects(n)...)
			}
		}
		return false
	})
}

// reservedFields reports for each of the fields of struct n that inputs set whether only the
// constructors and methods of the objects in as set it. It returns nil if there is no such
// field. A type that only the package names, and that no function returns, is made in place: its
// fields count if no code sets them.
func (c *Coder) reservedFields(n *types.Named, fields []input.Field, as ...*madeObject) (list []bool) {
	k, made := c.fieldCustoms(), false
	base := map[types.Object]bool{}
	for _, o := range as {
		made = made || len(o.constructors) > 0
		for _, m := range o.constructors {
			base[m.fn.Origin()] = true
		}
		for _, s := range o.methods {
			base[s.method.Origin()] = true
		}
	}
	if len(base) == 0 && !k.zeroUsed[n.Origin().Obj()] {
		return nil // no constructor, method or zero value is known to make n
	}
	for m := range n.Methods() {
		if onlyAllocates(m) {
			base[m.Origin()] = true
		}
	}
	inPlace := !made && (!n.Obj().Exported() || c.pkg.Name == "main")
	others := k.reachableFromOutside(base)
	elsewhere := func(by types.Object) bool { return inPlace || by == nil || others[by] }
	s := n.Origin().Underlying().(*types.Struct)
	for i, f := range fields {
		if token.IsExported(f.Name) || slices.ContainsFunc(k.setters[syntax.Field(s, f.Name)], elsewhere) {
			continue
		}
		if list == nil {
			list = make([]bool, len(fields))
		}
		list[i] = true
	}
	return list
}

// knownObjects returns the struct n and the pointer to it as objects, if inputs have them.
func (c *Coder) knownObjects(n *types.Named) (list []*madeObject) {
	for _, t := range []types.Type{n, types.NewPointer(n)} {
		if o, _ := c.objects.At(t).(*madeObject); o != nil {
			list = append(list, o)
		}
	}
	return list
}

// reachableFromOutside returns the functions that may run without a call of a function in of.
func (k *fieldCustoms) reachableFromOutside(of map[types.Object]bool) map[types.Object]bool {
	not := func(o types.Object) bool { return of[o] }
	next := func(o types.Object) []types.Object { return slices.DeleteFunc(slices.Clone(k.calls[o]), not) }
	list := map[types.Object]bool{}
	for _, o := range syntax.Reach(next, slices.DeleteFunc(slices.Collect(maps.Keys(k.callableFromOutside)), not)...) {
		list[o] = true
	}
	return list
}
