package oracle

import (
	"go/types"
	"maps"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A slot is a place within the values of one check: the value itself, a field of a struct type,
// the elements of a list, or a dynamic value of an interface. Values of one named type share the
// slots of their parts, wherever they are.
type slot struct {
	typ    *input.Type
	goType types.Type
	shape  *shape

	silent     string // why the contents are not compared
	nilVaries  bool   // not even whether it is nil is compared
	sizeVaries bool
	unwritable bool // some value has no literal by itself
	noText     bool // some text is unknown
	nan        bool
	nonzero    bool
	known      bool // some case has a value here
}

// shape holds the slots of the parts of a type.
type shape struct {
	parts map[int]*slot // by index of the field or alternative; 0 for elements and targets
	form  *Form         // of a struct or interface; set once chosen
}

// reach lists a slot and all slots within it.
func (s *slot) reach() []*slot {
	return syntax.Reach(func(s *slot) []*slot { return slices.Collect(maps.Values(s.shape.parts)) }, s)
}

// survey walks through the values of one check, and marks the slots whose contents must not be
// compared.
type survey struct {
	*decider
	shapes map[*input.Type]*shape
	pooled bool     // the values come from a sync.Pool
	why    []string // by case: why the whole value is not compared
	found  []bool   // by case: a rule gave the reason
}

func (d *decider) survey(o *Observed, values []*value.Value) (*survey, *slot) {
	s := &survey{decider: d, pooled: o.Part == Result && d.FromPool, shapes: map[*input.Type]*shape{}, why: make([]string, len(values)), found: make([]bool, len(values))}
	root := s.slot(o.Type, o.GoType)
	for i, v := range values {
		if v == nil {
			continue
		}
		s.visit(root, v, i, false)
		for _, other := range o.others(i) {
			s.compare(root, v, other, i, false)
		}
	}
	return s, root
}

func (o *Observed) others(i int) []*value.Value {
	if i < len(o.Others) {
		return o.Others[i]
	}
	return nil
}

func (s *survey) slot(t *input.Type, gt types.Type) *slot {
	sh := s.shapes[t]
	if sh == nil {
		sh = &shape{parts: map[int]*slot{}}
		s.shapes[t] = sh
	}
	return &slot{typ: t, goType: gt, shape: sh}
}

// partOf returns the slot of a part k of the values in sl.
func (s *survey) partOf(sl *slot, index int, k *value.Value) *slot {
	p := sl.shape.parts[index]
	if p == nil {
		p = s.slot(k.Type, partType(sl, index, k.GoType))
		sl.shape.parts[index] = p
	}
	return p
}

// partType returns the Go type of a part, as the type of the whole declares it; else read.
func partType(sl *slot, index int, read types.Type) types.Type {
	switch u := syntax.Underlying(sl.goType).(type) {
	case *types.Struct:
		if f := syntax.Field(u, sl.typ.Fields[index].Name); f != nil {
			return f.Type()
		}
	case interface{ Elem() types.Type }:
		return u.Elem()
	}
	return read
}

// silence marks the contents of a slot in a field, or the whole value of case i if no field is
// around the slot.
func (s *survey) silence(sl *slot, i int, inField bool, why string, rule bool) {
	if !inField {
		if s.why[i] == "" {
			s.why[i], s.found[i] = why, rule
		}
		return
	}
	if sl.silent == "" {
		sl.silent = why
	}
}

// visit notes what a value of case i shows about its slot, and visits its parts.
func (s *survey) visit(sl *slot, v *value.Value, i int, inField bool) {
	sl.known = true
	sl.nonzero = sl.nonzero || !v.IsZero()
	sl.nan = sl.nan || v.IsNaN()
	if v.LeftOut && v.Type.Kind != input.Error {
		s.silence(sl, i, inField, leftOutReason(v), false)
		sl.sizeVaries = true
		return
	}
	sl.unwritable = sl.unwritable || v.IsUnwritable()
	sl.noText = sl.noText || v.Type.Kind == input.Sealed && !v.TextKnown || v.Type.Kind == input.Error && !v.IsNil && v.Text == ""
	if why := s.volatile(v, i); why != "" && v.Type.Kind == input.Error {
		sl.noText = true // there is an error all the same
	} else if why != "" {
		sl.sizeVaries = true // a path, say, has another length elsewhere
		s.silence(sl, i, inField, why, true)
	}
	if v.Type.Kind == input.Dynamic && !v.IsNil && v.DynamicValue() == nil {
		return // a stub is compared as a whole
	}
	for j, k := range v.Kids {
		part := s.partOf(sl, partIndex(v, j), k)
		if v.Type.Kind == input.Struct {
			left, emptied := s.Environment.pooled(sl.goType, v.Names[j], k)
			if left = left || s.pooled; left || emptied {
				part.nilVaries, part.sizeVaries = true, part.sizeVaries || left
				s.silence(part, i, true, "a sync.Pool may hand it on as it was left", true)
			}
		}
		s.visit(part, k, i, inField || v.Type.Kind == input.Struct)
	}
}

// partIndex returns the index of the slot of kid j.
func partIndex(v *value.Value, j int) int {
	switch v.Type.Kind {
	case input.Struct:
		return j
	case input.Dynamic:
		return int(v.Word)
	}
	return 0
}

// Varies is the reason why a value that runs disagree on is not compared.
const Varies = "it is not the same on every run"

// compare marks the slots on which two runs of case i disagree.
func (s *survey) compare(sl *slot, a, b *value.Value, i int, inField bool) {
	disagree := func() { s.silence(sl, i, inField, Varies, true) }
	if a == nil || b == nil || a.Type != b.Type {
		disagree()
		return
	}
	if a.IsNil != b.IsNil {
		sl.nilVaries, sl.sizeVaries = true, true
		disagree()
		return
	}
	if a.Type.Kind == input.Error && !a.IsNil {
		sl.noText = sl.noText || a.Text != b.Text
		return
	}
	if head(a).Compare(head(b)) != 0 || len(a.Kids) != len(b.Kids) || slices.CompareFunc(a.Keys, b.Keys, (*value.Value).Compare) != 0 {
		sl.sizeVaries = sl.sizeVaries || len(a.Kids) != len(b.Kids)
		disagree()
		return
	}
	for j, k := range a.Kids {
		s.compare(s.partOf(sl, partIndex(a, j), k), k, b.Kids[j], i, inField || a.Type.Kind == input.Struct)
	}
}

// head returns v without its parts.
func head(v *value.Value) *value.Value {
	x := *v
	x.Keys, x.Kids, x.Steps = nil, nil, nil
	return &x
}
