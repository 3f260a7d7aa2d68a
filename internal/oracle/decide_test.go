package oracle

import (
	"fmt"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// TestAgreementLaw: for any values, and any values of further runs, each check wants the same of
// all runs of a case.
func TestAgreementLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	all := shapes(t)
	names := slices.Sorted(maps.Keys(all))
	compared := map[How]int{}
	for range 20000 {
		typ := all[names[rng.IntN(len(names))]]
		var cases [][]*value.Value
		for range 1 + rng.IntN(3) {
			runs := []*value.Value{random(typ, rng, 0)}
			for range rng.IntN(2) {
				runs = append(runs, random(typ, rng, 0))
			}
			cases = append(cases, runs)
		}
		for _, c := range Decide(subject(typ, cases...)).Checks {
			for i, runs := range cases {
				if !c.Checks(i) {
					continue
				}
				compared[c.How]++
				for _, other := range runs[1:] {
					if !sameWant(c, i, other) {
						t.Fatalf("%s in the form %v, case %d: wants %s, and another run has %s", typ.Go, c.Form, i, whole(runs[0]), whole(other))
					}
				}
			}
		}
	}
	for _, how := range []How{Equal, Deep, Null, Errors} {
		if compared[how] == 0 {
			t.Errorf("no case was compared in way %d: %v", how, compared)
		}
	}
}

// sameWant reports whether the run that returned v passes the check of case i.
func sameWant(c *Check, i int, v *value.Value) bool {
	switch {
	case c.How == Errors:
		w := c.Errors[i]
		return v.IsNil == (w.Kind == NoError) && (w.Kind != Says || v.Text == w.Text)
	case c.How == Null:
		return v.IsNil == c.Wants[i].IsNil
	}
	return render(c.Form, v) == render(c.Form, c.Wants[i])
}

// TestFullLaw: without other runs, every value is compared, and two values that differ in what was
// read of them differ in their forms.
func TestFullLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	all := shapes(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for range 2000 {
			a, b := random(all[name], rng, 0), random(all[name], rng, 0)
			v := Decide(subject(all[name], []*value.Value{a}, []*value.Value{b}))
			if len(v.Checks) != 1 || !v.Checks[0].Checks(0) || !v.Checks[0].Checks(1) || len(v.Silences) > 0 {
				t.Fatalf("%s: %d checks, %v", name, len(v.Checks), sortedReasons(v))
			}
			if sameWant(v.Checks[0], 0, b) != (whole(a) == whole(b)) {
				t.Fatalf("%s: %s and %s, in the form %v", name, whole(a), whole(b), v.Checks[0].Form)
			}
		}
	}
}

// change returns a copy of v that f has changed.
func change(v *value.Value, f func(v *value.Value)) *value.Value {
	x := *v
	x.Kids = nil
	for _, k := range v.Kids {
		x.Kids = append(x.Kids, change(k, func(*value.Value) {}))
	}
	f(&x)
	return &x
}

// TestDisagreement: what runs disagree on leaves the view, and its neighbours stay.
func TestDisagreement(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	typ := shapes(t)["rec"]
	var v *value.Value
	for v == nil || v.Kids[2].IsNil || len(v.Kids[4].Kids) == 0 || v.Kids[5].IsNil {
		v = random(typ, rng, 0)
	}
	// A number of Pair is NaN, and an interface holds an error.
	full := map[string]FormKind{"N": Whole, "Text": Whole, "Err": ErrorMsg, "F": NotNil, "List": List, "Next": Target, "Errs": Table, "Pair": List, "Any": Held}
	for _, c := range []struct {
		name  string
		f     func(*value.Value)
		field string
		left  FormKind // 99 if the field is gone
	}{
		{"a number", func(v *value.Value) { v.Kids[0].Word++ }, "N", 99},
		{"a message", func(v *value.Value) { v.Kids[2].Text += "x" }, "Err", NotNil},
		{"whether there is an error", func(v *value.Value) { v.Kids[2].IsNil = true }, "Err", 99},
		{"a length", func(v *value.Value) { v.Kids[4].Kids = append(v.Kids[4].Kids, v.Kids[4].Kids[0]) }, "List", NotNil},
		{"whether a list is nil", func(v *value.Value) { v.Kids[4].IsNil, v.Kids[4].Kids = true, nil }, "List", 99},
		{"an element of an array", func(v *value.Value) { v.Kids[7].Kids[1].Word++ }, "Pair", 99},
	} {
		got := Decide(subject(typ, []*value.Value{v, change(v, c.f)}))
		want := maps.Clone(full)
		if want[c.field] = c.left; c.left == 99 {
			delete(want, c.field)
		}
		if len(got.Checks) != 1 || !maps.Equal(fields(got.Checks[0].Form), want) {
			t.Errorf("%s: %d checks, fields %v, want %v", c.name, len(got.Checks), fields(got.Checks[0].Form), want)
		}
		if reasons := sortedReasons(got); c.left != NotNil && (len(reasons) != 1 || reasons[0] != fmt.Sprintf("-1 Not compared: result.%s: %s", c.field, Varies)) {
			t.Errorf("%s: %q", c.name, reasons)
		}
	}
}

// TestOneCase: a case whose runs disagree is skipped, and the other cases are compared in full. If
// it is the only one, its length is compared.
func TestOneCase(t *testing.T) {
	typ := shapes(t)["numbers"]
	numbers := func(words ...uint64) *value.Value {
		v := &value.Value{Type: typ, GoType: value.GoTypeOf(typ)}
		for _, w := range words {
			v.Kids = append(v.Kids, &value.Value{Type: typ.Elem, GoType: value.GoTypeOf(typ.Elem), Word: w})
		}
		return v
	}
	unstable := []*value.Value{numbers(1, 2), numbers(2, 1)}
	v := Decide(subject(typ, unstable, []*value.Value{numbers(7)}))
	if c := v.Checks[0]; len(v.Checks) != 1 || c.Level != Full || c.Checks(0) || !c.Checks(1) || !c.Partial {
		t.Errorf("two cases: %+v", c)
	}
	v = Decide(subject(typ, unstable))
	if c := v.Checks[0]; len(v.Checks) != 1 || c.Level != Size || !c.Checks(0) {
		t.Errorf("one case: %+v", c)
	}
	v = Decide(subject(typ, append(unstable, numbers(1))))
	if c := v.Checks[0]; len(v.Checks) != 1 || c.Level != Nilness || !c.Checks(0) {
		t.Errorf("with another length: %+v", c)
	}
}

// TestNamedPlace: of bytes that name a place in the source, which has another length elsewhere, is not even
// the length compared.
func TestNamedPlace(t *testing.T) {
	b := &input.Type{Kind: input.Uint, Bits: 8, Go: "uint8"}
	typ := &input.Type{Kind: input.Slice, Go: "[]uint8", Elem: b}
	bytes := func(text string) *value.Value {
		v := &value.Value{Type: typ, GoType: types.NewSlice(types.Typ[types.Uint8])}
		for _, c := range []byte(text) {
			v.Kids = append(v.Kids, &value.Value{Type: b, GoType: types.Typ[types.Uint8], Word: uint64(c)})
		}
		return v
	}
	for text, want := range map[string]Level{"caller=/src/hook.go:58": Nilness, "caller=none": Full} {
		v := Decide(subject(typ, []*value.Value{bytes(text)}))
		if len(v.Checks) != 1 || v.Checks[0].Level != want {
			t.Errorf("%q: %+v, %v", text, *v.Checks[0], sortedReasons(v))
		}
	}
}

// TestPooledFields: of a field that a sync.Pool hands on as it was left not even whether it is nil is compared; of a
// list that its users only shorten the length is.
func TestPooledFields(t *testing.T) {
	typ := shapes(t)["rec"]
	var v *value.Value
	for rng := rand.New(rand.NewPCG(7, 8)); v == nil || v.Kids[3].IsNil || len(v.Kids[4].Kids) > 0; {
		v = random(typ, rng, 0)
	}
	u := value.GoTypeOf(typ).Underlying().(*types.Struct)
	only := func(field string) map[*types.Var]bool { return map[*types.Var]bool{syntax.Field(u, field): true} }
	pools := &effects.Pooled{Fields: only("F"), Reused: only("List")}
	s := subject(typ, []*value.Value{v})
	s.Environment = &Environment{pools: func() *effects.Pooled { return pools }}
	got := fields(Decide(s).Checks[0].Form)
	if _, there := got["F"]; there || got["List"] != Length {
		t.Errorf("fields %v", got)
	}
}

// TestErrorLadder: an error loses first the comparison by errors.Is, then its message, then the
// check.
func TestErrorLadder(t *testing.T) {
	all := shapes(t)
	v := &value.Value{Type: all["err"], GoType: value.GoTypeOf(all["err"]), Text: "bad", Word: 2}
	s := subject(all["err"], []*value.Value{v})
	known := types.NewVar(0, nil, "ErrBad", value.GoTypeOf(all["err"]))
	s.Sentinel = func(int) *types.Var { return known }
	if w := Decide(s).Checks[0].Errors[0]; w.Kind != Is || w.Var != known {
		t.Errorf("at first: %+v", w)
	}
	for _, step := range []struct {
		level Level
		want  ErrorKind
	}{{Sentinel, Says}, {Message, SomeError}, {Full, Unchecked}} {
		s.Silenced[0] = append(s.Silenced[0], Silenced{ID: ID{Result, 0, step.level}, Why: "why"})
		got := Unchecked
		if checks := Decide(s).Checks; len(checks) > 0 {
			got = checks[0].Errors[0].Kind
		}
		if got != step.want {
			t.Errorf("without level %d: %d, want %d", step.level, got, step.want)
		}
	}
}

// TestBesideError: of a case that returns an error, the other results are not compared, and no
// reason is given.
func TestBesideError(t *testing.T) {
	all := shapes(t)
	number := func(w uint64) *value.Value {
		return &value.Value{Type: all["number"], GoType: value.GoTypeOf(all["number"]), Word: w}
	}
	failure := func(text string) *value.Value {
		return &value.Value{Type: all["err"], GoType: value.GoTypeOf(all["err"]), Text: text, IsNil: text == ""}
	}
	s := subject(all["number"], []*value.Value{number(1)}, []*value.Value{number(2)})
	s.Results = append(s.Results, &Observed{Index: 1, Name: "error", Type: all["err"], GoType: value.GoTypeOf(all["err"]), Values: []*value.Value{failure(""), failure("bad")}})
	v := Decide(s)
	if len(v.Checks) != 2 || len(v.Silences) != 0 {
		t.Fatalf("%d checks, %q", len(v.Checks), sortedReasons(v))
	}
	if c := v.Checks[0]; !c.Beside || !c.Checks(0) || c.Checks(1) || c.Partial {
		t.Errorf("the number: %+v", c)
	}
	if c := v.Checks[1]; !c.Checks(0) || !c.Checks(1) {
		t.Errorf("the error: %+v", c)
	}
}

// TestUnchangedArguments: without a result, an argument is compared although no case changed it.
func TestUnchangedArguments(t *testing.T) {
	typ := shapes(t)["numbers"]
	one := &value.Value{Type: typ, GoType: value.GoTypeOf(typ), Kids: []*value.Value{{Type: typ.Elem, GoType: value.GoTypeOf(typ.Elem), Word: 1}}}
	after := &Observed{Part: After, Name: "xs", Type: typ, GoType: value.GoTypeOf(typ), Values: []*value.Value{one}, Before: []*value.Value{one}, Others: make([][]*value.Value, 1)}
	s := subject(typ, []*value.Value{one})
	s.After = []*Observed{after}
	if v := Decide(s); len(v.Checks) != 1 || v.Checks[0].Part != Result {
		t.Errorf("with a result: %d checks", len(v.Checks))
	}
	s.Results = nil
	if v := Decide(s); len(v.Checks) != 1 || v.Checks[0].Part != After || !v.Checks[0].Checks(0) {
		t.Errorf("without: %d checks", len(v.Checks))
	}
	null := &value.Value{Type: typ, GoType: value.GoTypeOf(typ), IsNil: true}
	after.Values, after.Before = []*value.Value{null}, []*value.Value{null}
	if v := Decide(s); len(v.Checks) != 0 {
		t.Errorf("an argument that is always nil: %d checks", len(v.Checks))
	}
	s.After = nil
	if v := Decide(s); len(v.Checks) > 0 {
		t.Error("a case without a check asserts something")
	}
}

// TestRecursiveView: the view of a recursive type holds itself.
func TestRecursiveView(t *testing.T) {
	typ := shapes(t)["rec"]
	rng := rand.New(rand.NewPCG(7, 8))
	var v *value.Value
	for v == nil || v.Kids[5].IsNil {
		v = random(typ, rng, 0)
	}
	f := Decide(subject(typ, []*value.Value{v})).Checks[0].Form
	i := slices.IndexFunc(f.Fields, func(x FieldForm) bool { return x.Name == "Next" })
	if f.Kind != View || f.Fields[i].Form.Kind != Target || f.Fields[i].Form.Elem != f || f.Type.Kind != input.Struct {
		t.Errorf("%v", f)
	}
}

// TestOutline: of a text that is not compared, the length is, or that it is not empty, if all runs agree on that.
func TestOutline(t *testing.T) {
	typ := &input.Type{Kind: input.String, Go: "string", Origin: types.Typ[types.String]}
	text := func(s string) *value.Value { return &value.Value{Type: typ, GoType: types.Typ[types.String], Text: s} }
	for _, c := range []struct {
		runs  []string
		level Level
		some  bool
	}{
		{[]string{"ab", "cd", "ef"}, Size, true},
		{[]string{"ab", "c"}, Nilness, true},
		{[]string{"ab", ""}, 0, false},
		{[]string{"ab", "ab"}, Full, true},
	} {
		var runs []*value.Value
		for _, r := range c.runs {
			runs = append(runs, text(r))
		}
		v := Decide(subject(typ, runs))
		if some := len(v.Checks) == 1; some != c.some || some && v.Checks[0].Level != c.level {
			t.Errorf("%q: %v, want level %v", c.runs, v.Checks, c.level)
		}
	}
}

// TestNumbers: a record that may tell the time is compared only if no run has a number in it that no input has.
func TestNumbers(t *testing.T) {
	text := &input.Type{Kind: input.String, Go: "string", Origin: types.Typ[types.String]}
	number := &input.Type{Kind: input.Int, Bits: 64, Go: "int", Origin: types.Typ[types.Int]}
	said := func(s string) *value.Value { return &value.Value{Type: text, GoType: types.Typ[types.String], Text: s} }
	in := []*value.Value{{Type: number, Word: ^uint64(11)}, said("v2")} // -12
	record := &Observed{Part: Reader, Name: "written", Type: text, GoType: types.Typ[types.String]}
	texts := []string{"no number", "v2 of -12", "took 0s", "1 of 12"}
	s := &Subject{Records: []*Observed{record}, Facts: facts(), Ends: make([]End, len(texts)), Silenced: make([][]Silenced, len(texts))}
	s.Silent = []Silenced{{ID: ID{Part: Reader}, Why: "why", Numbers: true}}
	for _, text := range texts {
		record.Values, s.Inputs = append(record.Values, said(text)), append(s.Inputs, in)
	}
	record.Others = make([][]*value.Value, len(texts))
	checks := Decide(s).Checks
	if len(checks) == 0 || checks[0].Level != Full {
		t.Fatalf("%d checks, not the whole text", len(checks))
	}
	for i, want := range []bool{true, true, false, false} {
		if got := checks[0].Checks(i); got != want {
			t.Errorf("%q is compared: %v, want %v", texts[i], got, want)
		}
	}
}

// TestEnds: of a text that differs between runs, the end is compared that follows the first space, comma or line break behind the
// difference, and behind the last number that no input has.
func TestEnds(t *testing.T) {
	text := &input.Type{Kind: input.String, Go: "string", Origin: types.Typ[types.String]}
	said := func(s string) *value.Value { return &value.Value{Type: text, GoType: types.Typ[types.String], Text: s} }
	for _, c := range []struct {
		runs string // with | between them
		want string
	}{
		{"time=10:28:41Z level=info msg=a\n|time=11:28:41Z level=info msg=a\n", "level=info msg=a\n"},
		{`{"time":"5","msg":"a"}|{"time":"6","msg":"a"}`, `"msg":"a"}`},
		{"5 PM took 0 s n=7|6 PM took 0 s n=7", "s n=7"},
		{"5\n|6\n", ""},
		{"a 5|b 6", ""},
		{"5 a|6 a, b", ""},
		{"5", ""},
		{"5 a", "a"},
	} {
		runs := strings.Split(c.runs, "|")
		record := &Observed{Part: Reader, Name: "written", Type: text, GoType: types.Typ[types.String], Values: []*value.Value{said(runs[0])}, Others: make([][]*value.Value, 1)}
		for _, other := range runs[1:] {
			record.Others[0] = append(record.Others[0], said(other))
		}
		s := &Subject{Records: []*Observed{record}, Facts: facts(), Ends: make([]End, 1), Inputs: [][]*value.Value{{said("7")}}}
		s.Silenced = [][]Silenced{{{ID: ID{Part: Reader}, Why: "why", Numbers: true}}}
		got := ""
		for _, check := range Decide(s).Checks {
			if got = check.Wants[0].Text; check.Level != Ending || check.How != Suffix {
				t.Errorf("%q: level %d, way %d", c.runs, check.Level, check.How)
			}
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.runs, got, c.want)
		}
	}
}
