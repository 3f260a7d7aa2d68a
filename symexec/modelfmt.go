package symexec

import "go/types"

// fmtModels are the functions of package fmt that read numbers and texts digit by digit
// and rune by rune: what they are given becomes concrete, lest a path has a branch for each
// digit. A text that is printed as it is stays symbolic. All else of fmt runs as it is, on
// the models of reflection.
func fmtModels() map[string]Model {
	table := map[string]Model{"(*fmt.pp).doPrintf": concretely}
	for _, name := range []string{
		"fmtBoolean", "fmtUnicode", "fmtInteger", "fmtFloat", "fmtC", "fmtQc", "fmtQ", "fmtSbx",
	} {
		table["(*fmt.fmt)."+name] = concretely
	}
	return table
}

// concretely makes scalars, strings and slices of bytes among the arguments concrete, and
// runs the function.
func concretely(c *Call) bool {
	args := c.Args[1:] // behind the receiver
	for i := range c.fn.ssa.Signature.Params().Len() {
		t := c.param(i)
		if ok := c.concrete(t, args[:t.size]); !ok {
			return false
		}
		args = args[t.size:]
	}
	return c.inGo()
}

// concrete makes an argument concrete.
func (c *Call) concrete(t *rtype, arg []cell) bool {
	if t.size > 0 && isUnknown(arg[0]) {
		return c.m.odd(arg[0])
	}
	switch {
	case t.kind.scalar():
		n, ok := c.m.concretize(t.kind, arg[0])
		arg[0] = word(n)
		return ok
	case t.kind == kString:
		s, ok := c.m.concretizeString(arg[0])
		arg[0] = makeStr(s)
		return ok
	case t.kind == kSlice && types.Identical(c.m.types.target(t).t, types.Typ[types.Uint8]):
		b, ok := c.m.readSlice(arg, 1)
		for _, x := range b {
			if _, ok = c.m.concretize(kUint8, x); !ok {
				return false
			}
		}
		return ok
	}
	return true
}
