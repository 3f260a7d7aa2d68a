package laws

import (
	"go/types"
	"strings"

	"nearmiss/internal/syntax"
)

// idempotent are words that begin the names of functions that change nothing when they are applied again.
var idempotent = []string{"Clean", "Normalize", "Normalise", "Canonical", "Canonicalize", "Sanitize", "Simplify", "Format", "Trim", "Dedup", "Dedupe", "Unique", "Minify"}

// appending are the names of methods that append, each with that of a method that returns the same.
var appending = [][2]string{
	{"AppendText", "MarshalText"}, {"AppendBinary", "MarshalBinary"}, {"Append", "String"}, {"Append", "Bytes"}, {"AppendTo", "String"}, {"AppendTo", "Bytes"},
	{"AppendFormat", "Format"}, {"AppendString", "String"},
}

// agreements finds laws of two ways to one result.
func (f *finder) agreements() {
	for _, fn := range f.funcs {
		f.twice(fn)
		if rest, ok := strings.CutPrefix(fn.Name(), "Append"); ok {
			f.appends(fn, f.function(rest), nil)
		}
		for _, name := range []string{strings.TrimSuffix(fn.Name(), "String"), strings.TrimSuffix(fn.Name(), "String") + "Bytes"} {
			f.asBytes(fn, f.function(name))
		}
		f.asBytes(fn, f.function(fn.Name()+"Bytes"))
	}
	for _, n := range f.types {
		for _, pair := range appending {
			if fn := f.method(n, pair[0]); fn != nil {
				f.appends(fn, f.method(n, pair[1]), n)
			}
		}
	}
}

// twice adds the law that a function returns its own result unchanged.
func (f *finder) twice(fn *types.Func) {
	sig := fn.Signature()
	_, ok := fallible(fn)
	if !ok || sig.Variadic() || sig.Params().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) ||
		!beginsAny(fn.Name(), idempotent) {
		return
	}
	t := sig.Params().At(0).Type()
	m, ok := f.bestOf(t)
	if !ok || hasFloats(t) {
		return
	}
	b := f.begin(false, fn)
	if m.fn == nil && f.plain(t) {
		b.line("x := %s", b.param(f.name(t), fn, 0))
	} else {
		m.write(b, "x")
	}
	b.unless("%s", b.call("once", fn, fn.Name(), "x"))
	if isText(t) {
		b.line("kept := string(once)")
	}
	again := b.call("twice", fn, fn.Name(), "once")
	if second, _ := fallible(fn); second != "" {
		b.breaks("!("+again+")", fn.Name()+" refuses its own result %q: %v", "once", "twiceOK")
	}
	if isText(t) {
		b.breaks("string(twice) != kept", fn.Name()+" makes %q of its own result %q", "twice", "kept")
	} else {
		b.breaks(b.differ(t, "once", "twice"), fn.Name()+" makes %+v of its own result %+v", "twice", "once")
	}
	b.end("%s leaves its own result unchanged", fn.Name())
}

// appends adds the law that a function or method appends the result of another function.
func (f *finder) appends(fn, other *types.Func, n *types.Named) {
	if other == nil || fn.Signature().Variadic() || other.Signature().Variadic() {
		return
	}
	p, q := fn.Signature().Params(), other.Signature().Params()
	_, ok := fallible(fn)
	_, also := fallible(other)
	if !ok || !also || p.Len() != q.Len()+1 || f.name(p.At(0).Type()) != "[]byte" || f.name(fn.Signature().Results().At(0).Type()) != "[]byte" || !isText(other.Signature().Results().At(0).Type()) {
		return
	}
	b := f.begin(false, fn, other)
	callee := ""
	if n != nil {
		m, ok := f.best(n)
		if !ok {
			return
		}
		m.write(b, "x")
		callee = "x."
	}
	var args []string
	for i := range q.Len() {
		if !types.Identical(p.At(i+1).Type(), q.At(i).Type()) || !f.plain(q.At(i).Type()) {
			return
		}
		args = append(args, b.param(f.name(q.At(i).Type()), other, i))
	}
	first := "[]byte(\"ab\")"
	b.unless("%s", b.call("returned", other, callee+other.Name(), args...))
	b.unless("%s", b.call("appended", fn, callee+fn.Name(), append([]string{first}, args...)...))
	b.breaks("string(appended) != \"ab\"+string(returned)", fn.Name()+" makes %q of \"ab\", and "+other.Name()+" returns %q", "appended", "returned")
	b.end("%s appends the result of %s", syntax.FuncName(fn), other.Name())
}

// asBytes adds the law that a function of a text and a function of bytes have the same result.
func (f *finder) asBytes(fn, other *types.Func) {
	if other == nil || fn == other || fn.Signature().Variadic() || other.Signature().Variadic() {
		return
	}
	p, q := fn.Signature().Params(), other.Signature().Params()
	r, s := fn.Signature().Results(), other.Signature().Results()
	if p.Len() == 0 || p.Len() != q.Len() || r.Len() != s.Len() || r.Len() == 0 || f.name(p.At(0).Type()) != "string" || f.name(q.At(0).Type()) != "[]byte" {
		return
	}
	b := f.begin(false, fn, other)
	text := b.param("string", fn, 0)
	args, others := []string{text}, []string{"[]byte(" + text + ")"}
	for i := 1; i < p.Len(); i++ {
		t := p.At(i).Type()
		if !types.Identical(t, q.At(i).Type()) || !f.plain(t) {
			return
		}
		v := b.param(f.name(t), fn, i)
		args, others = append(args, v), append(others, v)
	}
	second, ok := fallible(fn)
	if also, fine := fallible(other); !ok || !fine || also != second || conversion(f, r.At(0).Type(), s.At(0).Type()) == "" {
		return
	}
	okText, okBytes := b.call("x", fn, fn.Name(), args...), b.call("y", other, other.Name(), others...)
	if second != "" {
		b.breaks("("+okText+") != ("+okBytes+")", fn.Name()+" gives %v for %q, and "+other.Name()+" %v", "xOK", text, "yOK")
		b.unless("%s", okText)
	}
	differ := b.differ(r.At(0).Type(), "x", "y")
	if !types.Identical(r.At(0).Type(), s.At(0).Type()) {
		differ = "string(x) != string(y)"
	}
	b.breaks(differ, fn.Name()+" gives %v for %q, and "+other.Name()+" %v", "x", text, "y")
	b.end("%s and %s agree", fn.Name(), other.Name())
}
