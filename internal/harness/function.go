package harness

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// maxNamed is the most functions of a package that are tried for a function type.
const maxNamed = 3

// functionAlts returns the alternatives for a function, without nil. The results of a made
// function depend on its arguments only, unless it has none.
func (c *Coder) functionAlts(t types.Type, sig *types.Signature, at altContext) []input.Alt {
	f := &functionAlts{c: c, typ: t, named: sig, sig: withoutNames(sig)}
	if f.isComparator() {
		f.add(input.Alt{Name: "all equal", Make: code.Format("%s { return 0 }", f.literalHead())})
		f.addComparisons()
		return join(f.list, keepNamed(c.namedFunctionAlts(sig), "ompare", "Cmp", "cmp"))
	}
	if f.isRelation() && f.isNamedLess() { // a strict order, by its name: nothing else keeps its contract
		f.addOrders()
		return join(f.list, keepNamed(c.namedFunctionAlts(sig), "Less", "less"))
	}
	if alt, ok := f.constant(); ok {
		f.add(alt)
	}
	if _, ok := types.Unalias(t).(*types.Named); ok {
		f.list = join(f.list, c.makers(t))
	}
	if f.isRelation() {
		f.addComparisons()
		return join(f.list, keepNamed(c.namedFunctionAlts(sig), "Less", "less", "Equal", "equal"))
	}
	switch {
	case f.isIterator():
		f.addIterator()
	case sig.Params().Len() == 0:
		f.addListFunction()
	default:
		f.addArgumentFunctions()
	}
	list := join(f.list, c.namedFunctionAlts(sig))
	return list[:min(len(list), maxAltsAt(at)-1)]
}

// keepNamed keeps the functions with one of the words in their names.
func keepNamed(list []input.Alt, words ...string) []input.Alt {
	return slices.DeleteFunc(list, func(a input.Alt) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(a.Name, w) })
	})
}

// functionAlts collects the alternatives for a function type.
type functionAlts struct {
	c     *Coder
	typ   types.Type
	named *types.Signature
	sig   *types.Signature // named without the names of parameters
	list  []input.Alt
}

func (f *functionAlts) add(a input.Alt) { f.list = append(f.list, a) }

func (f *functionAlts) param(i int) types.Type  { return f.sig.Params().At(i).Type() }
func (f *functionAlts) result(i int) types.Type { return f.sig.Results().At(i).Type() }

// literalHead returns the head of a function literal: "func(x, y A, _ B) R" with names for the first
// parameters, or "func(A, A, B) R" without names.
func (f *functionAlts) literalHead(names ...string) *code.Tree {
	n := f.sig.Params().Len()
	var params []*code.Tree
	for i := range n {
		name := "_"
		if i < len(names) {
			name = names[i]
		}
		of := f.c.tree(f.param(i))
		variadic := f.sig.Variadic() && i == n-1
		shared := i+1 < n && !(f.sig.Variadic() && i+2 == n) && f.c.tree(f.param(i+1)).String() == of.String() // with the next parameter
		if variadic {
			of = code.Format("...%s", f.c.tree(f.param(i).(*types.Slice).Elem()))
		}
		switch {
		case len(names) == 0:
			params = append(params, of)
		case shared:
			params = append(params, code.Source(name))
		default:
			params = append(params, code.Format("%s %s", name, of))
		}
	}
	return code.Format("func(%s)%s", code.Join(params, ", "), f.results())
}

// literalOf returns the function literal that executes the statement body with the name of parameter i.
func (f *functionAlts) literalOf(i int, body func(x string) *code.Tree) *code.Tree {
	x := f.c.escapeLocal("x")
	names := append(slices.Repeat([]string{"_"}, i), x)
	plain := code.Format("%s { %s }", f.literalHead(names...), body(x))
	return f.recording(plain, []int{i}, func(names []string) *code.Tree { return body(names[i]) })
}

func (f *functionAlts) results() *code.Tree {
	var list []*code.Tree
	for i := range f.sig.Results().Len() {
		list = append(list, f.c.tree(f.result(i)))
	}
	switch all := code.Join(list, ", "); len(list) {
	case 0:
		return all
	case 1:
		return code.Format(" %s", all)
	default:
		return code.Format(" (%s)", all)
	}
}

// constant returns the alternative that returns the same results for all arguments.
func (f *functionAlts) constant() (alt input.Alt, ok bool) {
	if f.sig.Results().Len() == 0 {
		return input.Alt{Name: "nothing", Make: f.recording(code.Format("%s {}", f.literalHead()), nil, nil)}, true
	}
	alt = input.Alt{Name: "constant"}
	var values, params, args, locals []*code.Tree // locals are the values with the parameters in place of the arguments
	shared := false
	for i := range f.sig.Results().Len() {
		r := f.result(i)
		switch {
		case f.isSearched(r):
			arg, name := code.Arg(len(args)), f.c.escapeLocal(fmt.Sprintf("v%d", len(args)))
			alt.Fields = append(alt.Fields, input.Field{Name: fmt.Sprintf("r%d", i), Type: f.c.inputAt(r, f.resultPlace(r))})
			shared = shared || !isPlainResult(r)
			params, args = append(params, code.Format("%s %s", name, f.c.tree(r))), append(args, arg)
			values, locals = append(values, arg), append(locals, code.Source(name))
		case isNilable(r):
			values, locals = append(values, code.Source("nil")), append(locals, code.Source("nil"))
		default:
			return alt, false
		}
	}
	if !shared {
		body := code.Format("return %s", code.Join(values, ", "))
		alt.Make = f.recording(code.Format("%s { %s }", f.literalHead(), body), nil, func([]string) *code.Tree { return body })
		return alt, true
	}
	// The result is made once, not in each call.
	alt.Make = code.Call(code.New(code.Declared), args...)
	alt.Decl = code.NewDecl("always", code.Format("// %[1]s returns a function that returns the same on every call.\nfunc %[1]s(%[2]s) %[3]s {\n\treturn %[4]s {\n\t\treturn %[5]s\n\t}\n}",
		code.New(code.Declared), code.Join(params, ", "), f.c.tree(f.sig), f.literalHead(), code.Join(locals, ", ")))
	return alt, true
}

func (f *functionAlts) resultPlace(r types.Type) altContext {
	if syntax.IsError(r) {
		return asArgument
	}
	return asField
}

// isSearched reports whether results of type r are searched.
func (f *functionAlts) isSearched(r types.Type) bool {
	return f.c.supported(r) && zeroWords(f.c.inputAt(r, f.resultPlace(r)), maxFieldWords) <= maxFieldWords
}

// isPlainResult reports whether copies of a value of type r share no memory.
func isPlainResult(r types.Type) bool {
	switch u := r.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Struct, *types.Array:
		return !slices.ContainsFunc(syntax.Inside(u), func(t types.Type) bool { return !isPlainResult(t) })
	}
	return syntax.IsError(r)
}

// isIterator reports whether the function is an iterator: it passes values to a function that
// returns whether to go on.
func (f *functionAlts) isIterator() bool {
	if f.sig.Params().Len() != 1 || f.sig.Results().Len() != 0 || f.sig.Variadic() {
		return false
	}
	yield, ok := f.param(0).Underlying().(*types.Signature)
	return ok && yield.Results().Len() == 1 && isBool(yield.Results().At(0).Type()) && yield.Params().Len() <= 2 && !yield.Variadic()
}

// addIterator adds an iterator over the elements of searched slices.
func (f *functionAlts) addIterator() {
	yield := f.param(0).Underlying().(*types.Signature)
	alt := input.Alt{Name: "values"}
	var params, args []*code.Tree
	var values, lists []string
	for i := range yield.Params().Len() {
		e := yield.Params().At(i).Type()
		if !f.c.supported(e) {
			return
		}
		name := []string{"first", "second"}[i]
		alt.Fields = append(alt.Fields, f.c.altField(name, types.NewSlice(e)))
		lists = append(lists, f.c.escapeLocal(name))
		params = append(params, code.Format("%s []%s", lists[i], f.c.tree(e)))
		args = append(args, code.Arg(i))
		values = append(values, lists[i]+"[i]")
	}
	loop, cond := "", "!yield("+strings.Join(values, ", ")+")"
	switch len(lists) {
	case 0:
		alt.Fields = append(alt.Fields, f.c.altField("times", types.Typ[types.Uint8]))
		times := f.c.escapeLocal("times")
		params, args, loop = []*code.Tree{code.Source(times + " uint8")}, []*code.Tree{code.Arg(0)}, "for i := 0; i < int("+times+"); i++ {"
	case 2:
		cond = "i >= len(" + lists[1] + ") || " + cond
		fallthrough
	default:
		loop = "for i := range " + lists[0] + " {"
	}
	alt.Make = code.Call(code.New(code.Declared), args...)
	alt.Decl = code.NewDecl("sequence", code.Format("// %[1]s returns an iterator over what it is given.\nfunc %[1]s(%[2]s) %[3]s {\n\treturn %[4]s {\n\t\t%[5]s\n\t\t\tif %[6]s {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}",
		code.New(code.Declared), code.Join(params, ", "), f.c.tree(f.sig), f.literalHead("yield"), loop, cond))
	f.add(alt)
}

// addListFunction adds a function that returns the elements of a searched list, and then zero
// values.
func (f *functionAlts) addListFunction() {
	n := f.sig.Results().Len()
	if n == 0 || n > 2 || !f.c.supported(f.result(0)) {
		return
	}
	alt := input.Alt{Name: "in turn", Make: code.Call(code.New(code.Declared), code.Arg(0)), Fields: []input.Field{f.c.altField("list", types.NewSlice(f.result(0)))}}
	list, last := f.c.escapeLocal("list"), f.c.escapeLocal("end")
	params := code.Format("%s []%s", list, f.c.tree(f.result(0)))
	more, end := "", "return r0"
	if n == 2 {
		switch {
		case isBool(f.result(1)):
			more, end = ", true", "return r0, false"
		case syntax.IsError(f.result(1)):
			alt.Make = code.Call(code.New(code.Declared), code.Arg(0), code.Arg(1))
			alt.Fields = append(alt.Fields, input.Field{Name: "end", Type: f.c.endError()})
			params = code.Format("%s, %s error", params, last)
			more, end = ", nil", "return r0, "+last
		default:
			return
		}
	}
	head := code.Format("func() (r0 %s)", f.c.tree(f.result(0)))
	if n == 2 {
		head = code.Format("func() (r0 %s, _ %s)", f.c.tree(f.result(0)), f.c.tree(f.result(1)))
	}
	alt.Decl = code.NewDecl("inTurn", code.Format("// %[7]s returns a function that returns what is in %[6]s, one element on each call.\nfunc %[7]s(%[1]s) %[2]s {\n\treturn %[3]s {\n\t\tif len(%[6]s) > 0 {\n\t\t\tr0, %[6]s = %[6]s[0], %[6]s[1:]\n\t\t\treturn r0%[4]s\n\t\t}\n\t\t%[5]s\n\t}\n}",
		params, f.c.tree(f.sig), head, more, end, list, code.New(code.Declared)))
	f.add(alt)
}

// addArgumentFunctions adds functions whose results depend on the arguments.
func (f *functionAlts) addArgumentFunctions() {
	if f.sig.Results().Len() == 0 {
		return
	}
	if f.sig.Results().Len() == 1 && isBool(f.result(0)) && !f.sig.Variadic() {
		f.addPredicates()
	}
	f.addIdentity()
	f.addTableLookup()
}

// addIdentity adds a function whose first result is its first argument of the same type. Its other
// results are constant.
func (f *functionAlts) addIdentity() {
	for i := range f.sig.Params().Len() {
		if f.sig.Variadic() && i == f.sig.Params().Len()-1 || !types.Identical(f.param(i), f.result(0)) {
			continue
		}
		rest := ""
		for j := 1; j < f.sig.Results().Len(); j++ {
			value := f.simpleValue(f.result(j))
			if value == "" {
				return
			}
			rest += ", " + value
		}
		f.add(input.Alt{Name: "identity", Make: f.literalOf(i, func(x string) *code.Tree { return code.Format("return %s%s", x, rest) })})
		return
	}
}

// simpleValue returns an expression for a value of a simple type, or "".
func (f *functionAlts) simpleValue(t types.Type) string {
	if isNilable(t) {
		return "nil"
	}
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return ""
	case b.Info()&types.IsBoolean != 0:
		return "true"
	case b.Info()&types.IsString != 0:
		return `""`
	}
	return "0"
}

// addTableLookup adds a function that looks up its first scalar argument in a searched table, and
// returns a searched default for missing keys.
func (f *functionAlts) addTableLookup() {
	n, m := f.sig.Params().Len(), f.sig.Results().Len()
	for i := range n {
		key := f.param(i)
		b, ok := key.Underlying().(*types.Basic)
		if !ok || f.sig.Variadic() && i == n-1 || b.Info()&(types.IsBoolean|types.IsComplex) != 0 || b.Kind() == types.UnsafePointer {
			continue
		}
		if m > 2 || !f.c.supported(key) || !f.c.supported(f.result(0)) || f.c.isChoice(f.result(0)) {
			return
		}
		table := types.NewMap(key, f.result(0))
		alt := input.Alt{Name: "cases", Fields: []input.Field{f.c.altField("cases", table)}}
		cases, rest, x, r, found := f.c.escapeLocal("cases"), f.c.escapeLocal("other"), f.c.escapeLocal("x"), f.c.escapeLocal("r"), f.c.escapeLocal("ok")
		params := code.Format("%s %s", cases, f.c.tree(table))
		other, look := f.result(0), fmt.Sprintf("%s, %s := %s[%s]", r, found, cases, x)
		body := code.Format("if %s; %s {\n\t\t\treturn %s\n\t\t}\n\t\treturn %s", look, found, r, rest)
		switch {
		case m == 2 && isBool(f.result(1)):
			other, body = nil, code.Format("%s\n\t\treturn %s, %s(%s)", look, r, f.c.tree(f.result(1)), found)
		case m == 2 && syntax.IsError(f.result(1)):
			alt.Fields = append(alt.Fields, input.Field{Name: "other", Type: f.c.endError()})
			params = code.Format("%s, %s error", params, rest)
			other, body = nil, code.Format("%s\n\t\tif !%s {\n\t\t\treturn %s, %s\n\t\t}\n\t\treturn %s, nil", look, found, r, rest, r)
		case m == 2:
			return
		}
		if other != nil {
			alt.Fields = append(alt.Fields, f.c.altField("other", other))
			params = code.Format("%s, %s %s", params, rest, f.c.tree(other))
		}
		made := code.Call(code.New(code.Declared), code.Arg(0), code.Arg(1))
		if len(alt.Fields) == 1 {
			made = code.Call(code.New(code.Declared), code.Arg(0))
		}
		alt.Make = f.recordingCall(made)
		names := append(slices.Repeat([]string{"_"}, i), x)
		alt.Decl = code.NewDecl("tableOf", code.Format("// %[1]s returns a function that looks up its argument.\nfunc %[1]s(%[2]s) %[3]s {\n\treturn %[4]s {\n\t\t%[5]s\n\t}\n}", code.New(code.Declared), params, f.c.tree(f.sig), f.literalHead(names...), body))
		f.add(alt)
		return
	}
}

// harmlessPackages are packages whose functions may be called with any arguments.
var harmlessPackages = []string{"bufio", "bytes", "cmp", "math", "path", "strconv", "strings", "unicode", "unicode/utf8"}

// namedFunctionAlts returns the functions with signature sig in the package under test and in the
// harmless packages that it imports.
func (c *Coder) namedFunctionAlts(sig *types.Signature) (list []input.Alt) {
	collect := func(p *types.Package, path string) {
		found := 0
		for _, name := range p.Scope().Names() {
			fn, ok := p.Scope().Lookup(name).(*types.Func)
			if !ok || found == maxNamed || fn.Signature().TypeParams().Len() > 0 || path != "" && !fn.Exported() || name == "init" || name == "main" {
				continue
			}
			if types.Identical(withoutNames(fn.Signature()), withoutNames(sig)) && c.judgedHarmless(fn) {
				alt := input.Alt{Name: name, Make: c.ownName(name)}
				if path != "" {
					alt.Name, alt.Make = p.Name()+"."+name, code.Name(path, name)
				}
				list = append(list, alt)
				found++
			}
		}
	}
	if sig.Params().Len()+sig.Results().Len() == 0 {
		return nil // too many unrelated functions have the signature func()
	}
	collect(c.pkg.Types, "")
	for _, path := range harmlessPackages {
		if p := c.pkg.Imports[path]; p != nil && p.Types != nil {
			collect(p.Types, path)
		}
	}
	return list
}
