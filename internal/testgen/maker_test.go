package testgen

import (
	"strings"
	"testing"
)

// TestFirstMaker: a test begins with the value of a default instance that the call in its declaration makes, if the
// arguments can be named, no other initializer may have changed it, and no function literal that waits counts.
func TestFirstMaker(t *testing.T) {
	for args, want := range map[string]string{
		`os.Args[0], Exit`:                   `std = New(os.Args[0], Exit)`,
		`"x", 3`:                             `std = New("x", 3)`,
		`strings.ToLower("X"), 3`:            ``, // a call may have another result
		`os.Args[0], Exit); var _ = Set("a"`: ``, // another initializer changes it
	} {
		pkg := module(t, map[string]string{"a.go": `package p

import (
	"os"
	"strings"
)

const Exit = 1

type Set_ struct{ m map[string]int }

func New(name string, exit int) *Set_ { return &Set_{map[string]int{name: exit}} }

var std = New(` + args + `)

var Usage = func() { Set("usage") }

func Set(s string) bool {
	std.m[strings.TrimSpace(s)] = len(os.Args)
	return true
}
`})
		s := emitted(t, pkg, `
			func Set
			case "a" => 1
			cover a.go:20:1/T`)
		got := text(s, TestFile)
		if want == "" && strings.Contains(got, "std = New(") || !strings.Contains(got, want) {
			t.Errorf("with New(%s):\n%s\nwant %q", args, got, want)
		}
	}
}
