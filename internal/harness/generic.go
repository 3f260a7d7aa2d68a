package harness

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

const (
	maxVariants  = 3   // instances of a generic function to search
	maxMentioned = 4   // more instances for types in its type switches and assertions
	maxTries     = 400 // lists of type arguments to check for one function
)

// An instance is a function with its type arguments, if any.
type instance struct {
	args  []types.Type
	sig   *types.Signature
	calls []input.Call // see Signature.Calls; sig then combines all calls
}

// instances returns the instances of fn to search, the plainest first, or the reason that there
// is none.
func (c *Coder) instances(fn *types.Func) ([]instance, string) {
	params := fn.Signature().TypeParams()
	if fn.Signature().RecvTypeParams().Len() > 0 {
		params = receiverType(fn.Signature()).Origin().TypeParams()
	}
	if params.Len() == 0 {
		return []instance{{sig: fn.Signature()}}, ""
	}
	mentioned := slices.DeleteFunc(slices.Clone(c.typeMentions().byFunc[fn]), types.IsInterface)
	v := variants{c: c, params: params, mentioned: mentioned}
	lists := v.choose(func(args []types.Type) bool { return instantiate(fn, args) != nil })
	if len(lists) == 0 {
		return nil, v.reason()
	}
	var out []instance
	for _, args := range lists {
		out = append(out, instance{args: args, sig: instantiate(fn, args)})
	}
	return out, ""
}

// receiverType returns the named type of the receiver of a method.
func receiverType(sig *types.Signature) *types.Named {
	n, _ := syntax.NamedOf(sig.Recv().Type())
	return n
}

// instantiate returns the signature of fn with type arguments, or nil if the arguments do not
// satisfy the constraints.
func instantiate(fn *types.Func, args []types.Type) *types.Signature {
	if fn.Signature().RecvTypeParams().Len() == 0 {
		t, err := types.Instantiate(nil, fn.Signature(), args, true)
		if err != nil {
			return nil
		}
		return t.(*types.Signature)
	}
	t, err := types.Instantiate(nil, receiverType(fn.Signature()).Origin(), args, true)
	if err != nil {
		return nil
	}
	for m := range t.(*types.Named).Methods() {
		if m.Name() == fn.Name() {
			return m.Signature()
		}
	}
	panic("harness: BUG: an instance without method " + fn.Name())
}

// typeArgs returns the tree of a list of type arguments, nil if there are none.
func (c *Coder) typeArgs(args []types.Type) *code.Tree {
	if len(args) == 0 {
		return nil
	}
	var trees []*code.Tree
	for _, a := range args {
		trees = append(trees, c.tree(a))
	}
	return code.Format("[%s]", code.Join(trees, ", "))
}

// variants chooses type arguments for a list of type parameters.
type variants struct {
	c         *Coder
	params    *types.TypeParamList
	mentioned []types.Type
}

// choose returns lists of type arguments that valid accepts, as diverseLists returns them.
func (v *variants) choose(valid func([]types.Type) bool) [][]types.Type {
	sets := make([][]types.Type, v.params.Len())
	for i := range sets {
		sets[i] = v.candidates(v.params.At(i))
	}
	var fits [][]types.Type
	for _, at := range combinations(sets, maxTries) {
		args := v.substitute(sets, at)
		unusable := func(a types.Type) bool { return !v.c.supported(a) }
		if args != nil && !slices.ContainsFunc(args, unusable) && valid(args) {
			fits = append(fits, args)
		}
	}
	return diverseLists(fits, maxVariants+min(len(v.mentioned), maxMentioned))
}

// reason says why no type arguments were found.
func (v *variants) reason() string {
	for i := range v.params.Len() {
		p := v.params.At(i)
		if u := p.Constraint().Underlying().(*types.Interface); u.NumMethods() > 0 {
			return fmt.Sprintf("type parameter %s: no type at hand has the methods of %s", p, v.c.typeText(p.Constraint()))
		}
	}
	p := v.params.At(0)
	return fmt.Sprintf("type parameter %s: no type at hand satisfies %s", p, v.c.typeText(p.Constraint()))
}

// combinations returns up to limit choices of one candidate index from each set, in the order of
// the sum of the indices: the plainest first.
func combinations(sets [][]types.Type, limit int) (out [][]int) {
	last := 0
	for _, set := range sets {
		last += len(set) - 1
	}
	at := make([]int, len(sets))
	var fill func(i, rest int)
	fill = func(i, rest int) {
		switch {
		case len(out) >= limit:
		case i < len(sets):
			for k := range min(rest+1, len(sets[i])) {
				at[i] = k
				fill(i+1, rest-k)
			}
		case rest == 0:
			out = append(out, slices.Clone(at))
		}
	}
	for sum := range last + 1 {
		fill(0, sum)
	}
	return out
}

// substitute returns the chosen types, with type parameters in them replaced by the types chosen
// for these parameters. It returns nil if the choices are circular.
func (v *variants) substitute(sets [][]types.Type, at []int) []types.Type {
	chosen := map[*types.TypeParam]types.Type{}
	args := make([]types.Type, len(at))
	for i, k := range at {
		args[i] = sets[i][k]
		chosen[v.params.At(i)] = args[i]
	}
	for range len(at) + 1 {
		open := false
		for i, a := range args {
			if syntax.Parameterized(a) {
				open = true
				args[i] = substitute(a, chosen)
			}
		}
		if !open {
			return args
		}
	}
	return nil
}

// diverseLists returns up to limit lists: the first, and then repeatedly the list with most types
// that are new for their type parameters.
func diverseLists(lists [][]types.Type, limit int) (out [][]types.Type) {
	if len(lists) == 0 {
		return nil
	}
	have := make([]typeutil.Map, len(lists[0]))
	fresh := func(args []types.Type) (n int) {
		for i, a := range args {
			if have[i].At(a) == nil {
				n++
			}
		}
		return n
	}
	for len(out) < limit {
		best := 0
		for i, args := range lists {
			if fresh(args) > fresh(lists[best]) {
				best = i
			}
		}
		if fresh(lists[best]) == 0 {
			return out
		}
		out = append(out, lists[best])
		for i, a := range lists[best] {
			have[i].Set(a, true)
		}
	}
	return out
}

// candidates returns the types to try for a type parameter. Some may not satisfy its constraint, and
// some may contain other type parameters, as in []E.
func (v *variants) candidates(p *types.TypeParam) (list []types.Type) {
	var seen typeutil.Map
	add := func(t types.Type) {
		if seen.Set(t, true) == nil {
			list = append(list, t)
		}
	}
	u := p.Constraint().Underlying().(*types.Interface)
	terms := syntax.Terms(u)
	basics := []types.BasicKind{types.Int, types.String, types.Float64}
	if len(terms) == 0 {
		basics = basics[:2]
	}
	for _, k := range basics {
		if len(terms) == 0 || containsType(terms, types.Typ[k]) {
			add(types.Typ[k])
		}
	}
	for _, t := range v.mentioned {
		add(t)
	}
	if len(v.mentioned) > 0 {
		add(types.Typ[types.Bool]) // bool is most likely not mentioned, and so stands for the other types
	}
	for _, t := range byClass(terms) {
		add(t)
	}
	methods := u.NumMethods() > 0
	if !methods && !v.needsMethods(p) {
		return list
	}
	for _, t := range v.c.namedTypes(v.c.pkg.Types) {
		if add(t); methods && !types.Implements(t, u) {
			add(types.NewPointer(t))
		}
	}
	if methods && u.IsMethodSet() && !syntax.Parameterized(p.Constraint()) {
		add(p.Constraint())
	}
	return list
}

// needsMethods reports whether another type parameter is a type made of p and has methods, as in
// [T any, P interface{ *T; Set(string) }].
func (v *variants) needsMethods(p *types.TypeParam) bool {
	isP := func(t types.Type) bool { return t == p }
	for i := range v.params.Len() {
		q := v.params.At(i).Constraint()
		if q.Underlying().(*types.Interface).NumMethods() == 0 {
			continue
		}
		if slices.ContainsFunc(syntax.Terms(q), func(t types.Type) bool { return syntax.AnyPart(t, isP) }) {
			return true
		}
	}
	return false
}

// namedTypes returns the named types of a package that can be named here and are neither
// interfaces nor generic.
func (c *Coder) namedTypes(p *types.Package) (list []types.Type) {
	for _, name := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || c.nameable(tn) != "" || types.IsInterface(tn.Type()) {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 {
			list = append(list, n)
		}
	}
	return list
}

func containsType(list []types.Type, t types.Type) bool {
	return slices.ContainsFunc(list, func(x types.Type) bool { return types.Identical(x, t) })
}

// byClass moves to the front one type of each class that behaves differently: a signed integer,
// an unsigned integer, a float and so on.
func byClass(list []types.Type) []types.Type {
	class := func(t types.Type) string {
		b, ok := t.Underlying().(*types.Basic)
		if !ok {
			return fmt.Sprintf("%T", t.Underlying())
		}
		return fmt.Sprint(b.Info())
	}
	seen := map[string]bool{}
	var first, rest []types.Type
	for _, t := range list {
		if k := class(t); !seen[k] {
			seen[k] = true
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	return append(first, rest...)
}
