package testgen

import (
	"testing"

	"nearmiss/input"
)

// TestComparable: an outcome with the line of a source file is not compared, in a result, a state or a record, unless an input has it.
func TestComparable(t *testing.T) {
	p, err := Prepare(loadOne(t, ".", "strings"), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	text := &input.Type{Kind: input.String, Go: "string"}
	words := func(s string) (v input.Vector) {
		v = input.Vector{uint64(len(s))}
		for _, b := range []byte(s) {
			v = append(v, uint64(b))
		}
		return v
	}
	sig := &input.Signature{
		Params: []input.Field{{Name: "s", Type: text}}, Results: []input.Field{{Type: text}}, After: []input.Field{{Name: "v", Type: text}},
		Readers: []input.Reader{{Of: "s", Method: "Said", Results: []input.Field{{Type: text}}}},
	}
	for _, c := range []struct {
		in, result, after, read string
		fits                    bool
	}{
		{"a", "b", "c", "d", true},
		{"a", "at a.go:12", "c", "d", false},
		{"a", "b", "at a.go:12", "d", false},
		{"a", "b", "c", "at a.go:12", false},
		{"a.go:12", "at a.go:12", "c", "d", true},
	} {
		out := append(words(c.result), words(c.after)...)
		for i := range sig.After {
			if sig.ReportsChange(i) {
				out = append(out, 0)
			}
		}
		out = append(append(out, 1), words(c.read)...)
		if fits := p.Comparable(sig, words(c.in), out); fits != c.fits {
			t.Errorf("%+v: %t", c, fits)
		}
	}
	if !p.Comparable(sig, words("a"), nil) {
		t.Error("no outcome names a line")
	}
}
