package input

import (
	"testing"
)

func TestExpand(t *testing.T) {
	name := func(path string) string {
		if path == "example.org/own" {
			return ""
		}
		return "b2"
	}
	f := Fill{Args: []string{"x", "[]byte{1}"}, Recv: "v", Type: "stub", Package: name}
	for template, want := range map[string]string{
		"plain":                          "plain",
		"$(bytes).NewReader($2)":         "b2.NewReader([]byte{1})",
		"$(example.org/own).New($1, $2)": "New(x, []byte{1})",
		"$0.Push($1)":                    "v.Push(x)",
		"&$T{n: $1}":                     "&stub{n: x}",
		"\"$$5\" + $1":                   "\"$5\" + x",
		"func(p *$(example.org/own).P) int { return $1 }": "func(p *P) int { return x }",
	} {
		if got := Expand(template, f); got != want {
			t.Errorf("Expand(%q) = %q, want %q", template, got, want)
		}
	}
}

func TestExpandRefuses(t *testing.T) {
	for _, template := range []string{"$", "$3", "$x", "$(bytes"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Expand(%q) did not panic", template)
				}
			}()
			Expand(template, Fill{Args: []string{"a"}, Package: func(string) string { return "" }})
		}()
	}
}
