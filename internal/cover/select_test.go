package cover

import (
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
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n",
		"m.go": `package m

func Scan(m map[string]int8) int {
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
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(4) {
		r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir, Seed: seed}, Evals: 6000, Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		b := r.Packages[0].Functions[0].Branches
		if b.Covered < b.Total-1 { // an order may still be unlucky
			t.Errorf("seed %d: %d of %d branches: %+v", seed, b.Covered, b.Total, r.Packages[0].Functions[0])
		}
	}
}
