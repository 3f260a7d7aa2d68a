package harness

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

// TestCalled: what a function returns is called as its comment says, and Sign leaves
// it alone.
func TestCalled(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/called", Options{})
	tested := 0
	for _, d := range c.pkg.FuncDecls() {
		if d.Doc == nil {
			continue
		}
		tested++
		fn := c.pkg.Info.Defs[d.Name].(*types.Func)
		list, err := c.Variants(fn, Options{})
		if err != nil {
			t.Errorf("%s: %v", fn.Name(), err)
			continue
		}
		got := "none"
		if last := list[len(list)-1]; last.Sig.Calls != nil {
			got = chainText(last)
		}
		if want := strings.TrimSpace(d.Doc.Text()); got != want {
			t.Errorf("%s: %s, want %s", fn.Name(), got, want)
		}
		for _, plain := range list[:max(1, len(list)-1)] {
			if plain.Sig.Calls != nil || plain.Type != nil {
				t.Errorf("%s: the plain shape has calls %+v", fn.Name(), plain.Sig.Calls)
			}
		}
		if first, err := c.Sign(fn, Options{}); err != nil || first.Sig.Calls != nil {
			t.Errorf("%s: Sign takes %+v, %v", fn.Name(), first, err)
		}
	}
	if tested != 17 {
		t.Errorf("%d functions tested", tested)
	}
}

// chainText writes the calls with the names of the later parameters.
func chainText(fn *Fn) string {
	s := fn.Sig
	text := fn.Obj.Name() + fn.Sig.TypeArgs.Print(path.Base, nil)
	if s.Recv != nil {
		text = s.Recv.Name + "." + text
	}
	params := s.Params
	for i, c := range s.Chain() {
		if c.AssertedType != nil {
			text += ".(" + c.AssertedType.Print(func(string) string { return "" }, nil) + ")"
		}
		if c.Method != "" {
			text += "." + c.Method
		}
		var names []string
		for _, p := range params[:c.Params] {
			names = append(names, p.Name)
		}
		if i == 0 && len(names) > 0 {
			names = []string{"arg..."}
		} else if c.Variadic {
			names[len(names)-1] += "..."
		}
		list := strings.Join(names, ", ")
		if params = params[c.Params:]; c.Iterator {
			return fmt.Sprintf("take(%s, %s)", text, list)
		}
		if text += "(" + list + ")"; c.ReturnsError {
			text = "must(" + text + ")"
		}
	}
	return text
}

// TestCalledRun runs what is returned on random inputs: all is compiled, none always
// panics, and results are those of the last call.
func TestCalledRun(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/called", Options{})
	var fns []*Fn
	for _, d := range c.pkg.FuncDecls() {
		list, err := c.Variants(c.pkg.Info.Defs[d.Name].(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if last := list[len(list)-1]; last.Sig.Calls != nil {
			fns = append(fns, last)
		}
	}
	exe := programFrom(t, "testdata/called", c, fns)
	rng := rand.New(rand.NewPCG(1, 2))
	var calls []call
	for i, fn := range fns {
		for range 20 {
			calls = append(calls, call{i, input.NewSpace(fn.Sig, input.Limits{}).Random(nil, rng)})
		}
		if fn.Obj.Name() == "Below" {
			calls = append(calls, call{i, input.Vector{5, 3}}, call{i, input.Vector{2, 3}}, call{i, input.Vector{2, 0}})
		}
	}
	returned := map[string]bool{}
	for i, out := range run(t, exe, calls) {
		name, v := fns[calls[i].entry].Obj.Name(), calls[i].vec
		if len(out) == 1 && out[0] == 0xdead {
			continue
		}
		returned[name] = true
		want := out
		switch {
		case name == "Adder":
			want = input.Vector{v[0] + v[1]}
		case name == "Below" && int64(v[0]) <= 0:
			want = input.Vector{0}
		case name == "Below" && v[0] < 10:
			n := max(1, min(int64(v[0]), int64(v[1])))
			want = input.Vector{uint64(n) + 1}
			for x := range n {
				want = append(want, uint64(x))
			}
		}
		if !slices.Equal(out, want) {
			t.Errorf("%s with %d: %d, want %d", name, v, out, want)
		}
	}
	for _, fn := range fns {
		if !returned[fn.Obj.Name()] {
			t.Errorf("%s never returned", fn.Obj.Name())
		}
	}
}
