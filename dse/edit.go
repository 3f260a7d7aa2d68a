package dse

import (
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// A listLayout describes a list that all inputs have: a length word followed by the elements.
type listLayout struct {
	slot         int  // slot of the length word
	lengthOffset int  // length word minus number of elements: 1 if the word 0 means nil, else 0
	capacity     int  // most elements of the list
	multiWord    bool // some element has more or less than one word
	lengthAtSlot bool // the position of the length word equals its slot
}

// placeLists sets the places of all slots, and the layouts of the lists by number.
func (f *Function) placeLists() {
	f.places, f.lists = f.executor.Places(), map[int]*listLayout{}
	for slot, place := range f.places {
		if place.LengthOf > 0 {
			f.lists[place.LengthOf] = &listLayout{slot: slot, capacity: place.Capacity, lengthOffset: place.LengthOffset, lengthAtSlot: place.Fixed}
		}
		if l := f.lists[place.List]; l != nil && (place.Offset > 0 || place.LengthOf > 0) {
			l.multiWord = true
		}
	}
}

// HoldsUnder implements Inputs.
func (f *Function) HoldsUnder(in input.Vector) func(clause *term.Term) bool {
	holds, err := f.executor.HoldsUnder(in)
	if err != nil {
		return nil
	}
	return holds
}

// Place implements Inputs.
func (f *Function) Place(slot int) Place {
	place := f.places[slot]
	p := Place{List: place.List, Index: place.Index, Object: place.Object, FirstCounterpart: place.FirstCounterpart}
	if place.LengthOf > 0 {
		p.List, p.Index, p.Length = place.LengthOf, 0, true
	}
	return p
}

// DemandedElements implements Inputs.
func (f *Function) DemandedElements(clause *term.Term) (list, elements int) {
	word, least := lengthDemand(clause)
	if word == nil {
		return 0, 0
	}
	place := f.places[word.Bits]
	return place.LengthOf, max(0, least-place.LengthOffset)
}

// Grow implements Inputs: it returns a clause by which a list has extra more elements than the given
// clause demands. The length of a list is one word of the input. Where 0 stands for nil,
// the word is greater than the number of elements by one, so that the list may stay one element
// below its capacity.
func (f *Function) Grow(clause *term.Term, extra int) *term.Term {
	word, least := lengthDemand(clause)
	if word == nil {
		return nil
	}
	place := f.places[word.Bits]
	if place.LengthOf == 0 || least > place.Capacity {
		return nil
	}
	n := f.Builder().Int(word.Sort, uint64(min(least+extra, place.Capacity)))
	return f.Builder().Compare(term.EQ, word, n)
}

// lengthDemand returns the word of a clause that compares it with a constant n, and the least value
// that the clause asks for: n for word >= n, n+1 for word > n and word != n. It returns nil for other
// clauses.
func lengthDemand(clause *term.Term) (word *term.Term, minWord int) {
	word, rel, n := comparedWord(clause)
	if word == nil || n > math.MaxInt32 {
		return nil, 0
	}
	switch symexec.Relation(rel) {
	case symexec.Greater, symexec.Different:
		return word, int(n) + 1
	case symexec.GreaterOrEqual:
		return word, int(n)
	}
	return nil, 0
}

// comparedWord returns the word, the relation and the number of a clause that compares a word of
// the input with a number; nil if the clause has another form.
func comparedWord(clause *term.Term) (word *term.Term, rel term.Rel, constant uint64) {
	negated := clause.Op == term.Not
	if negated {
		clause = clause.Args[0]
	}
	rel, ok := clause.Op.Rel()
	if !ok {
		return nil, 0, 0
	}
	if negated {
		rel = rel.Negate()
	}
	x, y := clause.Args[0], clause.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() {
		return nil, 0, 0
	}
	return x, rel, y.Bits
}

// findList returns the layout of a list, given by its number, the position of its length word in the
// input, and its number of elements; nil if the input does not have the list, or some element does
// not have exactly one word.
func (f *Function) findList(in input.Vector, list int) (l *listLayout, pos, n int) {
	if l = f.lists[list]; l == nil || l.multiWord {
		return nil, 0, 0
	}
	if pos = l.slot; !l.lengthAtSlot {
		slots, err := f.executor.SlotsOf(in)
		if err != nil {
			return nil, 0, 0
		}
		pos = slices.Index(slots, l.slot)
	}
	if pos < 0 || pos >= len(in) {
		return nil, 0, 0
	}
	return l, pos, max(0, int(in[pos])-l.lengthOffset)
}

// Elements implements Inputs.
func (f *Function) Elements(in input.Vector, list int) []uint64 {
	l, pos, n := f.findList(in, list)
	if l == nil {
		return nil
	}
	return in[pos+1 : pos+1+n]
}

// Splice implements Inputs.
func (f *Function) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
	l, pos, n := f.findList(in, list)
	if l == nil || from < 0 || from > to || to > n || n-(to-from)+len(with) > l.capacity {
		return nil
	}
	index := pos + 1
	out := slices.Concat(in[:index+from], with, in[index+to:])
	if out[pos] = uint64(n - (to - from) + len(with) + l.lengthOffset); !f.executor.InDomains(out) {
		return nil
	}
	return out
}

// ListsOf implements Inputs. Maps, and values that only constructors make, have no lists. It takes
// time linear in the input.
func (f *Function) ListsOf(v input.Vector) []List {
	var all []List
	for _, q := range f.walk(v).list {
		all = append(all, List{Len: q.numElements(), Class: q.class})
	}
	return all
}

// Replace implements Inputs. It takes time linear in the inputs.
func (f *Function) Replace(v input.Vector, list, from, to int, b Block) input.Vector {
	q := f.walk(v).list[list]
	source := f.walk(b.Of).list[b.List]
	out := slices.Concat(v[:q.starts[from]], b.Of[source.starts[b.From]:source.starts[b.To]], v[q.starts[to]:])
	n := uint64(q.numElements() - (to - from) + b.To - b.From)
	if q.typ.Kind == input.Slice && (v[q.pos] != 0 || n > 0) {
		n++ // 0 is nil
	}
	if out[q.pos] = n; !f.executor.Fits(out) {
		return nil
	}
	return out
}

// A sequence is a string or slice of an input.
type sequence struct {
	typ    *input.Type
	class  uint64 // class of the place, as in List.Class
	pos    int    // position of the length word in the input
	starts []int  // positions of the elements in the input, followed by the end of the last element
}

func (q *sequence) numElements() int { return len(q.starts) - 1 }

// Scalars implements Inputs. It takes time linear in the input.
func (f *Function) Scalars(v input.Vector) []Element { return f.walk(v).scalars }

// walk finds the sequences of an input and the scalars in them.
func (f *Function) walk(v input.Vector) *inputWalker {
	w := &inputWalker{v: v}
	pos := 0
	for i := range f.sig.Inputs() {
		pos = w.visitValue(f.sig.Input(i).Type, pos, inputPath{uint64(i) + 1, uint64(i) + 1, false})
	}
	return w
}

// An inputWalker collects the sequences of an input in order, an outer sequence before its inner
// ones, and the scalars in them.
type inputWalker struct {
	v       input.Vector
	list    []sequence // sequences found so far
	scalars []Element  // numbers found so far in sequences
}

// An inputPath identifies the location of a value by two hashes: address is unique in an input
// (Element.Address), class is the same for all elements of a sequence (List.Class, Element.Class).
type inputPath struct {
	class, address uint64
	inList         bool // the value is within a sequence
}

// field returns the path to field i of a struct, or to word i of a number.
func (w inputPath) field(i int) inputPath {
	return inputPath{mix(w.class, uint64(i)), mix(w.address, uint64(i)), w.inList}
}

// element returns the path to element i of a value; all elements have one class. inside is set if the
// value is a sequence.
func (w inputPath) element(i int, inside bool) inputPath {
	return inputPath{mix(w.class, 0), mix(w.address, uint64(i)), w.inList || inside}
}

// visitValue passes over the value at pos, and returns the position of its end.
func (s *inputWalker) visitValue(typ *input.Type, pos int, path inputPath) int {
	switch typ.Kind {
	case input.Struct:
		for i := range typ.Fields {
			pos = s.visitValue(typ.Fields[i].Type, pos, path.field(i))
		}
		return pos
	case input.Array:
		for i := range typ.Len {
			pos = s.visitValue(typ.Elem, pos, path.element(i, false))
		}
		return pos
	case input.Pointer:
		if s.v[pos] == 0 {
			return pos + 1
		}
		return s.visitValue(typ.Elem, pos+1, path.element(0, false))
	case input.String, input.Slice:
		return s.visitList(typ, pos, path)
	case input.Bool, input.Int, input.Uint, input.Float, input.Complex:
		end := input.Skip(typ, s.v, pos)
		for i := 0; pos < end; i, pos = i+1, pos+1 {
			s.visitScalar(pos, path.field(i))
		}
		return end
	}
	return input.Skip(typ, s.v, pos)
}

// visitScalar records the number at pos if it is in a sequence.
func (s *inputWalker) visitScalar(pos int, w inputPath) {
	if w.inList {
		s.scalars = append(s.scalars, Element{pos, w.class, w.address})
	}
}

func (s *inputWalker) visitList(typ *input.Type, pos int, w inputPath) int {
	index, n := len(s.list), int(s.v[pos])
	if typ.Kind == input.Slice {
		n = max(n, 1) - 1
	}
	seq := sequence{typ: typ, class: w.class, pos: pos, starts: []int{pos + 1}}
	s.list = append(s.list, seq)
	pos++
	for i := range n {
		if x := w.element(i, true); typ.Kind == input.String {
			s.visitScalar(pos, x)
			pos++
		} else {
			pos = s.visitValue(typ.Elem, pos, x)
		}
		seq.starts = append(seq.starts, pos)
	}
	s.list[index] = seq
	return pos
}
