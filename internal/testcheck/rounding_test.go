package testcheck

import (
	"strings"
	"testing"
)

// TestRounding: an assertion fails where the compiler fuses a multiplication with an addition, as that for
// arm64 does. The case loses it, and another one does not.
func TestRounding(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

func Residue(n int) int {
	x := 0.1 * float64(n)
	return int((float64(-n) + x*10) * (1 << 60))
}
`})
	s, err := emit(pkg, parseCases(t, pkg, `
		func Residue
		case 0 => 0
		case 1 => 0`))
	if err != nil {
		t.Fatal(err)
	}
	if !Fuses(pkg) {
		t.Skip("no fused multiplication here")
	}
	_, report := verified(t, s, Options{NoRace: true})
	for _, d := range report.Dropped {
		if !d.Weaker || !strings.Contains(d.Reason, "fuses") {
			t.Errorf("%s: %s", d.Func, d.Reason)
		}
	}
	if len(report.Dropped) != 1 {
		t.Errorf("dropped: %s", reasons(report.Dropped))
	}
}

func TestAddsProducts(t *testing.T) {
	for code, want := range map[string]bool{
		"func F(x, y float64) float64 { return x + y }":                false,
		"func F(x, y int) int { return x * y }":                        false,
		"const half = 2.5 * 0.2\n\nfunc F() float64 { return half }":   false,
		"func F(x, y float64) float64 { return x * y }":                false,
		"func F(x, y float32) float32 { return x*y + 1 }":              true,
		"type M float64\n\nfunc F(x M) M { x *= x; x += 1; return x }": true,
		"func F(x complex128) complex128 { return x*x + x }":           true,
	} {
		if got := addsProducts(module(t, map[string]string{"a.go": "package p\n\n" + code + "\n"})); got != want {
			t.Errorf("%s: %t", code, got)
		}
	}
}
