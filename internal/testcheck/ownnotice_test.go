package testcheck

import (
	"go/types"
	"os/exec"
	"slices"
	"testing"

	"nearmiss/internal/sandbox"
)

// TestOwnNoticer: own tests notice mutants in nested subtests, in parallel tests and from the test package; tests that fail
// anyway notice none.
func TestOwnNoticer(t *testing.T) {
	files := map[string]string{
		"a.go": `package p

func Add(a, b int) int { return a + b }

func Sub(a, b int) int { return a - b }

func Mul(a, b int) int { return a * b }

func Div(a, b int) int { return a / b }

func Neg(a int) int { return -a }

func Inc(n int) int { return n + 1 }

func At(s []int, i int) int { return s[i+1] }
`,
		"a_test.go": `package p

import "testing"

func TestNested(t *testing.T) {
	t.Run("one", func(t *testing.T) {
		t.Run("two", func(t *testing.T) {
			if Add(2, 3) != 5 {
				t.Error("Add")
			}
		})
		t.Run("three", func(t *testing.T) { Div(6, 3) })
	})
}

func TestFails(t *testing.T) {
	if Inc(1) != 3 {
		t.Error("Inc")
	}
}

func TestPanics(t *testing.T) { At([]int{1, 2}, 0) }
`,
		"b_test.go": `package p

import "testing"

func TestBeside(t *testing.T) {
	t.Parallel()
	if Mul(2, 3) != 6 {
		t.Error("Mul")
	}
}
`,
		"c_test.go": `package p_test

import (
	"testing"

	"example.com/p"
)

func TestOutside(t *testing.T) {
	if p.Sub(5, 3) != 2 {
		t.Error("Sub")
	}
}
`,
	}
	opts := quick
	opts.OwnTests = true
	opts.launch = func(*exec.Cmd, string, setting) (*sandbox.Watcher, error) { return nil, nil }
	n, err := NewOwnNoticer(t.Context(), module(t, files), opts, func(*types.Func) bool { return true }, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	fates := map[string][]Fate{}
	for i, x := range n.Try(t.Context(), nil) {
		name := n.Mutants[i].Func.Name()
		if fates[name] = append(fates[name], x.Fate); len(x.Kills) > 0 {
			t.Errorf("%v: %+v", n.Mutants[i], x)
		}
	}
	for name, want := range map[string]Fate{"Add": Noticed, "Sub": Noticed, "Mul": Noticed, "Div": Lives, "Neg": Unreached, "Inc": Lives} {
		if got := fates[name]; len(got) == 0 || slices.ContainsFunc(got, func(f Fate) bool { return f != want }) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if !slices.Contains(fates["At"], Noticed) {
		t.Errorf("no change of At panics: %v", fates["At"])
	}
}
