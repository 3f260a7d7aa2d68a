package testgen

import (
	"fmt"
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
}

// decl is one exported name of the bridge.
type decl struct{ name, text string }

func newBridge(f *file) *bridge {
	return &bridge{home: f, file: newFile(f.pkg, f.scope, false), names: map[string]string{}}
}

// export returns the exported name for key, declared by decl on first use.
func (b *bridge) export(key, base string, declare func(name string) (string, error)) (string, error) {
	name, ok := b.names[key]
	if !ok {
		name = b.home.scope.claim("Nearmiss" + strings.ToUpper(base[:1]) + base[1:])
		text, err := declare(name)
		if err != nil {
			return "", err
		}
		b.names[key] = name
		b.decls = append(b.decls, decl{name, text})
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
	base := strings.NewReplacer("[", "", "]", "", ".", "", ",", "", " ", "", "*", "").Replace(typ)
	return b.export("new "+typ, "New"+strings.ToUpper(base[:1])+base[1:], func(name string) (string, error) {
		c := construction{file: b.file, used: map[string]bool{}}
		text, err := c.literal(t, named)
		return fmt.Sprintf("func %s(%s) *%s {\n\treturn &%s\n}\n", name, strings.Join(c.params, ", "), typ, text), err
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

// source returns the text of the bridge, "" if nothing of it is used.
func (b *bridge) source(head string, used map[string]bool) string {
	var decls []string
	var vars strings.Builder
	for _, d := range b.decls {
		switch line, ok := strings.CutPrefix(d.text, "var "); {
		case !used[d.name]:
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
		return ""
	}
	body := strings.Join(decls, "\n")
	b.file.keepImports(usedNames(body))
	return head + "package " + b.home.pkg.Name + "\n\n" + b.file.importLines() + "\n" + body
}
