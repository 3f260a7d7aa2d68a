package harness

import (
	"fmt"
	"go/types"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// textMethods are the methods that return a text for a value, the most readable text first.
var textMethods = []string{"String", "Error", "MarshalText"}

// utcText is the method of a time.Time: its text in UTC is the same in all time zones, and does
// not tell how long the process runs.
const utcText = "UTC().String"

// maxText is the most bytes in a reported text.
const maxText = 1 << 10

// fillOpaqueStruct makes out report a struct of another package without visible fields: by whether
// it is the zero value, and by the text of a method.
func (c *Coder) fillOpaqueStruct(out *input.Type, t types.Type) {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		out.Kind, out.Text = input.Sealed, c.textMethod(named)
	}
}

// textMethod returns the method that returns a text for values of the type, or "" if there is
// none that can be called without harm. Methods of the package under test do not count: they may
// be wrong themselves, and a test of another function should not fail with them.
func (c *Coder) textMethod(named *types.Named) string {
	if named.Obj().Pkg() == c.pkg.Types {
		return ""
	}
	if c.isStandIn(named) && named.Obj().Name() == "ResponseRecorder" {
		return input.Response
	}
	if isReflectValue(named) && !c.pkg.Std && c.canImportPath("fmt") && c.canImportPath("reflect") {
		return input.Reflected
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for _, name := range textMethods {
		sel := set.Lookup(nil, name)
		if sel == nil || !isTextMethod(sel.Obj().(*types.Func).Signature(), name) {
			continue
		}
		if fn := sel.Obj().(*types.Func); fn.Pkg() != nil && fn.Pkg() != c.pkg.Types && (c.isStandIn(named) || c.judgedHarmless(fn)) {
			if name == "String" && syntax.IsTime(named) {
				return utcText
			}
			return name
		}
	}
	return ""
}

// isReflectValue reports whether t is reflect.Value.
func isReflectValue(t types.Type) bool { return types.TypeString(t, nil) == "reflect.Value" }

// isTextMethod reports whether sig is the usual signature of the text method with this name.
func isTextMethod(sig *types.Signature, name string) bool {
	results := sig.Results()
	switch {
	case sig.Params().Len() > 0:
		return false
	case name == "MarshalText":
		return results.Len() == 2 && types.Identical(results.At(0).Type(), types.NewSlice(types.Typ[types.Byte])) && syntax.IsError(results.At(1).Type())
	}
	return results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.String])
}

// nonZero returns an expression that tells whether some byte of the hidden fields of *zznmv other than
// padding, which has any value, is not zero.
func (g *generator) nonZero(t types.Type) string {
	var spans [][2]int64
	addSpans(&spans, g.c.pkg.Sizes, t, 0, func(f *types.Var) bool { return !g.c.isVisible(f) })
	if len(spans) == 0 {
		return "false"
	}
	var list []string
	for _, s := range spans {
		n := s[1] - s[0]
		list = append(list, fmt.Sprintf("*(*[%d]byte)(zznmunsafe.Pointer(uintptr(zznmunsafe.Pointer(zznmv)) + %d)) != [%d]byte{}", n, s[0], n))
	}
	return strings.Join(list, " || ")
}

// addSpans adds the bytes of a value of type t at an offset that are no padding, as spans from a first
// byte to the one behind the last. Adjacent spans become one. Of a struct it adds the fields for which
// in is true, with all that they hold.
func addSpans(spans *[][2]int64, sizes types.Sizes, t types.Type, at int64, in func(*types.Var) bool) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		fields := make([]*types.Var, u.NumFields())
		for i := range fields {
			fields[i] = u.Field(i)
		}
		for i, offset := range sizes.Offsetsof(fields) {
			if in(fields[i]) {
				addSpans(spans, sizes, fields[i].Type(), at+offset, func(*types.Var) bool { return true })
			}
		}
		return
	case *types.Array:
		if _, plain := u.Elem().Underlying().(*types.Basic); !plain {
			for i := range u.Len() {
				addSpans(spans, sizes, u.Elem(), at+i*sizes.Sizeof(u.Elem()), in)
			}
			return
		}
	}
	end := at + sizes.Sizeof(t)
	if n := len(*spans); n > 0 && (*spans)[n-1][1] == at {
		(*spans)[n-1][1] = end
	} else if end > at {
		*spans = append(*spans, [2]int64{at, end})
	}
}

// opaqueStructEncoder writes the encoder of the hidden fields of a struct. The encoder takes a
// pointer to the struct, which may not be copied.
func (g *generator) opaqueStructEncoder(t *input.Type) {
	g.usesUnsafe = true
	silence := g.helper("PutBool") + "(zznmg, true)\n"
	if t.Text != "" {
		silence += "zznmg.Put(2)\n"
	}
	g.printf("if !zznmprobe.Speaks() {\n%sreturn\n}\n", silence)
	g.printf("%s(zznmg, %s)\n", g.helper("PutBool"), g.nonZero(t.Origin.(types.Type)))
	switch t.Text {
	case "":
	case input.Response:
		g.printf("%s(zznmg, func() string { return %s.Itoa(zznmv.Code) + \" \" + zznmv.Body.String() })\n", g.helper("PutText"), g.qualifier("strconv"))
	case input.Reflected:
		g.printf("%s(zznmg, func() string { return %s.Sprint(%s.Indirect(*zznmv)) })\n", g.helper("PutText"), g.qualifier("fmt"), g.qualifier("reflect"))
	case "MarshalText":
		g.printf("%s(zznmg, func() string {\nzznmt, zznme := zznmv.MarshalText()\nif zznme != nil {\npanic(zznme)\n}\nreturn string(zznmt)\n})\n", g.helper("PutText"))
	default:
		g.printf("%s(zznmg, zznmv.%s)\n", g.helper("PutText"), t.Text)
	}
}
