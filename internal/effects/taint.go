package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A taint says what a value depends on, "" if on nothing that is not the same everywhere.
type taint struct {
	what string
	kind kind
}

// A kind says in which ways a value that is not the same everywhere shows in an outcome, from the
// weakest to the strongest.
type kind int

const (
	// soft is a moment read from the clock. Code that only compares it behaves the same for a long
	// time, and a result that holds it differs between two runs.
	soft kind = iota

	// shown is a number, or a text of a moment, that may be the same in all runs here: it shows in a result that is
	// computed from it, and not in what a comparison with it decides, such as when to allocate.
	shown

	// firm shows in all that data or control flows to.
	firm
)

const (
	TheClock  = "the clock"
	aCapacity = "a capacity"
	anAddress = "an address"
)

// shown returns what a value depends on so that it shows in a result, "" if it does not.
func (t taint) shown() string {
	if t.kind < shown {
		return ""
	}
	return t.what
}

// decides returns what a value depends on so that it shows in what a condition on it decides.
func (t taint) decides() string {
	if t.kind < firm {
		return ""
	}
	return t.what
}

// or returns the stronger of two taints.
func (t taint) or(u taint) taint {
	if t.what == "" || u.what != "" && u.kind > t.kind {
		return u
	}
	return t
}

// passes reports whether the taint of an argument shows in what the call returns or changes. A
// capacity or an address mostly says only how much is allocated or where something lies; it shows in
// a text that the standard library makes of it, and in what a builtin function computes. A deadline is only compared
// with the clock.
func (t taint) passes(c *ssa.CallCommon, f *ssa.Function) bool {
	if t.kind == soft && setsDeadline(c) {
		return false
	}
	if t.kind != shown || t.what == TheClock {
		return true
	}
	_, builtin := c.Value.(*ssa.Builtin)
	path := ""
	if f != nil {
		path, _ = nameOf(f)
	}
	return builtin || (path == "fmt" || path == "strconv") && returnsText(f)
}

// setsDeadline reports whether a method is called that sets a deadline, as those of a net.Conn do.
func setsDeadline(c *ssa.CallCommon) bool {
	fn := c.Method
	if f := c.StaticCallee(); f != nil {
		fn, _ = f.Object().(*types.Func)
	}
	if fn == nil || fn.Signature().Recv() == nil || fn.Signature().Params().Len() != 1 {
		return false
	}
	return strings.HasPrefix(fn.Name(), "Set") && strings.HasSuffix(fn.Name(), "Deadline") && fn.Signature().Params().At(0).Type().String() == "time.Time"
}

// arithmetic returns the taint of what a binary operation makes of an operand.
func arithmetic(op token.Token, t taint) taint {
	switch {
	case t.kind < firm && compares(op):
		return taint{}
	case t.kind == soft && isRemainder(op):
		t.kind = firm
	case t.kind == soft && op == token.QUO:
		t.kind = shown
	}
	return t
}

// conversion returns the taint of what a conversion makes of a value. A moment in whole units is the
// same for some time.
func conversion(c *ssa.Convert, t taint) taint {
	from, to := basicInfo(c.X.Type()), basicInfo(c.Type())
	switch {
	case isUnsafe(c.X.Type()) && to&types.IsInteger != 0:
		return t.or(taint{anAddress, shown})
	case isUnsafe(c.Type()) && t.kind == shown:
		return taint{}
	case t.kind == soft && from&types.IsFloat != 0 && to&types.IsInteger != 0:
		t.kind = shown
	}
	return t
}

func basicInfo(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

// isExtent reports whether operand i says how much of a value there is, or where a part of it is.
func isExtent(instr ssa.Value, i int) bool {
	switch instr.(type) {
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		return true
	case *ssa.Slice, *ssa.IndexAddr, *ssa.Index:
		return i > 0
	}
	return false
}

// isCapacity reports whether a call asks for the capacity of a slice.
func isCapacity(c *ssa.CallCommon) bool {
	b, ok := c.Value.(*ssa.Builtin)
	if !ok || b.Name() != "cap" {
		return false
	}
	_, slice := c.Args[0].Type().Underlying().(*types.Slice)
	return slice
}

// compares reports whether an operation compares two values.
func compares(op token.Token) bool {
	return slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}, op)
}

// isRemainder reports whether an operation keeps only a part of a number.
func isRemainder(op token.Token) bool {
	return slices.Contains([]token.Token{token.REM, token.AND, token.AND_NOT, token.SHR}, op)
}
