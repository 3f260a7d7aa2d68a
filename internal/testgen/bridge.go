package testgen

import (
	"fmt"
	"go/types"
	"strings"
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
// constructor with all its fields.
func (l *literals) construct(v *value) (string, error) {
	named, ok := types.Unalias(v.gt).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != l.pkg.Types.Path() {
		return "", fmt.Errorf("an unexported field of %s cannot be set from outside", v.typ.Go)
	}
	name, err := l.bridge.constructor(v, named)
	if err != nil {
		return "", err
	}
	args := make([]string, len(v.kids))
	for i, k := range v.kids {
		if args[i], _, err = l.expr(k, false); err != nil {
			return "", err
		}
	}
	return name + "(" + strings.Join(args, ", ") + ")", nil
}

func (b *bridge) constructor(v *value, named *types.Named) (string, error) {
	typ, err := b.file.typeName(named)
	if err != nil {
		return "", err
	}
	base := strings.NewReplacer("[", "", "]", "", ".", "", ",", "", " ", "", "*", "").Replace(typ)
	return b.export("new "+typ, "New"+strings.ToUpper(base[:1])+base[1:], func(name string) (string, error) {
		var params, fields []string
		used := map[string]bool{typ: true}
		for i, k := range v.kids {
			t, err := b.file.typeName(k.gt)
			if err != nil {
				return "", err
			}
			p := fmt.Sprintf("v%d", i)
			if n := v.names[i]; !used[n] {
				p = n
			}
			used[p] = true
			params = append(params, p+" "+t)
			fields = append(fields, v.names[i]+": "+p)
		}
		return fmt.Sprintf("func %s(%s) %s {\n\treturn %s{%s}\n}\n", name, strings.Join(params, ", "), typ, typ, strings.Join(fields, ", ")), nil
	})
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
