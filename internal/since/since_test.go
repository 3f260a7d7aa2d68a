package since_test

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"

	"nearmiss/internal/since"
)

// TestLack compares with the lists of changes that a Go release comes with: api/go1.24.txt has the method of big.Int.
func TestLack(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedName}, "math/big", "errors", "strings", "slices", "net/http", "sync")
	if err != nil {
		t.Fatal(err)
	}
	find := map[string]types.Object{}
	for _, p := range pkgs {
		for _, name := range p.Types.Scope().Names() {
			o := p.Types.Scope().Lookup(name)
			find[p.PkgPath+"."+name] = o
			if n, ok := o.Type().(*types.Named); ok {
				for m := range n.Methods() {
					find[p.PkgPath+"."+name+"."+m.Name()] = m
				}
				if s, ok := n.Underlying().(*types.Struct); ok {
					for f := range s.Fields() {
						find[p.PkgPath+"."+name+"."+f.Name()] = f
					}
				}
			}
		}
	}
	for name, version := range map[string]string{
		"math/big.Int.AppendText": "1.24", "math/big.Int.Add": "1.0", "math/big.Int.Float64": "1.21", "errors.ErrUnsupported": "1.21",
		"strings.CutPrefix": "1.20", "strings.SplitSeq": "1.24", "slices.Collect": "1.23", "slices.Sort": "1.21", "net/http.Request.Pattern": "1.23", "sync.WaitGroup.Go": "1.25",
	} {
		o := find[name]
		if o == nil {
			t.Fatalf("no %s", name)
		}
		for _, directive := range []string{"", "1.16", "1.20", "1.21", "1.21.3", "1.22", "1.23", "1.24", "1.25", "1.26.0"} {
			written := max(directive, "1.21") // the digits are as many
			if got, want := since.New(directive, false).Lack(o), version > written; got != want {
				t.Errorf("go %s lacks %s: %v, want %v", directive, name, got, want)
			}
		}
		if since.New("1.16", true).Lack(o) {
			t.Errorf("the standard library lacks %s", name)
		}
	}
	if since.New("1.16", false).Lack(types.Universe.Lookup("error")) {
		t.Error("error is newer")
	}
}
