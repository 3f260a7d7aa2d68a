package testgen

import (
	"go/types"

	"nearmiss/input"
)

// readDynamic reads what an interface holds.
func (d *decoder) readDynamic(v *value) error {
	w := d.next()
	alt := v.typ.Held(w)
	if v.null, v.cut = w == 0, w != 0 && alt == nil; alt == nil {
		return nil
	}
	v.word = w - 2
	for _, f := range alt.Fields {
		kid, err := d.read(f.Type, origin(f.Type))
		if err != nil {
			return err
		}
		v.kids, v.names = append(v.kids, kid), append(v.names, f.Name)
	}
	return nil
}

// held is the value that an interface holds, with its type; nil for a stub,
// nil itself, and what is not known.
func (v *value) held() *value {
	if v.typ.Kind != input.Dynamic || v.null || v.cut || v.alt().Decl != "" {
		return nil
	}
	return v.kids[0]
}

// holdsSame reports whether an interface holds after a call what it did
// before. It does as far as that cannot be told.
func (v *value) holdsSame(before *value) bool {
	nothing := before.null && (before.typ.Kind == input.Choice || before.typ.Kind == input.Dynamic)
	if v.null || nothing {
		return v.null == nothing
	}
	if v.cut || before.cut {
		return true
	}
	kid := v.held()
	switch {
	case before.typ.Kind == input.Dynamic:
		return v.name() == before.name() && sameParts(v, before)
	case before.typ.Kind != input.Choice:
		return kid != nil && types.Identical(kid.gt, before.gt) && kid.same(before)
	case before.alt().Decl != "" && kid == nil:
		return before.alt().Decl != v.alt().Decl || sameParts(v, before)
	case kid == nil || len(before.steps) > 0:
		return true
	case before.alt().Make == "$1":
		return v.holdsSame(before.kids[0])
	case before.alt().Make == "&$1" && kid.typ.Kind == input.Pointer && types.Identical(elemOf(kid.gt), before.kids[0].gt):
		return !kid.null && (kid.cut || kid.kids[0].same(before.kids[0]))
	}
	return true
}

// name says what an interface holds.
func (v *value) name() string { return v.alt().Decl + v.alt().Name }

// sameParts compares what two stubs hold, field by field; those that only one
// of them shows are zero in the other.
func sameParts(v, before *value) bool {
	for i, k := range v.kids {
		if i >= len(before.kids) {
			if !k.zero() {
				return false
			}
		} else if k.typ.Kind != input.Error && !k.same(before.kids[i]) {
			return false
		}
	}
	return true
}

// holdsPlain reports whether what an interface holds can be compared by !=.
func (v *value) holdsPlain() bool {
	if v.null {
		return true
	}
	kid := v.held()
	return kid != nil && plainComparable(kid.gt)
}

// adoptParts gives the stubs that an interface holds after the call those
// errors and interfaces that no method of theirs sets, as they were put in.
func (p *plan) adoptParts(o *observation, in *inputField) {
	if o.typ.Kind != input.Dynamic || in == nil {
		return
	}
	for i, v := range o.values {
		before := in.values[i]
		if v == nil || v.null || v.cut || before.typ.Kind != input.Choice || before.null || before.alt().Decl == "" || before.alt().Decl != v.alt().Decl {
			continue
		}
		for j, k := range v.kids {
			if j >= len(before.kids) || k.null || k.typ.Kind != input.Error && k.typ.Kind != input.Dynamic {
				continue
			}
			if b := before.kids[j]; b.typ.Kind == input.Choice && !b.null && !p.stepwise(b) {
				v.kids[j] = b
			}
		}
	}
}
