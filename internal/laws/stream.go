package laws

import (
	"go/types"
	"strings"
)

// mostRead is the number of bytes that a law reads of a reader under test.
const mostRead = "1<<16"

// streams finds the laws of readers, writers and hashes.
func (f *finder) streams() {
	for _, fn := range f.funcs {
		if t := f.onStream(fn, "io.Reader"); t != nil {
			if f.has(t, "Read", "[]byte", "int, error") {
				f.inPieces(fn)
			} else if n, ok := fallible(fn); ok && n != "" {
				f.decodesInPieces(fn, t)
			}
		}
		t := f.onStream(fn, "io.Writer")
		if t == nil || !f.has(t, "Write", "[]byte", "int, error") {
			continue
		}
		for _, name := range replaced(fn.Name(), "NewWriter", "NewReader") {
			if r := f.function(name); r != nil && f.onStream(r, "io.Reader") != nil && f.has(f.onStream(r, "io.Reader"), "Read", "[]byte", "int, error") {
				f.readsWritten(fn, t, r)
			}
		}
	}
	for _, fn := range f.funcs {
		if r := fn.Signature().Results(); r.Len() == 1 && f.canMake(fn) && f.has(r.At(0).Type(), "Write", "[]byte", "int, error") && f.has(r.At(0).Type(), "Reset", "", "") {
			f.hashes(fn, r.At(0).Type())
		}
	}
}

// onStream returns the type of the first result of a function of a single stream, nil for other functions.
func (f *finder) onStream(fn *types.Func, stream string) types.Type {
	p := fn.Signature().Params()
	if _, ok := fallible(fn); !ok || p.Len() == 0 || f.name(p.At(0).Type()) != stream || p.Len() > 2 || p.Len() == 2 && !fn.Signature().Variadic() {
		return nil
	}
	return fn.Signature().Results().At(0).Type()
}

// has reports whether a type has a method of a form.
func (f *finder) has(t types.Type, name, params, results string) bool {
	o, _, _ := types.LookupFieldOrMethod(t, true, f.pkg, name)
	fn, ok := o.(*types.Func)
	return ok && f.form(fn, params, results)
}

// inPieces adds the law that a reader gives the same if its own reader gives one byte at a time.
func (f *finder) inPieces(fn *types.Func) {
	b := f.begin(true, fn)
	io, bytes, iotest := f.use("io"), f.use("bytes"), f.use("testing/iotest")
	data := b.param("[]byte", nil, 0)
	okX := b.call("x", fn, fn.Name(), bytes+".NewReader("+data+")")
	okY := b.call("y", fn, fn.Name(), iotest+".OneByteReader("+bytes+".NewReader("+data+"))")
	if okX != always {
		b.breaks("("+okX+") != ("+okY+")", fn.Name()+" gives %v for %q at once, and %v byte by byte", "xOK", data, "yOK")
		b.unless("%s", okX)
	}
	b.line("whole, err := %s.ReadAll(%s.LimitReader(x, %s))", io, io, mostRead)
	b.line("pieces, pieceErr := %s.ReadAll(%s.LimitReader(y, %s))", io, io, mostRead)
	b.breaks("string(whole) != string(pieces)", "of %q, "+fn.Name()+" reads %q at once, and %q byte by byte", data, "whole", "pieces")
	b.breaks("(err == nil) != (pieceErr == nil)", "of %q, "+fn.Name()+" reads with %v at once, and with %v byte by byte", data, "err", "pieceErr")
	b.end("%s reads the same byte by byte", fn.Name())
}

// decodesInPieces adds the law that a function decodes the same from a reader that gives one byte at a time.
func (f *finder) decodesInPieces(fn *types.Func, t types.Type) {
	b := f.begin(true, fn)
	bytes, iotest := f.use("bytes"), f.use("testing/iotest")
	data := b.param("[]byte", nil, 0)
	okX := b.call("x", fn, fn.Name(), bytes+".NewReader("+data+")")
	okY := b.call("y", fn, fn.Name(), iotest+".OneByteReader("+bytes+".NewReader("+data+"))")
	b.breaks("("+okX+") != ("+okY+")", fn.Name()+" gives %v for %q at once, and %v byte by byte", "xOK", data, "yOK")
	b.unless("%s", okX)
	b.unless("%s", b.call("again", fn, fn.Name(), bytes+".NewReader("+data+")"))
	b.unless("!(%s)", b.differ(t, "x", "again")) // else the result depends on more than the bytes
	b.breaks(b.differ(t, "x", "y"), fn.Name()+" gives %+v for %q at once, and %+v byte by byte", "x", data, "y")
	b.end("%s reads the same byte by byte", fn.Name())
}

// readsWritten adds the law that a reader gives the bytes that the writer of the same name was given.
func (f *finder) readsWritten(w *types.Func, t types.Type, r *types.Func) {
	b := f.begin(true, w, r)
	io, bytes := f.use("io"), f.use("bytes")
	data := b.param("[]byte", nil, 0)
	b.line("var coded %s.Buffer", bytes)
	b.unless("%s", b.call("w", w, w.Name(), "&coded"))
	b.line("n, err := w.Write(%s)", data)
	b.breaks("n < 0 || n > len("+data+") || n < len("+data+") && err == nil", "Write of %q returns %d and %v", data, "n", "err")
	b.unless("err == nil")
	switch {
	case f.has(t, "Close", "", "error"):
		b.unless("w.Close() == nil")
	case f.has(t, "Flush", "", "error"):
		b.unless("w.Flush() == nil")
	case f.has(t, "Flush", "", ""):
		b.line("w.Flush()")
	}
	b.line("written := coded.String()")
	ok := b.call("r", r, r.Name(), "&coded")
	if ok != always {
		b.breaks("!("+ok+")", r.Name()+" refuses %q, which the writer made of %q: %v", "written", data, "rOK")
	}
	b.line("read, err := %s.ReadAll(%s.LimitReader(r, %s))", io, io, mostRead)
	b.breaks("err != nil || string(read) != string("+data+")", "%q is written as %q, and read as %q with %v", data, "written", "read", "err")
	b.end("%s undoes %s", r.Name(), w.Name())
}

// hashes adds the laws that a hash does not know the parts, that its sum does not change it, and that it is as new after Reset.
func (f *finder) hashes(fn *types.Func, t types.Type) {
	sum := ""
	for _, way := range []struct{ name, params, results, call string }{
		{"Sum", "[]byte", "[]byte", "string(%.Sum(nil))"}, {"Sum32", "", "uint32", "%.Sum32()"}, {"Sum64", "", "uint64", "%.Sum64()"},
	} {
		if sum == "" && f.has(t, way.name, way.params, way.results) {
			sum = way.call
		}
	}
	if sum == "" {
		return
	}
	of := func(v string) string { return strings.Replace(sum, "%", v, 1) }
	b := f.begin(true, fn)
	args := b.arguments(fn)
	b.line("first, second := %s, %s", b.param("[]byte", nil, 0), b.param("[]byte", nil, 0))
	for _, v := range []string{"x", "y"} {
		b.line("%s := %s(%s)", v, fn.Name(), strings.Join(args, ", "))
	}
	b.line("fresh := %s", of("y"))
	b.line("x.Write(first)")
	b.line("middle := %s", of("x"))
	b.breaks(of("x")+" != middle", "after %q the sum is %x, and then another one", "first", "middle")
	b.line("x.Write(second)")
	b.line("y.Write(append(append([]byte(nil), first...), second...))")
	b.breaks(of("x")+" != "+of("y"), "%q and then %q give %x, and both at once %x", "first", "second", of("x"), of("y"))
	b.line("x.Reset()")
	b.breaks(of("x")+" != fresh", "after %q and Reset the sum is %x, and of a new one %x", "first", of("x"), "fresh")
	b.end("%s returns a hash", fn.Name())
}
