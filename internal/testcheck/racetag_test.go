package testcheck

import (
	"context"
	"nearmiss/internal/testgen"
	"strings"
	"testing"
	"time"
)

const (
	halfSource = "func Half(n int) int {\n\tif n < 0 {\n\t\treturn -half(n)\n\t}\n\treturn half(n)\n}\n"
	halfCases  = `
		func Half
		case -3 => 1
		case 3 => 1`
)

// TestVerifyRaceTag checks that packages with files that depend on the race build tag are checked
// without the race detector, and that the report gives the reason.
func TestVerifyRaceTag(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		note  string // the reason for not using -race, "" if it is used
	}{
		{"plain", map[string]string{"a.go": "package p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource}, ""},
		{"only without", map[string]string{"a.go": "//go:build !race\n\npackage p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource, "b.go": "package p\n"},
			"a.go is not part of builds with it"},
		{"two versions", map[string]string{"a.go": "package p\n\n" + halfSource,
			"b.go": "//go:build !race\n\npackage p\n\nfunc half(n int) int { return n / 2 }\n", "c.go": "//go:build race\n\npackage p\n\nfunc half(n int) int { return 77 }\n"},
			"b.go is not part of builds with it"},
		{"one more", map[string]string{"a.go": "package p\n\nvar two = 2\n\nfunc half(n int) int { return n / two }\n\n" + halfSource,
			"b.go": "//go:build race\n\npackage p\n\nfunc init() { two = 3 }\n"}, "b.go is part of builds with it alone"},
		{"elsewhere", map[string]string{"a.go": "package p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource,
			"b.go": "//go:build race && plan9\n\npackage p\n\nvar _ = undefined\n"}, ""},
		{"own tests", map[string]string{"a.go": "package p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource,
			"a_test.go": "//go:build !race\n\npackage p\n\nvar here = true\n", "b_test.go": "package p\n\nvar there = here\n"},
			"they do not build with it: ./b_test.go:3:13: undefined: here"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pkg := module(t, tt.files)
			opts := Options{Count: 2, Timeout: 20 * time.Second}
			funcs := parseCases(t, pkg, halfCases)
			p, err := testgen.Prepare(pkg, testgen.Header{})
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.Emit(funcs)
			if err != nil {
				t.Fatal(err)
			}
			if err := Warm(context.Background(), pkg, p, opts); err != nil {
				t.Errorf("before there are cases: %v", err)
			}
			times := 1
			if tt.name == "two versions" || tt.name == "own tests" {
				times = 2 // the second time with a filled build cache
			}
			for range times {
				got, report := verified(t, s, opts)
				if len(got.Funcs) != 1 || len(report.Dropped) > 0 {
					t.Fatalf("%d functions left, dropped:\n%s", len(got.Funcs), reasons(report.Dropped))
				}
				if strings.Contains(report.RaceNote, "cgo") || strings.Contains(report.RaceNote, "C compiler") {
					t.Skip("no race detector here")
				}
				if report.Race != (tt.note == "") || report.RaceNote != tt.note {
					t.Errorf("with the race detector: %v, note %q; want %q", report.Race, report.RaceNote, tt.note)
				}
			}
		})
	}
}
