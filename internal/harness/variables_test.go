package harness

import (
	"go/types"
	"strings"
	"testing"

	"nearmiss/input"
)

// TestVariables: the package variables of a parameter's type are its alternatives, but those that code changes, or
// whose memory code may change.
func TestVariables(t *testing.T) {
	c := loadSource(t, `package p

type bounds struct{ min, max uint }

var (
	minutes = bounds{0, 59}
	hours   = bounds{0, 23}
	now     = bounds{0, 1}
	none    bounds
)

func Now() { now.min++ }

func Range(s string, b bounds) {}
func Ranges(list ...bounds)    {}
func (b bounds) Has(n uint) bool { return n >= b.min && n <= b.max }

type table []int

var even = table{2, 4}

func In(t table) bool { return len(t) > 0 }

type stack []string

var empty = stack{}

func Push(s stack) { s[0] = "" }
`)
	for _, test := range []struct{ fn, want string }{
		{"Range", "minutes hours bounds!"},
		{"Ranges", "[] minutes hours bounds!"},
		{"In", "even table!"},
		{"Push", ""},
	} {
		fn, err := c.Sign(c.pkg.Types.Scope().Lookup(test.fn).(*types.Func), Options{Variables: true})
		if err != nil {
			t.Fatal(err)
		}
		list := fn.Sig.Params
		var got []string
		of := list[len(list)-1].Type
		if of.Kind == input.Slice && of.Elem.Kind == input.Choice {
			got, of = append(got, "[]"), of.Elem
		}
		for _, a := range of.Alts {
			if a.Rare {
				a.Name += "!"
			}
			got = append(got, a.Name)
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %q, want %q", test.fn, text, test.want)
		}
	}
}
