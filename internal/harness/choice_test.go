package harness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
)

// choices is the program of testdata/choices and its functions.
type choices struct {
	exe string
	fns []*Fn
}

func buildChoices(t *testing.T) *choices {
	c, fns, refused := loadFrom(t, "testdata/choices", Options{})
	for name, reason := range refused {
		t.Errorf("%s: %s", name, reason)
	}
	return &choices{programFrom(t, "testdata/choices", c, fns), fns}
}

func (x *choices) fn(t *testing.T, name string) *Fn { return x.fns[index(t, x.fns, name)] }

// texts runs a function and returns its first result, a string, for each
// vector.
func (x *choices) texts(t *testing.T, name string, vecs []input.Vector) (list []string) {
	t.Helper()
	var calls []call
	for _, v := range vecs {
		calls = append(calls, call{index(t, x.fns, name), v})
	}
	for _, out := range run(t, x.exe, calls) {
		list = append(list, textOf(out))
	}
	return list
}

// textOf reads the string that an outcome begins with.
func textOf(out input.Vector) string {
	if len(out) == 1 && out[0] == 0xdead {
		return "panic"
	}
	var b strings.Builder
	for _, w := range out[1:min(1+int(out[0]), len(out))] {
		b.WriteByte(byte(w))
	}
	return b.String()
}

// random draws vectors for a function.
func (x *choices) random(t *testing.T, name string, n int, seed uint64) (vecs []input.Vector) {
	s := input.NewSpace(x.fn(t, name).Sig, input.Limits{Len: 12})
	rng := rand.New(rand.NewPCG(seed, 9))
	for range n {
		vecs = append(vecs, s.Random(nil, rng))
	}
	return append(vecs, s.Zero())
}

// alt returns the number of an alternative.
func alt(t *testing.T, typ *input.Type, name string) uint64 {
	t.Helper()
	for i := range typ.Alts {
		if typ.Alts[i].Name == name {
			return uint64(i)
		}
	}
	t.Fatalf("no way %q to make a %s among %s", name, typ.Go, strings.Join(names(typ), ", "))
	return 0
}

func names(t *input.Type) (list []string) {
	for i := range t.Alts {
		name := t.Alts[i].Name
		if m := t.Alts[i].Make; m.Is(code.Repetition) {
			name += "*" + m.Text
		}
		list = append(list, name)
	}
	return list
}

// filled is a value made in one way, with the fields that are named; the
// others are zero.
func filled(t *testing.T, typ *input.Type, name string, fields map[string]input.Vector) input.Vector {
	t.Helper()
	n := alt(t, typ, name)
	vec := input.Vector{n}
	for _, f := range typ.Alts[n].Fields {
		if v, ok := fields[f.Name]; ok {
			vec = append(vec, v...)
		} else {
			vec = append(vec, make(input.Vector, input.MinWords(f.Type))...)
		}
	}
	return vec
}

func letters(s string) (v input.Vector) {
	v = append(v, uint64(len(s)))
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v
}

// TestChoices runs what the generated decoders make.
func TestChoices(t *testing.T) {
	x := buildChoices(t)
	t.Run("Laws", func(t *testing.T) { testLaws(t, x) })
	t.Run("Readers", func(t *testing.T) { testReaders(t, x) })
	t.Run("Channels", func(t *testing.T) { testChannels(t, x) })
	t.Run("Held", func(t *testing.T) { testHeld(t, x) })
	t.Run("Any", func(t *testing.T) { testAny(t, x) })
	t.Run("Unbuilt", func(t *testing.T) { testUnbuilt(t, x) })
	t.Run("Functions", func(t *testing.T) { testFunctions(t, x) })
	t.Run("Fields", func(t *testing.T) { testFields(t, x) })
	t.Run("Hold", func(t *testing.T) { testHold(t, x) })
}

// testLaws draws values for functions that look for broken laws. Only what
// was never made, a nil pointer in an interface, may panic, and that is rare.
func testLaws(t *testing.T, x *choices) {
	for _, fn := range x.fns {
		if !strings.HasPrefix(fn.Sig.Name, "Law") {
			continue
		}
		seen := map[uint64]bool{}
		vecs := slices.DeleteFunc(x.random(t, fn.Sig.Name, 300, 1), func(v input.Vector) bool { return waits(fn.Sig, v) })
		wrong := x.texts(t, fn.Sig.Name, vecs)
		panics := 0
		for i, w := range wrong {
			seen[vecs[i][0]] = true
			if w == "panic" {
				panics++
			} else if w != "" {
				t.Errorf("%s(%x): %s", fn.Sig.Name, vecs[i], w)
			}
		}
		if panics > len(wrong)/8 {
			t.Errorf("%s: %d of %d panic", fn.Sig.Name, panics, len(wrong))
		}
		if p := fn.Sig.Params[0].Type; p.Kind == input.Choice && len(seen) < len(p.Alts) && !slices.ContainsFunc(p.Alts, func(a input.Alt) bool { return opensChannel(&a) }) {
			t.Errorf("%s: %d of the ways %s were drawn", fn.Sig.Name, len(seen), strings.Join(names(p), ", "))
		}
	}
}

// waits reports whether an input is a channel on which receiving may wait for
// ever; only workers have a guard against that.
func waits(sig *input.Signature, v input.Vector) bool {
	for i := range sig.Inputs() {
		t := sig.Input(i).Type
		if t.Kind == input.Choice && !strings.HasPrefix(t.Go, "chan<-") && opensChannel(&t.Alts[sig.Part(v, i)[0]]) {
			return true
		}
	}
	return false
}

// testReaders has package iotest judge stubs with known contents.
func testReaders(t *testing.T, x *choices) {
	fn := x.fn(t, "Iotested")
	r := fn.Sig.Params[0].Type
	var vecs []input.Vector
	for _, content := range []string{"", "a", "hello, world", strings.Repeat("x", 60)} {
		for _, chunk := range []uint64{0, 1, 3, 255} {
			stub := filled(t, r, "stub", map[string]input.Vector{"data": letters(content), "chunk": {chunk}})
			vecs = append(vecs, append(stub, letters(content)...))
		}
		for _, name := range []string{"strings.NewReader", "bytes.NewBufferString"} {
			vecs = append(vecs, slices.Concat(input.Vector{alt(t, r, name)}, letters(content), letters(content)))
		}
	}
	for i, wrong := range x.texts(t, "Iotested", vecs) {
		if wrong != "" {
			t.Errorf("%x: %s", vecs[i], wrong)
		}
	}

	fn = x.fn(t, "Content")
	r = fn.Sig.Params[0].Type
	for _, content := range []string{"", "abc", "häßlich\n"} {
		vec := filled(t, r, "stub", map[string]input.Vector{"data": letters(content)})
		got := run(t, x.exe, []call{{index(t, x.fns, "Content"), vec}})[0]
		if want := slices.Concat(letters(content), letters(content), letters(content)); !slices.Equal(got[:min(len(want), len(got))], want) {
			t.Errorf("%q is read as %x", content, got)
		}
	}
}

func testChannels(t *testing.T, x *choices) {
	fn := x.fn(t, "Received")
	in := fn.Sig.Params[0].Type
	if in.Alts[0].Name != "closed channel" || slices.Contains(names(in), "nil") {
		t.Errorf("channels are made as %s", strings.Join(names(in), ", "))
	}
	i := index(t, x.fns, "Received")
	outs := run(t, x.exe, []call{
		{i, input.Vector{0}},
		{i, input.Vector{alt(t, in, "closed channel with values"), 3, 7, 8}},
		{i, input.Vector{alt(t, in, "open channel"), 3, 7, 8}},
	})
	for i, want := range []input.Vector{{0, 0}, {3, 7, 8, 0}, {3, 7, 8, 1}} {
		if !slices.Equal(outs[i], want) {
			t.Errorf("case %d: received %x, want %x", i, outs[i], want)
		}
	}
}

// testHeld: interface values hold what the vector says.
func testHeld(t *testing.T, x *choices) {
	s := x.fn(t, "Told").Sig.Params[0].Type
	circle := input.Vector{alt(t, s, "*circle"), 2}
	inside := s.Alts[circle[0]].Fields[0].Type.Fields[1].Type
	cases := []struct {
		vec  input.Vector
		want string
	}{
		{input.Vector{0}, "nil"},
		{input.Vector{alt(t, s, "square"), 5}, "square 5"},
		{append(slices.Clone(circle), 0), "circle 2"},
		{append(slices.Clone(circle), alt(t, inside, "square"), 3), "circle 2 around square 3"},
		{input.Vector{alt(t, s, "line"), 9}, "line 9"},
		{input.Vector{alt(t, s, "stub"), 4}, "stub 4"},
	}
	var vecs []input.Vector
	for _, c := range cases {
		vecs = append(vecs, c.vec)
	}
	for i, got := range x.texts(t, "Told", vecs) {
		if got != cases[i].want {
			t.Errorf("%x is %q, want %q", vecs[i], got, cases[i].want)
		}
	}
	if got := names(x.fn(t, "Sealed").Sig.Params[0].Type); !slices.Equal(got, []string{"nil", "square"}) {
		t.Errorf("sealed: %v", got)
	}
	for _, out := range x.texts(t, "Sealed", x.random(t, "Sealed", 20, 3)) {
		if out != "subject.square" && out != "<nil>" {
			t.Errorf("sealed holds %s", out)
		}
	}
	deep := x.random(t, "Eval", 200, 4)
	for i, out := range run(t, x.exe, []call{{index(t, x.fns, "Eval"), slices.MaxFunc(deep, func(a, b input.Vector) int { return len(a) - len(b) })}}) {
		if held := x.fn(t, "Eval").Sig.Outcome(out, 1); len(out) != 2+len(held) || !slices.Contains(held, 2) {
			t.Errorf("%d: a nested value gives %x", i, out)
		}
	}
}

// testAny: what the type switch mentions is there, and arrives as it is.
func testAny(t *testing.T, x *choices) {
	p := x.fn(t, "Kinds").Sig.Params[0].Type
	for _, want := range []string{"nil", "int", "string", "[]byte", "uint16", "*person", "fmt.Stringer", "error", "float64", "bool"} {
		alt(t, p, want)
	}
	none := input.Vector{0}
	vecs := []input.Vector{
		append(input.Vector{alt(t, p, "int"), 7}, none...),
		slices.Concat(input.Vector{alt(t, p, "string")}, letters("a"), none),
		slices.Concat(input.Vector{alt(t, p, "[]byte"), 2, 'b'}, none),
		append(input.Vector{alt(t, p, "uint16"), 9}, none...),
		{0, 3, alt(t, p, "int"), 4, alt(t, p, "uint16"), 5},
	}
	want := []string{"int 7 ", `string "a" `, `bytes "b" `, "uint16 9 ", "int 4 uint16 5 nil "}
	for i, got := range x.texts(t, "Kinds", vecs) {
		if got != want[i] {
			t.Errorf("%x is %q, want %q", vecs[i], got, want[i])
		}
	}
}

// testUnbuilt: what a constructor refuses, or panics at, is no run.
func testUnbuilt(t *testing.T, x *choices) {
	p := x.fn(t, "Failing").Sig.Params[0].Type
	made := alt(t, p, "newFailing")
	if !p.Alts[made].ReturnsError || !p.Alts[made].RunsCode {
		t.Errorf("newFailing: %+v", p.Alts[made])
	}
	got := x.texts(t, "Failing", []input.Vector{{made, 2}, {made, 3}, {made, 4}})
	if want := []string{"{2}", "panic", "panic"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func testFunctions(t *testing.T, x *choices) {
	p := x.fn(t, "Turns").Sig.Params[0].Type
	turns := alt(t, p, "in turn")
	out := run(t, x.exe, []call{{index(t, x.fns, "Turns"), slices.Concat(input.Vector{turns, 3, 5, 6, 1}, letters("over"))}})[0]
	if want := slices.Concat(input.Vector{3, 5, 6}, letters("over")); !slices.Equal(out, want) {
		t.Errorf("in turn: %x, want %x", out, want)
	}
	o := x.fn(t, "Options").Sig.Params[0].Type.Elem
	out = run(t, x.exe, []call{{index(t, x.fns, "Options"), input.Vector{2, alt(t, o, "withAge"), 42}}})[0]
	if out[0] != 42 {
		t.Errorf("withAge(42) gives %x", out)
	}
}

// testFields: fields that used to stay zero are set half of the time.
func testFields(t *testing.T, x *choices) {
	set := map[byte]int{}
	all := x.texts(t, "Holder", x.random(t, "Holder", 400, 5))
	for _, s := range all {
		for i := range len(s) {
			if s != "nil" && s != "panic" {
				set[byte(i)] += strings.Count(s[i:i+1], "t")
			}
		}
	}
	for i := range byte(6) {
		if n := set[i]; n < len(all)/8 || n > len(all)*9/10 {
			t.Errorf("field %d is set in %d of %d draws", i, n, len(all))
		}
	}
	if len(x.fn(t, "Holder").Notes) > 0 {
		t.Errorf("notes: %q", x.fn(t, "Holder").Notes)
	}
}

// TestRepeatable: the ways to make a value do not depend on what was signed
// before, beyond their numbers within the package.
func TestRepeatable(t *testing.T) {
	shape := func(fns []*Fn) (list []string) {
		for _, fn := range fns {
			for _, p := range fn.Sig.Params {
				if p.Type.Kind == input.Choice {
					list = append(list, fmt.Sprint(fn.Sig.Name, " ", p.Name, " ", names(p.Type)))
				}
			}
		}
		slices.Sort(list)
		return list
	}
	c, fns, _ := loadFrom(t, "testdata/choices", Options{})
	again := New(c.pkg)
	var backwards []*Fn
	for _, obj := range slices.Backward(declared(c.pkg)) {
		if fn, err := again.Sign(obj, Options{}); err == nil {
			backwards = append(backwards, fn)
		}
	}
	if a, b := shape(fns), shape(backwards); !slices.Equal(a, b) {
		t.Errorf("in order\n%s\nbackwards\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}
