package harness

import (
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"nearmiss/input"
)

func sealedProgram(t *testing.T, c *Coder, fns []*Fn) string {
	t.Helper()
	dir := t.TempDir()
	copyFiles(t, "testdata/sealed", dir, ".go", ".mod")
	copyFiles(t, "testdata/sealed/other", filepath.Join(dir, "other"), ".go")
	copyFiles(t, "../probe", filepath.Join(dir, "probe"), ".go")
	return programIn(t, dir, c, fns)
}

// said is a text as an outcome reports it.
func said(s string) input.Vector {
	v := input.Vector{1, uint64(len(s))}
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v
}

// TestSealed: what shows none of its fields is reported by whether it is zero
// and by what a method says of it, if there is one, it comes to its end without
// a panic, and it says little enough. Of a struct that shows some of them, the others are
// reported by whether they are zero.
func TestSealed(t *testing.T) {
	c, fns, refused := loadFrom(t, "testdata/sealed", Options{})
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	exe := sealedProgram(t, c, fns)
	for _, x := range []struct {
		name string
		vec  input.Vector
		want input.Vector
	}{
		{"Day", input.Vector{3}, slices.Concat(input.Vector{1}, said("2001-01-03 00:00:00 +0000 UTC"), input.Vector{1})}, // and calls is 1
		{"Day", input.Vector{0}, slices.Concat(input.Vector{0}, said("0001-01-01 00:00:00 +0000 UTC"), input.Vector{1})},
		{"Loud", input.Vector{0}, append(input.Vector{0}, said("l")...)},
		{"Loud", input.Vector{1}, input.Vector{1, 2}},
		{"Long", input.Vector{2}, append(input.Vector{1, 1}, said("xx")...)},
		{"Long", input.Vector{maxText + 1}, input.Vector{1, 1, 2}},
		{"Quiet", input.Vector{0}, input.Vector{0}},
		{"Quiet", input.Vector{7}, input.Vector{1}},
		{"Coded", input.Vector{0}, append(input.Vector{0}, said("c")...)},
		{"Coded", input.Vector{1}, input.Vector{1, 2}},
		{"Fault", input.Vector{1}, append(input.Vector{1, 1}, said("f")...)},
		{"Misled", input.Vector{1}, input.Vector{1}},
		{"Lock", input.Vector{1}, input.Vector{0}},
		{"Once", input.Vector{0}, input.Vector{0}},
		{"Once", input.Vector{1}, input.Vector{1}},
		{"Half", input.Vector{0}, input.Vector{0, 0}},
		{"Half", input.Vector{1}, input.Vector{1, 0}},
		{"Half", input.Vector{2}, input.Vector{0, 1}},
	} {
		i := index(t, fns, x.name)
		got := run(t, exe, []call{{i, x.vec}})[0]
		if !slices.Equal(got, x.want) {
			t.Errorf("%s(%x) is reported as %x, want %x", x.name, x.vec, got, x.want)
		}
		if out := fns[i].Sig.Outcome(got, 0); !slices.Equal(out, got[:len(got)-len(fns[i].Sig.After)]) { // a variable is one word
			t.Errorf("%s(%x): %d of %d words are the result's", x.name, x.vec, len(out), len(got))
		}
	}
	if m := fns[index(t, fns, "Mine")].Sig.Results[0].Type; m.Kind != input.Sealed && m.Kind != input.Struct || m.Text != "" {
		t.Errorf("the package's own type is reported as %s by %s", m.Kind, m.Text)
	}
}

// TestSealedLeft: behind the states after the call stands which of them are
// what they were.
func TestSealedLeft(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/sealed", Options{})
	exe := sealedProgram(t, c, fns)
	i := index(t, fns, "Append")
	builder := fns[i].Sig.Params[0].Type
	alt := slices.IndexFunc(builder.Alts, func(a input.Alt) bool { return a.Name == "zero" })
	if alt < 0 {
		t.Fatalf("no way to make a builder: %+v", builder.Alts)
	}
	vec := input.Vector{uint64(alt)}
	if builder.Alts[alt].Steps != nil {
		vec = append(vec, 0)
	}
	outs := run(t, exe, []call{{i, append(slices.Clone(vec), 0)}, {i, append(slices.Clone(vec), 1, 'a')}})
	for j, want := range []input.Vector{
		slices.Concat(input.Vector{1, 0}, said(""), input.Vector{1}),
		slices.Concat(input.Vector{1, 1}, said("a"), input.Vector{0}),
	} {
		if !slices.Equal(outs[j], want) {
			t.Errorf("call %d leaves %x, want %x", j, outs[j], want)
		}
	}
}

// TestWritten: a writer is first made as something that shows what was written
// to it, of a package that this one imports, and is looked at after the call.
func TestWritten(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/sealed", Options{})
	exe := sealedProgram(t, c, fns)
	i := index(t, fns, "Write")
	alts, left := fns[i].Sig.Params[0].Type.Alts, fns[i].Sig.After[0].Type.Alts
	made := slices.IndexFunc(alts, func(a input.Alt) bool { return a.Name == "new(strings.Builder)" })
	seen := slices.IndexFunc(left, func(a input.Alt) bool { return a.Name == "*strings.Builder" })
	discard := slices.IndexFunc(alts, func(a input.Alt) bool { return a.Name == "io.Discard" })
	if made < 0 || seen < 0 || discard < made {
		t.Fatalf("made %+v, left %+v", alts, left)
	}
	got := run(t, exe, []call{{i, input.Vector{uint64(made), 1, 'a'}}})[0]
	if want := slices.Concat(input.Vector{uint64(seen) + 2, 1, 1}, said("a"), input.Vector{0, 1, 0}); !slices.Equal(got, want) { // and no stub records a call
		t.Errorf("it leaves %x, want %x", got, want)
	}
}

// TestSealedJudge: a method that could do harm is not called.
func TestSealedJudge(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/sealed", Options{})
	c = New(c.pkg)
	c.SetHarmless(func(fn *types.Func) bool { return fn.Name() != "String" })
	fn, err := c.Sign(c.pkg.Types.Scope().Lookup("Day").(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fn.Sig.Results[0].Type.Text; got != "MarshalText" {
		t.Errorf("a time is reported by %q", got)
	}
}

// TestStandIn: what is written is looked at in packages that do not import what it is
// written to, and not in the package of that itself.
func TestStandIn(t *testing.T) {
	c := loadSource(t, `package m

import (
	"io"
	"net/http"
)

func Write(w io.Writer)             {}
func Serve(w http.ResponseWriter) {}
`)
	for name, want := range map[string][2]string{
		"Write": {"*strings.Builder", "String"},
		"Serve": {"*httptest.ResponseRecorder", input.Response},
	} {
		fn, err := c.Sign(c.pkg.Types.Scope().Lookup(name).(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		left := fn.Sig.After[0].Type.Alts
		i := slices.IndexFunc(left, func(a input.Alt) bool { return a.Name == want[0] })
		if i < 0 || left[i].Fields[0].Type.Elem.Kind != input.Sealed || left[i].Fields[0].Type.Elem.Text != want[1] {
			t.Errorf("%s leaves %+v", name, left)
		}
	}
}
