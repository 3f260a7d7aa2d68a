package cfg

import (
	"go/token"
	"testing"
)

// TestComparePos asserts the order by names and offsets for any order of the files in the
// file set.
func TestComparePos(t *testing.T) {
	for _, names := range [][2]string{{"a.go", "b.go"}, {"b.go", "a.go"}} {
		fset := token.NewFileSet()
		at := map[string]*token.File{}
		for _, name := range names {
			at[name] = fset.AddFile("/dir/"+name, -1, 10)
		}
		a, b := at["a.go"], at["b.go"]
		for _, c := range []struct {
			x, y token.Pos
			want int
		}{
			{a.Pos(3), b.Pos(1), -1},
			{b.Pos(1), a.Pos(3), 1},
			{a.Pos(1), a.Pos(3), -1},
			{b.Pos(2), b.Pos(2), 0},
		} {
			if got := ComparePos(fset, c.x, c.y); got != c.want {
				t.Errorf("files added as %v: ComparePos(%v, %v) = %d, want %d", names, fset.Position(c.x), fset.Position(c.y), got, c.want)
			}
		}
	}
}
