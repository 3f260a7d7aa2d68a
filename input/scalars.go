package input

import "math/rand/v2"

// Scalars redraws in place, as Random does, the variables of vec in vars that are no lengths,
// pointers, Choices or map keys (Var.Shape).
func (s *Space) Scalars(vec Vector, vars []Var, rng *rand.Rand) {
	draw := drawer{s: s, rng: rng, writer: s.writer(nil)}
	for i := range vars {
		variable := &vars[i]
		switch {
		case variable.Shape():
		case variable.Role == RoleBool:
			vec[variable.Off] = rng.Uint64N(2)
		case variable.Role == RoleFloat:
			vec[variable.Off] = draw.float(variable.Type)
		case variable.Role == RoleByte && s.Paper:
			vec[variable.Off] = variable.Type.Domain.orRandom(rng.Uint64N(256), rng)
		case variable.Role == RoleByte:
			vec[variable.Off] = variable.Type.Domain.orRandom(draw.byteValue(), rng)
		default:
			vec[variable.Off] = draw.number(variable)
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
