package harness

import (
	"testing"

	"nearmiss/input"
)

// TestLiterals: an object is plain data, and an ordinary signature is as it was.
func TestLiterals(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/objects", Options{})
	for _, fn := range fns {
		switch fn.Sig.Name {
		case "(*Stack).Len", "Money.Half", "(*Queue).Next":
		default:
			continue
		}
		lit, err := c.Literal(fn)
		if err != nil {
			t.Fatal(err)
		}
		if lit.Sig.Recv.Type.Has(true, func(t *input.Type) bool { return t.Kind == input.Choice && len(t.Alts) > 1 }) {
			t.Errorf("%s: a literal is chosen", fn.Sig.Name)
		}
		state := c.State(fn)
		if !state.Sig.Idle || fn.Sig.Idle || len(state.Sig.Results) > 0 || len(state.Sig.After) != 1 || state.Sig.Recv != fn.Sig.Recv {
			t.Errorf("%s: state %+v", fn.Sig.Name, state.Sig)
		}
		again, err := c.Sign(fn.Obj, Options{})
		if err != nil || again.Sig.Recv.Type.Kind != fn.Sig.Recv.Type.Kind {
			t.Errorf("%s: signed otherwise, %v", fn.Sig.Name, err)
		}
	}
}

// TestStateArguments: of a parameter that can be made in several ways the state is told; if
// it is an object it is plain data of a literal.
func TestStateArguments(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/objects", Options{})
	for _, f := range fns {
		if f.Sig.Name != "(*Stack).Same" {
			continue
		}
		lit, err := c.Literal(f)
		if err != nil {
			t.Fatal(err)
		}
		if k := lit.Sig.Params[0].Type.Kind; k != input.Pointer {
			t.Errorf("the argument of a literal is a %s", k)
		}
		if after := c.State(f).Sig.After; len(after) != 2 || after[1].Name != "o" || after[1].Type.Kind != input.Pointer {
			t.Errorf("told of %+v", after)
		}
		return
	}
	t.Error("there is no (*Stack).Same")
}
