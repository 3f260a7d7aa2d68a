package laws

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// A maker is a way in which users come to a value of a type.
type maker struct {
	t     types.Type  // the named type, or a pointer to it
	fn    *types.Func // that returns the value or decodes it; nil for a parameter of the law
	rank  int
	write func(b *body, v string) // declares the variable v of the type, or lets the law say nothing
}

// Ranks of makers: users have the values that a decoder accepts.
const (
	decoded = iota
	constructed
	declared // a constant
	anyValue
)

// mostMade is the number of parameters of a function that makes values.
const mostMade = 3

// makers returns the ways to make values of a type, the surest first.
func (f *finder) makers(n *types.Named) (list []maker) {
	for _, fn := range f.funcs {
		r := fn.Signature().Results()
		if _, ok := fallible(fn); !ok {
			continue
		}
		t := r.At(0).Type()
		named, pointer := syntax.NamedOf(t)
		if named == nil || named.Obj() != n.Obj() || !f.canMake(fn) || begins(fn.Name(), "Must") || isChange(fn.Name()) {
			continue
		}
		m := maker{t: n, fn: fn, rank: constructed}
		if pointer {
			m.t = types.NewPointer(n)
		}
		if isDecoder(fn) {
			m.rank = decoded
		}
		m.write = func(b *body, v string) {
			b.unless("%s", b.call(v, fn, fn.Name(), b.arguments(fn)...))
			if pointer {
				b.unless("%s != nil", v)
			}
		}
		list = append(list, m)
	}
	for _, name := range []string{"UnmarshalText", "UnmarshalJSON", "UnmarshalBinary"} {
		if fn := f.method(n, name); f.form(fn, "[]byte", "error") {
			list = append(list, f.unmarshaled(n, fn))
		}
	}
	list = append(list, f.simple(n)...)
	slices.SortStableFunc(list, func(a, b maker) int { return a.rank - b.rank })
	of := map[int]int{}
	return slices.DeleteFunc(list, func(m maker) bool {
		of[m.rank]++
		return of[m.rank] > mostMakers
	})
}

// mostMakers is the number of makers of one rank that are used.
const mostMakers = 2

// unmarshaled makes a value by a method that decodes a text.
func (f *finder) unmarshaled(n *types.Named, fn *types.Func) maker {
	return maker{t: n, fn: fn, rank: decoded, write: func(b *body, v string) {
		b.line("var %s %s", v, f.name(n))
		b.unless("%s.%s(%s) == nil", v, fn.Name(), b.param("[]byte", fn, 0))
	}}
}

// simple makes values of a named type with a plain underlying type: declared constants if there are several, and any value.
func (f *finder) simple(n *types.Named) (list []maker) {
	if !f.plain(n) {
		return nil
	}
	if constants := f.constants(n); len(constants) > 1 {
		list = append(list, maker{t: n, rank: declared, write: func(b *body, v string) {
			b.line("%s := [...]%s{%s}[int(%s)%%%d]", v, f.name(n), strings.Join(constants, ", "), b.param("uint8", nil, 0), len(constants))
		}})
	}
	return append(list, maker{t: n, rank: anyValue, write: func(b *body, v string) { b.line("%s := %s", v, b.param(f.name(n), nil, 0)) }})
}

// mostConstants is the number of constants of a type that are used.
const mostConstants = 256

// constants returns the names of the exported constants of a type.
func (f *finder) constants(n *types.Named) (names []string) {
	for _, name := range f.pkg.Scope().Names() {
		c, ok := f.pkg.Scope().Lookup(name).(*types.Const)
		if ok && token.IsExported(name) && types.Identical(c.Type(), n) && len(names) < mostConstants {
			names = append(names, name)
		}
	}
	return names
}

// best returns the surest way to make values of a type, false if there is none.
func (f *finder) best(n *types.Named) (maker, bool) {
	list := f.makers(n)
	if len(list) == 0 {
		return maker{}, false
	}
	return list[0], true
}

// bestOf returns the surest way to make values of a parameter: any value of a plain type, or a named type of the package.
func (f *finder) bestOf(t types.Type) (maker, bool) {
	n, pointer := syntax.NamedOf(t)
	if n != nil && n.Obj().Pkg() == f.pkg {
		if m, ok := f.best(n); ok && types.Identical(m.t, t) {
			return m, true
		} else if ok {
			as := map[bool]string{true: "&", false: "*"}[pointer]
			made := m.write
			m.t, m.write = t, func(b *body, v string) {
				made(b, v+"Made")
				b.line("%s := %s%sMade", v, as, v)
			}
			return m, true
		}
	}
	if f.plain(t) {
		return maker{t: t, rank: anyValue, write: func(b *body, v string) { b.line("%s := %s", v, b.param(f.name(t), nil, 0)) }}, true
	}
	return maker{}, false
}

// canMake reports whether a function has parameters of plain types, few enough. Further optional ones are left out.
func (f *finder) canMake(fn *types.Func) bool {
	params := fn.Signature().Params()
	n := params.Len()
	if fn.Signature().Variadic() {
		n--
	}
	for i := range n {
		if t := params.At(i).Type(); !f.plain(t) && f.name(t) != duration {
			return false
		}
	}
	return 0 < n && n <= mostMade || fn.Signature().Recv() == nil && begins(fn.Name(), "New")
}

const duration = "time.Duration"

// arguments adds parameters for the arguments of a function and returns these. A duration is 0, which most often stands for the
// default: no law holds for one that is over at once.
func (b *body) arguments(fn *types.Func) (args []string) {
	params := fn.Signature().Params()
	for i := range params.Len() {
		switch t := params.At(i).Type(); {
		case i == params.Len()-1 && fn.Signature().Variadic():
		case b.name(t) == duration:
			args = append(args, "0")
		default:
			args = append(args, b.param(b.name(t), fn, i))
		}
	}
	return args
}

// isDecoder reports whether a function makes a value of a single text or of bytes.
func isDecoder(fn *types.Func) bool {
	p := fn.Signature().Params()
	return p.Len() > 0 && !(p.Len() == 1 && fn.Signature().Variadic()) && isText(p.At(0).Type()) && (p.Len() == 1 || p.Len() == 2 && fn.Signature().Variadic())
}

// described names a maker in the text of a law.
func (m maker) described() string {
	switch {
	case m.fn != nil:
		return "values of " + m.fn.Name()
	case m.rank == declared:
		return "declared constants"
	}
	return fmt.Sprint("any ", types.TypeString(m.t, func(*types.Package) string { return "" }))
}
