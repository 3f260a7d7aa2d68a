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

// A literal of fields that others cannot set makes states that no code which keeps to the
// rules of the package comes to, if constructors and calls are all that set them. So does a
// zero value that has to be made by a function first. What the package's own code and its
// comments do says which these are.

// customs are how the package's code and comments treat its types.
type customs struct {
	zero  map[*types.TypeName]bool        // the zero value is used, or spoken of
	sets  map[*types.Var][]types.Object   // by field: functions that set it, or hand on what it leads to; nil for other code
	calls map[types.Object][]types.Object // by function and variable: the functions of the package that it mentions, or may call
	open  map[types.Object]bool           // what other packages, or the start of the program, run
	memo  map[*input.Type]bool            // structs that were judged
}

// customs are those of the package.
func (c *Coder) customs() *customs {
	if c.habits != nil {
		return c.habits
	}
	k := &customs{map[*types.TypeName]bool{}, map[*types.Var][]types.Object{}, map[types.Object][]types.Object{}, map[types.Object]bool{}, map[*input.Type]bool{}}
	c.habits = k
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
			k.open[o] = true
		}
	}
	return k
}

// declared looks through a declaration.
func (k *customs) declared(info *types.Info, d ast.Decl) {
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
				k.told(n.Origin().Obj(), d.Doc)
			}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if t, ok := s.(*ast.TypeSpec); ok {
				k.told(info.Defs[t.Name], d.Doc, t.Doc)
			}
		}
	}
	w := &customWalker{k, info, by, map[ast.Expr]bool{}, assigns(d)}
	for n := range ast.Preorder(d) {
		w.look(n)
	}
}

// A customWalker looks through a declaration.
type customWalker struct {
	*customs
	info   *types.Info
	by     types.Object
	failed map[ast.Expr]bool // results beside an error, which say nothing
	writes bool              // the declaration assigns to something that is no variable
}

// assigns reports whether a declaration assigns to a place that is no variable by name, such as
// one behind a pointer.
func assigns(d ast.Decl) bool {
	for n := range ast.Preorder(d) {
		for place := range syntax.Assignments(n) {
			if _, variable := ast.Unparen(place).(*ast.Ident); !variable {
				return true
			}
		}
	}
	return false
}

func (w *customWalker) look(n ast.Node) {
	for place, value := range syntax.Assignments(n) {
		w.place(place)
		if w.writes {
			w.handed(value)
		}
	}
	if x := syntax.Addressed(w.info, n); x != nil {
		w.place(x)
	}
	switch n := n.(type) {
	case *ast.ReturnStmt:
		for _, x := range n.Results[:max(len(n.Results)-1, 0)] {
			w.failed[ast.Unparen(x)] = true
		}
	case *ast.CompositeLit:
		if len(n.Elts) > 0 {
			w.literal(n)
		} else if !w.failed[n] {
			w.zeroOf(w.info.TypeOf(n))
		}
	case *ast.CallExpr:
		switch syntax.Builtin(w.info, n) {
		case "new":
			w.zeroOf(w.info.TypeOf(n.Args[0]))
		case "make":
			w.inside(w.info.TypeOf(n.Args[0]))
		case "append", "copy", "clear", "delete":
			w.place(n.Args[0])
		case "": // the other built-in functions change nothing
			for _, x := range n.Args {
				w.handed(x)
			}
		}
	case *ast.ValueSpec:
		if n.Type != nil && len(n.Values) == 0 {
			w.zeroOf(w.info.TypeOf(n.Type))
		}
	case *ast.StructType:
		w.inside(w.info.TypeOf(n))
	}
}

// inside takes down that values of the types within t are made with it.
func (w *customWalker) inside(t types.Type) {
	if t == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		w.zeroOf(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			w.zeroOf(f.Type())
		}
	}
}

// place takes down the fields on the way to a place that changes.
func (w *customWalker) place(x ast.Expr) {
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

// selected takes down the fields that a selector goes through, embedded ones included.
func (w *customWalker) selected(e *ast.SelectorExpr) {
	sel := w.info.Selections[e]
	if sel == nil {
		return
	}
	t, way := sel.Recv(), sel.Index()
	if sel.Kind() != types.FieldVal {
		way = way[:len(way)-1]
	}
	for _, i := range way {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		w.set(s.Field(i))
		t = s.Field(i).Type()
	}
}

func (w *customWalker) set(f *types.Var) {
	f = f.Origin()
	if list := w.sets[f]; len(list) == 0 || list[len(list)-1] != w.by {
		w.sets[f] = append(list, w.by)
	}
}

// handed takes down that what a field leads to is handed on: it may change there.
func (w *customWalker) handed(x ast.Expr) {
	if x == nil {
		return
	}
	if _, ok := ast.Unparen(x).(*ast.SelectorExpr); !ok {
		return
	}
	switch w.info.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer:
		w.place(x)
	}
}

// literal takes down which fields a literal of a struct sets.
func (w *customWalker) literal(lit *ast.CompositeLit) {
	t := w.info.TypeOf(lit)
	if p, ok := t.Underlying().(*types.Pointer); ok { // an element of a literal
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, x := range lit.Elts {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			w.handed(pair.Value)
			if f, ok := w.info.ObjectOf(pair.Key.(*ast.Ident)).(*types.Var); ok {
				w.set(f)
			}
		} else if i < s.NumFields() {
			w.handed(x)
			w.set(s.Field(i))
		}
	}
}

func (k *customs) zeroOf(t types.Type) {
	if t == nil {
		return
	}
	if n, _ := types.Unalias(t).(*types.Named); n != nil {
		k.zero[n.Origin().Obj()] = true
	}
}

// told takes down that comments on a type speak of its zero value, and do not warn of it.
func (k *customs) told(of types.Object, docs ...*ast.CommentGroup) {
	t, ok := of.(*types.TypeName)
	if !ok {
		return
	}
	for _, doc := range docs {
		text := strings.ToLower(strings.Join(strings.Fields(doc.Text()), " "))
		for sentence := range strings.SplitSeq(text, ". ") {
			speaks := strings.Contains(sentence, "zero value") || strings.Contains(sentence, "zero "+strings.ToLower(t.Name()))
			if speaks && !slices.ContainsFunc(strings.Fields(sentence), warns) {
				k.zero[t] = true
			}
		}
	}
}

// warns reports whether a word says that something is not to be used.
func warns(word string) bool {
	switch strings.Trim(word, ".,;:") {
	case "not", "never", "cannot", "invalid", "unusable":
		return true
	}
	return false
}

// usesZero reports whether the zero value of n is a state that code comes to: the package
// uses it, or n is of another package and needs nothing to be set first.
func (c *Coder) usesZero(n *types.Named) bool {
	return c.customs().zero[n.Origin().Obj()] || n.Obj().Pkg() != c.pkg.Types && ripe(n)
}

// reserve has the structs of the package that t is made of say which of their fields no code
// but that of the package sets. All ways to make them are known by then.
func (c *Coder) reserve(t *input.Type) {
	memo := c.customs().memo
	t.Has(true, func(t *input.Type) bool {
		if gt, ok := t.Origin.(types.Type); ok && t.Kind == input.Struct && !memo[t] {
			memo[t] = true
			if n, ok := types.Unalias(gt).(*types.Named); ok && n.Obj().Pkg() == c.pkg.Types {
				t.Own = c.reserved(n, t.Fields, c.known(n)...)
			}
		}
		return false
	})
}

// reserved says which of the fields of a struct n that inputs set are set by nothing but the
// constructors and methods that make it as these objects; nil if there are none. Of a type that the package
// makes in place, since no other can name it and no function returns it, those that no code sets.
func (c *Coder) reserved(n *types.Named, fields []input.Field, as ...*object) (list []bool) {
	k, made := c.customs(), false
	base := map[types.Object]bool{}
	for _, o := range as {
		made = made || len(o.makers) > 0
		for _, m := range o.makers {
			base[m.fn.Origin()] = true
		}
		for _, s := range o.steps {
			base[s.method.Origin()] = true
		}
	}
	if len(base) == 0 && !k.zero[n.Origin().Obj()] {
		return nil // nothing is known of how it is made
	}
	for m := range n.Methods() {
		if takesMemory(m) {
			base[m.Origin()] = true
		}
	}
	inPlace := !made && (!n.Obj().Exported() || c.pkg.Name == "main")
	others := k.others(base)
	elsewhere := func(by types.Object) bool { return inPlace || by == nil || others[by] }
	s := n.Origin().Underlying().(*types.Struct)
	for i, f := range fields {
		if token.IsExported(f.Name) || slices.ContainsFunc(k.sets[fieldOf(s, f.Name)], elsewhere) {
			continue
		}
		if list == nil {
			list = make([]bool, len(fields))
		}
		list[i] = true
	}
	return list
}

// known are the struct n and the pointer to it as objects, as far as inputs have these.
func (c *Coder) known(n *types.Named) (list []*object) {
	for _, t := range []types.Type{n, types.NewPointer(n)} {
		if o, _ := c.objects.At(t).(*object); o != nil {
			list = append(list, o)
		}
	}
	return list
}

func fieldOf(s *types.Struct, name string) *types.Var {
	for f := range s.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// others are the functions that run otherwise than by a call of one of some.
func (k *customs) others(of map[types.Object]bool) map[types.Object]bool {
	not := func(o types.Object) bool { return of[o] }
	next := func(o types.Object) []types.Object { return slices.DeleteFunc(slices.Clone(k.calls[o]), not) }
	list := map[types.Object]bool{}
	for _, o := range syntax.Reach(next, slices.DeleteFunc(slices.Collect(maps.Keys(k.open)), not)...) {
		list[o] = true
	}
	return list
}
