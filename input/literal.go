package input

import (
	"math"
	"slices"
	"strconv"
)

// NoLiteral says why a value that an outcome reports cannot be written as plain data.
type NoLiteral struct {
	Path string // within the value: .head.next, [2]; empty for the value itself
	Why  string
}

func (e *NoLiteral) Error() string { return e.Path + " " + e.Why }

// What no literal has.
const (
	tooLarge   = "has too many elements, or leads to itself"
	otherwise  = "is an interface, a function or a channel that is not nil"
	outOfReach = "is not zero, and cannot be set"
	unlike     = "is reported in another form than it is set in"
)

// Literal appends to dst the words by which an input of type in is the value that an
// outcome reports as one of type out, and returns the position behind that. In holds no
// Choice but such of which the first alternative is nil. Memory that the value shares with
// itself is no longer shared; fields that neither type shows are taken to be zero, and so are
// Choices in fields of structs that spare, if it is not nil, accepts. The error is a *NoLiteral.
func Literal(dst Vector, in, out *Type, vec Vector, pos int, spare func(t *Type, field string) bool) (Vector, int, error) {
	l := literal{dst: dst, vec: vec, pos: pos, spare: spare}
	if !l.value(in, out) {
		return dst, l.pos, &NoLiteral{Path: l.path(), Why: l.why}
	}
	return l.dst, l.pos, nil
}

type literal struct {
	dst, vec Vector
	pos      int
	spare    func(t *Type, field string) bool
	why      string
	around   []string // parts of the path, the innermost first, once something failed
}

// longPath is how many parts of a path are told.
const longPath = 3

func (l *literal) path() string {
	var s string
	for i, part := range slices.Backward(l.around) {
		if len(l.around)-1-i == longPath {
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
	l.why = why
	return false
}

// within passes on whether a part went well, and notes its name if it did not.
func (l *literal) within(name string, ok bool) bool {
	if !ok && name != "" {
		l.around = append(l.around, name)
	}
	return ok
}

func (l *literal) value(in, out *Type) bool {
	if in.Kind == Choice {
		l.dst = append(l.dst, 0)
		return l.zero(out, otherwise)
	}
	if out.Kind == Sealed && in.Kind == Struct && len(in.Fields) == 0 {
		return l.zero(out, outOfReach)
	}
	if in.Kind != out.Kind {
		return l.fail(unlike)
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
	w := l.next()
	if w == Cut {
		return l.fail(tooLarge)
	}
	l.dst = append(l.dst, w)
	switch in.Kind {
	case String:
		for range w {
			l.dst = append(l.dst, l.next())
		}
		return true
	case Pointer:
		return w == 0 || l.value(in.Elem, out.Elem)
	case Map:
		return l.entries(in, out, int(max(w, 1)-1))
	case Slice:
		return l.elements(in, out, int(max(w, 1)-1))
	}
	return l.fail(unlike)
}

func (l *literal) elements(in, out *Type, n int) bool {
	for i := range n {
		if !l.within("["+strconv.Itoa(i)+"]", l.value(in.Elem, out.Elem)) {
			return false
		}
	}
	return true
}

// entries are in the order of the keys of inputs.
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

// fields go by their names: inputs may have fewer of them.
func (l *literal) fields(in, out *Type) bool {
	i := 0
	for _, f := range out.Fields {
		if i < len(in.Fields) && in.Fields[i].Name == f.Name {
			if in.Fields[i].Type.Kind == Choice && l.spare != nil && l.spare(in, f.Name) {
				l.dst, l.pos = append(l.dst, 0), Skip(f.Type, l.vec, l.pos)
				i++
				continue
			}
			if !l.within("."+f.Name, l.value(in.Fields[i].Type, f.Type)) {
				return false
			}
			i++
		} else if !l.within("."+f.Name, l.zero(f.Type, outOfReach)) {
			return false
		}
	}
	if i < len(in.Fields) {
		return l.within("."+in.Fields[i].Name, l.fail(unlike))
	}
	return true
}

// zero passes over a value that has to be zero.
func (l *literal) zero(out *Type, why string) bool {
	end := min(Skip(out, l.vec, l.pos), len(l.vec))
	first := l.pos
	l.pos = end
	if out.Kind == Sealed { // what else it has is what it says
		end = min(first+1, end)
	}
	if slices.ContainsFunc(l.vec[first:end], func(w uint64) bool { return w != 0 }) {
		return l.fail(why)
	}
	return true
}
