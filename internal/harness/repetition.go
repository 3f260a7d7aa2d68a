package harness

import (
	"go/types"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Some states take many calls: a tree has three levels after eight insertions. A repetition is a step that calls a method n
// times, with arguments that count:
//
//	for i := range n {
//		t.Insert(i)
//	}

// Limits of repetitions.
const (
	leastTimes    = 2
	mostTimes     = 32
	mostLetters   = 26 // times, if an argument is a letter
	mostRepeated  = 6  // methods of an object that are repeated, those with arguments that count first
	lastRepeating = 1  // highest rank of methods that are repeated
)

// Repeat adds repetitions to the steps of objects in inputs that are signed from now on.
func (c *Coder) Repeat() { c.repeats = true }

// repetitions returns the steps that call a method of an object of the package several times: counting up and down, or, for a method
// without parameters, as it is. All arguments that can count do; others must be scalars, and stay the same.
func (c *Coder) repetitions(o *madeObject) (list []input.Alt) {
	if !c.repeats || o.named.Obj().Pkg() != c.pkg.Types {
		return nil
	}
	var counting, plain [][]input.Alt
	for _, s := range o.methods {
		switch up, counts := c.repetition(o, s, ""); {
		case s.rank > lastRepeating || up == nil:
		case counts:
			down, _ := c.repetition(o, s, code.Down)
			counting = append(counting, []input.Alt{*up, *down})
		case len(up.Fields) == 1:
			plain = append(plain, []input.Alt{*up})
		}
	}
	all := append(counting, plain...)
	return slices.Concat(all[:min(len(all), mostRepeated)]...)
}

// repetition returns the repetition of a method, and whether an argument counts. It returns nil if an argument neither counts nor is
// a scalar. A variadic parameter has one argument that counts, or none.
func (c *Coder) repetition(o *madeObject, s methodStep, direction string) (alt *input.Alt, counts bool) {
	sig := s.method.Signature()
	alt = &input.Alt{Name: s.method.Name(), RunsCode: true, Repeats: true, Fields: []input.Field{{Name: "times"}}}
	var args []*code.Tree
	most := mostTimes
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		t, last := p.Type(), sig.Variadic() && i == sig.Params().Len()-1
		if last {
			t = t.Underlying().(*types.Slice).Elem()
		}
		arg, letters := c.counter(t)
		switch {
		case arg != nil && !c.isSize(p):
			counts = true
			if letters {
				most = mostLetters
			}
		case last:
			continue
		default:
			if arg = c.argument(alt, p); alt.Fields[len(alt.Fields)-1].Type.Kind > input.String {
				return nil, false
			}
		}
		args = append(args, arg)
	}
	times := *c.inputType(types.Typ[types.Int])
	times.Domain = &input.Domain{Lo: leastTimes, Hi: uint64(most)}
	alt.Fields[0].Type = &times
	alt.Make = code.New(code.Repetition, code.Arg(0), o.statement(s, args))
	alt.Make.Text = direction
	return alt, counts
}

// counter returns an expression of type t that counts in a repetition, or nil if there is none: for an integer the counter itself, for a
// text and a character the letters; for an interface what counts for int, or for the first type of the package that implements it.
// Durations do not count, nor types of which the package declares constants.
func (c *Coder) counter(t types.Type) (arg *code.Tree, letters bool) {
	i := code.New(code.Counter)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		in := c.inputType(t)
		if len(in.Words)+len(in.Texts) > 0 || in.IsDuration() {
			return nil, false
		}
		switch {
		case types.Identical(t, types.Typ[types.Int]):
			return i, false
		case u.Kind() == types.String:
			return code.Call(c.tree(t), code.Format("rune('a' + %s)", i)), true
		case in.Go == "rune" || in.Go == "byte":
			return code.Format("'a' + %s", code.Call(c.tree(t), i)), true
		case u.Info()&types.IsInteger != 0 && u.Kind() != types.Uintptr:
			return code.Call(c.tree(t), i), false
		}
	case *types.Interface:
		if u.Empty() {
			return i, false
		}
		for _, m := range c.implementing(c.pkg.Types, u) {
			if _, basic := m.Underlying().(*types.Basic); basic && !syntax.IsError(t) && c.isHarmless(m, u) {
				if arg, letters := c.counter(m); arg != nil {
					return arg, letters
				}
			}
		}
	}
	return nil, false
}
