package testgen

import (
	"fmt"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"nearmiss/internal/load"
)

// file is one emitted file while it is written: its imports, its bridge, and
// how names of the package under test are spelled in it.
type file struct {
	pkg      *load.Package
	scope    *scope
	external bool              // package p_test
	imports  map[string]string // import path → local name
	names    map[string]string // local name → import path
	bridge   *bridge           // of an external file

	helpers     map[helper]string // shared functions in use
	emptyPanics bool              // some case panics with a value without text
	declared    map[string]string // what alternatives declare → its name
	decls       []topDecl
	broken      map[string]string // declarations that do not compile → why
	sentinels   func() []sentinel // of the package and its imports
	era         *era
	constants   map[*types.Named][]*types.Const
}

func newFile(pkg *load.Package, sc *scope, external bool) *file {
	return &file{pkg: pkg, scope: sc, external: external, imports: map[string]string{}, names: map[string]string{}, helpers: map[helper]string{}, declared: map[string]string{}, constants: map[*types.Named][]*types.Const{}}
}

// use imports a package and returns the name it goes by.
func (f *file) use(path, name string) string {
	if path == f.pkg.ImportPath && !f.external {
		panic("testgen: BUG: a package imports itself")
	}
	if have, ok := f.imports[path]; ok {
		return have
	}
	local := name
	for i := 2; f.clash(local, path); i++ {
		local = name + strconv.Itoa(i)
	}
	f.imports[path], f.names[local] = local, path
	f.scope.imports[local] = true
	return local
}

// std imports a package of the standard library by its path.
func (f *file) std(path string) string { return f.use(path, baseName(path)) }

// clash reports whether a file-level name for path would collide: with a
// declaration of the package (in-package tests share its scope) or of its own
// tests, or with another import.
func (f *file) clash(local, path string) bool {
	if have, ok := f.names[local]; ok && have != path {
		return true
	}
	if f.external {
		return f.scope.beside[local]
	}
	return f.scope.decls[local]
}

// own returns the prefix of an exported name of the package under test.
func (f *file) own() string {
	if !f.external {
		return ""
	}
	return f.use(f.pkg.ImportPath, f.pkg.Name) + "."
}

// object returns how a package-level object is written in the file.
func (f *file) object(obj types.Object) (string, error) {
	switch {
	case obj.Pkg() == nil:
		return obj.Name(), nil
	case obj.Pkg() == f.pkg.Types || obj.Pkg().Path() == f.pkg.Types.Path():
		if !f.external {
			return obj.Name(), nil
		}
		if obj.Exported() {
			return f.own() + obj.Name(), nil
		}
		return f.bridge.object(obj)
	case !obj.Exported():
		return "", fmt.Errorf("%s.%s is not exported", obj.Pkg().Name(), obj.Name())
	}
	return f.use(importPath(obj.Pkg().Path()), obj.Pkg().Name()) + "." + obj.Name(), nil
}

// importPath is the path that source writes for a package: without the
// directory of vendored packages.
func importPath(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}

// predeclaredAny is not known in packages for versions of Go before 1.18, and hidden where
// a package has an any of its own.
var predeclaredAny = types.Universe.Lookup("any")

// typeName returns how t is written in the file.
func (f *file) typeName(t types.Type) (string, error) {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return f.std("unsafe") + ".Pointer", nil
		}
		return t.Name(), nil
	case *types.Alias:
		if t.Obj() == predeclaredAny && (!f.generics() || f.pkg.Types.Scope().Lookup("any") != nil) {
			return f.typeName(types.Unalias(t))
		}
		return f.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return f.named(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		return f.prefixed("*", t.Elem())
	case *types.Slice:
		return f.prefixed("[]", t.Elem())
	case *types.Array:
		return f.prefixed("["+strconv.FormatInt(t.Len(), 10)+"]", t.Elem())
	case *types.Map:
		k, err := f.typeName(t.Key())
		if err != nil {
			return "", err
		}
		return f.prefixed("map["+k+"]", t.Elem())
	case *types.Chan:
		return f.prefixed([...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()], t.Elem())
	case *types.Struct:
		return f.structName(t)
	case *types.Signature:
		return f.signature("func", t)
	case *types.Interface:
		return f.interfaceName(t)
	}
	return "", fmt.Errorf("type %s cannot be written", t)
}

func (f *file) prefixed(prefix string, t types.Type) (string, error) {
	s, err := f.typeName(t)
	return prefix + s, err
}

func (f *file) named(obj *types.TypeName, args *types.TypeList) (string, error) {
	if obj.Pkg() != nil && obj.Parent() != obj.Pkg().Scope() {
		return "", fmt.Errorf("type %s is declared inside a function", obj.Name())
	}
	s, err := f.object(obj)
	if err != nil || args.Len() == 0 {
		return s, err
	}
	var list []string
	for i := range args.Len() {
		a, err := f.typeName(args.At(i))
		if err != nil {
			return "", err
		}
		list = append(list, a)
	}
	return s + "[" + strings.Join(list, ", ") + "]", nil
}

func (f *file) structName(t *types.Struct) (string, error) {
	var b strings.Builder
	b.WriteString("struct{")
	for i := range t.NumFields() {
		v := t.Field(i)
		if !v.Exported() && (f.external || v.Pkg() != nil && v.Pkg().Path() != f.pkg.Types.Path()) {
			return "", fmt.Errorf("field %s of an unnamed struct is not exported", v.Name())
		}
		s, err := f.typeName(v.Type())
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteString("; ")
		}
		if !v.Embedded() {
			b.WriteString(v.Name() + " ")
		}
		b.WriteString(s)
		if tag := t.Tag(i); tag != "" {
			b.WriteString(" " + tagText(tag))
		}
	}
	return b.String() + "}", nil
}

func (f *file) signature(prefix string, t *types.Signature) (string, error) {
	params, err := f.tuple(t.Params(), t.Variadic())
	if err != nil {
		return "", err
	}
	results, err := f.tuple(t.Results(), false)
	if err != nil {
		return "", err
	}
	s := prefix + "(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return s, nil
	case 1:
		return s + " " + results[0], nil
	}
	return s + " (" + strings.Join(results, ", ") + ")", nil
}

func (f *file) tuple(t *types.Tuple, variadic bool) ([]string, error) {
	var list []string
	for i := range t.Len() {
		typ, dots := t.At(i).Type(), ""
		if s, ok := typ.(*types.Slice); ok && variadic && i == t.Len()-1 {
			typ, dots = s.Elem(), "..."
		}
		s, err := f.typeName(typ)
		if err != nil {
			return nil, err
		}
		list = append(list, dots+s)
	}
	return list, nil
}

// tagText is the tag of a field as one writes it.
func tagText(tag string) string {
	if strconv.CanBackquote(tag) {
		return "`" + tag + "`"
	}
	return strconv.Quote(tag)
}

func (f *file) interfaceName(t *types.Interface) (string, error) {
	if t.Empty() {
		return "interface{}", nil
	}
	var list []string
	for i := range t.NumEmbeddeds() {
		s, err := f.typeName(t.EmbeddedType(i))
		if err != nil {
			return "", err
		}
		list = append(list, s)
	}
	for i := range t.NumExplicitMethods() {
		m := t.ExplicitMethod(i)
		if !m.Exported() && f.external {
			return "", fmt.Errorf("method %s of an unnamed interface is not exported", m.Name())
		}
		s, err := f.signature(m.Name(), m.Signature())
		if err != nil {
			return "", err
		}
		list = append(list, s)
	}
	return "interface{ " + strings.Join(list, "; ") + " }", nil
}

// outside reports whether path is not of the standard library: its first
// element has a dot, or it belongs to the module of the package under test.
func (f *file) outside(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	m := f.pkg.Module
	return strings.Contains(first, ".") || m != nil && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}

// importLines returns the import declaration of the file, of packages by the
// names that are used.
func (f *file) importLines(used map[string]bool) string {
	var std, other []string
	for path, name := range f.imports {
		if !used[name] {
			continue
		}
		line := strconv.Quote(path)
		if name != baseName(path) {
			line = name + " " + line
		}
		if f.outside(path) {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	byPath := func(l []string) {
		sort.Slice(l, func(i, j int) bool { return l[i][strings.IndexByte(l[i], '"'):] < l[j][strings.IndexByte(l[j], '"'):] })
	}
	byPath(std)
	byPath(other)
	switch len(std) + len(other) {
	case 0:
		return ""
	case 1:
		return "import " + append(std, other...)[0] + "\n"
	}
	s := "import (\n\t" + strings.Join(std, "\n\t") + "\n"
	if len(other) > 0 && len(std) > 0 {
		s += "\n"
	}
	if len(other) > 0 {
		s += "\t" + strings.Join(other, "\n\t") + "\n"
	}
	return s + ")\n"
}
