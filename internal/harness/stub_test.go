package harness

import (
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestStubBeyondASCII: the field of a stub is named after a method that begins with a letter of
// several bytes.
func TestStubBeyondASCII(t *testing.T) {
	c := loadSource(t, "package m\n\ntype Öl interface { Äpfel() int }\n\nfunc F(o Öl) bool { return o.Äpfel() == 3 }\n")
	list, err := c.Variants(c.pkg.Types.Scope().Lookup("F").(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), FileName, c.Generate(list, File{Probe: probePath}), 0); err != nil {
		t.Error(err)
	}
	for _, a := range list[0].Sig.Params[0].Type.Alts {
		if a.Name == "stub" && (a.Decl.Label != "stubÖl" || a.Fields[0].Name != "äpfel") {
			t.Errorf("stub %s with field %s", a.Decl.Label, a.Fields[0].Name)
		}
	}
}
