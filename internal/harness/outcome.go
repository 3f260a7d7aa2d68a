package harness

import (
	"go/types"

	"nearmiss/input"
)

// outcome returns t as it is reported after a call. Any type will do: what
// cannot be read is left out, and counted in Type.Hidden.
func (c *Coder) outcome(t types.Type) *input.Type {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if known, ok := c.outs.At(n).(*input.Type); ok {
			return known
		}
		out := new(input.Type)
		c.outs.Set(n, out)
		c.fillOutcome(out, n)
		return out
	}
	if u, ok := types.Unalias(t).(*types.Interface); ok {
		if known, ok := c.outs.At(u).(*input.Type); ok {
			return known
		}
		out := new(input.Type)
		c.outs.Set(u, out)
		c.fillOutcome(out, t)
		return out
	}
	out := new(input.Type)
	c.fillOutcome(out, t)
	return out
}

func (c *Coder) fillOutcome(out *input.Type, t types.Type) {
	g := c.write(t)
	out.Go, out.Imports, out.Origin = g.text, g.imports, t
	if isError(t) {
		out.Kind = input.Error
		return
	}
	if c.unwritable(t) != "" || wordsOf(t, maxWords) > maxWords {
		out.Kind, out.Hidden = input.Struct, 1
		if nilable(t) {
			out.Kind, out.Hidden = input.Opaque, 0
		}
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			out.Kind = input.Opaque
			return
		}
		c.fillBasic(out, u)
	case *types.Pointer:
		out.Kind, out.Elem = input.Pointer, c.outcome(u.Elem())
	case *types.Slice:
		out.Kind, out.Elem = input.Slice, c.outcome(u.Elem())
	case *types.Array:
		out.Kind, out.Len, out.Elem = input.Array, int(u.Len()), c.outcome(u.Elem())
	case *types.Map:
		if !plainKey(u.Key()) {
			out.Kind = input.Opaque
			return
		}
		out.Kind, out.Key, out.Elem = input.Map, c.outcome(u.Key()), c.outcome(u.Elem())
	case *types.Struct:
		out.Kind = input.Struct
		for i := range u.NumFields() {
			f := u.Field(i)
			switch {
			case f.Name() == "_":
			case !c.visible(f):
				out.Hidden++
			default:
				out.Fields = append(out.Fields, input.Field{Name: f.Name(), Type: c.outcome(f.Type())})
			}
		}
		if out.Hidden > 0 && len(out.Fields) == 0 {
			c.seal(out, t)
		}
	case *types.Interface:
		c.fillDynamic(out, t, u)
	default:
		out.Kind = input.Opaque
	}
}

func nilable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil
	}
	return false
}

// textMethods are the methods that say what a value holds, the one that says it
// best for a reader first.
var textMethods = []string{"String", "Error", "MarshalText"}

// maxText is the longest text that is reported, in bytes.
const maxText = 1 << 10

// seal makes out report a struct of another package that shows none of its
// fields: by whether it is the zero value, and by what a method says of it.
// Locks say nothing, and are at rest.
func (c *Coder) seal(out *input.Type, t types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() == "sync" {
		return
	}
	out.Kind, out.Text = input.Sealed, c.textMethod(named)
}

// textMethod is the method that says what a value of the type holds, "" if there
// is none that can be called without harm. A method of the package under test
// does not count: it is what the tests are to find faults in, and a test of
// another function should not fall with it.
func (c *Coder) textMethod(named *types.Named) string {
	if named.Obj().Pkg() == c.pkg.Types {
		return ""
	}
	if c.standsIn(named) && named.Obj().Name() == "ResponseRecorder" {
		return input.Response
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for _, name := range textMethods {
		sel := set.Lookup(nil, name)
		if sel == nil || !saysText(sel.Obj().(*types.Func).Signature(), name) {
			continue
		}
		if fn := sel.Obj().(*types.Func); fn.Pkg() != nil && fn.Pkg() != c.pkg.Types && (c.standsIn(named) || c.harmless(fn)) {
			return name
		}
	}
	return ""
}

// saysText reports whether a method of that name has the signature that it is
// known for.
func saysText(sig *types.Signature, name string) bool {
	results := sig.Results()
	switch {
	case sig.Params().Len() > 0:
		return false
	case name == "MarshalText":
		return results.Len() == 2 && types.Identical(results.At(0).Type(), types.NewSlice(types.Typ[types.Byte])) && isError(results.At(1).Type())
	}
	return results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.String])
}

// sealed writes the encoder of a struct that shows none of its fields. It is
// handed over by its address, for what it keeps may not be copied.
func (g *generator) sealed(t *input.Type) {
	g.unsafe = true
	silence := g.helper("PutBool") + "(zznmg, true)\n"
	if t.Text != "" {
		silence += "zznmg.Put(2)\n"
	}
	g.printf("if !zznmprobe.Speaks() {\n%sreturn\n}\n", silence)
	g.printf("const zznmn = zznmunsafe.Sizeof(*zznmv)\n")
	g.printf("%s(zznmg, *(*[zznmn]byte)(zznmunsafe.Pointer(zznmv)) != [zznmn]byte{})\n", g.helper("PutBool"))
	switch t.Text {
	case "":
	case input.Response:
		g.printf("%s(zznmg, func() string { return %s.Itoa(zznmv.Code) + \" \" + zznmv.Body.String() })\n", g.helper("PutText"), g.qualifier("strconv"))
	case "MarshalText":
		g.printf("%s(zznmg, func() string {\nzznmt, zznme := zznmv.MarshalText()\nif zznme != nil {\npanic(zznme)\n}\nreturn string(zznmt)\n})\n", g.helper("PutText"))
	default:
		g.printf("%s(zznmg, zznmv.%s)\n", g.helper("PutText"), t.Text)
	}
}
