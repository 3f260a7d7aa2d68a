package input

import (
	"math"
	"slices"
	"strconv"
)

// NoLiteral is the error for a reported value that cannot be written as plain data.
type NoLiteral struct {
	Path string // path within the value, such as .head.next or [2]; empty for the value itself
	Why  string // reason that completes the sentence after Path, such as "is not zero, and cannot be set"
}

func (e *NoLiteral) Error() string { return e.Path + " " + e.Why }

// Reasons that a value cannot be written as a literal.
const (
	tooLarge      = "has too many elements, or leads to itself"
	notNil        = "is an interface, a function or a channel that is not nil"
	notSettable   = "is not zero, and cannot be set"
	differentForm = "is reported in another form than it is set in"
)

// Literal appends to dst the words of an input of type in that equals the value of type out at
// pos in an outcome vec, and returns the position behind the value. The first alternative of
// each Choice in type in must be nil. Memory shared within the value is not shared in the input.
// Fields that one of the types lacks are taken to be zero, as are Choices in struct fields that
// omits accepts, if omits is not nil. The error is a *NoLiteral.
func Literal(dst Vector, in, out *Type, vec Vector, pos int, omits func(t *Type, field string) bool) (Vector, int, error) {
	l := literal{dst: dst, vec: vec, pos: pos, omits: omits}
	if !l.value(in, out) {
		return dst, l.pos, &NoLiteral{Path: l.path(), Why: l.reason}
	}
	return l.dst, l.pos, nil
}

// A literal converts a reported value to the words of an input.
type literal struct {
	dst, vec    Vector
	pos         int
	omits       func(t *Type, field string) bool // reports that a struct field may be taken to be zero; nil: none may
	reason      string                           // reason of the failure; "" before a failure
	failurePath []string                         // parts of the path to the failure, the innermost first
}

// longPath is the largest number of path parts in a message.
const longPath = 3

func (l *literal) path() string {
	var s string
	for i, part := range slices.Backward(l.failurePath) {
		if len(l.failurePath)-1-i == longPath {
			return s + "…"
		}
		s += part
	}
	return s
}

func (l *literal) next() uint64 {
	w := wordAt(l.vec, l.pos)
	l.pos++
	return w
}

func (l *literal) fail(why string) bool {
	l.reason = why
	return false
}

// within returns ok. If ok is false, it adds name to the path of the failure.
func (l *literal) within(name string, ok bool) bool {
	if !ok && name != "" {
		l.failurePath = append(l.failurePath, name)
	}
	return ok
}

func (l *literal) value(in, out *Type) bool {
	if in.Kind == Choice {
		l.dst = append(l.dst, 0)
		return l.zero(out, notNil)
	}
	if out.Kind == Sealed && in.Kind == Struct && len(in.Fields) == 0 {
		return l.zero(out, notSettable)
	}
	if in.Kind != out.Kind {
		return l.fail(differentForm)
	}
	switch in.Kind {
	case Struct:
		return l.fields(in, out)
	case Array:
		return l.elements(in, out, in.Len)
	case Float, Complex:
		for range MinWords(in) {
			w := l.next()
			if f := math.Float64frombits(w); f != f {
				w = nanBits
			}
			l.dst = append(l.dst, w)
		}
		return true
	case Bool, Int, Uint:
		l.dst = append(l.dst, l.next())
		return true
	}
	word := l.next()
	if word == Cut {
		return l.fail(tooLarge)
	}
	l.dst = append(l.dst, word)
	switch in.Kind {
	case String:
		for range word {
			l.dst = append(l.dst, l.next())
		}
		return true
	case Pointer:
		return word == 0 || l.value(in.Elem, out.Elem)
	case Map:
		return l.entries(in, out, int(max(word, 1)-1))
	case Slice:
		return l.elements(in, out, int(max(word, 1)-1))
	}
	return l.fail(differentForm)
}

func (l *literal) elements(in, out *Type, n int) bool {
	for i := range n {
		if !l.within("["+strconv.Itoa(i)+"]", l.value(in.Elem, out.Elem)) {
			return false
		}
	}
	return true
}

// entries appends the n entries of a map, sorted by the words of their keys as in inputs.
func (l *literal) entries(in, out *Type, n int) bool {
	type entry struct{ key, value Vector }
	var list []entry
	all := l.dst
	for range n {
		l.dst = nil
		if !l.within("[key]", l.value(in.Key, out.Key)) {
			return false
		}
		key := l.dst
		l.dst = nil
		if !l.within("[…]", l.value(in.Elem, out.Elem)) {
			return false
		}
		list = append(list, entry{key, l.dst})
	}
	slices.SortFunc(list, func(a, b entry) int { return slices.Compare(a.key, b.key) })
	l.dst = all
	for _, e := range list {
		l.dst = append(append(l.dst, e.key...), e.value...)
	}
	return true
}

// fields appends the fields of a struct, matched by name. The input may have fewer fields than
// the outcome.
func (l *literal) fields(in, out *Type) bool {
	i := 0
	for _, field := range out.Fields {
		if i < len(in.Fields) && in.Fields[i].Name == field.Name {
			if in.Fields[i].Type.Kind == Choice && l.omits != nil && l.omits(in, field.Name) {
				l.dst, l.pos = append(l.dst, 0), Skip(field.Type, l.vec, l.pos)
				i++
				continue
			}
			if !l.within("."+field.Name, l.value(in.Fields[i].Type, field.Type)) {
				return false
			}
			i++
		} else if !l.zero(field.Type, notSettable) {
			return field.Name != HiddenFields && l.within("."+field.Name, false)
		}
	}
	if i < len(in.Fields) {
		return l.within("."+in.Fields[i].Name, l.fail(differentForm))
	}
	return true
}

// zero skips a value of type out and reports whether it is zero. If not, why is the reason of the
// failure.
func (l *literal) zero(out *Type, why string) bool {
	end := min(Skip(out, l.vec, l.pos), len(l.vec))
	first := l.pos
	l.pos = end
	if out.Kind == Sealed { // the remaining words are a text, not a value
		end = min(first+1, end)
	}
	if slices.ContainsFunc(l.vec[first:end], func(w uint64) bool { return w != 0 }) {
		return l.fail(why)
	}
	return true
}
