package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// bridge is the in-package file beside an external test: it exports the unexported names that
// the test needs. It imports no package of the standard library that the package under test
// does not import, so that it does not import package testing, which depends on the package
// under test. All suites of a package share one bridge, so that packages compiled with it need
// no second compilation.
type bridge struct {
	externalFile *file // the external test
	file         *file // the bridge itself
	decls        []topDecl
	names        map[string]string // key → exported name

	whyBroken map[string]string // key that must not be exported → reason
}

func newBridge(pkg *load.Package) *bridge {
	return &bridge{file: newFile(pkg, nil, false), names: map[string]string{}, whyBroken: map[string]string{}}
}

// exportFor makes b export the names that f needs.
func (b *bridge) exportFor(f *file) {
	b.externalFile, b.file.scope, b.file.problem, f.bridge = f, f.scope, f.problem, b
	for _, d := range b.decls {
		f.scope.declare(d.name)
	}
}

// export returns the qualified exported name for key. The first call for key makes the name from
// base, and declares it: by the text before the name and the one after it.
func (b *bridge) export(key, base, before, after string) string {
	f := b.externalFile
	if why := b.whyBroken[key]; why != "" {
		return f.failf("%s cannot be exported for its test: %s", base, why)
	}
	if f.err != nil {
		return ""
	}
	name, ok := b.names[key]
	if !ok {
		name = f.scope.claim("Nearmiss" + syntax.Capitalize(base))
		b.names[key] = name
		b.decls = append(b.decls, topDecl{name: name, text: before + name + after, key: key})
	}
	return f.ownPrefix() + name
}

// exportObject exports an unexported type, function or variable.
func (b *bridge) exportObject(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.TypeName:
		return b.export(obj.Name(), obj.Name(), "type ", " = "+obj.Name()+"\n")
	case *types.Var:
		return b.exportVariable(obj)
	case *types.Func:
		return b.export(obj.Name(), obj.Name(), "var ", " = "+obj.Name()+"\n")
	}
	return b.externalFile.failf("%s is not exported", obj.Name())
}

// exportInstance exports an unexported generic function with its type arguments.
func (b *bridge) exportInstance(obj *types.Func, args *code.Tree) string {
	expr := obj.Name() + b.file.spell(args, nil)
	return b.export(expr, obj.Name(), "var ", " = "+expr+"\n")
}

// exportVariable exports the address of a package variable and returns an expression for the
// variable.
func (b *bridge) exportVariable(obj *types.Var) string {
	if obj.Exported() {
		return b.externalFile.ownPrefix() + obj.Name()
	}
	return "*" + b.export(obj.Name(), obj.Name(), "var ", " = &"+obj.Name()+"\n")
}

// exportMethod exports an unexported method as a function with the receiver as its first parameter.
func (b *bridge) exportMethod(m *types.Func) string {
	recv := m.Signature().Recv().Type()
	expr := b.file.typeName(recv)
	if strings.HasPrefix(expr, "*") {
		expr = "(" + expr + ")"
	}
	base := strings.Trim(expr, "(*)")
	expr += "." + m.Name()
	if syntax.Parameterized(recv) {
		return b.externalFile.failf("method %s of a generic type is not exported", m.Name())
	}
	return b.export(expr, base+syntax.Capitalize(m.Name()), "var ", " = "+expr+"\n")
}

// constructorCall prints a struct with unexported fields as a call of an exported constructor that
// takes all its fields. The constructor returns a pointer, so that a struct that must not be
// copied is not.
func (l *literals) constructorCall(v *value.Value) string {
	named, ok := types.Unalias(v.GoType).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.pkg.Types.Path() {
		return l.failf("an unexported field of %s cannot be set from outside", v.Type.Go)
	}
	return l.bridge.exportConstructor(v.Type, named) + "(" + strings.Join(l.arguments(v), ", ") + ")"
}

// arguments returns the arguments of the constructor of a struct, in the order of its fields.
// A field that must not be copied is replaced by its own fields.
func (l *literals) arguments(v *value.Value) (args []string) {
	for _, k := range v.Kids {
		if takesFields(k.Type, k.GoType) {
			args = append(args, l.arguments(k)...)
		} else {
			args = append(args, l.argument(k))
		}
	}
	return args
}

// takesFields reports whether a constructor takes the fields of a struct in place of the struct,
// because the struct holds a lock, which must not be copied.
func takesFields(t *input.Type, gt types.Type) bool {
	return t.Kind == input.Struct && gt != nil && syntax.HoldsLock(gt)
}

func (b *bridge) exportConstructor(t *input.Type, named *types.Named) string {
	typ := b.file.typeName(named)
	c := constructorBuilder{file: b.file, used: map[string]bool{}}
	text := c.literal(t, named)
	// The key includes the parameters: the fields read from a type and the fields set on it
	// may differ.
	params := strings.Join(c.params, ", ")
	base := strings.NewReplacer("[", "", "]", "", ".", "", ",", "", " ", "", "*", "").Replace(typ)
	return b.export("new "+typ+"("+params+")", "New"+syntax.Capitalize(base), "func ", fmt.Sprintf("(%s) *%s {\n\treturn &%s\n}\n", params, typ, text))
}

// constructorBuilder is a constructor function while it is printed.
type constructorBuilder struct {
	*file
	params []string
	used   map[string]bool // names of parameters and types in use
}

// literal prints a composite literal with a parameter for every field.
func (c *constructorBuilder) literal(t *input.Type, gt types.Type) string {
	typ := c.typeName(gt)
	st, ok := syntax.Underlying(gt).(*types.Struct)
	if !ok {
		return c.failf("the shape handed over for %s does not fit its type", t.Go)
	}
	c.used[typ] = true
	var fields []string
	at := 0
	for f := range st.Fields() {
		if at >= len(t.Fields) || t.Fields[at].Name != f.Name() || f.Name() == "_" {
			continue
		}
		fields = append(fields, f.Name()+": "+c.field(t.Fields[at].Type, f))
		at++
	}
	return typ + "{" + strings.Join(fields, ", ") + "}"
}

func (c *constructorBuilder) field(t *input.Type, f *types.Var) string {
	if takesFields(t, f.Type()) {
		return c.literal(t, f.Type())
	}
	typ := c.typeName(f.Type())
	p := f.Name()
	if c.used[p] || token.IsKeyword(p) {
		p = fmt.Sprintf("v%d", len(c.params))
	}
	c.used[p] = true
	c.params = append(c.params, p+" "+typ)
	return p
}

// source returns the text of the bridge with the names in used, or with all names if used is
// nil. It returns nil if no names remain. found, if set, gets each declaration and its first line.
func (b *bridge) source(comment string, used map[string]bool, found func(from int, p *piece)) ([]byte, error) {
	var pieces []*piece
	var vars strings.Builder
	for _, d := range b.decls {
		line, ok := strings.CutPrefix(d.text, "var ")
		switch {
		case used != nil && !used[d.name] || b.whyBroken[d.key] != "":
			continue
		case ok:
			fmt.Fprintf(&vars, "%s //%s\n", strings.TrimSuffix(line, "\n"), b.file.marks.mark(mark{row: -1, export: d.key}))
			continue
		}
		p, err := b.file.marks.newPiece(d.text, Place{Func: -1, Case: -1, Export: d.key})
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	if vars.Len() > 0 {
		p, err := b.file.marks.newPiece("var (\n"+vars.String()+")\n", nowhere)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	if len(pieces) == 0 {
		return nil, nil
	}
	return b.file.join(comment, pieces, found), nil
}
