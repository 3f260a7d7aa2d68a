package testgen

import (
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"nearmiss/input"
)

// bridge is the in-package file beside an external test: it exports what the
// test needs and the package does not. It imports nothing of the standard
// library that the package does not import itself, so that package testing,
// which stands on the package, is not part of it.
type bridge struct {
	home  *file // the external test
	file  *file // the bridge itself
	decls []decl
	names map[string]string // what is bridged → exported name

	broken map[string]string // what must not be → why
}

// decl is one exported name of the bridge.
type decl struct{ key, name, text string }

func newBridge(f *file) *bridge {
	return &bridge{home: f, file: newFile(f.pkg, f.scope, false), names: map[string]string{}}
}

// export returns the exported name for key, declared by decl on first use.
func (b *bridge) export(key, base string, declare func(name string) (string, error)) (string, error) {
	if why := b.broken[key]; why != "" {
		return "", fmt.Errorf("%s cannot be exported for its test: %s", base, why)
	}
	name, ok := b.names[key]
	if !ok {
		name = b.home.scope.claim("Nearmiss" + strings.ToUpper(base[:1]) + base[1:])
		text, err := declare(name)
		if err != nil {
			return "", err
		}
		b.names[key] = name
		b.decls = append(b.decls, decl{key, name, text})
	}
	return b.home.own() + name, nil
}

// object exports an unexported type or function.
func (b *bridge) object(obj types.Object) (string, error) {
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

// instance exports an unexported generic function with its type arguments.
func (b *bridge) instance(obj *types.Func, args string) (string, error) {
	text, err := b.file.expand(args, input.Fill{})
	if err != nil {
		return "", err
	}
	expr := obj.Name() + text
	return b.export(expr, obj.Name(), func(name string) (string, error) {
		return fmt.Sprintf("var %s = %s\n", name, expr), nil
	})
}

// variable exports the address of a package variable; the result is an
// expression for the variable.
func (b *bridge) variable(obj *types.Var) (string, error) {
	if obj.Exported() {
		return b.home.own() + obj.Name(), nil
	}
	s, err := b.export(obj.Name(), obj.Name(), func(name string) (string, error) {
		return fmt.Sprintf("var %s = &%s\n", name, obj.Name()), nil
	})
	return "*" + s, err
}

// method exports an unexported method as a function that takes the receiver
// first.
func (b *bridge) method(m *types.Func) (string, error) {
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
	if parameterized(recv) {
		return "", fmt.Errorf("method %s of a generic type is not exported", m.Name())
	}
	return b.export(expr, base+strings.ToUpper(m.Name()[:1])+m.Name()[1:], func(name string) (string, error) {
		return fmt.Sprintf("var %s = %s\n", name, expr), nil
	})
}

// construct prints a struct with unexported fields as a call of an exported
// constructor with all its fields. The call returns a pointer, so that a
// struct that must not be copied is not.
func (l *literals) construct(v *value) (string, error) {
	named, ok := types.Unalias(v.gt).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.pkg.Types.Path() {
		return "", fmt.Errorf("an unexported field of %s cannot be set from outside", v.typ.Go)
	}
	name, err := l.bridge.constructor(v.typ, named)
	if err != nil {
		return "", err
	}
	args, err := l.arguments(v)
	return name + "(" + strings.Join(args, ", ") + ")", err
}

// arguments are what the constructor of a struct takes, in the order of its
// fields: a field that must not be copied is taken apart.
func (l *literals) arguments(v *value) ([]string, error) {
	var args []string
	for _, k := range v.kids {
		if apart(k.typ, k.gt) {
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

// apart reports whether a constructor takes the fields of a struct in its
// place.
func apart(t *input.Type, gt types.Type) bool {
	return t.Kind == input.Struct && gt != nil && holdsLock(gt)
}

func (b *bridge) constructor(t *input.Type, named *types.Named) (string, error) {
	typ, err := b.file.typeName(named)
	if err != nil {
		return "", err
	}
	c := construction{file: b.file, used: map[string]bool{}}
	text, err := c.literal(t, named)
	if err != nil {
		return "", err
	}
	// What is read of a type and what is set of it may be different fields.
	params := strings.Join(c.params, ", ")
	base := strings.NewReplacer("[", "", "]", "", ".", "", ",", "", " ", "", "*", "").Replace(typ)
	return b.export("new "+typ+"("+params+")", "New"+strings.ToUpper(base[:1])+base[1:], func(name string) (string, error) {
		return fmt.Sprintf("func %s(%s) *%s {\n\treturn &%s\n}\n", name, params, typ, text), nil
	})
}

// construction is a constructor while it is printed.
type construction struct {
	*file
	params []string
	used   map[string]bool // names of parameters and types
}

// literal prints a literal with a parameter for every field.
func (c *construction) literal(t *input.Type, gt types.Type) (string, error) {
	typ, err := c.typeName(gt)
	if err != nil {
		return "", err
	}
	st, ok := under(gt).(*types.Struct)
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

func (c *construction) field(t *input.Type, f *types.Var) (string, error) {
	if apart(t, f.Type()) {
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

// exported is a type with what is set or read of it.
type exported struct {
	shape *input.Type
	typ   types.Type
}

// exportAll exports what the tests of the functions may need. What cannot be
// exported is missed by the test that needs it.
func (b *bridge) exportAll(all []Func, w *writes) {
	seen := map[exported]bool{}
	for _, fn := range all {
		b.exportFor(fn, w, seen)
	}
}

func (b *bridge) exportFor(fn Func, w *writes, seen map[exported]bool) {
	defer func() { recover() }() // the function's test meets the same fault and says so
	sig := fn.signature()
	if uncallable(fn.Obj) {
		return
	}
	recv := sig.Recv()
	switch {
	case fn.Obj.Exported():
	case recv == nil && fn.Sig.TypeArgs != "":
		b.instance(fn.Obj, fn.Sig.TypeArgs)
	case recv == nil:
		b.object(fn.Obj)
	default:
		b.method(fn.Obj)
	}
	if recv != nil && fn.Sig.Recv != nil {
		b.exportType(fn.Sig.Recv.Type, concrete(recv.Type(), fn.Sig.Recv.Type), seen)
	}
	b.exportTuple(fn.Sig.Params, sig.Params(), seen)
	b.exportTuple(fn.Sig.Results, sig.Results(), seen)
	for _, f := range fn.Sig.After {
		if f.Type.Kind == input.Dynamic {
			b.exportType(f.Type, origin(f.Type), seen)
		}
	}
	for _, f := range fn.Sig.Globals {
		if v, ok := b.home.pkg.Types.Scope().Lookup(f.Name).(*types.Var); ok {
			b.variable(v)
			b.exportType(f.Type, v.Type(), seen)
		}
	}
	for _, g := range w.of(fn.Obj) {
		b.variable(g.v)
	}
}

func (b *bridge) exportTuple(fields []input.Field, list *types.Tuple, seen map[exported]bool) {
	for i, f := range fields {
		if i < list.Len() {
			b.exportType(f.Type, concrete(list.At(i).Type(), f.Type), seen)
		}
	}
}

// exportType exports what literals of a type may need.
func (b *bridge) exportType(t *input.Type, gt types.Type, seen map[exported]bool) {
	if seen[exported{t, gt}] {
		return
	}
	seen[exported{t, gt}] = true
	if t.Kind == input.Choice || t.Kind == input.Dynamic {
		b.exportChoice(t, seen)
		return
	}
	if gt == nil {
		return
	}
	b.home.typeName(gt)
	switch u := under(gt).(type) {
	case *types.Slice:
		b.exportElem(t, u.Elem(), seen)
	case *types.Array:
		b.exportElem(t, u.Elem(), seen)
	case *types.Pointer:
		b.exportElem(t, u.Elem(), seen)
	case *types.Chan:
		b.exportElem(t, u.Elem(), seen)
	case *types.Map:
		if t.Kind == input.Map {
			b.exportType(t.Key, u.Key(), seen)
			b.exportType(t.Elem, u.Elem(), seen)
		}
	case *types.Struct:
		b.exportStruct(t, gt, u, seen)
	}
}

// exportChoice exports what the alternatives of a Choice may need.
func (b *bridge) exportChoice(t *input.Type, seen map[exported]bool) {
	if gt := origin(t); gt != nil {
		b.home.typeName(gt)
	}
	for i := range t.Alts {
		alt := &t.Alts[i]
		for _, template := range []string{alt.Make, alt.Decl} {
			for _, m := range packageName.FindAllStringSubmatch(template, -1) {
				if obj := b.home.pkg.Types.Scope().Lookup(m[2]); obj != nil && b.home.isOwn(m[1]) && !obj.Exported() {
					b.object(obj)
				}
			}
		}
		for _, f := range alt.Fields {
			b.exportType(f.Type, origin(f.Type), seen)
		}
		if alt.Steps != nil {
			for j := range alt.Steps.Elem.Alts {
				b.home.callable(alt.Steps.Elem.Alts[j].Make, origin(t))
			}
			b.exportType(alt.Steps.Elem, nil, seen)
		}
	}
}

func (b *bridge) exportElem(t *input.Type, elem types.Type, seen map[exported]bool) {
	if t.Elem != nil {
		b.exportType(t.Elem, elem, seen)
	}
}

func (b *bridge) exportStruct(t *input.Type, gt types.Type, st *types.Struct, seen map[exported]bool) {
	if t.Kind != input.Struct {
		return
	}
	hidden := false
	for _, f := range t.Fields {
		hidden = hidden || !token.IsExported(f.Name)
		for i := range st.NumFields() {
			if st.Field(i).Name() == f.Name {
				b.exportType(f.Type, st.Field(i).Type(), seen)
			}
		}
	}
	if named, ok := types.Unalias(gt).(*types.Named); ok && hidden && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == b.home.pkg.Types.Path() {
		b.constructor(t, named)
	}
}

// source returns the text of the bridge with the used names, with all if used
// is nil, and nothing if there are none.
func (b *bridge) source(head string, used map[string]bool) ([]byte, error) {
	var decls []string
	var vars strings.Builder
	for _, d := range b.decls {
		switch line, ok := strings.CutPrefix(d.text, "var "); {
		case used != nil && !used[d.name]:
		case ok:
			vars.WriteString(line)
		default:
			decls = append(decls, d.text)
		}
	}
	if vars.Len() > 0 {
		decls = append(decls, "var (\n"+vars.String()+")\n")
	}
	if len(decls) == 0 {
		return nil, nil
	}
	body := strings.Join(decls, "\n")
	b.file.keepImports(body)
	data, err := format.Source([]byte(head + "package " + b.home.pkg.Name + "\n\n" + b.file.importLines() + "\n" + body))
	if err != nil {
		return nil, fmt.Errorf("testgen: %w", err)
	}
	return data, nil
}
