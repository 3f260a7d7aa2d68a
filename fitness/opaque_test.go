package fitness

import "testing"

// A value that a call returns is one value as long as nothing may have changed it: the
// true outcome of the last condition is infeasible where the earlier ones exclude it.
func TestOpaque(t *testing.T) {
	const head = `package x

type T struct{ a, b bool; n int; e error; p *int }

func call() (int, error)
func flag() bool
func text() string
func ptr() *T
func run(func())
func change(*bool)

`
	for _, test := range []struct {
		name, body string
		never      bool
	}{
		{"switch", "switch p, q := flag(), flag(); { case p && q: return 1; case !p && q: return 2; case p && q: return 3 }; return 4", true},
		{"two calls", "p := flag(); q := flag(); if p && q { return 1 }; return 2", false},
		{"error", "n, err := call(); if err != nil { return 1 }; if n > 3 && err != nil { return 2 }; return 3", true},
		{"another error", "n, err := call(); if err != nil { return 1 }; n, err = call(); if n > 3 && err != nil { return 2 }; return 3", false},
		{"copy", "n, err := call(); e := err; if e != nil { return n }; if err != nil { return 2 }; return 3", true},
		{"sum", "n, _ := call(); if n > 3 { return 1 }; if n-1 > 5 { return 2 }; return 3", false},
		{"order", "n, _ := call(); m, _ := call(); if n < m { return 1 }; if m > n { return 2 }; return 3", true},
		{"text", "s := text(); if s == \"a\" { return 1 }; if s != \"b\" && s == \"a\" { return 2 }; return 3", true},
		{"loop", "c := false; for i := 0; i < x; i++ { p := flag(); if !c && p { return 1 }; c = !p }; return 2", false},
		{"goto", "again: p := flag(); if x > 0 { ok = p; x--; goto again }; if !ok && p { return 1 }; return 2", false},
		{"closure", "p := flag(); run(func() { p = !p }); if p { return 1 }; if p { return 2 }; return 3", false},
		{"closure between", "p := flag(); if p { return 1 }; run(func() { p = !p }); if p { return 2 }; return 3", false},
		{"pointer between", "p := flag(); if p { return 1 }; change(&p); if p { return 2 }; return 3", false},
		{"field", "v := ptr(); if v.a { return 1 }; if v.a { return 2 }; return 3", true},
		{"field after a call", "v := ptr(); if v.a { return 1 }; flag(); if v.a { return 2 }; return 3", false},
		{"field of another", "v, w := ptr(), ptr(); if v.a { return 1 }; w.a = true; if v.a { return 2 }; return 3", false},
		{"nil", "v := ptr(); if v == nil { return 1 }; if v == nil { return 2 }; return 3", true},
		{"one way", "p := true; if ok { p = flag() }; if p { return 1 }; if ok { return 2 }; return 3", false},
		{"literal", "p := flag(); if p { return 1 }; run(func() { if p { x++ } }); return 3", false},
	} {
		a := analyze(t, build(t, head+"func f(x int, ok bool) int {\n"+test.body+"\n}\n"), "f", Options{})
		last := a.Func.Conds[len(a.Func.Conds)-1]
		tg, err := a.Target(last.Branch(true))
		if err != nil {
			t.Fatal(err)
		}
		if tg.Infeasible != test.never {
			t.Errorf("%s: infeasible %t, want %t", test.name, tg.Infeasible, test.never)
		}
	}
}
