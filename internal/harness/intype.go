package harness

import (
	"go/types"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

const (
	maxWords       = 1 << 13 // most words in the zero value of a parameter
	maxFieldWords  = 2048    // most words in the zero value of a struct field
	maxVarWords    = 256     // most words in the zero value of a package variable
	maxStructWords = 1 << 23 // most words in a struct, including fields that stay zero
)

// unsupported returns the reason that t cannot be an input, or "". Fields of a struct are not
// checked, because an unsupported field stays zero.
func (c *Coder) unsupported(t types.Type, seen map[types.Type]bool) string {
	t = types.Unalias(t)
	if seen[t] {
		return ""
	}
	seen[t] = true
	if r := c.unwritable(t); r != "" {
		return r
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Invalid {
			return "the type has errors"
		}
	case *types.Interface:
		if !u.IsMethodSet() {
			return "interface " + c.typeText(t) + " is a constraint"
		}
	case *types.Pointer:
		if c.objectOf(t) != nil {
			return ""
		}
		return c.unsupported(u.Elem(), seen)
	case *types.Slice:
		return c.unsupported(u.Elem(), seen)
	case *types.Array:
		if typeWords(u, maxWords) > maxWords {
			return c.tooLarge(t)
		}
		return c.unsupported(u.Elem(), seen)
	case *types.Map:
		if !isPlainKey(u.Key()) {
			return ""
		}
		if r := c.unsupported(u.Key(), seen); r != "" {
			return r
		}
		return c.unsupported(u.Elem(), seen)
	case *types.Struct:
		if typeWords(u, maxStructWords) > maxStructWords {
			return c.tooLarge(t)
		}
		if _, named := t.(*types.Named); named && c.needsConstructor(u) && c.objectOf(t) == nil {
			return "type " + c.typeText(t) + " must be made by a function of its package, and there is none for it"
		}
	}
	return ""
}

// supported reports whether t can be an input.
func (c *Coder) supported(t types.Type) bool { return c.unsupported(t, map[types.Type]bool{}) == "" }

// tooLarge returns the message for a type with too many words to search.
func (c *Coder) tooLarge(t types.Type) string { return c.typeText(t) + " is too large to search" }

// needsConstructor reports whether a struct of another package has an interface with methods in a
// field that cannot be set from here. Its zero value is of no use before a function of its package
// has set the field: a zero bufio.Writer never returns.
func (c *Coder) needsConstructor(u *types.Struct) bool {
	return syntax.AnyField(u, func(f *types.Var) bool {
		in, ok := f.Type().Underlying().(*types.Interface)
		return ok && !c.isVisible(f) && in.NumMethods() > 0 && !syntax.IsError(f.Type())
	})
}

// unwritable returns the reason that the package cannot write type t, or "".
func (c *Coder) unwritable(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if o := t.Obj(); o.Pkg() != nil && o.Pkg().Path() == "reflect" && strings.HasSuffix(o.Name(), "Header") {
			return "go vet takes a " + o.Name() + " for a misuse"
		}
		if r := c.unwritablePart(t); r != "" || c.isStandIn(t) {
			return r
		}
		return c.nameable(t.Obj())
	case *types.TypeParam:
		return "type parameter " + t.String() + " is not searched yet"
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && f.Pkg() != c.pkg.Types {
				return "a struct with unexported fields of package " + f.Pkg().Name() + " cannot be written here"
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if !m.Exported() && m.Pkg() != c.pkg.Types {
				return "an interface with unexported methods of package " + m.Pkg().Name() + " cannot be written here"
			}
		}
	}
	return c.unwritablePart(t)
}

// unwritablePart returns the reason that the package cannot write a type that is part of the
// text of t, or "".
func (c *Coder) unwritablePart(t types.Type) string {
	for _, part := range syntax.Parts(types.Unalias(t)) {
		if r := c.unwritable(part); r != "" {
			return r
		}
	}
	return ""
}

// isPlainKey reports whether map keys of type t consist of words only, so that equal keys have
// equal words.
func isPlainKey(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return isPlainKey(u.Elem())
	case *types.Struct:
		return !syntax.AnyField(u, func(f *types.Var) bool { return f.Name() != "_" && !isPlainKey(f.Type()) })
	}
	return false
}

// typeWords returns the number of words in the zero value of t, at most limit+1. An element of an
// array counts as at least one word, because encoders loop over the elements even if they have
// no words.
func typeWords(t types.Type, limit int) int {
	n := 1
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			n = 2
		}
	case *types.Array:
		if u.Len() == 0 {
			return 0
		}
		n = max(typeWords(u.Elem(), limit), 1)
		if u.Len() > int64(limit/n) {
			return limit + 1
		}
		n *= int(u.Len())
	case *types.Struct:
		n = 0
		for i := range u.NumFields() {
			if n += typeWords(u.Field(i).Type(), limit); n > limit {
				return limit + 1
			}
		}
	}
	return min(n, limit+1)
}

func (c *Coder) typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg.Types {
			return ""
		}
		return p.Name()
	})
}

// An altContext tells whether an input value is an argument or a field of a struct. A value of an
// interface type, for example, has fewer alternatives in a field, and nil is not rare there.
type altContext uint8

const (
	asArgument altContext = iota // a parameter, an element of a parameter, an argument of a constructor
	asField                      // a field of a struct
)

// inputType returns the input type of a supported type t as an argument.
func (c *Coder) inputType(t types.Type) *input.Type { return c.inputAt(t, asArgument) }

// inputAt returns the input type of t in a context. It is made once for a type that may contain
// itself.
func (c *Coder) inputAt(t types.Type, at altContext) *input.Type {
	_, named := types.Unalias(t).(*types.Named)
	if !named && !c.isChoice(t) && !(at == asArgument && c.isReturned(t)) {
		out := c.newType(t)
		c.fillInput(out, t, at)
		return out
	}
	if named && !c.isChoice(t) {
		at = asArgument // its fields and elements have their own places
	}
	known, leave := c.knownTypes(t, at)
	defer leave()
	if out, ok := known.At(t).(*input.Type); ok {
		return out
	}
	out := c.newType(t)
	known.Set(types.Unalias(t), out)
	c.fillInput(out, t, at)
	return out
}

func (c *Coder) fillInput(out *input.Type, t types.Type, at altContext) {
	if c.isChoice(t) {
		c.fillChoice(out, t, at)
		return
	}
	if at == asArgument && c.isReturned(t) {
		c.fillReturned(out, t)
		return
	}
	c.fillData(out, t, at)
}

// fillData fills in a type whose values are made in a single way.
func (c *Coder) fillData(out *input.Type, t types.Type, at altContext) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		c.fillBasic(out, u)
		if named, ok := types.Unalias(t).(*types.Named); ok {
			c.fillConstants(out, named)
		}
	case *types.Pointer:
		out.Kind, out.Elem = input.Pointer, c.inputAt(u.Elem(), at)
	case *types.Slice:
		out.Kind, out.Elem = input.Slice, c.inputAt(u.Elem(), at)
	case *types.Array:
		out.Kind, out.Len, out.Elem = input.Array, int(u.Len()), c.inputAt(u.Elem(), at)
	case *types.Map:
		out.Kind, out.Key, out.Elem = input.Map, c.inputAt(u.Key(), at), c.inputAt(u.Elem(), at)
	case *types.Struct:
		fillFields(out, u, c.isSettable, func(t types.Type) *input.Type { return c.inputAt(t, asField) })
	default:
		panic("harness: BUG: unsupported input " + t.String())
	}
}

// fillFields fills in the fields of a struct for which open is true, with the types that of returns,
// and counts the other fields in Hidden.
func fillFields(out *input.Type, u *types.Struct, open func(*types.Var) bool, of func(types.Type) *input.Type) {
	out.Kind = input.Struct
	for f := range u.Fields() {
		switch {
		case f.Name() == "_":
		case !open(f):
			out.Hidden++
		default:
			out.Fields = append(out.Fields, input.Field{Name: f.Name(), Type: of(f.Type())})
		}
	}
}

// isSettable reports whether inputs set the struct field f.
func (c *Coder) isSettable(f *types.Var) bool {
	return c.isVisible(f) && c.supported(f.Type()) && !c.isOpaqueStruct(f.Type()) &&
		zeroWords(c.inputAt(f.Type(), asField), maxFieldWords) <= maxFieldWords
}

// zeroWords returns the number of words in the zero value of t, at most limit+1.
func zeroWords(t *input.Type, limit int) int {
	switch t.Kind {
	case input.Array:
		if n := zeroWords(t.Elem, limit); n > 0 && t.Len > limit/n {
			return limit + 1
		}
	case input.Struct:
		n := 0
		for _, f := range t.Fields {
			if n += zeroWords(f.Type, limit); n > limit {
				return limit + 1
			}
		}
	}
	return min(input.MinWords(t), limit+1)
}

func (c *Coder) isVisible(f *types.Var) bool { return f.Exported() || f.Pkg() == c.pkg.Types }

// isOpaqueStruct reports whether t is a struct, or an array of structs, that has fields but none
// that inputs can set.
func (c *Coder) isOpaqueStruct(t types.Type) bool {
	if c.objectOf(t) != nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return c.isOpaqueStruct(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); c.isVisible(f) && f.Name() != "_" && c.isSettable(f) {
				return false
			}
		}
		return u.NumFields() > 0
	}
	return false
}

func (c *Coder) fillBasic(out *input.Type, b *types.Basic) {
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		out.Kind = input.Bool
	case types.Int8, types.Int16, types.Int32, types.Int64, types.Int:
		out.Kind, out.Bits = input.Int, c.bitSize(b)
	case types.Uint8, types.Uint16, types.Uint32, types.Uint64, types.Uint, types.Uintptr:
		out.Kind, out.Bits = input.Uint, c.bitSize(b)
	case types.Float32, types.Float64:
		out.Kind, out.Bits = input.Float, c.bitSize(b)
	case types.Complex64, types.Complex128:
		out.Kind, out.Bits = input.Complex, c.bitSize(b)
	case types.String:
		out.Kind = input.String
	default:
		panic("harness: BUG: basic type " + b.String())
	}
}

func (c *Coder) bitSize(b *types.Basic) int { return int(c.pkg.Sizes.Sizeof(b)) * 8 }
