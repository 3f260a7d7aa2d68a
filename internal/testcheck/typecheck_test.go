package testcheck

import (
	"bytes"
	"strings"
	"testing"

	"nearmiss/internal/testgen"
)

// TestTypeChecks: the files of a suite type-check, though package testing is not loaded. What is not used,
// not declared or of another type does not.
func TestTypeChecks(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "strings"

var broken = 1

func init() { broken = len(strings.Repeat("x", 2)) }

func Same(n int) int { return n }
`})
	s := emitted(t, pkg, `
		func Same
		case 1 => 1
		case 2 => 2`)
	if err := typeChecks(s); err != nil {
		t.Error(err)
	}
	for change, want := range map[string]string{
		"import \"testing\"|import (\n\t\"strings\"\n\t\"testing\"\n)": `"strings" imported and not used`,
		"import \"testing\"|import (\n\t\"os\"\n\t\"testing\"\n)":      `"os" imported and not used`,
		"(t *testing.T) {|(t *testing.T) {\n\tvar unused int":          "declared and not used: unused",
		"Same(|Other(":        "undefined: Other",
		"Same(|string(Same)(": "cannot convert",
		"package p|package":   "expected",
		"import \"testing\"|import (\n\t\"go/ast\"\n\t\"testing\"\n)\n\nvar _ = ast.List{{Doc: nil}}": "",
	} {
		old, with, _ := strings.Cut(change, "|")
		d := *s
		d.Files = nil
		for _, f := range s.Files {
			text := bytes.Replace(f.Data, []byte(old), []byte(with), 1)
			if bytes.Equal(text, f.Data) {
				t.Fatalf("%q is not in\n%s", old, f.Data)
			}
			d.Files = append(d.Files, testgen.File{Name: f.Name, Data: text})
		}
		if err := typeChecks(&d); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v, want %q", with, err, want)
		}
	}
}
