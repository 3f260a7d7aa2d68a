package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

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
	decls        []exportedDecl
	names        map[string]string // key → exported name

	whyBroken map[string]string // key that must not be exported → reason
}

// exportedDecl is one exported name of the bridge.
type exportedDecl struct{ key, name, text string }

func newBridge(pkg *load.Package) *bridge {
	return &bridge{file: newFile(pkg, nil, false), names: map[string]string{}, whyBroken: map[string]string{}}
}

// exportFor makes b export the names that f needs.
func (b *bridge) exportFor(f *file) {
	b.externalFile, b.file.scope, f.bridge = f, f.scope, b
	for _, d := range b.decls {
		f.scope.declare(d.name)
	}
}

// export returns the qualified exported name for key. The first call for key makes the name from
// base, and has declare print its declaration.
func (b *bridge) export(key, base string, declare func(name string) (string, error)) (string, error) {
	if why := b.whyBroken[key]; why != "" {
		return "", fmt.Errorf("%s cannot be exported for its test: %s", base, why)
	}
	name, ok := b.names[key]
	if !ok {
		name = b.externalFile.scope.claim("Nearmiss" + syntax.Capitalize(base))
		text, err := declare(name)
		if err != nil {
			return "", err
		}
		b.names[key] = name
		b.decls = append(b.decls, exportedDecl{key, name, text})
	}
	return b.externalFile.ownPrefix() + name, nil
}

// exportObject exports an unexported type or function.
func (b *bridge) exportObject(obj types.Object) (string, error) {
	switch obj.(type) {
	case *types.TypeName:
		return b.export(obj.Name(), obj.Name(), func(name string) (string, error) {
			return fmt.Sprintf("type %s = %s\n", name, obj.Name()), nil
		})
	case *types.Func:
		return b.export(obj.Name(), obj.Name(), func(name string) (string, error) {
			return fmt.Sprintf("var %s = %s\n", name, obj.Name()), nil
		})
	}
	return "", fmt.Errorf("%s is not exported", obj.Name())
}

// exportInstance exports an unexported generic function with its type arguments.
func (b *bridge) exportInstance(obj *types.Func, args string) (string, error) {
	text, err := b.file.expand(args, input.Fill{})
	if err != nil {
		return "", err
	}
	expr := obj.Name() + text
	return b.export(expr, obj.Name(), func(name string) (string, error) {
		return fmt.Sprintf("var %s = %s\n", name, expr), nil
	})
}

// exportVariable exports the address of a package variable and returns an expression for the
// variable.
func (b *bridge) exportVariable(obj *types.Var) (string, error) {
	if obj.Exported() {
		return b.externalFile.ownPrefix() + obj.Name(), nil
	}
	s, err := b.export(obj.Name(), obj.Name(), func(name string) (string, error) {
		return fmt.Sprintf("var %s = &%s\n", name, obj.Name()), nil
	})
	return "*" + s, err
}

// exportMethod exports an unexported method as a function with the receiver as its first parameter.
func (b *bridge) exportMethod(m *types.Func) (string, error) {
	recv := m.Signature().Recv().Type()
	expr, err := b.file.typeName(recv)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(expr, "*") {
		expr = "(" + expr + ")"
	}
	base := strings.Trim(expr, "(*)")
	expr += "." + m.Name()
	if syntax.Parameterized(recv) {
		return "", fmt.Errorf("method %s of a generic type is not exported", m.Name())
	}
	return b.export(expr, base+syntax.Capitalize(m.Name()), func(name string) (string, error) {
		return fmt.Sprintf("var %s = %s\n", name, expr), nil
	})
}

// constructorCall prints a struct with unexported fields as a call of an exported constructor that
// takes all its fields. The constructor returns a pointer, so that a struct that must not be
// copied is not.
func (l *literals) constructorCall(v *value.Value) (string, error) {
	named, ok := types.Unalias(v.GoType).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.pkg.Types.Path() {
		return "", fmt.Errorf("an unexported field of %s cannot be set from outside", v.Type.Go)
	}
	name, err := l.bridge.exportConstructor(v.Type, named)
	if err != nil {
		return "", err
	}
	args, err := l.arguments(v)
	return name + "(" + strings.Join(args, ", ") + ")", err
}

// arguments returns the arguments of the constructor of a struct, in the order of its fields.
// A field that must not be copied is replaced by its own fields.
func (l *literals) arguments(v *value.Value) ([]string, error) {
	var args []string
	for _, k := range v.Kids {
		if takesFields(k.Type, k.GoType) {
			more, err := l.arguments(k)
			if err != nil {
				return nil, err
			}
			args = append(args, more...)
			continue
		}
		text, _, err := l.expr(k, false)
		if err != nil {
			return nil, err
		}
		args = append(args, text)
	}
	return args, nil
}

// takesFields reports whether a constructor takes the fields of a struct in place of the struct,
// because the struct holds a lock, which must not be copied.
func takesFields(t *input.Type, gt types.Type) bool {
	return t.Kind == input.Struct && gt != nil && holdsLock(gt)
}

func (b *bridge) exportConstructor(t *input.Type, named *types.Named) (string, error) {
	typ, err := b.file.typeName(named)
	if err != nil {
		return "", err
	}
	c := constructorBuilder{file: b.file, used: map[string]bool{}}
	text, err := c.literal(t, named)
	if err != nil {
		return "", err
	}
	// The key includes the parameters: the fields read from a type and the fields set on it
	// may differ.
	params := strings.Join(c.params, ", ")
	base := strings.NewReplacer("[", "", "]", "", ".", "", ",", "", " ", "", "*", "").Replace(typ)
	return b.export("new "+typ+"("+params+")", "New"+syntax.Capitalize(base), func(name string) (string, error) {
		return fmt.Sprintf("func %s(%s) *%s {\n\treturn &%s\n}\n", name, params, typ, text), nil
	})
}

// constructorBuilder is a constructor function while it is printed.
type constructorBuilder struct {
	*file
	params []string
	used   map[string]bool // names of parameters and types in use
}

// literal prints a composite literal with a parameter for every field.
func (c *constructorBuilder) literal(t *input.Type, gt types.Type) (string, error) {
	typ, err := c.typeName(gt)
	if err != nil {
		return "", err
	}
	st, ok := syntax.Underlying(gt).(*types.Struct)
	if !ok {
		return "", fmt.Errorf("the shape handed over for %s does not fit its type", t.Go)
	}
	c.used[typ] = true
	var fields []string
	at := 0
	for i := range st.NumFields() {
		f := st.Field(i)
		if at >= len(t.Fields) || t.Fields[at].Name != f.Name() || f.Name() == "_" {
			continue
		}
		text, err := c.field(t.Fields[at].Type, f)
		if err != nil {
			return "", err
		}
		fields = append(fields, f.Name()+": "+text)
		at++
	}
	return typ + "{" + strings.Join(fields, ", ") + "}", nil
}

func (c *constructorBuilder) field(t *input.Type, f *types.Var) (string, error) {
	if takesFields(t, f.Type()) {
		return c.literal(t, f.Type())
	}
	typ, err := c.typeName(f.Type())
	if err != nil {
		return "", err
	}
	p := f.Name()
	if c.used[p] || token.IsKeyword(p) {
		p = fmt.Sprintf("v%d", len(c.params))
	}
	c.used[p] = true
	c.params = append(c.params, p+" "+typ)
	return p, nil
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
