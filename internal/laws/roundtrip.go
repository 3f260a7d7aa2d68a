package laws

import (
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// codecs are the pairs of methods of package encoding, encoding/json and encoding/gob, which say that one undoes the other.
var codecs = [][2]string{
	{"MarshalText", "UnmarshalText"}, {"MarshalJSON", "UnmarshalJSON"}, {"MarshalBinary", "UnmarshalBinary"}, {"GobEncode", "GobDecode"},
}

// inverses are words of names that undo each other.
var inverses = [][2]string{
	{"Encode", "Decode"}, {"Marshal", "Unmarshal"}, {"Escape", "Unescape"}, {"Quote", "Unquote"}, {"Compress", "Decompress"},
	{"Compress", "Uncompress"}, {"Pack", "Unpack"}, {"Serialize", "Deserialize"}, {"Format", "Parse"}, {"Itoa", "Atoi"},
	{"Inflate", "Deflate"}, {"Flatten", "Unflatten"}, {"To", "From"}, {"Dump", "Load"}, {"Write", "Read"}, {"Encode", "Parse"},
}

// roundTrips finds laws of encoding and decoding.
func (f *finder) roundTrips() {
	for _, n := range f.types {
		for _, c := range codecs {
			enc, dec := f.method(n, c[0]), f.method(n, c[1])
			if f.form(enc, "", "[]byte, error") && f.form(dec, "[]byte", "error") {
				f.codec(n, enc, dec)
			}
		}
		if value, scan := f.method(n, "Value"), f.method(n, "Scan"); f.form(value, "", "database/sql/driver.Value, error") && (f.form(scan, "any", "error") || f.form(scan, "interface{}", "error")) {
			f.scanned(n, value, scan)
		}
		if set, text := f.method(n, "Set"), f.method(n, "String"); f.form(set, "string", "error") && f.form(text, "", "string") {
			f.flag(n, set, text)
		}
		f.parsed(n)
	}
	for _, pair := range inverses {
		for _, enc := range f.funcs {
			for _, name := range replaced(enc.Name(), pair[0], pair[1]) {
				if dec := f.function(name); dec != nil {
					f.inverse(enc, dec)
				}
			}
		}
	}
}

// replaced returns a name with a word replaced by another one, if it has it at its beginning or its end.
func replaced(name, word, other string) (list []string) {
	if rest, ok := strings.CutPrefix(name, word); ok && (rest == "" || !isLower(rest[0])) {
		list = append(list, other+rest)
	}
	if rest, ok := strings.CutSuffix(name, word); ok && rest != "" {
		list = append(list, rest+other)
	}
	return list
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// codec adds the laws that a type decodes its own code to the same value.
func (f *finder) codec(n *types.Named, enc, dec *types.Func) {
	makers := []maker{f.unmarshaled(n, dec)}
	for _, m := range f.makers(n) {
		if m.fn == nil || m.fn.Signature().Recv() == nil {
			makers = append(makers, m)
		}
	}
	for _, m := range makers {
		b := f.begin(m.rank == decoded || m.rank == declared, enc, dec)
		m.write(b, "x")
		b.line("data, err := x.%s()", enc.Name())
		b.unless("err == nil")
		if enc.Name() == "MarshalJSON" {
			b.unless("!%s.Contains(data, []byte(`\\ufffd`))", f.use("bytes")) // a text that is no UTF-8, which JSON cannot hold
			b.breaks("!"+f.use("encoding/json")+".Valid(data)", "MarshalJSON writes %q for %+v, which is no JSON", "data", "x")
		}
		b.line("var y %s", f.name(n))
		b.line("err = y.%s(data)", dec.Name())
		b.breaks("err != nil", dec.Name()+" refuses %q, which "+enc.Name()+" wrote for %+v: %v", "data", "x", "err")
		x := "x"
		if _, pointer := syntax.NamedOf(m.t); pointer {
			x = "(*x)"
		}
		b.breaks(b.differ(n, x, "y"), "%+v becomes %+v by "+enc.Name()+", which writes %q, and "+dec.Name(), x, "y", "data")
		b.end("%s: %s undoes %s, for %s", n.Obj().Name(), dec.Name(), enc.Name(), m.described())
	}
}

// scanned adds the law that a type scans its own driver value.
func (f *finder) scanned(n *types.Named, value, scan *types.Func) {
	b := f.begin(true, value, scan)
	b.line("var x, y %s", f.name(n))
	b.unless("x.Scan(%s) == nil", b.param("string", nil, 0))
	b.line("v, err := x.Value()")
	b.unless("err == nil && v != nil")
	b.line("err = y.Scan(v)")
	b.breaks("err != nil", "Scan refuses %#v, which is the Value of %+v: %v", "v", "x", "err")
	b.breaks(b.differ(n, "x", "y"), "%+v becomes %+v by Value, which is %#v, and Scan", "x", "y", "v")
	b.end("%s: Scan undoes Value", n.Obj().Name())
}

// flag adds the law that a flag.Value takes its own text.
func (f *finder) flag(n *types.Named, set, text *types.Func) {
	b := f.begin(false, set, text)
	b.line("var x, y %s", f.name(n))
	b.unless("x.Set(%s) == nil", b.param("string", set, 0))
	b.line("text := x.String()")
	b.line("err := y.Set(text)")
	b.breaks("err != nil", "Set refuses %q, which String returned: %v", "text", "err")
	b.breaks("y.String() != text", "String returns %q, and %q after it was Set", "text", "y.String()")
	b.end("%s: Set takes the text of String", n.Obj().Name())
}

// parsed adds the laws that a function parses the text of a value to the same value.
func (f *finder) parsed(n *types.Named) {
	text := f.method(n, "String")
	if !f.form(text, "", "string") {
		return
	}
	makers := f.makers(n)
	for _, p := range makers {
		if p.fn == nil || p.rank != decoded || p.fn.Signature().Recv() != nil || !parses(p.fn) {
			continue
		}
		_, pointer := syntax.NamedOf(p.t)
		for _, m := range makers {
			if _, made := syntax.NamedOf(m.t); made != pointer || m.rank == anyValue {
				continue
			}
			b := f.begin(false, p.fn, text)
			m.write(b, "x")
			b.line("text := x.String()")
			arg := "text"
			if t := p.fn.Signature().Params().At(0).Type(); f.name(t) != "string" {
				arg = f.name(t) + "(text)"
			}
			ok := b.call("y", p.fn, p.fn.Name(), arg)
			if second, _ := fallible(p.fn); second != "" {
				b.breaks("!("+ok+")", p.fn.Name()+" refuses %q, which String returned: %v", "text", "yOK")
			}
			if pointer {
				b.unless("y != nil")
			}
			b.breaks("y.String() != text", "String returns %q, and %q after "+p.fn.Name(), "text", "y.String()")
			b.breaks(b.differ(p.t, "x", "y"), "%+v becomes %+v by String, which is %q, and "+p.fn.Name(), "x", "y", "text")
			b.end("%s: %s undoes String, for %s", n.Obj().Name(), p.fn.Name(), m.described())
		}
	}
}

// parses reports whether a function reads a text, by its name.
func parses(fn *types.Func) bool {
	b, ok := fn.Signature().Params().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0 && slices.ContainsFunc([]string{"Parse", "Compile", "New", "From", "Read", "Decode"}, func(w string) bool { return begins(fn.Name(), w) }) || strings.HasSuffix(fn.Name(), "FromString")
}

// inverse adds the law that a function undoes another function, each with one parameter, or with one behind a buffer for the result.
func (f *finder) inverse(enc, dec *types.Func) {
	e, d := enc.Signature(), dec.Signature()
	_, ok := fallible(enc)
	_, also := fallible(dec)
	if !ok || !also || e.Variadic() || d.Variadic() || e.Params().Len() == 0 || d.Params().Len() == 0 {
		return
	}
	last := func(s *types.Signature) types.Type { return s.Params().At(s.Params().Len() - 1).Type() }
	from, coded, back := last(e), last(d), d.Results().At(0).Type()
	dst := ""
	switch params := f.list(e.Params()); {
	case e.Params().Len() == 1 && d.Params().Len() == 1:
	case params == "[]byte, []byte" && f.list(d.Params()) == params && e.Params().At(0).Name() == "dst": // a buffer that may be too small
		dst = "nil, "
	default:
		return
	}
	as := conversion(f, e.Results().At(0).Type(), coded)
	if as == "" || conversion(f, back, from) == "" || isText(from) != isText(back) {
		return
	}
	m, ok := f.bestOf(from)
	if !ok {
		return
	}
	b := f.begin(false, enc, dec)
	m.write(b, "x")
	if isText(from) {
		b.unless("len(x) > 0") // many codes have none for nothing
	}
	b.unless("%s", b.call("coded", enc, enc.Name(), dst+"x"))
	done := b.call("y", dec, dec.Name(), dst+strings.Replace(as, "%", "coded", 1))
	if second, _ := fallible(dec); second != "" {
		b.breaks("!("+done+")", dec.Name()+" refuses %q, which "+enc.Name()+" returned for %+v: %v", "coded", "x", "yOK")
	}
	if types.Identical(back, from) {
		b.breaks(b.differ(from, "x", "y"), "%+v becomes %+v by "+enc.Name()+", which returns %q, and "+dec.Name(), "x", "y", "coded")
	} else {
		b.breaks("string(x) != string(y)", "%q becomes %q by "+enc.Name()+", which returns %q, and "+dec.Name(), "x", "y", "coded")
	}
	b.end("%s undoes %s", dec.Name(), enc.Name())
}

// conversion returns how a value % of one type becomes one of the other: both are the same, or texts; "" if it does not.
func conversion(f *finder, from, to types.Type) string {
	switch {
	case types.Identical(from, to):
		return "%"
	case isText(from) && isText(to) && f.plain(to):
		return "(" + f.name(to) + ")(%)"
	}
	return ""
}
