package harness

import (
	"go/types"
	"slices"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
)

// testHold: what a function returns or leaves as it got it is reported with
// the type and the words that it was made of.
func testHold(t *testing.T, x *choices) {
	sig := x.fn(t, "Hold").Sig
	if got := len(sig.After); got != 3 {
		t.Fatalf("%d of 3 inputs are reported after the call", got)
	}
	vecs := x.random(t, "Hold", 400, 11)
	var calls []call
	for _, v := range vecs {
		calls = append(calls, call{index(t, x.fns, "Hold"), v})
	}
	told := map[string]int{}
	for i, out := range run(t, x.exe, calls) {
		for j := range sig.Params {
			in := sig.Part(vecs[i], j)
			after := &sig.After[j]
			told[held(t, sig.Params[j].Type, in, after.Type, sig.Outcome(out, len(sig.Results)+j), true)]++
			held(t, sig.Params[j].Type, in, sig.Results[j].Type, sig.Outcome(out, j), false)
		}
	}
	for _, want := range []string{"nil", "int", "string", "[]byte", "square", "*circle", "stub"} {
		if told[want] == 0 {
			t.Errorf("%s was not reported: %v", want, told)
		}
	}
}

// held compares an outcome with the input that it was, and returns what it
// is. Of what has no words of its own, it is enough that nothing else is said.
func held(t *testing.T, in *input.Type, vec input.Vector, out *input.Type, got input.Vector, stubs bool) string {
	t.Helper()
	a := &in.Alts[vec[0]]
	if a.Make.IsNil() {
		if !slices.Equal(got, input.Vector{0}) {
			t.Errorf("nil comes back as %x", got)
		}
		return "nil"
	}
	if f := a.Fields; len(f) == 1 && a.Make.Is(code.Argument) && types.IsInterface(f[0].Type.Origin.(types.Type)) {
		return held(t, f[0].Type, vec[1:], out, got, false)
	}
	b := out.HeldAlt(got[0])
	if b == nil {
		if got[0] != 1 || len(got) != 1 || isStub(a) && stubs {
			t.Errorf("%s %x comes back as %x", a.Name, vec, got)
		}
		return ""
	}
	if b.Name == "error" { // the message is that of the input's method Error
		if got[1] == input.ErrorNil || got[1] == input.ErrorMute || a.Decl == nil && a.Make.Is(code.Address) {
			t.Errorf("%s %x comes back as %x", a.Name, vec, got)
		}
		return "error"
	}
	want := vec[1:]
	switch {
	case isStub(a):
		if !b.Decl.Is(a.Decl) {
			t.Errorf("a stub comes back as %s", b.Name)
		}
	case a.Make.Is(code.Address, code.Argument):
		want = append(input.Vector{1}, want...)
		fallthrough
	case a.Make.Is(code.Argument):
		ot := b.Fields[0].Type.Origin.(types.Type)
		if p, ok := ot.(*types.Pointer); ok && a.Make.Is(code.Address, code.Argument) {
			ot = p.Elem()
		}
		if it := a.Fields[0].Type.Origin.(types.Type); !types.Identical(it, ot) {
			t.Errorf("a %s comes back as a %s", it, ot)
		}
	}
	made := func(t *input.Type) bool { return t.Kind == input.Choice || t.Kind == input.Map }
	for _, f := range a.Fields {
		if f.Type.Has(true, made) {
			return b.Name
		}
	}
	if !slices.Equal(got[1:], want) {
		t.Errorf("%s %x comes back as %x", a.Name, want, got[1:])
	}
	return b.Name
}

// TestDynamic: the types that an interface is reported with are different,
// implement it and can be written.
func TestDynamic(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/choices", Options{})
	n := 0
	for _, fn := range fns {
		for _, f := range slices.Concat(fn.Sig.Results, fn.Sig.After) {
			if f.Type.Kind != input.Dynamic {
				continue
			}
			n++
			u := f.Type.Origin.(types.Type).Underlying().(*types.Interface)
			var seen []types.Type
			for i := range f.Type.Alts {
				a := &f.Type.Alts[i]
				if isStub(a) {
					continue
				}
				h := a.Fields[0].Type.Origin.(types.Type)
				if containsType(seen, h) || !types.Implements(h, u) || c.unwritable(h) != "" {
					t.Errorf("%s: %s holds %s", fn.Sig.Name, f.Type.Go, h)
				}
				seen = append(seen, h)
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d interfaces are reported", n)
	}
}
