package symexec

import "go/types"

// fmtModels are the functions of package fmt that process numbers and texts digit by digit or
// rune by rune. Their arguments become concrete; otherwise a path would have a branch for each
// digit. A text that fmt copies stays symbolic. All other functions of fmt run on the models of
// reflection.
func fmtModels() map[string]model {
	table := map[string]model{"(*fmt.pp).doPrintf": onConcreteArgs}
	for _, name := range []string{
		"fmtBoolean", "fmtUnicode", "fmtInteger", "fmtFloat", "fmtC", "fmtQc", "fmtQ", "fmtSbx",
	} {
		table["(*fmt.fmt)."+name] = onConcreteArgs
	}
	return table
}

// onConcreteArgs makes scalars, strings and byte slices among the arguments concrete, and runs
// the function.
func onConcreteArgs(c *modelCall) bool {
	args := c.args[1:] // without the receiver
	for i := range c.fn.ssa.Signature.Params().Len() {
		t := c.param(i)
		if ok := c.concretizeArg(t, args[:t.size]); !ok {
			return false
		}
		args = args[t.size:]
	}
	return c.runBody()
}

// concretizeArg makes an argument concrete.
func (c *modelCall) concretizeArg(typ *rtype, arg []cell) bool {
	if typ.size > 0 && isUnknown(arg[0]) {
		return c.machine.rejectUnusable(arg[0])
	}
	switch {
	case typ.kind.scalar():
		n, ok := c.machine.concretize(typ.kind, arg[0])
		arg[0] = word(n)
		return ok
	case typ.kind == kString:
		s, ok := c.machine.concretizeString(arg[0])
		arg[0] = makeStr(s)
		return ok
	case typ.kind == kSlice && types.Identical(c.machine.types.target(typ).goType, types.Typ[types.Uint8]):
		b, ok := c.machine.readSlice(arg, 1)
		for _, x := range b {
			if _, ok = c.machine.concretize(kUint8, x); !ok {
				return false
			}
		}
		return ok
	}
	return true
}
