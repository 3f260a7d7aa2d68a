package wire

import (
	"slices"

	"nearmiss/input"
)

// signature codes the types as a table, each type once, so that recursive
// types end. What only printing needs stays behind: imports, origins, the
// templates of choices, type arguments; and what only readers of outcomes need:
// the types of results. A type is known by its place in the order of first
// meeting.
func (c *coder) signature(s **input.Signature) {
	has := *s != nil
	c.bools(&has)
	if !has {
		return
	}
	t := typeTable{index: map[*input.Type]int{}}
	if c.reading {
		*s = new(input.Signature)
	}
	for _, f := range fieldsOf(*s) {
		t.add(f.Type)
	}
	if !c.reading {
		c.number(uint64(len(t.types)))
	} else if n := count[input.Type](c, 8); n > mostTypes { // none is shorter
		c.fail(errShape)
	} else {
		for range n {
			t.types = append(t.types, new(input.Type))
		}
	}
	for _, ty := range t.types {
		t.code(c, ty)
	}
	t.codeFields(c, *s)
	if c.reading && c.err == nil && !wellFormed(t.types) {
		c.fail(errShape)
	}
}

func (t *typeTable) codeFields(c *coder, s *input.Signature) {
	c.string(&s.Name)
	var recv []input.Field
	if s.Recv != nil {
		recv = []input.Field{*s.Recv}
	}
	t.fields(c, &recv)
	if len(recv) > 1 {
		c.fail(errShape)
	} else if c.reading && len(recv) == 1 {
		s.Recv = &recv[0]
	}
	t.fields(c, &s.Params)
	c.bools(&s.Variadic)
	t.fields(c, &s.Globals)
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

// ref codes a type as its index plus one, nil as zero.
func (t *typeTable) ref(c *coder, ty **input.Type) {
	n := 0
	if *ty != nil {
		n = t.index[*ty] + 1
	}
	below(c, &n, uint64(len(t.types))+1)
	if c.reading && n > 0 {
		*ty = t.types[n-1]
	}
}

func (t *typeTable) code(c *coder, ty *input.Type) {
	kind(c, &ty.Kind, input.Choice+1)
	below(c, &ty.Bits, 129)
	c.string(&ty.Go)
	t.ref(c, &ty.Elem)
	t.ref(c, &ty.Key)
	c.small(&ty.Len)
	t.fields(c, &ty.Fields)
	list(c, &ty.Alts, 6, t.alt)
	bounded := ty.Domain != nil
	if c.bools(&bounded); bounded {
		if c.reading {
			ty.Domain = &input.Domain{}
		}
		signed(c, &ty.Domain.Lo)
		signed(c, &ty.Domain.Hi)
	}
}

func (t *typeTable) fields(c *coder, fs *[]input.Field) {
	list(c, fs, 2, func(c *coder, f *input.Field) {
		c.string(&f.Name)
		if t.ref(c, &f.Type); f.Type == nil && c.reading {
			c.fail(errShape)
		}
	})
}

// alt codes what a worker needs of an alternative of a Choice.
func (t *typeTable) alt(c *coder, a *input.Alt) {
	c.string(&a.Name)
	t.fields(c, &a.Fields)
	c.bools(&a.Fails, &a.Rare, &a.Runs)
	t.ref(c, &a.Steps)
}

// badSteps reports whether the steps of an alternative are no list of choices.
func badSteps(a input.Alt) bool {
	s := a.Steps
	return s != nil && (s.Kind != input.Slice || s.Elem == nil || s.Elem.Kind != input.Choice)
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
