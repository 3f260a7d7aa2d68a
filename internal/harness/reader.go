package harness

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// maxReaders is the most readers of a function.
const maxReaders = 12

// readers adds exported methods that change nothing, without parameters or with those of the call: of the receiver, if the call
// changes it, of the arguments, and of results with parts that a test cannot read, or that may not be the same on every run; and functions
// of the package that say what a call has set in package variables. The method under test is none of them.
func (s *signer) readers() {
	if s.out.Sig.Calls != nil || s.c.leavesLocked(s.fn) {
		return
	}
	add := func(f *input.Field, t types.Type) {
		if !slices.ContainsFunc(s.out.Sig.After, func(a input.Field) bool { return a.Name == f.Name }) {
			return
		}
		n, pointer := syntax.NamedOf(t)
		if header := s.header(n); header != nil {
			header.Of = f.Name
			s.out.Sig.Readers = append(s.out.Sig.Readers, *header)
			return
		}
		if pointer {
			s.addReaders(n, t, func(r *input.Reader) { r.Of = f.Name })
		}
	}
	if s.out.Sig.Recv != nil && s.c.changes(s.fn.Origin()) {
		add(s.out.Sig.Recv, s.sig.Recv().Type())
	}
	for i := range s.out.Sig.Params {
		add(&s.out.Sig.Params[i], s.sig.Params().At(i).Type())
	}
	for i, f := range s.out.Sig.Results {
		t := s.sig.Results().At(i).Type()
		hidden := hides(f.Type)
		if n, _ := syntax.NamedOf(t); f.Type.Kind != input.Error && !syntax.IsInterface(t) && (hidden || s.c.mayVary(s.fn)) {
			s.addReaders(n, t, func(r *input.Reader) { r.OfResult, r.Instead = i+1, !hidden })
		}
	}
	s.packageReaders()
	s.out.Sig.Readers = s.out.Sig.Readers[:min(len(s.out.Sig.Readers), maxReaders)]
}

// packageReaders adds the functions that read, and do not change, what a call has set in package variables, and not deep behind them, which no
// test can put back: GetLevel after SetLevel. Those of a function with results are asked only for the variables that it sets itself.
func (s *signer) packageReaders() {
	vars := s.c.vars()
	set := map[*types.Var]bool{}
	for _, c := range s.c.Changes(s.fn) {
		set[c.Var] = !c.Deeper && (len(s.out.Sig.Results) == 0 || vars.sets(s.fn, c.Var))
	}
	if len(set) == 0 {
		return
	}
	var list []input.Reader
	for _, g := range s.c.findGetters() {
		if !slices.ContainsFunc(g.reads, func(v *types.Var) bool { return set[v] }) {
			continue
		}
		if r, ok := s.reader(g.fn); ok && mayFail(&r) == 0 {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b input.Reader) int { return cmp.Compare(len(a.Args), len(b.Args)) })
	s.out.Sig.Readers = append(s.out.Sig.Readers, list...)
}

// A getter is an exported function that reads package variables, and changes none.
type getter struct {
	fn    *types.Func
	reads []*types.Var
}

// findGetters returns the getters of the package by name. Each function of the package is followed once, whatever the number of functions that set
// variables.
func (c *Coder) findGetters() []getter {
	if c.getters != nil {
		return c.getters
	}
	c.getters = []getter{}
	scope := c.pkg.Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !fn.Exported() || fn.Signature().TypeParams().Len() > 0 || fn.Signature().Results().Len() == 0 {
			continue
		}
		if reads := c.vars().readBy(fn); len(reads) > 0 && len(c.Changes(fn)) == 0 {
			c.getters = append(c.getters, getter{fn, reads})
		}
	}
	return c.getters
}

// addReaders adds the readers among the methods of a type of the package, n or a pointer to it. of says whose methods they are.
// What encodes an object, and returns an error, says much of one that a test cannot look into, and repeats what others say of an input.
func (s *signer) addReaders(n *types.Named, t types.Type, of func(*input.Reader)) {
	if n == nil || n.Obj().Pkg() != s.c.pkg.Types || n.TypeArgs() != nil || s.c.unwritable(t) != "" {
		return
	}
	var list []input.Reader
	for m := range n.Methods() {
		if r, ok := s.reader(m); ok {
			if of(&r); mayFail(&r) == 0 || r.OfResult > 0 {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b input.Reader) int {
		return cmp.Or(cmp.Compare(len(a.Args), len(b.Args)), cmp.Compare(mayFail(&a), mayFail(&b)), strings.Compare(a.Method, b.Method))
	})
	s.out.Sig.Readers = append(s.out.Sig.Readers, list...)
}

// mayVary reports whether a call of a function may read the clock, or ask for random numbers, as far as the package's declarations
// name these.
func (c *Coder) mayVary(fn *types.Func) bool {
	own := func(o types.Object) (list []types.Object) {
		if o.Pkg() == c.pkg.Types {
			list = c.vars().mentions.Of(o)
		}
		return list
	}
	return slices.ContainsFunc(syntax.Reach(own, types.Object(fn.Origin())), func(o types.Object) bool {
		if o.Pkg() == nil || o.Pkg() == c.pkg.Types {
			return false
		}
		switch o.Pkg().Path() {
		case "crypto/rand", "math/rand", "math/rand/v2":
			return true
		}
		return fullName(o) == "time.Now"
	})
}

// mayFail returns 1 if a reader returns an error, or else 0.
func mayFail(r *input.Reader) int {
	if r.Results[len(r.Results)-1].Type.Kind == input.Error {
		return 1
	}
	return 0
}

// reader returns the call of a method, or false if it is no reader: it returns one or two values that tell something, and behind them
// perhaps an error.
func (s *signer) reader(m *types.Func) (r input.Reader, ok bool) {
	sig := m.Signature()
	values := sig.Results().Len()
	if values > 0 && syntax.IsError(sig.Results().At(values-1).Type()) {
		values--
	}
	if !m.Exported() || m == s.fn || sig.Variadic() || values == 0 || values > 2 ||
		s.c.declOf(m) == nil || s.c.changes(m) || s.c.mayBlock(m) || !s.c.judgedHarmless(m) {
		return r, false
	}
	r = input.Reader{Method: m.Name(), Origin: m}
	for p := range sig.Params().Variables() {
		at := s.argumentFor(p.Type(), r.Args)
		if at < 0 {
			return r, false
		}
		r.Args = append(r.Args, at)
	}
	for v := range sig.Results().Variables() {
		t := s.c.outcomeType(v.Type())
		if len(r.Results) < values && !tells(t) {
			return r, false
		}
		r.Results = append(r.Results, input.Field{Name: v.Name(), Type: t})
	}
	return r, true
}

// header returns the reader of the header that a handler has set, nil if n is not http.ResponseWriter.
func (s *signer) header(n *types.Named) *input.Reader {
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "net/http" || n.Obj().Name() != "ResponseWriter" {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(n, false, nil, "Header")
	method := m.(*types.Func)
	return &input.Reader{Method: method.Name(), Origin: method, Results: []input.Field{{Type: s.c.outcomeType(method.Signature().Results().At(0).Type())}}}
}

// leavesLocked reports whether a function has more statements that lock than statements that unlock: a reader
// that locks would wait for ever behind it.
func (c *Coder) leavesLocked(fn *types.Func) bool {
	d := c.declOf(fn)
	if d == nil || d.Body == nil {
		return false
	}
	locked := 0
	for n := range ast.Preorder(d.Body) {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "Lock", "RLock", "TryLock", "TryRLock":
					locked++
				case "Unlock", "RUnlock":
					locked--
				}
			}
		}
	}
	return locked > 0
}

// argumentFor returns the first parameter of the call with the type t that is no argument yet, or -1.
func (s *signer) argumentFor(t types.Type, taken []int) int {
	for i := range s.out.Sig.Params {
		if types.Identical(s.sig.Params().At(i).Type(), t) && !slices.Contains(taken, i) && !(s.sig.Variadic() && i == s.sig.Params().Len()-1) {
			return i
		}
	}
	return -1
}

// tells reports whether values of an outcome type say something to a reader: no errors, which methods that
// encode return, no functions or channels, and no structs with unexported fields, such as iterators.
func tells(t *input.Type) bool {
	return !hides(t) && !t.Has(false, func(t *input.Type) bool {
		return t.Kind == input.Error || t.Kind == input.Struct && slices.ContainsFunc(t.Fields, func(f input.Field) bool { return !token.IsExported(f.Name) })
	})
}

// hides reports whether values of an outcome type may have parts that a test cannot look into.
func hides(t *input.Type) bool {
	return t.Has(false, func(t *input.Type) bool {
		switch t.Kind {
		case input.Opaque, input.ChannelContents:
			return true
		case input.Sealed:
			return t.Text == ""
		}
		return t.Hidden > 0
	})
}

// read writes the calls of the readers, each with a word for whether it returned. Each has the fuel of a run.
func (g *generator) read(sig *input.Signature) {
	if len(sig.Readers) == 0 {
		return
	}
	vars := inputVars(sig)
	for _, r := range sig.Readers {
		if r.IsRecord() {
			g.readRecord(&r)
			continue
		}
		var args []string
		for _, at := range r.Args {
			args = append(args, fmt.Sprintf("zznma%d", at))
		}
		if r.OfResult > 0 {
			g.readResult(sig, &r, args)
			continue
		}
		g.printf("zznmprobe.Look()\n")
		g.readOne(&r, vars[r.Of], args, "zznmout")
	}
	g.printf("zznmprobe.End()\n")
}

// beginRecord writes the begin of the records of the signature.
func (g *generator) beginRecord(sig *input.Signature) {
	for _, r := range sig.Readers {
		switch {
		case r.IsWritten():
			g.printf("%s.Reset()\n", writerVar)
		case r.IsRecord():
			g.printf("if zznmout != nil {\nzznmprobe.BeginRecord()\n}\n")
		}
	}
}

// readRecord writes the end of a record, and its encoding.
func (g *generator) readRecord(r *input.Reader) {
	if r.IsWritten() {
		g.printf("zznmout.Put(1)\n")
		g.encode(r.Results[0].Type, writerVar+".String()")
		return
	}
	g.printf("zznmrecord, zznmtold := zznmprobe.EndRecord()\n%s(zznmout, zznmtold)\nif zznmtold {\n", g.helper("PutBool"))
	g.encode(r.Results[0].Type, "zznmrecord")
	g.printf("}\n")
}

// readResult writes the call of the reader of a result, unless this is nil or lies beside an error.
func (g *generator) readResult(sig *input.Signature, r *input.Reader, args []string) {
	result := fmt.Sprintf("zznmr%d", r.OfResult-1)
	conds := []string{"true"}
	if sig.Results[r.OfResult-1].Type.Kind == input.Pointer {
		conds = append(conds, result+" != nil")
	}
	for i, f := range sig.Results {
		if f.Type.Kind == input.Error {
			conds = append(conds, fmt.Sprintf("zznmr%d == nil", i))
		}
	}
	g.printf("if %s {\nzznmprobe.Look()\n", strings.Join(conds, " && "))
	g.readOne(r, result, args, "zznmout")
	g.printf("} else {\n%s(zznmout, false)\n}\n", g.helper("PutBool"))
}

// readOne writes the call of a reader on the value of, and the encoding of its results into the genes dst.
func (g *generator) readOne(r *input.Reader, of string, args []string, dst string) {
	var results []string
	for j := range r.Results {
		results = append(results, fmt.Sprintf("zznmq%d", j))
	}
	g.printf("func() {\nzznmn := len(%[2]s.Words)\ndefer func() {\nif recover() != nil {\n%[2]s.Words = %[2]s.Words[:zznmn]\n%[1]s(%[2]s, false)\n}\n}()\n", g.helper("PutBool"), dst)
	call := r.Method
	if !r.OfPackage() {
		call = of + "." + call
	}
	g.printf("%s := %s(%s)\n%s(%s, true)\n", strings.Join(results, ", "), call, strings.Join(args, ", "), g.helper("PutBool"), dst)
	for j, f := range r.Results {
		g.encodeInto(f.Type, results[j], dst, "0")
	}
	g.printf("}()\n")
}
