package oracle

import (
	"runtime"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// TestNever: each rule of what is never compared, with a text that it holds for, and one that
// looks the same and may be compared.
func TestNever(t *testing.T) {
	env := &Environment{Now: 1e9, Traces: []MachineName{{"/tmp/x/", "the directory for temporary files"}}, usesPlatform: func() bool { return true }}
	str := &input.Type{Kind: input.String}
	for _, c := range []struct {
		never, names, fine string
		failure            bool
	}{
		{"at 0xc000012345", "an address", "at 0xc0", false},
		{"go1.26.8 X:y", "the version of Go", "go1 or go2.1", false},
		{"go1.26", "the version of Go", "ago1.26x", false},
		{"p.F.func1", "a function literal", "p.function1", false},
		{"example.com/p.(*T).M.func2.1", "a function literal", "p.func", false},
		{"func1()", "a function literal", "a function1()", false},
		{`parsing time "func1()"`, "a function literal", "parsing func(1)", false},
		{"a.go:12", "a line of source code", "a.go: 12", false},
		{"asm_amd64.s:1771", "a line of source code", "1.5s:12", false},
		{"goroutine 7 [running]", "a goroutine", "goroutines 7", false},
		{"*p.zznmMade6 is not io.Closer", "code that only the search has", "*p.made", false},
		{"for " + runtime.GOOS, "the system", "for " + runtime.GOOS + "like", false},
		{"a/" + runtime.GOARCH + "/b", "the system", "x" + runtime.GOARCH, false},
		{"open /tmp/x/1", "the directory for temporary files", "open /tmp/y", false},
		{"proto:\u00a0broken", "the build, by a space that is not one everywhere", "proto: broken", true},
		{"slice bounds out of range [:5] with capacity 4", "a capacity", "slice bounds out of range [:5] with length 4", true},
	} {
		if got, want := env.TextNames(c.never, nil, c.failure), "it names "+c.names; got != want {
			t.Errorf("%q: %q, want %q", c.never, got, want)
		}
		if got := env.TextNames(c.fine, nil, c.failure); got != "" {
			t.Errorf("%q: %q", c.fine, got)
		}
		bytes := &value.Value{Type: &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Uint, Bits: 8}}}
		for _, b := range []byte(c.never) {
			bytes.Kids = append(bytes.Kids, &value.Value{Type: bytes.Type.Elem, Word: uint64(b)})
		}
		if got := env.Volatile(bytes, nil, nil); (got == "") != c.failure {
			t.Errorf("%q as bytes: %q", c.never, got)
		}
		if got := env.TextNames(c.never, []*value.Value{bytes}, c.failure); got != "" {
			t.Errorf("%q, which the input has as bytes: %q", c.never, got)
		}
		in := []*value.Value{{Type: str, Text: "<" + c.never + ">"}}
		if got := env.TextNames(c.never, in, c.failure); got != "" {
			t.Errorf("%q, which the input has: %q", c.never, got)
		}
		if got := env.TextNames(c.never, nil, false); c.failure && got != "" {
			t.Errorf("%q, of no error: %q", c.never, got)
		}
	}
}

// TestNeverBySystem: of an error that the operating system made, only that there is one is
// compared, wherever it is.
func TestNeverBySystem(t *testing.T) {
	all := shapes(t)
	failure := &value.Value{Type: all["err"], GoType: value.GoTypeOf(all["err"]), Text: "no such file", Word: 1}
	if got := Decide(subject(all["err"], []*value.Value{failure})).Checks[0].Errors[0].Kind; got != SomeError {
		t.Errorf("alone: %d", got)
	}
	typ := all["rec"]
	v := &value.Value{Type: typ, GoType: value.GoTypeOf(typ)}
	for _, f := range typ.Fields {
		k := &value.Value{Type: f.Type, GoType: value.GoTypeOf(f.Type), IsNil: true}
		if f.Name == "Err" {
			k = failure
		}
		if f.Name == "Pair" {
			k.IsNil = false
			for range 2 {
				k.Kids = append(k.Kids, &value.Value{Type: f.Type.Elem, GoType: value.GoTypeOf(f.Type.Elem)})
			}
		}
		v.Kids, v.Names = append(v.Kids, k), append(v.Names, f.Name)
	}
	if got := fields(Decide(subject(typ, []*value.Value{v})).Checks[0].Form)["Err"]; got != NotNil {
		t.Errorf("in a field: %d", got)
	}
}

// TestNeverNow: a moment close to now is not compared if the clock is read, and any other is.
func TestNeverNow(t *testing.T) {
	env := &Environment{Now: 1e9, usesPlatform: func() bool { return false }}
	at := func(n uint64) *value.Value {
		return &value.Value{Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}, Word: n}
	}
	date := &value.Value{Type: &input.Type{Kind: input.String}, Text: "on 2001-09-09"}
	for _, c := range []struct {
		v     *value.Value
		clock bool
		want  bool
	}{{at(1e9 + 5), true, true}, {at(1e9 + 5), false, false}, {at(5), true, false}, {date, true, true}, {date, false, false}} {
		if got := env.Volatile(c.v, nil, func() bool { return c.clock }) != ""; got != c.want {
			t.Errorf("%d %s, clock %v: %v, want %v", c.v.Word, c.v.Text, c.clock, got, c.want)
		}
	}
}
