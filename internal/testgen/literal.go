package testgen

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// lineWidth is the width in bytes above which composite literals and comments are broken into lines.
const lineWidth = 100

// literals prints values as Go source for one test function.
type literals struct {
	*file
	block  *statementBlock // collects statements; nil where statements are not possible
	record string          // variable in which functions among the inputs record their calls; "" if they do not

	written string // variable that is the writer inside of inputs; "" if its text is not compared
}

// expr returns v as an expression for a place of known type, so that an untyped constant
// suffices. With elide, a composite literal may omit its type. addr reports whether & may
// precede the expression.
func (l *literals) expr(v *value.Value, elide bool) (text string, addr bool) {
	switch {
	case l.err != nil:
		return "", false
	case v.LeftOut && v.Type.Kind == input.Dynamic, !v.IsNil && !v.LeftOut && (v.Type.Kind == input.Error || v.Type.Kind == input.Opaque):
		return l.failf("the value holds %s that cannot be written out", describeValue(v)), false
	case v.LeftOut:
		return l.failf("the value is too large or too deep to report"), false
	}
	switch v.Type.Kind {
	case input.Bool:
		return strconv.FormatBool(v.Word != 0), false
	case input.Int, input.Uint, input.String:
		return l.constant(v), false
	case input.Float, input.Complex:
		return l.floatExpr(v), false
	case input.Slice, input.Array, input.Map, input.Struct, input.Sealed:
		return l.composite(v, elide)
	case input.Pointer:
		return l.pointer(v, elide), false
	case input.Choice:
		return l.choiceExpr(v), false
	case input.Earlier:
		return l.earlierExpr(v), false
	case input.Dynamic:
		if !v.IsNil {
			return l.construct(v, "", nil), false
		}
		return "nil", false
	case input.Error, input.Opaque:
		return "nil", false
	}
	panic("testgen: BUG: unknown kind " + v.Type.Kind.String())
}

func describeValue(v *value.Value) string {
	if v.Type.Kind == input.Error {
		return "an error"
	}
	switch syntax.Underlying(v.GoType).(type) {
	case *types.Signature:
		return "a function"
	case *types.Chan:
		return "a channel"
	}
	return "an interface value"
}

// constant prints an integer or a string, by the name of a constant of its type if exactly one
// has the value.
func (l *literals) constant(v *value.Value) string {
	if name := l.constantName(v); name != "" {
		return name
	}
	if v.Type.Kind == input.String {
		text := l.stringText(v.Text)
		if text != quote(v.Text) && !types.Identical(v.GoType, types.Typ[types.String]) {
			return l.convert(v.GoType, text) // strings.Repeat returns a value of type string
		}
		return text
	}
	if isWide(v) && !l.forReader {
		return l.wideText(v)
	}
	if name, ok := l.limitName(v); ok {
		return name
	}
	if text, ok := charText(v); ok {
		return text
	}
	return integerText(v)
}

// stringText prints a string. Repetitions in a long string become calls of strings.Repeat.
func (l *literals) stringText(s string) string {
	return foldRepeats(s, func() string { return l.stdName("strings", "Repeat") })
}

// convert prints a conversion to type t.
func (f *file) convert(t types.Type, text string) string { return f.typeName(t) + "(" + text + ")" }

// pointer prints nil, &T{…}, new(T) or a call of a function that returns a pointer to its argument.
func (l *literals) pointer(v *value.Value, elide bool) string {
	if v.IsNil {
		return "nil"
	}
	kid := v.Kids[0]
	if l.needsConstructor(kid) {
		return l.constructorCall(kid)
	}
	_, isPointer := v.GoType.(*types.Pointer) // a defined pointer type allows no elision
	text, addr := l.expr(kid, elide && isPointer)
	if addr && elide && isPointer {
		return text
	}
	if addr {
		return "&" + text
	}
	elem := l.typeName(kid.GoType)
	switch {
	case kid.IsZero():
		return "new(" + elem + ")"
	case l.forReader:
		return "new(" + l.typedExpr(kid) + ")"
	}
	return l.pointerTo(elem, text)
}

// pointerTo prints a call of the function that returns a pointer to a value of a type.
func (f *file) pointerTo(typ, text string) string {
	return f.helper(pointerHelper) + "[" + typ + "](" + text + ")"
}

// composite prints slices, arrays, maps and structs.
func (l *literals) composite(v *value.Value, elide bool) (text string, addr bool) {
	if v.IsNil {
		return "nil", false
	}
	if s, ok := l.bytes(v); ok {
		return s, false
	}
	if l.needsConstructor(v) {
		return "*" + l.constructorCall(v), false
	}
	head := ""
	if !elide {
		head = l.typeName(v.GoType)
	}
	parts := l.partTexts(v)
	if l.forReader {
		return head + "{" + strings.Join(parts, ", ") + "}", true
	}
	return head + compositeText(parts), true
}

// needsConstructor reports whether v is a struct that only a function of the bridge can make: the
// test is external, and an unexported field of v is not zero.
func (l *literals) needsConstructor(v *value.Value) bool {
	return v.Type.Kind == input.Struct && l.external && !v.LeftOut && hasHiddenField(v)
}

// hasHiddenField reports whether an unexported field of v is not zero.
func hasHiddenField(v *value.Value) bool {
	for i, k := range v.Kids {
		if !token.IsExported(v.Names[i]) && !k.IsZero() {
			return true
		}
	}
	return false
}

// partTexts prints the elements of a composite literal. It leaves out zero fields, zero elements at
// the end of an array, and all zero elements of a sparse array.
func (l *literals) partTexts(v *value.Value) (parts []string) {
	last := len(v.Kids)
	for v.Type.Kind == input.Array && last > 0 && v.Kids[last-1].IsZero() {
		last--
	}
	sparse, binary := isSparse(v, last), isBinary(v)
	for i, kid := range v.Kids[:last] {
		if (v.Type.Kind == input.Struct || sparse) && kid.IsZero() {
			continue
		}
		if v.Type.Kind == input.Struct {
			l.checkWritable(v, i)
		}
		text, _ := l.expr(kid, v.Type.Kind != input.Struct)
		if binary && kid.Word > 9 {
			text = fmt.Sprintf("%#02x", kid.Word)
		}
		switch v.Type.Kind {
		case input.Array:
			if sparse {
				text = strconv.Itoa(i) + ": " + text
			}
		case input.Struct:
			text = v.Names[i] + ": " + text
		case input.Map:
			key, _ := l.expr(v.Keys[i], true)
			text = key + ": " + text
		}
		parts = append(parts, text)
	}
	return parts
}

// isSparse reports whether more than half of the first n elements of an array are zero, so that
// the nonzero elements are better written with their indices.
func isSparse(v *value.Value, n int) bool {
	if v.Type.Kind != input.Array || n <= 8 {
		return false
	}
	zeros := 0
	for _, k := range v.Kids[:n] {
		if k.IsZero() {
			zeros++
		}
	}
	return zeros > n/2
}

// checkWritable fails if field i of v is an unexported field of another package.
func (l *literals) checkWritable(v *value.Value, i int) {
	s := syntax.Underlying(v.GoType).(*types.Struct)
	for j := range s.NumFields() {
		f := s.Field(j)
		if f.Name() == v.Names[i] && !f.Exported() && f.Pkg().Path() != l.pkg.Types.Path() {
			l.failf("field %s of %s is not exported", f.Name(), v.Type.Go)
		}
	}
}

// compositeText joins the parts of a composite literal. Several parts share a line; a part of
// several lines has its lines for itself.
func compositeText(parts []string) string {
	var b strings.Builder
	b.WriteString("{")
	width := 1
	for i, part := range parts {
		long := strings.Contains(part, "\n")
		switch {
		case i == 0:
		case long || strings.Contains(parts[i-1], "\n") || width+len(", ")+len(part) > lineWidth:
			b.WriteString(",\n")
			width = 0
		default:
			b.WriteString(", ")
			width += len(", ")
		}
		b.WriteString(part)
		width += len(part)
	}
	return b.String() + "}"
}

// isBinary reports whether v is a list of bytes some of which are not printable characters. A
// list prints all its bytes in the same notation.
func isBinary(v *value.Value) bool {
	some := false
	for _, k := range v.Kids {
		b, ok := k.GoType.(*types.Basic)
		if !ok || b.Name() != "byte" || v.Type.Kind != input.Slice && v.Type.Kind != input.Array {
			return false
		}
		text, ok := charText(k)
		some = some || k.Word != 0 && (!ok || text[0] != '\'')
	}
	return some
}

// bytes prints a byte slice as a conversion of a string, or as a call of bytes.Repeat, if that
// is more readable than a list.
func (l *literals) bytes(v *value.Value) (string, bool) {
	s, ok := syntax.Underlying(v.GoType).(*types.Slice)
	if !ok || len(v.Kids) == 0 {
		return "", false
	}
	if b, ok := s.Elem().(*types.Basic); !ok || b.Kind() != types.Uint8 {
		return "", false
	}
	text, plain := v.Readable(), 0
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsPrint(r) && (r != utf8.RuneError || size > 1) || strings.ContainsRune("\n\t\r\v\f", r) {
			plain += size
		}
		rest = rest[size:]
	}
	if unit, times := wholeRepetition(text); times > 0 {
		unitText := l.argument(&value.Value{Type: v.Type, GoType: types.NewSlice(types.Typ[types.Byte]), Kids: v.Kids[:len(unit)]})
		out := l.stdName("bytes", "Repeat") + "(" + unitText + ", " + strconv.Itoa(times) + ")"
		if _, named := types.Unalias(v.GoType).(*types.Named); named {
			out = l.convert(v.GoType, out)
		}
		return out, true
	}
	if 2*plain < len(text) && len(text) <= 32 {
		return "", false
	}
	return l.convert(v.GoType, l.stringText(text)), true
}
