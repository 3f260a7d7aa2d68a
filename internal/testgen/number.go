package testgen

import (
	"go/constant"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// charText prints a rune or byte as a character literal or in hexadecimal. It returns false
// if the type is not spelled rune or byte or if a decimal number is more likely.
func charText(v *value.Value) (string, bool) {
	b, ok := v.GoType.(*types.Basic)
	if !ok {
		return "", false
	}
	n := int64(v.Word)
	switch printable := n >= 0x20 && n < 0x7f || n == '\t' || n == '\n' || n == '\r'; {
	case b.Name() == "byte" && printable, b.Name() == "rune" && n > 0 && n < utf8.RuneSelf:
		return strconv.QuoteRune(rune(n)), true
	case b.Name() == "byte" && n > 0x7e, b.Name() == "rune" && n > 0 && (n > utf8.MaxRune || !utf8.ValidRune(rune(n))):
		return "0x" + strconv.FormatInt(n, 16), true
	case b.Name() == "rune" && n == utf8.RuneError:
		return strconv.QuoteRuneToASCII(rune(n)), true
	case b.Name() == "rune" && n > 0:
		return strconv.QuoteRune(rune(n)), true
	}
	return "", false
}

// integerText prints a number in decimal digits, or in hexadecimal digits if the number is large
// and they are much shorter without trailing zeros.
func integerText(v *value.Value) string {
	var decimal string
	if v.Type.Kind == input.Int {
		decimal = strconv.FormatInt(int64(v.Word), 10)
	} else {
		decimal = strconv.FormatUint(v.Word, 10)
	}
	if v.Type.Kind == input.Int && int64(v.Word) < 0 || v.Word <= math.MaxUint32 {
		return decimal
	}
	hex := strconv.FormatUint(v.Word, 16)
	if 2*len(strings.TrimRight(hex, "0")) <= len(strings.TrimRight(decimal, "0")) {
		return "0x" + hex
	}
	return decimal
}

// constantName returns the name of the constant that a value is, or the names of the flags that it consists of, "" if there are
// none.
func (l *literals) constantName(v *value.Value) string {
	if name := l.singleConstant(v); name != "" || !v.Type.Flags {
		return name
	}
	list, ok := v.Type.Constants(v.Word)
	if !ok || len(list) < 2 {
		return ""
	}
	var names []string
	for _, w := range slices.Backward(list) {
		name := l.singleConstant(&value.Value{Type: v.Type, GoType: v.GoType, Word: w})
		if name == "" {
			return ""
		}
		names = append(names, name)
	}
	return strings.Join(names, " | ")
}

// singleConstant returns the name of the only constant that equals a value, "" if there is none.
func (l *literals) singleConstant(v *value.Value) string {
	named, ok := types.Unalias(v.GoType).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	var found types.Object
	for _, c := range l.constantsOf(named) {
		if !equals(v, c.Val()) {
			continue
		}
		if found != nil {
			return ""
		}
		found = c
	}
	if found == nil || !found.Exported() && (l.external || found.Pkg().Path() != l.pkg.Types.Path()) {
		return ""
	}
	return l.object(found)
}

// constantsOf lists the constants of a type that the type's package declares.
func (f *file) constantsOf(named *types.Named) []*types.Const {
	list, ok := f.constants[named]
	if ok {
		return list
	}
	list = harness.ConstantsOf(named)
	f.constants[named] = list
	return list
}

func equals(v *value.Value, c constant.Value) bool {
	switch v.Type.Kind {
	case input.String:
		return c.Kind() == constant.String && constant.StringVal(c) == v.Text
	case input.Int:
		n, exact := constant.Int64Val(constant.ToInt(c))
		return exact && n == int64(v.Word)
	}
	n, exact := constant.Uint64Val(constant.ToInt(c))
	return exact && n == v.Word
}

// limitName returns the name of the greatest or the smallest number of a type of 32 or 64 bits, as
// in math.MaxInt64.
func (l *literals) limitName(v *value.Value) (string, bool) {
	b, ok := syntax.Underlying(v.GoType).(*types.Basic)
	if !ok || v.Type.Bits < 32 || b.Kind() == types.Uintptr {
		return "", false
	}
	name := syntax.Capitalize(b.Name())
	if b.Name() == "rune" {
		return "", false
	}
	top := uint64(1)<<(v.Type.Bits-1) - 1
	switch {
	case v.Type.Kind == input.Uint && v.Word == top<<1|1:
		return l.stdName("math", "Max"+name), true
	case v.Type.Kind == input.Int && v.Word == top:
		return l.stdName("math", "Max"+name), true
	case v.Type.Kind == input.Int && v.Word == ^top:
		return l.stdName("math", "Min"+name), true
	}
	return "", false
}

// floatExpr prints floats and complex numbers exactly. NaN, infinities and negative zero have
// no constant: they come from package math and need a conversion unless the type is float64 or
// complex128.
func (l *literals) floatExpr(v *value.Value) string {
	bits := v.Type.Bits
	if v.Type.Kind == input.Float {
		text, plain := l.floatText(v.Float(), bits)
		if plain || types.Identical(v.GoType, types.Typ[types.Float64]) {
			return text
		}
		return l.convert(v.GoType, text)
	}
	re, plain := l.floatText(v.Float(), bits/2)
	im, plain2 := l.floatText(math.Float64frombits(v.Imag), bits/2)
	text := "complex(" + re + ", " + im + ")"
	if plain && plain2 || types.Identical(v.GoType, types.Typ[types.Complex128]) {
		return text
	}
	return l.convert(v.GoType, text)
}

func (l *literals) floatText(x float64, bits int) (text string, unconverted bool) {
	switch {
	case math.IsNaN(x):
		return l.stdName("math", "NaN") + "()", false
	case math.IsInf(x, 1):
		return l.stdName("math", "Inf") + "(1)", false
	case math.IsInf(x, -1):
		return l.stdName("math", "Inf") + "(-1)", false
	case x == 0 && math.Signbit(x):
		return l.stdName("math", "Copysign") + "(0, -1)", false
	}
	return strconv.FormatFloat(x, 'g', -1, bits), true
}
