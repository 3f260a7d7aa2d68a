package harness

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

func buildObjects(t *testing.T) *choices {
	loaded, _, _ := loadFrom(t, "testdata/objects", Options{})
	c := New(loaded.pkg)
	c.SetHarmless(func(fn *types.Func) bool { return fn.Name() != "RestoreStack" })
	fns := signAll(c, map[string]int{}, Options{})
	return &choices{programFrom(t, "testdata/objects", c, fns), fns}
}

// param is the first parameter of a function.
func (x *choices) param(t *testing.T, name string) *input.Type {
	return x.fn(t, name).Sig.Params[0].Type
}

// TestObjects runs what is made by constructors and calls.
func TestObjects(t *testing.T) {
	x := buildObjects(t)
	t.Run("Invariants", func(t *testing.T) { testInvariants(t, x) })
	t.Run("Ways", func(t *testing.T) { testWays(t, x) })
	t.Run("Steps", func(t *testing.T) { testSteps(t, x) })
	t.Run("Vetted", func(t *testing.T) { testVetted(t, x) })
	t.Run("Fails", func(t *testing.T) { testFails(t, x) })
}

// testInvariants: what is not made by the fall-backs is as its package wants
// it, if it can be made at all.
func testInvariants(t *testing.T, x *choices) {
	for _, name := range []string{"UseStack", "UseStackValue", "UseMoney", "UseMoneyPointer", "UseTree", "UseRing"} {
		typ := x.param(t, name)
		ok, broken := 0, 0
		vecs := x.random(t, name, 600, 3)
		for i, text := range x.texts(t, name, vecs) {
			fallback := fellBack(typ, vecs[i])
			switch {
			case text == "broken" && !fallback:
				t.Errorf("%s: made by %s, it is broken: %x", name, names(typ)[vecs[i][0]], vecs[i])
			case text == "broken":
				broken++
			case strings.HasPrefix(text, "ok"):
				ok++
			}
		}
		if ok < 100 {
			t.Errorf("%s: only %d values", name, ok)
		}
		if broken == 0 && name != "UseRing" {
			t.Errorf("%s: the literal is never drawn, or the test sees nothing", name)
		}
	}
}

// fellBack reports whether a value, or one in it, is made by a fall-back.
func fellBack(t *input.Type, vec input.Vector) bool {
	found := false
	sig := &input.Signature{Params: []input.Field{{Name: "x", Type: t}}}
	for _, v := range input.NewSpace(sig, input.Limits{}).Vars(nil, vec) {
		if v.Role == input.RoleAlt {
			a := v.Type.Alts[vec[v.Off]]
			found = found || a.Name == "literal" || a.Name == "zero"
		}
	}
	return found
}

// testWays: which constructors and methods there are, and which are left out.
func testWays(t *testing.T, x *choices) {
	for name, want := range map[string]string{
		"UseStack":        "nil! NewStack zero! literal! earlier | Push Pop",
		"UseStackValue":   "zero! NewStack literal! | Push Pop",
		"UseMoney":        "Euros ParseMoney zero! literal! | Half",
		"UseMoneyPointer": "nil! ParseMoney Euros zero! literal! earlier | Half",
		"UseTree":         "nil! NewTree literal! earlier",
		"UseRing":         "nil! NewRing zero! literal! earlier | Add",
		"UseCookie":       "nil! ReadCookie zero literal earlier | Set",
	} {
		typ := x.param(t, name)
		var got []string
		for _, a := range typ.Alts {
			if got = append(got, a.Name); a.Rare {
				got[len(got)-1] += "!"
			}
		}
		if s := stepsIn(typ); s != nil {
			got = append(append(got, "|"), names(s.Elem)...)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %s, want %s", name, text, want)
		}
	}
	for _, name := range []string{"UsePair", "UseQueue"} {
		if typ := x.param(t, name); typ.Kind != input.Pointer {
			t.Errorf("%s: made in ways %s", name, names(typ))
		}
	}
}

func stepsIn(t *input.Type) *input.Type {
	for i := range t.Alts {
		if s := t.Alts[i].Steps; s != nil {
			return s
		}
	}
	return nil
}

// testSteps: the calls are made in order, on what the constructor returned.
func testSteps(t *testing.T, x *choices) {
	typ := x.param(t, "UseStack")
	made, steps := alt(t, typ, "NewStack"), stepsIn(typ).Elem
	push, pop := alt(t, steps, "Push"), alt(t, steps, "Pop")
	vecs := []input.Vector{
		{made, 5, 0},
		{made, 5, 3, push, 7, push, 8},
		{made, 5, 4, push, 7, push, 8, pop},
		{made, 1, 3, push, 7, push, 8},
		{made, 5, 2, pop},
	}
	if got, want := x.texts(t, "UseStack", vecs), []string{"ok 0", "ok 2", "ok 1", "ok 1", "panic"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// testVetted: go vet does not let a call of String stand alone, and lets others.
func testVetted(t *testing.T, x *choices) {
	typ := x.param(t, "UseLabel")
	steps := stepsIn(typ).Elem
	for name, want := range map[string]string{"String": "_ = $0.String()", "Rename": "$0.Rename($1)"} {
		if got := steps.Alts[alt(t, steps, name)].Make.String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	vecs := []input.Vector{{alt(t, typ, "NewLabel"), 1, 'a', 2, alt(t, steps, "String")}}
	if got := x.texts(t, "UseLabel", vecs); !slices.Equal(got, []string{"ok <a>"}) {
		t.Errorf("got %q", got)
	}
}

// testFails: an error of the constructor is the end of the input.
func testFails(t *testing.T, x *choices) {
	for _, name := range []string{"UseStack", "UseStackValue"} {
		made := alt(t, x.param(t, name), "NewStack")
		if got, want := x.texts(t, name, []input.Vector{{made, 0, 0}, {made, 1, 0}}), []string{"panic", "ok 0"}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestJudged: what the judge does not like makes nothing.
func TestJudged(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/objects", Options{})
	var asked []string
	fresh := New(c.pkg)
	fresh.SetHarmless(func(fn *types.Func) bool {
		asked = append(asked, fn.Name())
		return fn.Name() != "NewStack" && fn.Name() != "Pop" && fn.Name() != "RestoreStack"
	})
	fn, err := fresh.Sign(c.pkg.Types.Scope().Lookup("UseStack").(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	typ := fn.Sig.Params[0].Type
	if got := strings.Join(names(typ), " "); got != "nil zero literal earlier" {
		t.Errorf("made by %s", got)
	}
	if got := strings.Join(names(stepsIn(typ).Elem), " "); got != "Push" {
		t.Errorf("changed by %s", got)
	}
	if !slices.Contains(asked, "NewStack") || !slices.Contains(asked, "Pop") {
		t.Errorf("asked for %s only", asked)
	}
}
