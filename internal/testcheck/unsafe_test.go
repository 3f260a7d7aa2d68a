package testcheck

import "testing"

// TestUnsafe: a case whose unsafe pointer leaves its object is dropped without the race detector, too.
func TestUnsafe(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "unsafe"

var kept *[2]int

func At(i int) int {
	kept = new([2]int)
	return *(*int)(unsafe.Add(unsafe.Pointer(kept), 8*i))
}
`})
	s, err := emit(pkg, parseCases(t, pkg, `
		func At
		case 0 => 0
		case 1 => 0
		case 4000 => 0`))
	if err != nil {
		t.Fatal(err)
	}
	opts := quick
	opts.NoRace = true
	s, report := verified(t, s, opts)
	if len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 2 {
		t.Errorf("left %v\n%s", s.Tests, reasons(report.Dropped))
	}
}
