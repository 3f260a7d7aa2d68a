package laws

import (
	"fmt"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// A comparison is a function or a method that compares two values of a type.
type comparison struct {
	fn   *types.Func
	call string // format of a call with both values
}

// orders finds the laws of comparisons: orders, equivalences, and agreement of several.
func (f *finder) orders() {
	for _, n := range f.types {
		if f.sorts(n) {
			continue
		}
		m, ok := f.best(n)
		if !ok || hasFloats(n) {
			continue
		}
		_, pointer := syntax.NamedOf(m.t)
		find := func(result string, names ...string) *comparison {
			for _, name := range names {
				fn := f.method(n, name)
				if fn == nil || f.list(fn.Signature().Results()) != result {
					continue
				}
				if arg := given(m.t, "%[2]s", n, pointer, fn); arg != "" {
					return &comparison{fn, "%[1]s." + name + "(" + arg + ")"}
				}
			}
			return nil
		}
		f.compared(n.Obj().Name()+".", m, find("int", "Compare", "Cmp"), find("bool", "Less", "Before", "LessThan"), find("bool", "Equal", "Equals", "Eq"))
	}
	for _, fn := range f.funcs {
		p := fn.Signature().Params()
		if p.Len() != 2 || fn.Signature().Variadic() || !types.Identical(p.At(0).Type(), p.At(1).Type()) || hasFloats(p.At(0).Type()) {
			continue
		}
		m, ok := f.bestOf(p.At(0).Type())
		if !ok {
			continue
		}
		c := &comparison{fn, fn.Name() + "(%[1]s, %[2]s)"}
		switch result := f.list(fn.Signature().Results()); {
		case result == "int" && (begins(fn.Name(), "Compare") || begins(fn.Name(), "Cmp")):
			f.compared("", m, c, nil, nil)
		case result == "bool" && begins(fn.Name(), "Less"):
			f.compared("", m, nil, c, nil)
		case result == "bool" && begins(fn.Name(), "Equal"):
			f.compared("", m, nil, nil, c)
		}
	}
}

// begins reports whether a name begins with a word.
func begins(name, word string) bool {
	return len(name) >= len(word) && name[:len(word)] == word && (len(name) == len(word) || !isLower(name[len(word)]))
}

// beginsAny reports whether a name begins with one of several words.
func beginsAny(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return begins(name, w) })
}

// compared finds the laws of up to three comparisons of a type, nil if there is none.
func (f *finder) compared(prefix string, m maker, cmp, less, equal *comparison) {
	law := func(values []string, about ...*comparison) (b *body) {
		var fns []*types.Func
		for _, c := range about {
			if c == nil {
				return nil
			}
			fns = append(fns, c.fn)
		}
		b = f.begin(false, fns...)
		for _, v := range values {
			m.write(b, v)
		}
		return b
	}
	of := func(c *comparison, x, y string) string { return fmt.Sprintf(c.call, x, y) }
	compare := func(b *body, c *comparison) {
		b.line("xx, xy, yx, yz, xz := %s, %s, %s, %s, %s", of(c, "x", "x"), of(c, "x", "y"), of(c, "y", "x"), of(c, "y", "z"), of(c, "x", "z"))
	}
	three := []string{"x", "y", "z"}
	if b := law(three, cmp); b != nil {
		compare(b, cmp)
		b.breaks("xx != 0", "%+v compared with itself gives %d", "x", "xx")
		b.breaks("xy > 0 && yx >= 0 || xy < 0 && yx <= 0 || xy == 0 && yx != 0", "%+v compared with %+v gives %d, and the other way round %d", "x", "y", "xy", "yx")
		b.breaks("xy <= 0 && yz <= 0 && xz > 0", "%+v is not after %+v, nor that after %+v, but the first is after the last", "x", "y", "z")
		b.end("%s%s is an order", prefix, cmp.fn.Name())
	}
	if b := law(three, less); b != nil {
		compare(b, less)
		b.breaks("xx", "%+v is less than itself", "x")
		b.breaks("xy && yx", "%+v and %+v are each less than the other", "x", "y")
		b.breaks("xy && yz && !xz", "%+v is less than %+v, and that than %+v, but the first is not less than the last", "x", "y", "z")
		b.end("%s%s is an order", prefix, less.fn.Name())
	}
	if b := law(three, equal); b != nil {
		compare(b, equal)
		b.breaks("!xx", "%+v is not equal to itself", "x")
		b.breaks("xy != yx", "%+v equal to %+v: %v, and the other way round: %v", "x", "y", "xy", "yx")
		b.breaks("xy && yz && !xz", "%+v is equal to %+v, and that to %+v, but the first is not equal to the last", "x", "y", "z")
		b.end("%s%s is an equivalence", prefix, equal.fn.Name())
	}
	two := []string{"x", "y"}
	if b := law(two, cmp, less); b != nil {
		b.line("n, less := %s, %s", of(cmp, "x", "y"), of(less, "x", "y"))
		b.breaks("less != (n < 0)", "%+v and %+v compare as %d, and less is %v", "x", "y", "n", "less")
		b.end("%s%s and %s agree", prefix, cmp.fn.Name(), less.fn.Name())
	}
	if b := law(two, cmp, equal); b != nil {
		b.line("n, equal := %s, %s", of(cmp, "x", "y"), of(equal, "x", "y"))
		b.breaks("equal != (n == 0)", "%+v and %+v compare as %d, and equal is %v", "x", "y", "n", "equal")
		b.end("%s%s and %s agree", prefix, cmp.fn.Name(), equal.fn.Name())
	}
	if b := law(two, less, equal); b != nil && cmp == nil {
		b.line("less, more, equal := %s, %s, %s", of(less, "x", "y"), of(less, "y", "x"), of(equal, "x", "y"))
		b.breaks("equal && (less || more)", "%+v and %+v are equal, and one is less than the other", "x", "y")
		b.end("%s%s and %s agree", prefix, less.fn.Name(), equal.fn.Name())
	}
}

// sorts finds that the Less of a sort.Interface is an order of the elements. It reports whether the type is one.
func (f *finder) sorts(n *types.Named) bool {
	less := f.method(n, "Less")
	if !f.form(less, "int, int", "bool") {
		return false
	}
	list, ok := n.Underlying().(*types.Slice)
	if !ok || hasFloats(list.Elem()) || !f.form(f.method(n, "Len"), "", "int") {
		return true
	}
	b := f.begin(true, less)
	b.line("s := %s", b.param(f.name(n), nil, 0))
	b.unless("len(s) > 0 && s.Len() == len(s)")
	b.line("last := len(s) - 1")
	b.line("mid := last / 2")
	b.breaks("s.Less(0, 0)", "the first of %+v is less than itself", "s")
	b.breaks("s.Less(0, last) && s.Less(last, 0)", "the first and the last of %+v are each less than the other", "s")
	b.breaks("s.Less(0, mid) && s.Less(mid, last) && !s.Less(0, last)", "of %+v, the first is less than the middle, and that than the last, but the first not than the last", "s")
	b.end("%s.Less is an order", n.Obj().Name())
	return true
}
