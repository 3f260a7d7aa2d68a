package harness

import (
	"go/types"
	"strings"
	"testing"
)

// TestLegal: of which types the zero value is not known to be legal, and which fields no code
// but that of the package sets.
func TestLegal(t *testing.T) {
	for _, x := range []struct {
		name, source, want string
	}{
		{"a constructor", `type T struct{ N, n int }; func NewT(n int) *T { return &T{n: n} }`, "literal n"},
		{"zero where a constructor fails", `type T struct{ n int }; func NewT(n int) (T, error) { if n < 0 { return T{}, errors.New("") }; return T{n}, nil }`, "literal n"},
		{"zero as a literal", `type T struct{ n int }; func NewT() *T { return &T{} }`, "n"},
		{"zero as a variable", `type T struct{ n int }; func NewT(n int) *T { var t T; t.n = n; return &t }`, "n"},
		{"zero by new", `type T struct{ n int }; func NewT(n int) *T { t := new(T); t.n = n; return t }`, "n"},
		{"zero in the comment", "// T counts. The zero value is ready\n// to use.\ntype T struct{ n int }\nfunc NewT(n int) *T { return &T{n: n} }", "n"},
		{"zero in a method's comment", "type T struct{ n int }\nfunc NewT(n int) *T { return &T{n: n} }\n// Inc is fine on a zero T.\nfunc (t *T) Inc() { t.n++ }", "n"},
		{"a warning", "// A T counts. The zero value must not be used.\ntype T struct{ n int }\nfunc NewT(n int) *T { return &T{n: n} }", "literal n"},
		{"exported fields alone", `type T struct{ N int }; func NewT(n int) *T { return &T{N: n} }`, ""},
		{"nothing makes it", `type T struct{ N, n int }; func (t *T) Inc() { t.n++ }`, "n"},
		{"a literal in place", `type T struct{ n int }; var t = T{n: 1}; func (t *T) Inc() { t.n++ }`, ""},
		{"not exported, in place", `type t struct{ n, m int }; func f() int { x := t{n: 1}; return x.n }; func (t *t) Inc() { t.m++ }; type T = t`, ""},
		{"not exported, assigned in place", `type t struct{ n, m int }; func f() int { var x t; x.n = 1; return x.n }; func (t *t) Inc() { t.n++ }; type T = t`, "m"},
		{"not exported, by position", `type t struct{ n, m int }; var list = []t{{1, 2}}; func (t *t) Inc() { t.m++ }; type T = t`, ""},
		{"not exported, with a constructor", `type t struct{ n int }; func newT(n int) *t { return &t{n: n} }; type T = t`, "literal n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := loadSource(t, "package m\n\nimport \"errors\"\n\nvar _ = errors.New\n\n"+strings.ReplaceAll(x.source, "; ", "\n")+"\n\nfunc F(t *T) bool { return t != nil }\n")
			list, err := c.Variants(c.pkg.Types.Scope().Lookup("F").(*types.Func), Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			typ := list[0].Sig.Params[0].Type
			fields := typ.Elem
			for _, a := range typ.Alts {
				if a.Raw {
					got = append(got, a.Name)
				}
				if a.Name == "literal" {
					fields = a.Fields[0].Type
				}
			}
			for i, own := range fields.PackageOnly {
				if own {
					got = append(got, fields.Fields[i].Name)
				}
			}
			if text := strings.Join(got, " "); text != x.want {
				t.Errorf("got %q, want %q", text, x.want)
			}
		})
	}
}
