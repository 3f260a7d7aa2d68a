package input

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Printer writes values as Go source, of Go 1.26 or later. After printing,
// Imports lists what the file must import.
type Printer struct {
	Own     string // import path of the package that the text stands in
	Imports []Import
}

// Literal returns Go source of the value of type t that the words describe,
// to be assigned to a variable of type t. It is false if the words say too
// little: a value cut off, a non-nil error or Opaque; and for a Choice with
// calls or a declaration, of which src says for a reader how it is made.
func (p *Printer) Literal(t *Type, words Vector) (src string, ok bool) {
	w := printing{p: p, vec: words}
	w.value(t, assigned)
	return w.String(), !w.failed && !w.told
}

// Call returns the call of the function with the input vec, as its package
// would write it; choices are written for a reader.
func (p *Printer) Call(sig *Signature, vec Vector) (src string, ok bool) {
	w := printing{p: p, vec: vec}
	name := sig.Name
	if sig.Recv != nil {
		w.receiver(sig.Recv.Type)
		name = name[strings.LastIndexByte(name, '.'):]
	}
	params := sig.Params
	for _, c := range sig.Chain() {
		name += c.Selector(Expand(c.Holds, Fill{Package: lastElement}))
		if c.Taken {
			name = "take(" + w.String() + ", "
			w.Reset()
			w.WriteString(name)
		} else {
			w.WriteString(name + "(")
		}
		w.arguments(params[:c.Params], c.Variadic)
		w.WriteString(")")
		name, params = "", params[c.Params:]
	}
	return w.String(), !w.failed
}

// lastElement is how a reader calls a package.
func lastElement(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// arguments writes the arguments of one call.
func (w *printing) arguments(params []Field, variadic bool) {
	for i := range params {
		t, more := params[i].Type, variadic && i == len(params)-1
		n := wordAt(w.vec, w.pos)
		if more && n == 0 {
			w.next()
			break
		}
		if i > 0 {
			w.WriteString(", ")
		}
		switch {
		case more && n > 1 && n != Cut:
			w.next()
			w.elements(t.Elem, int(n-1), assigned)
		case more:
			w.value(t, assigned)
			w.WriteString("...")
		default:
			w.value(t, assigned)
		}
	}
}

// context is what surrounds a value.
type context uint8

const (
	assigned context = iota // its type is known: constants may be untyped
	typed                   // the value must say its type
	element                 // inside a slice, array or map literal: the type may be left out
)

type printing struct {
	strings.Builder
	p      *Printer
	vec    Vector
	pos    int
	failed bool
	told   bool // what was written is no Go source, but for a reader
}

func (w *printing) next() uint64 {
	w.pos++
	return wordAt(w.vec, w.pos-1)
}

func (w *printing) receiver(t *Type) {
	if t.Kind == Pointer || t.Kind == Choice && w.composed(t) {
		w.WriteByte('(')
		defer w.WriteByte(')')
	}
	w.value(t, typed)
}

// value writes the value at the position and moves behind it.
func (w *printing) value(t *Type, c context) {
	switch t.Kind {
	case Bool:
		w.scalar(t, c, "bool", strconv.FormatBool(w.next() != 0))
	case Int:
		w.scalar(t, c, "int", intText(t, int64(w.next())))
	case Uint:
		w.scalar(t, c, "", uintText(t, w.next()))
	case Float:
		text, isTyped := w.float(w.next(), t.Bits)
		w.number(t, c, "float64", text, isTyped)
	case Complex:
		w.complex(t, c)
	case String:
		w.str(t, c)
	case Slice:
		w.slice(t, c)
	case Array:
		w.open(t, c)
		n := w.nonzero(t)
		w.elements(t.Elem, n, element)
		for range t.Len - n {
			w.next()
		}
		w.WriteByte('}')
	case Map:
		w.entries(t, c)
	case Pointer:
		w.pointer(t, c)
	case Struct:
		w.fields(t, c)
	case Choice:
		w.choice(t, c)
	default:
		w.failed = w.failed || w.next() != 0
		w.WriteString("nil")
	}
}

// scalar writes a constant, converted where its type is not plain.
func (w *printing) scalar(t *Type, c context, natural, text string) {
	w.number(t, c, natural, text, false)
}

// number writes text; isTyped says that it has the type natural already, so
// that only another type needs a conversion.
func (w *printing) number(t *Type, c context, natural, text string, isTyped bool) {
	if t.Go == natural || c != typed && !isTyped {
		w.WriteString(text)
		return
	}
	w.typeName(t)
	w.WriteString("(" + text + ")")
}

// typeName writes the type and notes its imports.
func (w *printing) typeName(t *Type) {
	for _, imp := range t.Imports {
		w.imported(imp)
	}
	w.WriteString(t.Go)
}

func (w *printing) imported(imp Import) {
	if !slices.Contains(w.p.Imports, imp) {
		w.p.Imports = append(w.p.Imports, imp)
	}
}

// std returns the name of an exported function of a standard package.
func (w *printing) std(path, fn string) string {
	w.imported(Import{path, path})
	return path + "." + fn
}

func intText(t *Type, x int64) string {
	if t.Go == "rune" && x >= ' ' && x <= math.MaxInt32 && strconv.IsPrint(rune(x)) {
		return strconv.QuoteRune(rune(x))
	}
	return strconv.FormatInt(x, 10)
}

func uintText(t *Type, x uint64) string {
	if t.Go == "byte" && x > ' ' && x < 0x7F {
		return strconv.QuoteRune(rune(x))
	}
	return strconv.FormatUint(x, 10)
}

// float returns the text of a float, and whether it is a typed float64.
func (w *printing) float(word uint64, bits int) (text string, isTyped bool) {
	f := math.Float64frombits(word)
	switch {
	case f != f:
		return w.std("math", "NaN()"), true
	case f > math.MaxFloat64:
		return w.std("math", "Inf(1)"), true
	case f < -math.MaxFloat64:
		return w.std("math", "Inf(-1)"), true
	case f == 0 && word != 0:
		return w.std("math", "Copysign(0, -1)"), true
	case f == math.Trunc(f) && math.Abs(f) < 1e15:
		return strconv.FormatFloat(f, 'f', -1, bits), false
	}
	return strconv.FormatFloat(f, 'g', -1, bits), false
}

func (w *printing) complex(t *Type, c context) {
	re, typedRe := w.float(w.next(), t.Bits/2)
	im, typedIm := w.float(w.next(), t.Bits/2)
	w.number(t, c, "complex128", "complex("+re+", "+im+")", typedRe || typedIm)
}

// open writes the beginning of a composite literal.
func (w *printing) open(t *Type, c context) {
	if c != element {
		w.typeName(t)
	}
	w.WriteByte('{')
}

func (w *printing) elements(t *Type, n int, c context) {
	for i := range n {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(t, c)
	}
}

// nonzero is how many elements of an array of numbers, which comes next, there
// are before the zeros at its end. Of others it is all.
func (w *printing) nonzero(t *Type) int {
	switch t.Elem.Kind {
	case Bool, Int, Uint, Float:
	default:
		return t.Len
	}
	n := min(t.Len, len(w.vec)-w.pos)
	for n > 0 && w.vec[w.pos+n-1] == 0 {
		n--
	}
	return max(n, 0)
}

// null writes a nil of type t.
func (w *printing) null(t *Type, c context) {
	if c != typed {
		w.WriteString("nil")
		return
	}
	if strings.HasPrefix(t.Go, "*") || strings.HasPrefix(t.Go, "func") || strings.HasPrefix(t.Go, "chan") {
		w.WriteByte('(')
		w.typeName(t)
		w.WriteString(")(nil)")
		return
	}
	w.typeName(t)
	w.WriteString("(nil)")
}

func (w *printing) slice(t *Type, c context) {
	n := w.next()
	switch {
	case n == Cut:
		w.failed = true
	case n == 0:
		w.null(t, c)
	case w.readable(t, int(n-1)):
		w.typeName(t)
		w.WriteByte('(')
		w.WriteString(w.fold(w.take(t, int(n-1))))
		w.WriteByte(')')
	default:
		w.open(t, c)
		w.elements(t.Elem, int(n-1), element)
		w.WriteByte('}')
	}
}

// readable reports whether the next n elements read better as a string.
func (w *printing) readable(t *Type, n int) bool {
	isByte, isRune := t.Elem.Kind == Uint && t.Elem.Bits == 8, t.Elem.Kind == Int && t.Elem.Go == "rune"
	if !isByte && !isRune || n < 2 || w.pos+n > len(w.vec) {
		return false
	}
	plain := 0
	for _, x := range w.vec[w.pos : w.pos+n] {
		switch {
		case isRune && (x > 0x10FFFF || x >= 0xD800 && x < 0xE000):
			return false
		case x >= ' ' && x < 0x7F || x == '\n' || x == '\t':
			plain++
		case isRune && strconv.IsPrint(rune(x)):
			plain++
		}
	}
	return plain*4 >= n*3
}

// take reads n bytes or runes as a string.
func (w *printing) take(t *Type, n int) string {
	b := make([]byte, 0, n)
	for range n {
		x := w.next()
		if t.Kind == Slice && t.Elem.Kind == Int {
			b = append(b, string(rune(x))...)
		} else {
			b = append(b, byte(x))
		}
	}
	return string(b)
}

func (w *printing) str(t *Type, c context) {
	n := w.next()
	if n == Cut {
		w.failed = true
		return
	}
	s := w.take(t, int(n))
	text := w.fold(s)
	if t.Go == "string" || c != typed && text == Quote(s) {
		w.WriteString(text)
		return
	}
	w.typeName(t) // strings.Repeat returns a string
	w.WriteString("(" + text + ")")
}

// fold writes a string with what repeats in it once.
func (w *printing) fold(s string) string {
	return Fold(s, func() string { return w.std("strings", "Repeat") })
}

func (w *printing) entries(t *Type, c context) {
	n := w.next()
	if n == Cut {
		w.failed = true
		return
	}
	if n == 0 {
		w.null(t, c)
		return
	}
	type pair struct {
		key      Vector
		key0     string
		complete string
	}
	list := make([]pair, n-1)
	for i := range list {
		start := w.pos
		sub := printing{p: w.p, vec: w.vec, pos: w.pos}
		sub.value(t.Key, element)
		list[i].key, list[i].key0 = w.vec[min(start, len(w.vec)):min(sub.pos, len(w.vec))], sub.String()
		sub.WriteString(": ")
		sub.value(t.Elem, element)
		list[i].complete = sub.String()
		w.pos, w.failed, w.told = sub.pos, w.failed || sub.failed, w.told || sub.told
	}
	slices.SortStableFunc(list, func(a, b pair) int {
		switch t.Key.Kind {
		case Int:
			return cmp.Compare(int64(a.key[0]), int64(b.key[0]))
		case String:
			return cmp.Compare(a.key0, b.key0)
		}
		return slices.Compare(a.key, b.key)
	})
	w.open(t, c)
	for i := range list {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(list[i].complete)
	}
	w.WriteByte('}')
}

func (w *printing) pointer(t *Type, c context) {
	switch w.next() {
	case 0:
		w.null(t, c)
		return
	case Cut:
		w.failed = true
		return
	}
	e := t.Elem
	switch first := wordAt(w.vec, w.pos); {
	case e.Kind == Struct && c == element && t.Go == "*"+e.Go:
		w.value(e, element)
	case e.Kind == Struct || e.Kind == Array || e.Kind == Map && first != 0:
		w.WriteByte('&')
		w.value(e, typed)
	case e.Kind == Slice && first != 0 && first != Cut: // &[]byte("…") is no literal
		w.next()
		w.WriteByte('&')
		w.open(e, typed)
		w.elements(e.Elem, int(first-1), element)
		w.WriteByte('}')
	case first == 0 && e.Kind != Complex && e.Kind != Choice:
		w.next()
		w.WriteString("new(")
		w.typeName(e)
		w.WriteByte(')')
	default:
		w.WriteString("new(")
		w.value(e, typed)
		w.WriteByte(')')
	}
}

// fields writes a struct literal without the fields that are zero.
func (w *printing) fields(t *Type, c context) {
	w.open(t, c)
	first := true
	for i := range t.Fields {
		f := &t.Fields[i]
		end := Skip(f.Type, w.vec, w.pos)
		if w.zero(f.Type, w.pos, end) && !f.Type.made() {
			w.pos = end
			continue
		}
		if !first {
			w.WriteString(", ")
		}
		first = false
		w.WriteString(f.Name + ": ")
		w.value(f.Type, assigned)
	}
	w.WriteByte('}')
}

// zero reports whether the words say the zero value: all of them are 0.
func (w *printing) zero(t *Type, from, to int) bool {
	for i := from; i < to; i++ {
		if wordAt(w.vec, i) != 0 {
			return false
		}
	}
	return true
}
