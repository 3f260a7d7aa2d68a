package testgen

import (
	"strings"
	"testing"
)

// TestBrokenView: a view that does not compile is left out, with those that it is a part of, and the results of all
// functions with such a view are compared with nil.
func TestBrokenView(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "errors"

type Rec struct {
	N   int
	Err error
}

func New(n int) *Rec { return &Rec{n, errors.New("e")} }

type Box struct{ R Rec }

func Wrap(n int) *Box { return &Box{*New(n)} }

func Twin(n int) *Box { return Wrap(n) }
`})
	cases := "func New\ncase 3 => 1 3 1 \"e\"\ncover a.go:10:1/T\nfunc Wrap\ncase 3 => 1 3 1 \"e\"\nfunc Twin\ncase 3 => 1 3 1 \"e\""
	p, err := Prepare(pkg, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Emit(InOrder(parseCases(t, pkg, cases)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(textOf(s), "\n")
	for i, text := range lines {
		if strings.Contains(text, "Err: errorText(x.Err)") {
			if at := s.At(TestFile, i+1); !s.LeaveOut(at, "it does not compile") {
				t.Fatalf("line %d is nowhere: %+v", i+1, at)
			}
		}
	}
	if s, err = p.Emit(InOrder(parseCases(t, pkg, cases))); err != nil {
		t.Fatal(err)
	}
	if text := textOf(s); strings.Contains(text, "View") || strings.Count(text, "got == nil") != 3 || strings.Count(text, "Only compared with nil: result (it does not compile)") != 3 {
		t.Errorf("%s", text)
	}
}

// TestLockInView: a view, which is a copy, has no field that must not be copied.
func TestLockInView(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "errors"

type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

type Part struct {
	noCopy noCopy
	N      int
}

type Rec struct {
	noCopy noCopy
	Part   Part
	Err    error
}

func New(n int) *Rec { return &Rec{Part: Part{N: n}, Err: errors.New("e")} }
`})
	text := textOf(emitted(t, pkg, "func New\ncase 3 => 1 3 1 \"e\"\ncover a.go:21:1/T"))
	if strings.Contains(text, "noCopy") || !strings.Contains(text, "N: 3") || strings.Contains(text, "ompared") {
		t.Errorf("%s", text)
	}
}

// TestPlaces: the printer knows the case of each row and the check of each assertion, in a table and in
// a sequence of subtests.
func TestPlaces(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nimport \"errors\"\n\nfunc Half(n int) (int, error) {\n\tif n%2 == 1 {\n\t\treturn 0, errors.New(\"odd\")\n\t}\n\treturn n / 2, nil\n}\n"})
	few := "func Half\ncase 4 => 2 0\ncover a.go:6:5/F n%2 == 1\ncase 3 => 0 1 \"odd\"\ncover a.go:6:5/T n%2 == 1"
	checkPlaces(t, emitted(t, pkg, few), 2, 3, "t.Run(")
	checkPlaces(t, emitted(t, pkg, few+"\ncase 5 => 0 1 \"odd\"\ncase 8 => 4 0\ncase 6 => 3 0"), 5, 2, "name:")
}

// checkPlaces checks the places of the lines of a suite with one function.
func checkPlaces(t *testing.T, s *Suite, cases, checks int, begins string) {
	t.Helper()
	rows, asserts := map[int]string{}, 0
	for i, text := range strings.Split(textOf(s), "\n") {
		at := s.At(TestFile, i+1)
		if at.Case >= 0 && strings.Contains(text, begins) {
			rows[at.Case] = text
		}
		if at.Asserts != strings.Contains(text, "t.Errorf(") {
			t.Errorf("line %d, %s: %+v", i+1, text, at)
		}
		if at.Asserts {
			asserts++
		}
		if strings.ContainsAny(text, "\ue000\ue001") {
			t.Errorf("line %d has a mark: %q", i+1, text)
		}
	}
	for j, c := range s.Funcs[0].Cases {
		if !strings.Contains(rows[j], quote(c.Name)) {
			t.Errorf("row %d is %q, not %q", j, rows[j], c.Name)
		}
	}
	if len(rows) != cases || asserts != checks {
		t.Errorf("%d rows and %d assertions in\n%s", len(rows), asserts, textOf(s))
	}
}

// TestSilent: a test that would assert nothing is not written.
func TestSilent(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\ntype T struct{}\n\nfunc (T) mark() {}\n\nfunc Set(p *int) { *p |= 1 }\n"})
	s := emitted(t, pkg, "func T.mark\ncase =>\ncover a.go:5:1/T\nfunc Set\ncase 1 1 => ; 1 1\ncover a.go:7:1/T")
	text := textOf(s)
	if strings.Count(text, "Errorf(") != 1 || strings.Contains(text, "mark") {
		t.Error(text)
	}
	if len(s.Dropped) != 1 || s.Dropped[0].Cause != Silent || s.Dropped[0].Reason != "it returns nothing, and changes nothing that a test sees" {
		t.Errorf("dropped: %+v", s.Dropped)
	}
	if !strings.Contains(text, "*p2 != 1") {
		t.Errorf("an argument that stays as it is is not compared:\n%s", text)
	}
}
