package experiment

import "testing"

func TestTable(t *testing.T) {
	var tab Table
	tab.Add(Outcome{"p.F", "f.go:1:1/T", true, 10}, Outcome{"p.F", "f.go:1:1/F", false, 100})
	tab.Add(Outcome{"p.F", "f.go:1:1/T", false, 100}, Outcome{"p.F", "f.go:1:1/F", false, 100})
	b := tab.Find("p.F", "f.go:1:1/T")
	if b.Rate() != 0.5 || b.Mean() != 55 {
		t.Errorf("rate %v, mean %v; want 0.5, 55", b.Rate(), b.Mean())
	}
	if len(tab.Funcs()) != 1 || len(tab.Of("p.F")) != 2 {
		t.Errorf("functions %v, branches %d", tab.Funcs(), len(tab.Of("p.F")))
	}
	if tab.Find("p.G", "x") != nil {
		t.Error("found a branch that has no outcome")
	}
}
