package subject

import (
	"context"
	"slices"
	"strconv"

	"nearmiss/input"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// Inputs runs inputs of one shape as machine code. Each scalar of the shape is a parameter of
// the search.
type Inputs struct {
	s     *Subject
	sh    *Shape
	space *input.Space

	Cut   uint64       // runs that used up their fuel
	First input.Vector // input of the first run that used up its fuel
}

// maxScalars is the most scalars of a shape that can be searched.
const maxScalars = 1 << 15

// Inputs returns the inputs of a shape, or nil if the shape has no scalars or too many.
func (s *Subject) Inputs(sh *Shape) *Inputs {
	if len(sh.Vars) == 0 || len(sh.Vars) > maxScalars {
		return nil
	}
	sig := &input.Signature{Name: s.Fn.Sig.Name}
	for i := range sh.Vars {
		sig.Params = append(sig.Params, input.Field{Name: "x" + strconv.Itoa(i), Type: scalar(&sh.Vars[i])})
	}
	in := &Inputs{s: s, sh: sh, space: input.NewSpace(sig, input.Limits{Words: len(sh.Vars)})}
	in.space.Seeds = sh.Space.Seeds
	return in
}

// scalar returns the type of a scalar.
func scalar(v *input.Var) *input.Type {
	t := &input.Type{Bits: v.Type.Bits, Domain: v.Type.Domain}
	switch v.Role {
	case input.RoleBool:
		return &input.Type{Kind: input.Bool, Go: "bool"}
	case input.RoleInt:
		t.Kind = input.Int
	case input.RoleUint:
		t.Kind = input.Uint
	case input.RoleByte:
		t.Kind, t.Bits = input.Uint, 8
	case input.RoleFloat:
		if t.Kind = input.Float; v.Type.Kind == input.Complex {
			t.Bits /= 2
		}
	default:
		panic("subject: BUG: " + v.Role.String() + " is no scalar")
	}
	t.Go = t.Kind.String() + strconv.Itoa(t.Bits)
	return t
}

// Space returns the space of the scalars. It implements ese.Inputs.
func (in *Inputs) Space() *input.Space { return in.space }

// Input returns the input of the shape with these scalars. It implements ese.Inputs.
func (in *Inputs) Input(scalars input.Vector) input.Vector {
	v := slices.Clone(in.sh.Vector)
	for i := range in.sh.Vars {
		v[in.sh.Vars[i].Off] = scalars[i]
	}
	return v
}

// Scalars returns the scalars of an input of the shape. It implements ese.Inputs.
func (in *Inputs) Scalars(v input.Vector) input.Vector {
	scalars := make(input.Vector, len(in.sh.Vars))
	for i := range in.sh.Vars {
		scalars[i] = v[in.sh.Vars[i].Off]
	}
	return scalars
}

// Run runs the inputs with these scalars and returns their costs and paths. It implements ese.Inputs. An
// input whose run is not measured to its end has cost 0; Run adds those out of fuel to Cut.
func (in *Inputs) Run(ctx context.Context, scalars []input.Vector) ([]search.Measured, error) {
	vectors := make([]input.Vector, len(scalars))
	for i := range scalars {
		vectors[i] = in.Input(scalars[i])
	}
	runs, err := in.s.Measure(ctx, false, vectors...)
	measured := make([]search.Measured, len(runs))
	for i := range runs {
		switch r := &runs[i]; {
		case Counts(r):
			measured[i] = search.Measured{Cost: r.Cost, Path: r.Path}
		case r.Outcome == worker.FuelOut:
			if in.Cut++; in.First == nil {
				in.First = vectors[i]
			}
		}
	}
	return measured, err
}

// Measure runs inputs natively. With results it also returns the encoded outcomes. After too many
// inputs that ended their process, the remaining inputs are not run and count as avoided.
func (s *Subject) Measure(ctx context.Context, results bool, vectors ...input.Vector) ([]worker.Measured, error) {
	r, err := s.Pool.Measure(ctx, []*worker.MeasureJob{{Entry: 0, Vectors: vectors, Branches: true, Results: results}})
	if err != nil {
		return nil, err
	}
	runs := r[0].Runs
	for len(runs) < len(vectors) {
		runs = append(runs, worker.Measured{Avoided: true})
	}
	return runs, nil
}

// Counts reports whether a run was measured to its end.
func Counts(m *worker.Measured) bool {
	return !m.Avoided && (m.Outcome == worker.Returned || m.Outcome == worker.Panicked || m.Outcome == worker.RuntimeError)
}

// Outcome converts the result of a run of a function with signature sig to the form that tests
// assert. end says how the run ended, text is the value of a panic, and out has the results and
// the inputs after the call.
func Outcome(sig *input.Signature, end worker.Outcome, text string, out input.Vector) testgen.Outcome {
	o := testgen.Outcome{Text: text}
	switch end {
	case worker.Returned:
		pos := 0
		for _, f := range sig.Results {
			pos = input.Skip(f.Type, out, pos)
		}
		pos = min(pos, len(out))
		o.Results, o.After = out[:pos:pos], out[pos:]
	case worker.RuntimeError:
		o.Panic = testgen.PanicRuntime
	default:
		o.Panic = testgen.PanicText
	}
	return o
}
