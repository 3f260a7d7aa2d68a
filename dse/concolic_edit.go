package dse

import (
	"math"
	"slices"

	"nearmiss/input"
)

var _ Editor = (*ConcolicProgram)(nil)

// ListsOf implements dse.Editor. It takes time linear in the input.
func (p *ConcolicProgram) ListsOf(v input.Vector) []List {
	var all []List
	for _, q := range p.sequences(v) {
		all = append(all, List{Len: q.len(), Class: q.class})
	}
	return all
}

// Edit implements dse.Editor. It takes time linear in the inputs, and in the room
// that there is for them.
func (p *ConcolicProgram) Edit(v input.Vector, list int, pieces ...Piece) input.Vector {
	q := p.sequences(v)[list]
	out := append(make(input.Vector, 0, 2*len(v)), v[:q.starts[0]]...)
	count := uint64(0)
	for _, x := range pieces {
		from := p.sequences(x.Of)[x.List]
		block := x.Of[from.starts[x.From]:from.starts[x.To]]
		var before input.Vector
		if x.Goes {
			first := x.From - (x.To - x.From)
			if first < 0 {
				return nil
			}
			before = x.Of[from.starts[first]:from.starts[x.From]]
		}
		for range x.Times {
			out = append(out, block...)
			if count += uint64(x.To - x.From); x.Goes {
				next := goOn(q.typ, x.To-x.From, before, block)
				if next == nil {
					return nil
				}
				before, block = block, next
			}
		}
	}
	if q.typ.Kind == input.Slice && v[q.pos] != 0 {
		count++
	} else if q.typ.Kind == input.Slice && count > 0 {
		count++ // it was nil
	}
	out[q.pos] = count
	if out = append(out, v[q.starts[q.len()]:]...); !p.executor.Fits(out) {
		return nil
	}
	return out
}

// A sequence is a string or slice of an input.
type sequence struct {
	typ    *input.Type
	class  uint64
	pos    int   // of the length
	starts []int // of the elements, and the end
}

func (q *sequence) len() int { return len(q.starts) - 1 }

// sequences remembers those of the last input: many edits of one follow each
// other.
func (p *ConcolicProgram) sequences(v input.Vector) []sequence {
	return p.edited.of(v, func() []sequence { return sequences(p.sig, v) })
}

// sequences lists those of an input, in order, what is around one before it. Maps
// and what only constructors make have none.
func sequences(sig *input.Signature, v input.Vector) []sequence {
	w := &sequencer{v: v}
	pos := 0
	for i := range sig.Inputs() {
		pos = w.value(sig.Input(i).Type, pos, uint64(i)+1)
	}
	return w.list
}

type sequencer struct {
	v    input.Vector
	list []sequence
}

// value passes over the value at pos, and returns where it ends.
func (s *sequencer) value(t *input.Type, pos int, class uint64) int {
	switch t.Kind {
	case input.Struct:
		for i := range t.Fields {
			pos = s.value(t.Fields[i].Type, pos, below(class, i))
		}
		return pos
	case input.Array:
		for range t.Len {
			pos = s.value(t.Elem, pos, below(class, 0))
		}
		return pos
	case input.Pointer:
		if s.v[pos] == 0 {
			return pos + 1
		}
		return s.value(t.Elem, pos+1, below(class, 0))
	case input.String, input.Slice:
		return s.sequence(t, pos, class)
	}
	return input.Skip(t, s.v, pos)
}

func (s *sequencer) sequence(t *input.Type, pos int, class uint64) int {
	at, n := len(s.list), int(s.v[pos])
	if t.Kind == input.Slice {
		n = max(n, 1) - 1
	}
	q := sequence{typ: t, class: class, pos: pos, starts: []int{pos + 1}}
	s.list = append(s.list, q)
	for pos++; n > 0; n-- {
		if t.Kind == input.String {
			pos++
		} else {
			pos = s.value(t.Elem, pos, below(class, 0))
		}
		q.starts = append(q.starts, pos)
	}
	s.list[at] = q
	return pos
}

// goOn is the block of n elements that differs from b as b does from a; nil if
// there is none.
func goOn(list *input.Type, n int, a, b input.Vector) input.Vector {
	if len(a) != len(b) {
		return nil
	}
	w := &walker{a: a, b: b}
	for range n {
		if list.Kind == input.String {
			w.number(&input.Type{Kind: input.Uint, Bits: 8})
		} else {
			w.value(list.Elem)
		}
	}
	if w.failed {
		return nil
	}
	return w.out
}

// A walker extrapolates values.
type walker struct {
	a, b, out input.Vector
	failed    bool
}

func (w *walker) value(t *input.Type) {
	switch t.Kind {
	case input.Struct:
		for i := range t.Fields {
			w.value(t.Fields[i].Type)
		}
	case input.Array:
		for range t.Len {
			w.value(t.Elem)
		}
	case input.Int, input.Uint, input.Float:
		w.number(t)
	default: // what has another structure cannot go on
		end := min(input.Skip(t, w.b, len(w.out)), len(w.b))
		part := w.b[len(w.out):end]
		w.failed = w.failed || !slices.Equal(part, w.a[len(w.out):end])
		w.out = append(w.out, part...)
	}
}

// number extrapolates one, within the bounds of its type.
func (w *walker) number(t *input.Type) {
	at := len(w.out)
	if at >= len(w.b) {
		w.failed = true
		return
	}
	a, b := w.a[at], w.b[at]
	var next uint64
	switch t.Kind {
	case input.Float:
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		next = math.Float64bits(y + (y - x))
		w.failed = w.failed || t.Bits == 32 && float64(float32(y+(y-x))) != y+(y-x) || math.IsNaN(y-x) || math.IsInf(y+(y-x), 0)
	case input.Int:
		next = 2*b - a
		shift := 64 - t.Bits
		w.failed = w.failed || int64(next)<<shift>>shift != int64(next)
	default:
		next = 2*b - a
		w.failed = w.failed || t.Bits < 64 && next>>t.Bits != 0
	}
	w.out = append(w.out, next)
}
