package load

import (
	"cmp"
	"go/token"
	"path/filepath"
	"strings"
)

// Compare orders two places by the names of their files and then by their
// offsets, line directives aside. Files are parsed at once, so that bare
// positions of different files come in another order with every run.
func Compare(fset *token.FileSet, a, b token.Pos) int {
	pa, pb := fset.PositionFor(a, false), fset.PositionFor(b, false)
	return cmp.Or(
		strings.Compare(filepath.Base(pa.Filename), filepath.Base(pb.Filename)),
		strings.Compare(pa.Filename, pb.Filename),
		cmp.Compare(pa.Offset, pb.Offset),
	)
}
