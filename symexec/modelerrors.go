package symexec

import "go/types"

// errorsModels are the functions of package errors that ask what type a value
// has at run time.
func errorsModels() map[string]Model {
	return map[string]Model{
		"errors.Is": func(c *Call) bool { return c.standIn("Is") },
		"errors.As": func(c *Call) bool { return c.standIn("As") },

		standinPath + ".comparable": isComparable,
		standinPath + ".assign":     assign,
		standinPath + ".aim":        aim,
	}
}

func isComparable(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	_, bad := incomparable(t, ok)
	c.Results[0] = truth(ok && !bad)
	return true
}

func incomparable(t *rtype, ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	return t.incomparable()
}

// assign stores the error of arguments 2 and 3 where the pointer in arguments
// 0 and 1 leads, if its type allows.
func assign(c *Call) bool {
	c.Results[0] = truth(false)
	to := c.m.types.target(c.Args[0].r.(*rtype))
	err, ok := c.Args[2].r.(*rtype)
	if !ok {
		return true
	}
	var v []cell
	if i, isIface := to.t.Underlying().(*types.Interface); isIface {
		if !types.Implements(err.t, i) {
			return true
		}
		v = c.Args[2:4]
	} else if err != to {
		return true
	} else {
		v = unbox(err, c.Args[3])
	}
	c.Results[0] = truth(true)
	return c.m.storeTo(c.Args[1], v)
}

// aim panics as errors.As does about a target that is none.
func aim(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	if !ok {
		return c.m.panicString("errors: target cannot be nil")
	}
	if t.kind != kPointer || c.Args[1].r == nil {
		return c.m.panicString("errors: target must be a non-nil pointer")
	}
	to := c.m.types.target(t)
	errorType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	if to.kind != kInterface && !types.Implements(to.t, errorType) {
		return c.m.panicString("errors: *target must be interface or implement error")
	}
	return true
}
