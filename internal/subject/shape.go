package subject

import (
	"fmt"
	"slices"

	"nearmiss/input"
)

// MaxWords is the most words that an input may have.
const MaxWords = 1 << 21

// A Shape is an input of one size in which each scalar is zero, or the number of its domain that
// is nearest to zero.
type Shape struct {
	Size   int
	Space  *input.Space
	Vector input.Vector
	Vars   []input.Var // the scalars, which a search may change
}

// ShapeOf makes the shape of a size: the length of strings, slices and maps, and the number of
// nodes of linked structures. A matrix has size rows and size columns. The map named gives
// single parameters a different size.
func ShapeOf(sig *input.Signature, size int, named map[string]int) (*Shape, error) {
	s := &Shape{Size: size}
	for i := range sig.Inputs() {
		f := sig.Input(i)
		b := builder{size: size}
		if n, ok := named[f.Name]; ok {
			b.size = n
		}
		if err := b.value(f.Type); err != nil {
			return nil, fmt.Errorf("%s: %w", InputName(f, i), err)
		}
		s.Vector = append(s.Vector, b.vec...)
		if len(s.Vector) > MaxWords {
			return nil, tooLarge(size)
		}
	}
	n := len(s.Vector) + 1
	s.Space = input.NewSpace(sig, input.Limits{Len: n, Steps: n, Depth: n + 10, Words: n})
	s.Vector = s.Space.Normalize(nil, s.Vector) // a zero may be outside of its domain
	for _, v := range s.Space.Vars(nil, s.Vector) {
		if !v.Shape() {
			s.Vars = append(s.Vars, v)
		}
	}
	return s, nil
}

// InputName returns the name of f, input i of a signature. Without a name it returns "input N",
// where N counts from 1 and i from 0.
func InputName(f *input.Field, i int) string {
	if f.Name == "" || f.Name == "_" {
		return fmt.Sprintf("input %d", i+1)
	}
	return f.Name
}

func tooLarge(size int) error {
	return fmt.Errorf("an input of size %d has more than %d numbers; give a smaller -size", size, MaxWords)
}

// A builder writes one input.
type builder struct {
	size  int
	vec   input.Vector
	above []*input.Type // enclosing pointers and choices that may contain their own type
	nodes int           // nodes left for the enclosing linked structure
}

func (b *builder) put(w uint64) { b.vec = append(b.vec, w) }

func (b *builder) value(t *input.Type) error {
	if len(b.vec) > MaxWords {
		return tooLarge(b.size)
	}
	switch t.Kind {
	case input.String:
		b.put(uint64(b.size))
		b.vec = append(b.vec, make(input.Vector, b.size)...)
	case input.Slice:
		return b.slice(t)
	case input.Map:
		return b.entries(t)
	case input.Array:
		return b.times(t.Len, t.Elem)
	case input.Struct:
		return b.fields(t.Fields)
	case input.Pointer:
		return b.pointer(t)
	case input.Choice:
		return b.choice(t)
	case input.Complex:
		b.put(0)
		b.put(0)
	default:
		b.put(0)
	}
	return nil
}

func (b *builder) times(n int, t *input.Type) error {
	for range n {
		if err := b.value(t); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) fields(list []input.Field) error {
	for i := range list {
		if err := b.value(list[i].Type); err != nil {
			return err
		}
	}
	return nil
}

// within writes the contents of a pointer or choice that may contain its own type.
func (b *builder) within(t *input.Type, write func() error) error {
	b.above = append(b.above, t)
	defer func() { b.above = b.above[:len(b.above)-1] }()
	return write()
}

// slice writes a slice. A slice of child nodes in a linked structure takes all nodes that are
// left, and its elements have no children.
func (b *builder) slice(t *input.Type) error {
	if n := len(b.above); n == 0 || !leadsTo(t.Elem, b.above[n-1]) {
		b.put(uint64(b.size) + 1)
		return b.times(b.size, t.Elem)
	}
	children := b.nodes
	b.put(uint64(children) + 1)
	for range children {
		b.nodes = 1
		if err := b.value(t.Elem); err != nil {
			return err
		}
	}
	return nil
}

// entries writes a map. All inputs of the size have the same keys, so that the cost of a map
// does not depend on the values that are searched.
func (b *builder) entries(t *input.Type) error {
	n := min(uint64(b.size), capacity(t.Key))
	b.put(n + 1)
	for i := range n {
		if err := b.key(t.Key, i); err != nil {
			return err
		}
		if err := b.value(t.Elem); err != nil {
			return err
		}
	}
	return nil
}

// capacity returns the most keys of a type that are used.
func capacity(t *input.Type) uint64 {
	switch {
	case t.Kind == input.Bool:
		return 2
	case t.Domain != nil && t.Kind != input.String:
		return min(t.Domain.Hi-t.Domain.Lo, MaxWords) + 1
	case (t.Kind == input.Int || t.Kind == input.Uint) && t.Bits <= 16:
		return 1 << (t.Bits - 1)
	}
	return MaxWords
}

// keyBytes is the length of string keys in bytes.
const keyBytes = 6

func (b *builder) key(t *input.Type, i uint64) error {
	switch t.Kind {
	case input.Bool, input.Int, input.Uint:
		if t.Domain != nil {
			i += t.Domain.Lo
		}
		b.put(i)
	case input.String:
		b.put(keyBytes)
		for k := range keyBytes {
			b.put('a' + i>>(4*(keyBytes-1-k))&15)
		}
	default:
		return fmt.Errorf("maps with keys of type %s have no size here", t.Go)
	}
	return nil
}

// pointer writes the target of a pointer. A linked structure has as many nodes as the size says.
func (b *builder) pointer(t *input.Type) error {
	if n := len(b.above); n > 0 && b.above[n-1] == t {
		return b.node(t)
	}
	if slices.Contains(b.above, t) { // a cycle through another type
		b.put(0)
		return nil
	}
	if !leadsTo(t.Elem, t) {
		b.put(1)
		return b.value(t.Elem)
	}
	outer := b.nodes
	defer func() { b.nodes = outer }()
	b.nodes = b.size
	return b.within(t, func() error { return b.node(t) })
}

// node writes one node. Its fields that contain nodes share the nodes that are left equally.
func (b *builder) node(t *input.Type) error {
	if b.nodes == 0 {
		b.put(0)
		return nil
	}
	b.put(1)
	rest := b.nodes - 1
	b.nodes = rest
	if t.Elem.Kind != input.Struct {
		return b.value(t.Elem)
	}
	links := 0
	for i := range t.Elem.Fields {
		if leadsTo(t.Elem.Fields[i].Type, t) {
			links++
		}
	}
	for i := range t.Elem.Fields {
		f := t.Elem.Fields[i].Type
		if leadsTo(f, t) {
			b.nodes = (rest + links - 1) / links
			rest -= b.nodes
			links--
		}
		if err := b.value(f); err != nil {
			return err
		}
	}
	return nil
}

// choice makes a value by the alternative that wayOf chooses. Within a value of its own type it
// takes the first alternative, which contains no further values of the type.
func (b *builder) choice(t *input.Type) error {
	alt := 0
	if !slices.Contains(b.above, t) {
		alt = wayOf(t)
	}
	b.put(uint64(alt))
	a := &t.Alts[alt]
	if err := b.within(t, func() error { return b.fields(a.Fields) }); err != nil {
		return err
	}
	if a.Steps != nil {
		b.put(1) // no steps
	}
	return nil
}

// Sized reports whether a size has an effect on values of a type: it contains a string, a slice,
// a map, or its own type.
func Sized(t *input.Type) bool {
	around := map[*input.Type]bool{}
	var visit func(t *input.Type) bool
	visit = func(t *input.Type) bool {
		if t == nil {
			return false
		}
		if around[t] {
			return t.Kind != input.Choice
		}
		around[t] = true
		defer delete(around, t)
		inField := func(f input.Field) bool { return visit(f.Type) }
		switch t.Kind {
		case input.String, input.Slice, input.Map:
			return true
		case input.Choice:
			return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return slices.ContainsFunc(a.Fields, inField) })
		}
		return visit(t.Elem) || slices.ContainsFunc(t.Fields, inField)
	}
	return visit(t)
}
