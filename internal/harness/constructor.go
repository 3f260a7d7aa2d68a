package harness

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// A constructor is a function that returns a new value of a named type, or a pointer to it,
// alone or with an error.
type constructor struct {
	fn             *types.Func
	sig            *types.Signature
	args           []types.Type // type arguments
	returnsPointer bool         // it returns a pointer
	returnsError   bool         // its second result is an error
	rank           int
}

// noMakers are functions and methods of the standard library that make no inputs: time.Now returns a different value on
// each call, time.AfterFunc runs code after the call, or ends the process if its function is nil, the logger of log.Default is
// that of the whole process, and what Local leads to
// hangs on the zone of the machine.
var noMakers = map[string]bool{"time.Now": true, "time.AfterFunc": true, "(time.Time).Local": true, "log.Default": true}

// localTimes are constructors of times in the local time zone of the machine. Their results are
// converted to UTC, so that a test does not depend on the machine.
var localTimes = map[string]bool{"time.Unix": true, "time.UnixMicro": true, "time.UnixMilli": true}

// constructors returns at most maxMakersOf harmless functions of n's package that return a value of
// n or a pointer to it, the likeliest first. If some are exported, the others do not count. For a
// value and not a pointer, functions that return a pointer do not count if n is a type of another
// package or holds a lock, because the value may not survive a copy. Nor do functions that format a text: go vet
// refuses texts without directives.
func (c *Coder) constructors(n *types.Named, pointer bool) (list []constructor) {
	pkg := n.Obj().Pkg()
	own := pkg == c.pkg.Types
	exported := 0
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !own && !fn.Exported() || name == "_" || noMakers[fn.FullName()] || c.symbols.Lack(fn) {
			continue
		}
		m, ok := c.constructor(fn, n)
		if !ok || formats(fn) || m.returnsPointer && !pointer && (!own || holdsLock(n)) || own && (c.mayBlock(fn.Origin()) || c.poolGetters()[fn.Origin()]) {
			continue
		}
		if fn.Exported() {
			exported++
		}
		list = append(list, m)
	}
	if exported > 0 {
		list = slices.DeleteFunc(list, func(m constructor) bool { return !m.fn.Exported() })
	}
	slices.SortStableFunc(list, func(a, b constructor) int {
		return cmp.Or(a.rank-b.rank, a.sig.Params().Len()-b.sig.Params().Len())
	})
	list = slices.DeleteFunc(list, func(m constructor) bool { return isMustOf(m, list) })
	harmless := list[:0]
	for _, m := range list {
		if len(harmless) < maxMakersOf && c.judgedHarmless(m.fn) {
			harmless = append(harmless, m)
		}
	}
	return harmless
}

// formats reports whether a function formats a text as fmt.Printf does.
func formats(fn *types.Func) bool {
	sig := fn.Signature()
	n := sig.Params().Len()
	if !sig.Variadic() || n < 2 || !strings.HasSuffix(fn.Name(), "f") {
		return false
	}
	list := sig.Params().At(n - 1).Type().(*types.Slice)
	before, ok := sig.Params().At(n - 2).Type().Underlying().(*types.Basic)
	return ok && before.Kind() == types.String && types.IsInterface(list.Elem())
}

// constructor returns fn as a constructor of n. It reports false if fn is none, or if inputs
// cannot be made for its parameters.
func (c *Coder) constructor(fn *types.Func, n *types.Named) (m constructor, ok bool) {
	sig := fn.Signature()
	if sig.TypeParams().Len() > 0 {
		if m.args = inferTypeArgs(sig, n); m.args == nil {
			return m, false
		}
		if sig = instantiate(fn, m.args); sig == nil {
			return m, false
		}
	}
	m.fn, m.sig = fn, sig
	switch r := sig.Results(); {
	case r.Len() == 2 && syntax.IsError(r.At(1).Type()):
		m.returnsError = true
	case r.Len() != 1:
		return m, false
	}
	made, pointer := syntax.NamedOf(sig.Results().At(0).Type())
	if m.returnsPointer = pointer; made == nil || !types.Identical(made, n) || !c.canCall(sig) {
		return m, false
	}
	m.rank = rankOf(fn, n)
	return m, m.rank <= rankMost
}

// isSize reports whether a parameter, by its name, is the size of an allocation, which ends the process
// if the memory does not suffice. The probes stop allocations of the package itself.
func (c *Coder) isSize(p *types.Var) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Kind() == types.Int8 || b.Kind() == types.Uint8 || b.Kind() == types.Int16 {
		return false
	}
	name := strings.ToLower(p.Name())
	return strings.HasSuffix(name, "size") || strings.HasSuffix(name, "cap") || strings.HasSuffix(name, "capacity") ||
		hasAnyPrefix(name, "max", "cap") || name == "n" && p.Pkg() != c.pkg.Types
}

// canCall reports whether inputs can be made for the parameters of sig.
func (c *Coder) canCall(sig *types.Signature) bool {
	n := sig.Params().Len()
	if sig.Variadic() {
		n--
	}
	if n > maxArguments {
		return false
	}
	defer func(calling bool) { c.checkingMakers = calling }(c.checkingMakers)
	c.checkingMakers = true
	for i := range n {
		if !c.supported(sig.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// rankOther is the rank of a function whose name is not that of a constructor. A function of a
// rank above rankMost is not used as a constructor.
const (
	rankOther = 3
	rankMost  = 4
)

// rankOf orders constructors by how likely they are meant to make values of n, 0 being the
// likeliest. A function with a parameter of type n is used only if its name is that of a
// constructor.
func rankOf(fn *types.Func, n *types.Named) int {
	name := strings.ToLower(fn.Name())
	rank := rankOther
	switch of := strings.ToLower(n.Obj().Name()); {
	case name == "new" || name == "new"+of:
		rank = 0
	case hasAnyPrefix(name, "new", "make", "parse", "of", "from", "build", "create", "compile", "open"):
		rank = 1
	case strings.Contains(name, "from") || strings.Contains(name, "with"):
		rank = 2
	case strings.HasPrefix(name, "must"):
		rank = rankOther + 1
	}
	for p := range fn.Signature().Params().Variables() {
		t := p.Type()
		if s, ok := types.Unalias(t).(*types.Slice); ok {
			t = s.Elem()
		}
		if m, _ := syntax.NamedOf(t); m != nil && m.Origin() == n.Origin() {
			return rank + 2
		}
	}
	return rank
}

func hasAnyPrefix(name string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// isMustOf reports whether m is the Must variant of another constructor in list, which returns an
// error where m panics.
func isMustOf(m constructor, list []constructor) bool {
	name, must := strings.CutPrefix(strings.ToLower(m.fn.Name()), "must")
	return must && slices.ContainsFunc(list, func(o constructor) bool {
		return o.returnsError && strings.ToLower(o.fn.Name()) == name
	})
}

// inferTypeArgs returns the type arguments with which the first result of a generic function is n
// or a pointer to it. It returns nil if the result does not determine them.
func inferTypeArgs(sig *types.Signature, n *types.Named) []types.Type {
	if sig.Results().Len() == 0 {
		return nil
	}
	r, _ := syntax.NamedOf(sig.Results().At(0).Type())
	if r == nil || r.Origin() != n.Origin() {
		return nil
	}
	return typeArgsFor(sig.TypeParams(), r, n)
}

// typeArgsFor returns the type arguments for the type parameters that make a type of identical to
// n, another instance of the same type. It returns nil if of does not have all of the parameters.
func typeArgsFor(params *types.TypeParamList, of, n *types.Named) []types.Type {
	args := make([]types.Type, params.Len())
	for i := range of.TypeArgs().Len() {
		if p, ok := types.Unalias(of.TypeArgs().At(i)).(*types.TypeParam); ok && p.Index() < len(args) && params.At(p.Index()) == p {
			args[p.Index()] = n.TypeArgs().At(i)
		}
	}
	if slices.Contains(args, nil) {
		return nil
	}
	return args
}

// SetHarmless sets the function that decides which functions may be called to make inputs. Without
// it, these are all functions but those of net, and of os, syscall, runtime, plugin, log and the
// packages below, unless they are of the package under test.
func (c *Coder) SetHarmless(harmless func(*types.Func) bool) { c.isHarmlessFunc = harmless }

// judgedHarmless reports whether fn may be called to make an input.
func (c *Coder) judgedHarmless(fn *types.Func) bool {
	if c.isHarmlessFunc != nil {
		return c.isHarmlessFunc(fn.Origin())
	}
	switch path, _, _ := strings.Cut(fn.Pkg().Path(), "/"); path {
	case "os", "net", "syscall", "runtime", "plugin", "log":
		return fn.Pkg() == c.pkg.Types || strings.HasPrefix(fn.Pkg().Path(), "net/")
	}
	return true
}
