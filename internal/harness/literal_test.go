package harness

import (
	"strings"
	"testing"

	"nearmiss/input"
)

// TestLegal: objects are made by calls only, or are plain data, and an ordinary signature is
// as it was.
func TestLegal(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/objects", Options{})
	legal := c.Legal()
	for name, want := range map[string]string{
		"(*Stack).Len":  "nil NewStack RestoreStack",
		"Money.Half":    "Euros ParseMoney",
		"(*Queue).Next": "nil zero", // nothing constructs one
	} {
		var fn *Fn
		for _, f := range fns {
			if f.Sig.Name == name {
				fn = f
			}
		}
		made, err := legal.Sign(fn.Obj, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var ways []string
		for _, a := range made.Sig.Recv.Type.Alts {
			ways = append(ways, a.Name)
		}
		if got := strings.Join(ways, " "); got != want {
			t.Errorf("%s: made by %s", name, got)
		}
		lit, err := c.Literal(made)
		if err != nil {
			t.Fatal(err)
		}
		if lit.Sig.Recv.Type.Has(true, func(t *input.Type) bool { return t.Kind == input.Choice && len(t.Alts) > 1 }) {
			t.Errorf("%s: a literal is chosen", name)
		}
		state := legal.State(made)
		if !state.Idle || made.Idle || len(state.Sig.Results) > 0 || len(state.Sig.After) != 1 || state.Sig.Recv != made.Sig.Recv {
			t.Errorf("%s: state %+v", name, state.Sig)
		}
		again, err := c.Sign(fn.Obj, Options{})
		if err != nil || again.Sig.Recv.Type.Kind != fn.Sig.Recv.Type.Kind {
			t.Errorf("%s: signed otherwise, %v", name, err)
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
		legal := c.Legal()
		made, err := legal.Sign(f.Obj, Options{})
		if err != nil {
			t.Fatal(err)
		}
		lit, err := c.Literal(made)
		if err != nil {
			t.Fatal(err)
		}
		if k := lit.Sig.Params[0].Type.Kind; k != input.Pointer {
			t.Errorf("the argument of a literal is a %s", k)
		}
		if after := legal.State(made).Sig.After; len(after) != 2 || after[1].Name != "o" || after[1].Type.Kind != input.Pointer {
			t.Errorf("told of %+v", after)
		}
		return
	}
	t.Error("there is no (*Stack).Same")
}
