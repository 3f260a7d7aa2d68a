package input

import (
	"math/rand/v2"
	"slices"
)

// Writing returns an input in which each interface that may hold a writer whose text is read after the call (Alt.Written) does. If no
// value of vec is such an interface, a step is added first that takes one: l.SetOutput(w).
func (s *Space) Writing(vec Vector, rng *rand.Rand) Vector {
	isWriter := func(v Var) bool { return v.Role == RoleAlt && v.Type.written() >= 0 }
	if vars := s.Vars(nil, vec); !slices.ContainsFunc(vars, isWriter) {
		vec = s.withWritingStep(vec, vars, rng)
	}
	for off := 0; ; off++ { // behind off nothing is chosen yet
		vars := s.Vars(nil, vec)
		i := slices.IndexFunc(vars, func(v Var) bool { return v.Off >= off && isWriter(v) })
		if i < 0 {
			return vec
		}
		off = vars[i].Off
		vec = s.Choose(vec, &vars[i], uint64(vars[i].Type.written()))
	}
}

// withWritingStep returns an input with one more step, on some value, that takes a writer, if there is such a step.
func (s *Space) withWritingStep(vec Vector, vars []Var, rng *rand.Rand) Vector {
	type step struct {
		on Var
		of int
	}
	var list []step
	for _, v := range vars {
		if v.Role != RoleLen || v.Type.Kind != Slice || v.Type.Elem.Kind != Choice {
			continue
		}
		for i, a := range v.Type.Elem.Alts {
			if slices.ContainsFunc(a.Fields, func(f Field) bool { return f.Type.written() >= 0 }) {
				list = append(list, step{v, i})
			}
		}
	}
	if len(list) == 0 {
		return vec
	}
	one := list[rng.IntN(len(list))]
	return s.Insert(vec, &one.on, 0, appendZeros(Vector{uint64(one.of)}, one.on.Type.Elem.Alts[one.of].minWords()))
}

// written returns the index of the alternative of a Choice that makes a writer whose text is read after the call, -1 without one.
func (t *Type) written() int {
	return slices.IndexFunc(t.Alts, func(a Alt) bool { return a.Written })
}
