package worst

import (
	"context"
	"slices"
	"strconv"

	"nearmiss/input"
	"nearmiss/internal/subject"
	wire "nearmiss/internal/worker"
	"nearmiss/symexec"
)

// inputs runs inputs of a shape as machine code, as ese.Inputs has it: each
// scalar is a parameter of its own.
type inputs struct {
	u     *function
	sh    *subject.Shape
	space *input.Space
	cut   uint64       // runs that used up their fuel
	first input.Vector // of them
}

// maxScalars is the most scalars of inputs that searches over inputs change.
const maxScalars = 1 << 15

// inputs returns nil for a shape without scalars, or with too many.
func (u *function) inputs(sh *subject.Shape) *inputs {
	if len(sh.Vars) == 0 || len(sh.Vars) > maxScalars {
		return nil
	}
	sig := &input.Signature{Name: u.Fn.Sig.Name}
	for i := range sh.Vars {
		sig.Params = append(sig.Params, input.Field{Name: "x" + strconv.Itoa(i), Type: scalar(&sh.Vars[i])})
	}
	in := &inputs{u: u, sh: sh, space: input.NewSpace(sig, input.Limits{Words: len(sh.Vars)})}
	in.space.Seeds = sh.Space.Seeds
	return in
}

// scalar is the type of a variable.
func scalar(v *input.Var) *input.Type {
	switch v.Role {
	case input.RoleBool:
		return &input.Type{Kind: input.Bool, Go: "bool"}
	case input.RoleInt:
		return &input.Type{Kind: input.Int, Bits: v.Type.Bits, Go: "int" + strconv.Itoa(v.Type.Bits)}
	case input.RoleUint:
		return &input.Type{Kind: input.Uint, Bits: v.Type.Bits, Go: "uint" + strconv.Itoa(v.Type.Bits)}
	case input.RoleByte:
		return &input.Type{Kind: input.Uint, Bits: 8, Go: "uint8"}
	case input.RoleFloat:
		bits := v.Type.Bits
		if v.Type.Kind == input.Complex {
			bits /= 2
		}
		return &input.Type{Kind: input.Float, Bits: bits, Go: "float" + strconv.Itoa(bits)}
	}
	panic("worst: BUG: " + v.Role.String() + " is no scalar")
}

// Space implements ese.Inputs.
func (in *inputs) Space() *input.Space { return in.space }

// Input implements ese.Inputs.
func (in *inputs) Input(scalars input.Vector) input.Vector {
	v := slices.Clone(in.sh.Vector)
	for i := range in.sh.Vars {
		v[in.sh.Vars[i].Off] = scalars[i]
	}
	return v
}

// Scalars implements ese.Inputs.
func (in *inputs) Scalars(v input.Vector) input.Vector {
	scalars := make(input.Vector, len(in.sh.Vars))
	for i := range in.sh.Vars {
		scalars[i] = v[in.sh.Vars[i].Off]
	}
	return scalars
}

// Run implements ese.Inputs.
func (in *inputs) Run(ctx context.Context, scalars []input.Vector) ([]symexec.Cost, error) {
	vectors := make([]input.Vector, len(scalars))
	for i := range scalars {
		vectors[i] = in.Input(scalars[i])
	}
	runs, err := in.u.measure(ctx, false, vectors...)
	costs := make([]symexec.Cost, len(runs))
	for i := range runs {
		switch r := &runs[i]; {
		case counts(r):
			costs[i] = symexec.Cost{Statements: r.Cost.Statements, Branches: r.Cost.Branches}
		case r.Outcome == wire.FuelOut:
			if in.cut++; in.first == nil {
				in.first = vectors[i]
			}
		}
	}
	return costs, err
}
