package wire

import (
	"slices"

	"nearmiss/input"
)

// signature writes the types as a table, each type once, so that recursive
// types end. What only printing needs stays behind: imports, origins, the
// templates of choices, type arguments; and what only readers of outcomes need:
// the types of results. A type is known by its place in the order of first
// meeting.
func (e *encoder) signature(s *input.Signature) {
	e.bool(s != nil)
	if s == nil {
		return
	}
	t := typeTable{index: map[*input.Type]int{}}
	for _, f := range fieldsOf(s) {
		t.add(f.Type)
	}
	e.uint(uint64(len(t.types)))
	for _, ty := range t.types {
		e.typ(ty, &t)
	}
	e.string(s.Name)
	e.bool(s.Recv != nil)
	if s.Recv != nil {
		e.fields([]input.Field{*s.Recv}, &t)
	}
	e.fields(s.Params, &t)
	e.bool(s.Variadic)
	e.fields(s.Globals, &t)
}

func fieldsOf(s *input.Signature) []input.Field {
	var fs []input.Field
	if s.Recv != nil {
		fs = append(fs, *s.Recv)
	}
	fs = append(fs, s.Params...)
	return append(fs, s.Globals...)
}

type typeTable struct {
	index map[*input.Type]int
	types []*input.Type
}

func (t *typeTable) add(ty *input.Type) {
	if ty == nil {
		return
	}
	if _, ok := t.index[ty]; ok {
		return
	}
	t.index[ty] = len(t.types)
	t.types = append(t.types, ty)
	t.add(ty.Elem)
	t.add(ty.Key)
	for _, f := range ty.Fields {
		t.add(f.Type)
	}
	for i := range ty.Alts {
		for _, f := range ty.Alts[i].Fields {
			t.add(f.Type)
		}
		t.add(ty.Alts[i].Steps)
	}
}

// ref writes a type as its index plus one, nil as zero.
func (e *encoder) ref(ty *input.Type, t *typeTable) {
	if ty == nil {
		e.uint(0)
		return
	}
	e.uint(uint64(t.index[ty]) + 1)
}

func (e *encoder) typ(ty *input.Type, t *typeTable) {
	e.byte(byte(ty.Kind))
	e.uint(uint64(ty.Bits))
	e.string(ty.Go)
	e.ref(ty.Elem, t)
	e.ref(ty.Key, t)
	e.uint(uint64(ty.Len))
	e.fields(ty.Fields, t)
	e.alts(ty.Alts, t)
}

func (e *encoder) fields(fs []input.Field, t *typeTable) {
	e.uint(uint64(len(fs)))
	for _, f := range fs {
		e.string(f.Name)
		e.ref(f.Type, t)
	}
}

// alts writes what a worker needs of the alternatives of a Choice.
func (e *encoder) alts(alts []input.Alt, t *typeTable) {
	e.uint(uint64(len(alts)))
	for i := range alts {
		a := &alts[i]
		e.string(a.Name)
		e.fields(a.Fields, t)
		e.bool(a.Fails)
		e.bool(a.Rare)
		e.bool(a.Runs)
		e.ref(a.Steps, t)
	}
}

func (d *decoder) alts(types []*input.Type) []input.Alt {
	n := count[input.Alt](d, 6)
	if n == 0 {
		return nil
	}
	alts := make([]input.Alt, n)
	for i := range alts {
		alts[i] = input.Alt{Name: d.string(), Fields: d.fields(types), Fails: d.bool(), Rare: d.bool(), Runs: d.bool(), Steps: d.ref(types)}
	}
	return alts
}

// badSteps reports whether the steps of an alternative are no list of choices.
func badSteps(a input.Alt) bool {
	s := a.Steps
	return s != nil && (s.Kind != input.Slice || s.Elem == nil || s.Elem.Kind != input.Choice)
}

func (d *decoder) signature() *input.Signature {
	if !d.bool() {
		return nil
	}
	n := count[input.Type](d, 8)
	if n > mostTypes {
		d.fail(errShape)
		return nil
	}
	types := make([]*input.Type, n)
	for i := range types {
		types[i] = new(input.Type)
	}
	for _, ty := range types {
		d.typ(ty, types)
	}
	s := &input.Signature{Name: d.string()}
	if d.bool() {
		recv := d.fields(types)
		if len(recv) != 1 {
			d.fail(errShape)
			return nil
		}
		s.Recv = &recv[0]
	}
	s.Params = d.fields(types)
	s.Variadic = d.bool()
	s.Globals = d.fields(types)
	if d.err == nil && !wellFormed(types) {
		d.fail(errShape)
	}
	return s
}

func (d *decoder) ref(types []*input.Type) *input.Type {
	n := d.below(uint64(len(types)) + 1)
	if n == 0 {
		return nil
	}
	return types[n-1]
}

func (d *decoder) typ(ty *input.Type, types []*input.Type) {
	ty.Kind = input.Kind(d.byte2(int(input.Choice) + 1))
	ty.Bits = int(d.below(129))
	ty.Go = d.string()
	ty.Elem = d.ref(types)
	ty.Key = d.ref(types)
	ty.Len = d.small()
	ty.Fields = d.fields(types)
	ty.Alts = d.alts(types)
}

func (d *decoder) fields(types []*input.Type) []input.Field {
	n := count[input.Field](d, 2)
	if n == 0 {
		return nil
	}
	fs := make([]input.Field, n)
	for i := range fs {
		fs[i].Name = d.string()
		fs[i].Type = d.ref(types)
		if fs[i].Type == nil {
			d.fail(errShape)
		}
	}
	return fs
}

// What a signature may be at most: the types, and the words of the zero value of each.
const (
	mostTypes = 1 << 16
	mostWords = 1 << 24
)

// wellFormed reports whether every type has the parts its kind needs, and
// none contains itself without a pointer, slice, map or later alternative
// between.
func wellFormed(types []*input.Type) bool {
	s := sizes{}
	for _, t := range types {
		if s.of(t) > mostWords {
			return false
		}
	}
	return true
}

// sizes are how many words zero values have, more than mostWords of a type that is not
// well formed. An open one is, until its parts are known.
type sizes map[*input.Type]int

func (s sizes) of(t *input.Type) int {
	if n, ok := s[t]; ok {
		return n
	}
	s[t] = mostWords + 1
	if !hasParts(t) {
		return s[t]
	}
	n := 1
	switch t.Kind {
	case input.Complex:
		n = 2
	case input.Array:
		if n = s.of(t.Elem); n > 0 || t.Len > mostWords {
			n = max(n, 1)
			n = n * min(t.Len, mostWords/n+1)
		}
	case input.Struct:
		n = s.ofAll(t.Fields)
	case input.Choice:
		n = min(n+s.ofAll(t.Alts[0].Fields), mostWords+1)
	}
	s[t] = n
	return n
}

func (s sizes) ofAll(fields []input.Field) (n int) {
	for _, f := range fields {
		n = min(n+s.of(f.Type), mostWords+1)
	}
	return n
}

func hasParts(t *input.Type) bool {
	switch t.Kind {
	case input.Int, input.Uint:
		return t.Bits == 8 || t.Bits == 16 || t.Bits == 32 || t.Bits == 64
	case input.Float:
		return t.Bits == 32 || t.Bits == 64
	case input.Complex:
		return t.Bits == 64 || t.Bits == 128
	case input.Slice, input.Array, input.Pointer:
		return t.Elem != nil
	case input.Choice:
		return len(t.Alts) > 0 && !slices.ContainsFunc(t.Alts, badSteps)
	case input.Map:
		return t.Elem != nil && t.Key != nil
	}
	return true
}
