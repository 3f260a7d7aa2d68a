package fuzzing

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// mostFuzzed bounds the arguments of one harness.
const mostFuzzed = 12

// A harness is the body of one fuzz target, as somebody would write it by hand: arguments that go test -fuzz can draw,
// readers over strings, and values of the package from its own constructors.
type harness struct {
	pkg     *load.Package
	makers  map[*types.TypeName][]*types.Func // by the type they return
	imports map[string]string                 // import path → name
	args    []string                          // types of the fuzzed arguments
	lines   []string                          // statements before the call
	deep    int
}

// A guard decides what a panic does to a target.
type guard struct {
	body    string            // statements around the call, the first of a function that may defer others
	imports map[string]string // that the body needs: import path → name
}

// ignore makes targets go on after each panic, because the fuzzer is to take branches.
var ignore = guard{body: "defer func() { recover() }()"}

// harnesses returns a test file with a fuzz target for each exported function and method whose arguments can be had,
// and the names of the targets. With only it has the target of that name alone.
func harnesses(pkg *load.Package, only string, g guard) (text string, targets []string) {
	makers := constructors(pkg)
	imports := map[string]string{"testing": "testing", pkg.ImportPath: pkg.Name} // gobco goes by that name
	maps.Copy(imports, g.imports)
	var body strings.Builder
	for _, fn := range exportedFuncs(pkg) {
		name := "Fuzz" + targetName(fn)
		if only != "" && name != only {
			continue
		}
		h := &harness{pkg: pkg, makers: makers, imports: map[string]string{}}
		call, ok := h.call(fn)
		if !ok || len(h.args) > mostFuzzed {
			continue
		}
		targets = append(targets, name)
		maps.Copy(imports, h.imports)
		body.WriteString(h.target(name, call, g))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s_test\n\nimport (\n", pkg.Name)
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&b, "\t%s %q\n", imports[path], path)
	}
	return b.String() + ")\n" + body.String(), targets
}

// exportedFuncs lists the exported functions, and the exported methods of exported types, that have no type parameters.
func exportedFuncs(pkg *load.Package) (fns []*types.Func) {
	for _, d := range pkg.FuncDecls() {
		fn, ok := pkg.Info.Defs[d.Name].(*types.Func)
		if !ok || !fn.Exported() || fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0 {
			continue
		}
		if r := fn.Signature().Recv(); r != nil {
			n, _ := syntax.NamedOf(r.Type())
			if n == nil || !n.Obj().Exported() {
				continue
			}
		}
		fns = append(fns, fn)
	}
	return fns
}

// constructors maps each type of the package to the exported functions that return it, alone or with an error; those of
// strings come first, which have most to say.
func constructors(pkg *load.Package) map[*types.TypeName][]*types.Func {
	makers := map[*types.TypeName][]*types.Func{}
	for _, fn := range exportedFuncs(pkg) {
		sig := fn.Signature()
		res := sig.Results()
		if sig.Recv() != nil || res.Len() == 0 || res.Len() > 2 || res.Len() == 2 && !syntax.IsError(res.At(1).Type()) {
			continue
		}
		if n, _ := syntax.NamedOf(res.At(0).Type()); n != nil && n.Obj().Pkg() == pkg.Types {
			makers[n.Obj()] = append(makers[n.Obj()], fn)
		}
	}
	text := func(fn *types.Func) bool {
		return slices.ContainsFunc(slices.Collect(fn.Signature().Params().Variables()), func(v *types.Var) bool { return v.Type() == types.Typ[types.String] })
	}
	strength := func(fn *types.Func) int { // a text says most
		if text(fn) {
			return 2
		}
		return min(fn.Signature().Params().Len(), 1)
	}
	for _, fns := range makers {
		slices.SortStableFunc(fns, func(a, b *types.Func) int { return strength(b) - strength(a) })
	}
	return makers
}

func targetName(fn *types.Func) string {
	if r := fn.Signature().Recv(); r != nil {
		n, _ := syntax.NamedOf(r.Type())
		return n.Obj().Name() + "_" + fn.Name()
	}
	return fn.Name()
}

// target returns one fuzz target.
func (h *harness) target(name, call string, g guard) string {
	zeros, params := make([]string, len(h.args)), ""
	for i, t := range h.args {
		switch t {
		case "string", "[]byte":
			zeros[i] = t + `("")`
		case "bool":
			zeros[i] = "false"
		default:
			zeros[i] = t + "(0)"
		}
		params += fmt.Sprintf(", a%d %s", i, t)
	}
	body := strings.Join(append(h.lines, call), "\n\t\t")
	return fmt.Sprintf("\nfunc %s(f *testing.F) {\n\tf.Add(%s)\n\tf.Fuzz(func(t *testing.T%s) {\n\t\t%s\n\t\t%s\n\t})\n}\n", name, strings.Join(zeros, ", "), params, g.body, body)
}

// call makes the call of a function.
func (h *harness) call(fn *types.Func) (string, bool) {
	sig := fn.Signature()
	name := h.qualify(h.pkg.Types) + "." + fn.Name()
	if r := sig.Recv(); r != nil {
		recv, ok := h.value(r.Type())
		if !ok {
			return "", false
		}
		v := h.fresh()
		h.lines = append(h.lines, v+" := "+recv)
		name = v + "." + fn.Name()
	}
	args, ok := h.arguments(sig)
	if !ok || len(h.args) == 0 {
		return "", false // nothing to fuzz
	}
	return name + "(" + args + ")", true
}

func (h *harness) arguments(sig *types.Signature) (string, bool) {
	var args []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if sig.Variadic() && i == sig.Params().Len()-1 {
			t = t.(*types.Slice).Elem()
		}
		a, ok := h.value(t)
		if !ok {
			return "", false
		}
		args = append(args, a)
	}
	return strings.Join(args, ", "), true
}

// fresh names a variable.
func (h *harness) fresh() string { return fmt.Sprintf("v%d", len(h.lines)) }

// arg adds a fuzzed argument.
func (h *harness) arg(t string) string {
	h.args = append(h.args, t)
	return fmt.Sprintf("a%d", len(h.args)-1)
}

// value returns an expression of type t.
func (h *harness) value(t types.Type) (string, bool) {
	t = types.Unalias(t)
	n, isNamed := t.(*types.Named)
	if isNamed && !n.Obj().Exported() && n.Obj().Pkg() != nil {
		return "", false
	}
	if maker := h.maker(t); maker != "" {
		return maker, true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsFloat|types.IsString|types.IsBoolean) == 0 || u.Kind() == types.Uintptr {
			return "", false
		}
		return h.converted(t, u.Name(), isNamed), true
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Byte {
			return h.converted(t, "[]byte", isNamed), true
		}
		e, ok := h.value(u.Elem())
		return h.write(t) + "{" + e + "}", ok
	case *types.Array:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Byte && u.Len() <= 64 {
			return fmt.Sprintf("[%d]byte(append(%s, make([]byte, %d)...))", u.Len(), h.arg("[]byte"), u.Len()), true
		}
	case *types.Interface:
		return h.standard(t)
	case *types.Pointer:
		if n, _ := syntax.NamedOf(u.Elem()); n != nil && n.Obj().Exported() && n.Obj().Pkg() == h.pkg.Types && n.TypeArgs().Len() == 0 {
			if _, ok := n.Underlying().(*types.Struct); ok {
				return h.filled(n), true
			}
		}
	case *types.Struct:
		if isNamed && n.TypeArgs().Len() == 0 {
			return h.write(t) + "{}", true
		}
	}
	return "", false
}

func (h *harness) converted(t types.Type, basic string, named bool) string {
	a := h.arg(basic)
	if named {
		return h.write(t) + "(" + a + ")"
	}
	return a
}

// standard is a value of an interface that everybody knows.
func (h *harness) standard(t types.Type) (string, bool) {
	switch t.String() {
	case "io.Reader", "io.ByteReader", "io.RuneReader", "io.RuneScanner", "io.ReadSeeker":
		return h.qualify(types.NewPackage("strings", "strings")) + ".NewReader(" + h.arg("string") + ")", true
	case "io.Writer":
		return h.qualify(types.NewPackage("io", "io")) + ".Discard", true
	case "any", "interface{}":
		return h.arg("string"), true
	}
	return "", false
}

// maker calls the constructor of a type of the package, and returns the variable that holds the value.
func (h *harness) maker(t types.Type) string {
	n, _ := syntax.NamedOf(t)
	if n == nil || h.deep >= 2 {
		return ""
	}
	if _, basic := n.Underlying().(*types.Basic); basic {
		return ""
	}
	for _, fn := range h.makers[n.Obj()] {
		args, ok := h.try(fn)
		if !ok {
			continue
		}
		v := h.fresh()
		call := h.qualify(h.pkg.Types) + "." + fn.Name() + "(" + args + ")"
		if fn.Signature().Results().Len() == 2 {
			h.lines = append(h.lines, fmt.Sprintf("%s, err := %s; if err != nil { return }", v, call))
		} else {
			h.lines = append(h.lines, v+" := "+call)
		}
		_, wants := types.Unalias(t).(*types.Pointer)
		_, gives := types.Unalias(fn.Signature().Results().At(0).Type()).(*types.Pointer)
		switch {
		case wants && !gives:
			return "&" + v
		case gives && !wants:
			return "*" + v
		}
		return v
	}
	return ""
}

// try makes the arguments of a function that builds something, or leaves everything as it was.
func (h *harness) try(fn *types.Func) (string, bool) {
	saved := *h
	h.deep++
	args, ok := h.arguments(fn.Signature())
	h.deep--
	if !ok {
		h.args, h.lines = saved.args, saved.lines
	}
	return args, ok
}

// filled is a pointer to a new struct, filled by its method Init or Reset if it has one.
func (h *harness) filled(n *types.Named) string {
	v := "new(" + h.write(n) + ")"
	for m := range n.Methods() {
		if m.Name() != "Init" && m.Name() != "Reset" || m.Signature().Params().Len() == 0 || h.deep >= 2 {
			continue
		}
		if args, ok := h.try(m); ok {
			name := h.fresh()
			h.lines = append(h.lines, name+" := "+v+"; "+name+"."+m.Name()+"("+args+")")
			return name
		}
	}
	return v
}

func (h *harness) write(t types.Type) string { return types.TypeString(t, h.qualify) }

// qualify names a package in the file.
func (h *harness) qualify(p *types.Package) string {
	if p == h.pkg.Types {
		return p.Name()
	}
	h.imports[p.Path()] = "zz" + p.Name()
	return "zz" + p.Name()
}
