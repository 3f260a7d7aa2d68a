package harness

import (
	"maps"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
)

// asLiterals returns a coder for the same package and generated file that makes objects only as
// literals: by pointers and fields.
func (c *Coder) asLiterals() *Coder {
	d := *c
	d.literalsOnly = true
	d.inputTypes, d.objects, d.literalTypes = [2]typeutil.Map{}, typeutil.Map{}, typeutil.Map{}
	d.numCutAlts, d.nonNilTypes, d.ownWriters = maps.Clone(c.numCutAlts), map[*input.Type]*input.Type{}, map[*input.Type]*input.Type{}
	d.context = nil
	return &d
}

// Literal returns fn, a method, with its receiver as plain data: a struct of the fields that the
// package can set, or a pointer to one. A parameter that is a Choice in fn becomes plain data
// too, unless it still contains a Choice; other parameters remain as in fn. Interfaces,
// functions and channels within plain data are nil.
func (c *Coder) Literal(fn *Fn) (*Fn, error) {
	lit, err := c.asLiterals().Sign(fn.Obj, Options{})
	if err != nil {
		return nil, err
	}
	lit.Sig.Name += " of a literal"
	for i := range lit.Sig.Params {
		if was := fn.Sig.Params[i]; !hasChoice(was.Type) || hasChoice(lit.Sig.Params[i].Type) {
			lit.Sig.Params[i] = was
		}
	}
	return lit, nil
}

// States returns the State and the Literal of a method whose receiver is a Choice, and nil for
// any other function.
func (c *Coder) States(fn *Fn) (state, literal *Fn, err error) {
	if r := fn.Sig.Recv; r == nil || r.Type.Kind != input.Choice {
		return nil, nil, nil
	}
	if literal, err = c.Literal(fn); err != nil {
		return nil, nil, err
	}
	return c.State(fn), literal, nil
}

// State returns fn as a function that calls nothing, and whose outcome is the receiver and the
// parameters with a Choice as they are before the call.
func (c *Coder) State(fn *Fn) *Fn {
	out, sig := *fn, *fn.Sig
	out.Sig, sig.Idle = &sig, true
	sig.Name += " not called"
	sig.Results, sig.After, sig.Readers, sig.Calls = nil, nil, nil, nil
	list, _ := c.instances(fn.Obj) // fn is the first instance
	goSig := list[0].sig
	if sig.Recv != nil {
		sig.After = append(sig.After, input.Field{Name: sig.Recv.Name, Type: c.outcomeType(goSig.Recv().Type())})
	}
	for i, p := range sig.Params {
		if hasChoice(p.Type) {
			sig.After = append(sig.After, input.Field{Name: p.Name, Type: c.outcomeType(goSig.Params().At(i).Type())})
		}
	}
	return &out
}
