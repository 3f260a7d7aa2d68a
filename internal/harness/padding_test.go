package harness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"
)

// TestSpans: the bytes of a value are all but the padding. The result of a function has any padding:
// big.NewInt(0) was the zero value on some runs only.
func TestSpans(t *testing.T) {
	const src = `package p
type inner struct { a int32; b bool }
var (
	bigInt struct { neg bool; abs []uint }
	full   struct { a, b int64 }
	empty  struct{}
	nested struct { x inner; y byte; z [2]inner }
	bytes  struct { s [1000]byte; n uint16 }
	word   int16
)`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	sizes := types.SizesFor("gc", "amd64")
	pkg, err := (&types.Config{Sizes: sizes}).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][][2]int64{
		"bigInt": {{0, 1}, {8, 32}},
		"full":   {{0, 16}},
		"empty":  nil,
		"nested": {{0, 5}, {8, 9}, {12, 17}, {20, 25}},
		"bytes":  {{0, 1002}},
		"word":   {{0, 2}},
	} {
		var got [][2]int64
		if addSpans(&got, sizes, pkg.Scope().Lookup(name).Type(), 0, func(*types.Var) bool { return true }); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
