package harness

import (
	"go/types"
	"slices"
	"testing"
)

// TestScenario: a scenario tells of the steps whose results a test can compare, and of methods without parameters that change nothing,
// as often as it can have steps. Nothing else is called.
func TestScenario(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/readers", Options{})
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(c.pkg.Types.Scope().Lookup("Store").Type()), true, c.pkg.Types, "Set")
	fn, err := c.Sign(m.(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	scene := c.Scenario(fn)
	if scene == nil || !scene.Sig.Idle || scene.Sig.Name != "Store" || scene.Sig.Recv != fn.Sig.Recv || len(scene.Sig.Params)+len(scene.Sig.Results)+len(scene.Sig.After) > 0 {
		t.Fatalf("the scenario is %+v", scene)
	}
	for step := 1; step <= MaxScenario; step++ {
		var steps, readers []string
		for _, r := range scene.Sig.Readers {
			switch {
			case r.Of != "s":
				t.Errorf("%s is of %s", r.Method, r.Of)
			case r.Step == step && r.IsStep:
				steps = append(steps, r.Method)
			case r.Step == step:
				readers = append(readers, r.Method)
			}
		}
		slices.Sort(steps)
		slices.Sort(readers)
		if want := []string{"First", "Put", "Set", "Touch"}; !slices.Equal(steps, want) { // Begin leaves a lock locked
			t.Errorf("step %d: the methods told of are %v, want %v", step, steps, want)
		}
		if want := []string{"Keys", "Len"}; !slices.Equal(readers, want) {
			t.Errorf("step %d: the readers are %v, want %v", step, readers, want)
		}
	}
	if fn.Sig.IsScenario() {
		t.Errorf("a method is a scenario")
	}
}
