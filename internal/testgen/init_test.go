package testgen

import "testing"

// A method may be called init; only the function cannot be called.
func TestMethodInit(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type C struct{ N int }

func (c C) init(n int) bool { return n > c.N }
`})
	s := emitted(t, pkg, `
		func C.init
		case 1 2 => 1
		cover a.go:5:38/T n > c.N`)
	if len(s.Tests) != 1 || len(s.Dropped) != 0 {
		t.Errorf("tests %q; dropped\n%s", s.Tests, reasons(s.Dropped))
	}
}

// TestNamesBeyondASCII: names are made of identifiers that begin with a letter of several bytes.
func TestNamesBeyondASCII(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type S struct{ änderung, menge int }

func F(n int) (änderung, menge int) { return n, n + 1 }

func G(n int) S { return S{n, n} }
`})
	s := emitted(t, pkg, `
		func F
		case 1 => 1 2
		cover a.go:5:1/T
		func G
		case 1 => 1 1
		cover a.go:7:1/T`)
	if len(s.Tests) != 2 || len(s.Dropped) != 0 {
		t.Errorf("tests %q; dropped\n%s", s.Tests, reasons(s.Dropped))
	}
}
