package cover

import (
	"slices"
	"testing"

	"nearmiss/internal/report"
)

// TestLitter: what code reads past its object by an unsafe pointer varies, and code that writes there has no test.
// Harmless uses of unsafe stay.
func TestLitter(t *testing.T) {
	r, _ := coveredPackage(t, `package past

import "unsafe"

type page struct{ id, count uint64 }

var kept *page

func grab(n uint8) *page {
	kept = &page{id: uint64(n)}
	return kept
}

func next(p *page) *page { return (*page)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p))) }

func Read(n uint8) uint64 {
	p := grab(n)
	if p.id > 7 {
		return next(p).count
	}
	return 0
}

func Write(n uint8) uint64 {
	p := grab(n)
	if p.id > 7 {
		next(p).count = 1
	}
	return p.id
}

func Text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}
`, Options{Evals: 500, Verify: true})
	withheld := map[string]int{}
	for _, f := range r.Packages[0].Functions {
		for _, w := range f.Account.Withheld {
			withheld[f.Name+" "+w.Reason] += w.Branches
		}
	}
	if withheld["Write overwrites"] != 1 || withheld["Text overwrites"] > 0 {
		t.Errorf("withheld %v", withheld)
	}
	if !slices.ContainsFunc(r.Packages[0].Notes, func(n report.Note) bool {
		return n.Text == "Read, case n is 8: weaker: result not asserted: it is not the same on every run"
	}) {
		t.Errorf("notes %v", r.Packages[0].Notes)
	}
}
