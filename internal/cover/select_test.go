package cover

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"nearmiss/internal/subject"
)

// TestUnordered: branches that an input takes in some orders of its map alone are written,
// by inputs that take them in any order: without that 7 to 12 of 14.
func TestUnordered(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	const scan = `
func Scan%d(m map[string]int8) int {
	for k, v := range m {
		switch {
		case k == "":
			return 1
		case v > 100:
			return 2
		case v < -100:
			return 3
		case v == 17:
			return 4
		case v&3 == 1:
			return 5
		case v&7 == 6:
			return 6
		}
	}
	return 0
}
`
	source := "package m\n"
	for i := range 4 {
		source += fmt.Sprintf(scan, i)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n", "m.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir}, Evals: 6000, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Packages[0].Functions {
		if b := f.Branches; b.Total != 14 || b.Covered < b.Total {
			t.Errorf("%d of %d branches: %+v", b.Covered, b.Total, f)
		}
	}
}
