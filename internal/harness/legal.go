package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// A literal of fields that others cannot set makes states that no code which keeps to the
// rules of the package comes to. So does a zero value that has to be made by a function
// first. What the package's own code and its comments do says which these are.

// customs are how the package's code and comments treat its types.
type customs struct {
	zero     map[*types.TypeName]bool // the zero value is used, or spoken of
	returned map[*types.TypeName]bool // a function returns it
	set      map[*types.Var]bool      // fields that literals set
}

// customs are those of the package.
func (c *Coder) customs() *customs {
	if c.habits != nil {
		return c.habits
	}
	k := &customs{map[*types.TypeName]bool{}, map[*types.TypeName]bool{}, map[*types.Var]bool{}}
	c.habits = k
	for _, f := range c.pkg.Files {
		failed := map[ast.Expr]bool{} // results beside an error say nothing
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				for _, x := range n.Results[:max(len(n.Results)-1, 0)] {
					failed[ast.Unparen(x)] = true
				}
			case *ast.CompositeLit:
				if len(n.Elts) > 0 {
					k.sets(c.pkg.Info, n)
				} else if !failed[n] {
					k.zeroOf(c.pkg.Info.TypeOf(n))
				}
			case *ast.CallExpr:
				if syntax.Builtin(c.pkg.Info, n) == "new" {
					k.zeroOf(c.pkg.Info.TypeOf(n.Args[0]))
				}
			case *ast.ValueSpec:
				if n.Type != nil && len(n.Values) == 0 {
					k.zeroOf(c.pkg.Info.TypeOf(n.Type))
				}
			case *ast.GenDecl:
				for _, s := range n.Specs {
					if t, ok := s.(*ast.TypeSpec); ok {
						k.told(c.pkg.Info.Defs[t.Name], n.Doc, t.Doc)
					}
				}
			case *ast.FuncDecl:
				k.declared(c.pkg.Info, n)
			}
		}
	}
	return k
}

func (k *customs) zeroOf(t types.Type) {
	if t == nil {
		return
	}
	if n, _ := types.Unalias(t).(*types.Named); n != nil {
		k.zero[n.Origin().Obj()] = true
	}
}

// sets takes down which fields a literal of a struct sets.
func (k *customs) sets(info *types.Info, lit *ast.CompositeLit) {
	n, _ := syntax.NamedOf(info.TypeOf(lit))
	if n == nil {
		return
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, x := range lit.Elts {
		if pair, ok := x.(*ast.KeyValueExpr); ok {
			if f, ok := info.ObjectOf(pair.Key.(*ast.Ident)).(*types.Var); ok {
				k.set[f.Origin()] = true
			}
		} else if i < s.NumFields() {
			k.set[s.Field(i).Origin()] = true
		}
	}
}

// declared takes down what a function returns, and what the comment on a method says of its
// receiver.
func (k *customs) declared(info *types.Info, d *ast.FuncDecl) {
	fn, ok := info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	recv := types.Object(nil)
	if r := fn.Signature().Recv(); r != nil {
		if n, _ := syntax.NamedOf(r.Type()); n != nil {
			recv = n.Origin().Obj()
			k.told(recv, d.Doc)
		}
	}
	for r := range fn.Signature().Results().Variables() {
		if n, _ := syntax.NamedOf(r.Type()); n != nil && n.Origin().Obj() != recv {
			k.returned[n.Origin().Obj()] = true
		}
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

// reserved says which of the fields of a struct n that inputs set no code but that of its package
// sets; nil if there are none. A type that no other package can name, and that no function
// returns, is made by literals where it is needed: what these set inputs set, too.
func (c *Coder) reserved(n *types.Named, fields []input.Field) (list []bool) {
	k, obj := c.customs(), n.Origin().Obj()
	inPlace := !k.returned[obj] && (!obj.Exported() || c.pkg.Name == "main")
	var free []string
	for f := range n.Origin().Underlying().(*types.Struct).Fields() {
		if inPlace && k.set[f] {
			free = append(free, f.Name())
		}
	}
	for i, f := range fields {
		if !token.IsExported(f.Name) && !slices.Contains(free, f.Name) {
			if list == nil {
				list = make([]bool, len(fields))
			}
			list[i] = true
		}
	}
	return list
}
