package input

import "math/rand/v2"

// Scalars redraws, in place, the variables in vars that are not shape variables, as Random draws
// them. vars are variables of vec.
func (s *Space) Scalars(vec Vector, vars []Var, rng *rand.Rand) {
	d := drawer{s: s, rng: rng, writer: s.writer(nil)}
	for i := range vars {
		v := &vars[i]
		switch {
		case v.Shape():
		case v.Role == RoleBool:
			vec[v.Off] = rng.Uint64N(2)
		case v.Role == RoleFloat:
			vec[v.Off] = d.float(v.Type)
		case v.Role == RoleByte && s.Paper:
			vec[v.Off] = v.Type.Domain.among(rng.Uint64N(256), rng)
		case v.Role == RoleByte:
			vec[v.Off] = v.Type.Domain.among(d.byteValue(), rng)
		default:
			vec[v.Off] = d.number(v)
		}
	}
}

// byteValue draws a byte of a text of given length.
func (d *drawer) byteValue() uint64 {
	switch d.rng.IntN(10) {
	case 0:
		return d.rng.Uint64N(256)
	case 1, 2, 3:
		return uint64(digits[d.rng.IntN(len(digits))])
	case 4, 5:
		return uint64(marks[d.rng.IntN(len(marks))])
	}
	return uint64(letters[d.rng.IntN(len(letters))])
}
