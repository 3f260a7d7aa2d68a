package harness

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Options determine the inputs in a signature.
type Options struct {
	Globals   bool // package variables that the function reads are inputs
	Variables bool // package variables of the type of a parameter are values of it
}

// Fn is a function that can be called with searched inputs.
type Fn struct {
	Obj   *types.Func
	Sig   *input.Signature
	Args  []types.Type     // type arguments; those of the receiver for a method
	Type  *types.Signature // signature of all calls combined, if Sig.Calls has several; else nil
	Notes []string         // parts of the inputs that stay zero, and numbers of alternatives that were left out
}

// Sign returns fn, a function of the package, with its inputs and outcomes, or an
// *UnsupportedError. For a generic function it returns the first of the Variants.
func (c *Coder) Sign(fn *types.Func, opts Options) (*Fn, error) {
	list, err := c.sign(fn, opts, 1)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// Variants returns fn with its inputs and outcomes, for each list of type arguments to search,
// the plainest first. If fn returns a function literal, the last variant calls the literal, too.
// The error is an *UnsupportedError.
func (c *Coder) Variants(fn *types.Func, opts Options) ([]*Fn, error) {
	return c.sign(fn, opts, maxVariants+maxMentioned+1)
}

func (c *Coder) sign(fn *types.Func, opts Options, most int) (list []*Fn, err error) {
	s := newSigner(c, fn)
	if reason := s.uncallable(); reason != "" {
		return nil, s.fail("", reason)
	}
	ways, reason := c.instances(fn)
	if reason != "" {
		return nil, s.fail("", reason)
	}
	if way, ok := c.withResultCalls(fn, ways[0]); ok && most > 1 {
		ways = append(ways, way)
	}
	for _, way := range ways {
		s := newSigner(c, fn)
		signed, e := s.sign(way, opts)
		if e != nil {
			err = cmp.Or(err, e)
			continue
		}
		if list = append(list, signed); len(list) == most {
			break
		}
	}
	if len(list) == 0 {
		return nil, err
	}
	return list, nil
}

func newSigner(c *Coder, fn *types.Func) *signer {
	return &signer{c: c, fn: fn, out: &Fn{Obj: fn, Sig: &input.Signature{Name: syntax.FuncName(fn)}}, used: map[string]bool{}}
}

// sign signs one instance of the function.
func (s *signer) sign(way instance, opts Options) (*Fn, error) {
	sig := way.sig
	s.sig, s.out.Args = sig, way.args
	s.c.context = s.c.contextOf(s.fn)
	defer func() { s.c.context = nil }()
	if sig.Recv() == nil {
		s.out.Sig.TypeArgs = s.c.typeArgs(way.args)
	}
	if r := sig.Recv(); r != nil {
		f, err := s.param("receiver", r, "recv", Options{})
		if err != nil {
			return nil, err
		}
		s.out.Sig.Recv = f
	}
	for i := range sig.Params().Len() {
		f, err := s.param("parameter", sig.Params().At(i), "arg"+strconv.Itoa(i), opts)
		if err != nil {
			return nil, err
		}
		s.out.Sig.Params = append(s.out.Sig.Params, *f)
	}
	s.out.Sig.Variadic = sig.Variadic()
	if s.out.Sig.Calls = way.calls; way.calls != nil {
		s.out.Type = sig
	}
	switch {
	case opts.Globals:
		s.globals()
	case sig.Recv() == nil && sig.Results().Len() == 0 && way.calls == nil:
		s.defaultWriter()
	}
	s.results(sig.Results())
	for i := range s.out.Sig.Inputs() {
		s.c.markReserved(s.out.Sig.Input(i).Type)
	}
	s.out.Sig.Shares = s.out.Sig.Has(true, func(t *input.Type) bool { return t.Kind == input.Earlier })
	return s.out, nil
}

type signer struct {
	c    *Coder
	fn   *types.Func
	sig  *types.Signature // signature of the instance
	out  *Fn
	used map[string]bool // names of inputs
}

func (s *signer) fail(param, reason string) error {
	return &UnsupportedError{Param: param, Reason: reason}
}

// uncallable returns the reason that a call of the function cannot be written, or "".
func (s *signer) uncallable() string {
	sig := s.fn.Signature()
	switch {
	case s.fn.Name() == "_":
		return "a blank function cannot be called"
	case s.fn.Name() == "init" && sig.Recv() == nil:
		return "init runs once, when the program starts"
	case s.fn.Name() == "main" && sig.Recv() == nil && s.c.pkg.Name == "main":
		return "main is the program itself"
	}
	for _, name := range predeclared {
		if s.c.pkg.Types.Scope().Lookup(name) != nil {
			return fmt.Sprintf("the package redefines %s, which the code around the call needs", name)
		}
	}
	return ""
}

func (s *signer) param(what string, v *types.Var, blank string, opts Options) (*input.Field, error) {
	name := s.name(v.Name(), blank)
	label := what + " " + name
	if v.Name() == "" || v.Name() == "_" {
		label = what + " " + s.c.typeText(v.Type())
	}
	if r := s.c.unsupported(v.Type(), map[types.Type]bool{}); r != "" {
		return nil, s.fail(label, r)
	}
	t := s.c.unwritten(s.argumentType(v.Type(), opts))
	if zeroWords(t, maxWords) > maxWords {
		return nil, s.fail(label, s.c.tooLarge(v.Type()))
	}
	s.noteZeroParts(name, t)
	return &input.Field{Name: name, Type: t}, nil
}

// name returns a name for an input that no other input has.
func (s *signer) name(name, blank string) string {
	if name == "" || name == "_" {
		name = blank
	}
	for s.used[name] {
		name += "_"
	}
	s.used[name] = true
	return name
}

// noteZeroParts records the parts of an input that stay zero, and alternatives that were left out.
func (s *signer) noteZeroParts(name string, t *input.Type) {
	t.Has(false, func(t *input.Type) bool {
		switch {
		case t.Hidden == 1:
			s.out.Notes = append(s.out.Notes, fmt.Sprintf("%s: one field of %s stays zero", name, t.Go))
		case t.Hidden > 1:
			s.out.Notes = append(s.out.Notes, fmt.Sprintf("%s: %d fields of %s stay zero", name, t.Hidden, t.Go))
		}
		if n := s.c.numCutAlts[t]; n > 0 {
			s.out.Notes = append(s.out.Notes, fmt.Sprintf("%s: %d more ways to make %s are not tried", name, n, t.Go))
		}
		return false
	})
}

// globals adds the package variables that the function reads, if they can be inputs.
func (s *signer) globals() {
	for _, v := range s.c.vars().inputsOf(s.fn) {
		if !s.c.supported(v.Type()) || s.c.isOpaqueStruct(v.Type()) ||
			zeroWords(s.c.inputType(v.Type()), maxVarWords) > maxVarWords || holdsLock(v.Type()) ||
			hasChoice(s.c.inputType(v.Type())) {
			continue
		}
		s.out.Sig.Globals = append(s.out.Sig.Globals, input.Field{Name: v.Name(), Type: s.c.inputType(v.Type())})
	}
}

// defaultWriter adds the package variable of which a function without results makes use that calls can make write to a writer whose
// text is read, as the default logger of a package: SetOutput(w). What such a function does shows nowhere else.
func (s *signer) defaultWriter() {
	for _, v := range s.c.vars().readBy(s.fn) {
		n, pointer := syntax.NamedOf(v.Type())
		if n == nil || !pointer || n.Obj().Pkg() != s.c.pkg.Types || s.used[v.Name()] || !s.c.supported(v.Type()) {
			continue
		}
		made := *s.c.inputType(v.Type())
		made.Alts = slices.DeleteFunc(slices.Clone(made.Alts), func(a input.Alt) bool { return !a.RunsCode || a.Raw || a.Rare || a.Steps == nil })
		writes := func(t *input.Type) bool {
			return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return a.Written })
		}
		if made.Kind == input.Choice && len(made.Alts) > 0 && made.Has(true, writes) {
			s.out.Sig.Globals = append(s.out.Sig.Globals, input.Field{Name: v.Name(), Type: &made})
			return
		}
	}
}

// results adds the outcomes: all results, and the inputs that the call may have changed for its
// caller.
func (s *signer) results(tuple *types.Tuple) {
	sig := s.out.Sig
	for i := range tuple.Len() {
		v := tuple.At(i)
		name := v.Name()
		if name == "_" {
			name = ""
		}
		sig.Results = append(sig.Results, input.Field{Name: name, Type: s.c.resultType(v.Type())})
	}
	in := s.sig
	if sig.Recv != nil && leadsToSharedMemory(sig.Recv.Type) {
		sig.After = append(sig.After, input.Field{Name: sig.Recv.Name, Type: s.c.typeAfterCall(sig.Recv.Type, in.Recv().Type())})
	}
	for i := range sig.Params {
		if f := &sig.Params[i]; leadsToSharedMemory(f.Type) {
			sig.After = append(sig.After, input.Field{Name: f.Name, Type: s.c.typeAfterCall(f.Type, in.Params().At(i).Type())})
		}
	}
	for _, f := range sig.Globals {
		if f.Type.Kind == input.Choice { // of defaultWriter: what is written to it tells more
			continue
		}
		v := s.c.pkg.Types.Scope().Lookup(f.Name)
		sig.After = append(sig.After, input.Field{Name: f.Name, Type: s.c.outcomeType(v.Type())})
	}
	s.set()
	s.records()
	s.readers()
}

// set adds to the outcomes of a function the package variables that it sets, those of basic types, arrays of such, and interfaces: of a
// function without results also those that functions set which it calls.
func (s *signer) set() {
	sig := s.out.Sig
	for _, c := range s.c.Changes(s.fn) {
		b, basic := c.Var.Type().Underlying().(*types.Basic)
		if list, ok := c.Var.Type().Underlying().(*types.Array); ok {
			b, basic = list.Elem().Underlying().(*types.Basic)
		}
		tells := basic && b.Kind() != types.UnsafePointer || types.IsInterface(c.Var.Type()) && !syntax.IsError(c.Var.Type())
		named := func(f input.Field) bool { return f.Name == c.Var.Name() }
		mine := len(sig.Results) == 0 || s.c.vars().sets(s.fn, c.Var)
		if tells && mine && c.Self && c.Var.Pkg() == s.c.pkg.Types && !s.used[c.Var.Name()] && !slices.ContainsFunc(sig.After, named) {
			sig.After = append(sig.After, input.Field{Name: c.Var.Name(), Type: s.c.outcomeType(c.Var.Type())})
		}
	}
}

// leadsToSharedMemory reports whether a value of type t leads to memory that a callee shares with
// its caller.
func leadsToSharedMemory(t *input.Type) bool {
	switch t.Kind {
	case input.Pointer, input.Slice, input.Map:
		return true
	case input.Choice:
		gt, ok := t.Origin.(types.Type)
		if ok && types.IsInterface(gt) && !syntax.IsError(gt) {
			return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return sharesMemory(&a) })
		}
		return ok && (isReference(gt) || isReflectValue(gt))
	case input.Array:
		return t.Len > 0 && leadsToSharedMemory(t.Elem)
	case input.Struct:
		return slices.ContainsFunc(t.Fields, func(f input.Field) bool { return leadsToSharedMemory(f.Type) })
	}
	return false
}
