package laws

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A Law is a law of a package.
type Law struct {
	Text     string   // the law in words
	About    []string // the functions that it is about, such as Parse and (*T).String
	Entry    string   // name of the function to search
	Contract bool     // a documented interface promises it, so that it is a law even if most inputs break it
	Code     string   // the function, to read
	Sources  []Source // for each parameter of the function, the input of another function that it stands for
	Position string   // of a law that the user wrote, else empty
}

// Own is a law that the user wrote: a function that returns true for all arguments.
type Own struct {
	Name      string
	Signature *types.Signature
	Position  string
}

// A Source is the input of a function; the receiver of a method is input 0. Func is empty if there is none.
type Source struct {
	Func  string
	Input int
}

// File is the name of the file with the functions.
const File = "nearmiss_laws.go"

// Prefix begins the names of the functions.
const Prefix = "nearmissLaw"

// Find returns the laws of a package, with laws written by the user, and the file with their functions; nil if there are none. The time is linear in
// the number of exported functions and methods, but for pairs of names.
func Find(pkg *types.Package, written ...Own) (list []Law, file []byte) {
	f := &finder{pkg: pkg, imports: map[string]bool{"fmt": true, "reflect": true}}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if !token.IsExported(name) {
			continue
		}
		switch o := scope.Lookup(name).(type) {
		case *types.Func:
			if o.Signature().TypeParams().Len() == 0 {
				f.funcs = append(f.funcs, o)
			}
		case *types.TypeName:
			if n := f.instance(o); n != nil {
				f.types = append(f.types, n)
			}
		}
	}
	for _, rule := range []func(*finder){(*finder).roundTrips, (*finder).orders, (*finder).agreements, (*finder).streams, (*finder).containers} {
		rule(f)
	}
	for _, o := range written {
		f.own(o)
	}
	if len(f.laws) == 0 {
		return nil, nil
	}
	return f.laws, f.file()
}

// A finder finds the laws of one package.
type finder struct {
	pkg     *types.Package
	funcs   []*types.Func  // exported, without type parameters
	types   []*types.Named // exported; generic ones with arguments
	laws    []Law
	code    strings.Builder // their functions
	imports map[string]bool
}

// arguments are tried as type arguments, in this order.
var arguments = []types.Type{types.Typ[types.String], types.Typ[types.Int]}

// instance returns the type of a name: of a generic type that for texts, or for integers. It returns nil for an alias, an
// interface, and a generic type without such arguments.
func (f *finder) instance(o *types.TypeName) *types.Named {
	n, ok := o.Type().(*types.Named)
	if !ok || o.IsAlias() || types.IsInterface(n) {
		return nil
	}
	if n.TypeParams().Len() == 0 {
		return n
	}
	var args []types.Type
	for range n.TypeParams().Len() {
		args = append(args, arguments[len(args)%len(arguments)])
	}
	if t, err := types.Instantiate(nil, n, args, true); err == nil {
		return t.(*types.Named)
	}
	return nil
}

// method returns a method that a type has of its own package, nil if there is none: that of an embedded field of another package
// knows only the field.
func (f *finder) method(t *types.Named, name string) *types.Func {
	o, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, f.pkg, name)
	if fn, ok := o.(*types.Func); ok && fn.Pkg() == f.pkg {
		return fn
	}
	return nil
}

// function returns an exported function, nil if there is none.
func (f *finder) function(name string) *types.Func {
	if i := slices.IndexFunc(f.funcs, func(fn *types.Func) bool { return fn.Name() == name }); i >= 0 {
		return f.funcs[i]
	}
	return nil
}

// name returns a type as the package writes it.
func (f *finder) name(t types.Type) string { return types.TypeString(t, types.RelativeTo(f.pkg)) }

// form reports whether a function has parameters and results of types that are written so in the package.
func (f *finder) form(fn *types.Func, params, results string) bool {
	if fn == nil || fn.Signature().Variadic() {
		return false
	}
	return f.list(fn.Signature().Params()) == params && f.list(fn.Signature().Results()) == results
}

func (f *finder) list(t *types.Tuple) string {
	var names []string
	for v := range t.Variables() {
		names = append(names, f.name(v.Type()))
	}
	return strings.Join(names, ", ")
}

// file returns the file with the functions.
func (f *finder) file() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "//go:build go1.21\n\npackage %s\n\nimport (\n", f.pkg.Name())
	paths := make([]string, 0, len(f.imports))
	for path := range f.imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "\t%s %q\n", local(path), path)
	}
	b.WriteString(")\n" + f.code.String() + runtime)
	return []byte(b.String())
}

// local returns the name under which the file imports a package. The package under test may declare any other name.
func local(path string) string { return "nearmiss" + path[strings.LastIndex(path, "/")+1:] }

// own adds a law that the user wrote.
func (f *finder) own(o Own) {
	b := f.begin(true)
	b.law.About, b.law.Position = []string{o.Name}, o.Position
	var args []string
	for p := range o.Signature.Params().Variables() {
		args = append(args, b.param(types.TypeString(p.Type(), func(p *types.Package) string {
			if p.Path() == f.pkg.Path() || p.Path() == f.pkg.Path()+"_test" {
				return ""
			}
			return f.use(p.Path())
		}), nil, 0))
	}
	if o.Signature.Variadic() {
		args[len(args)-1] += "..."
	}
	b.breaks("!"+o.Name+"("+strings.Join(args, ", ")+")", "it is false")
	b.end("%s, which the tests declare", o.Name)
}

// use returns the name under which the file imports a package, and imports it.
func (f *finder) use(path string) string {
	f.imports[path] = true
	return local(path)
}
