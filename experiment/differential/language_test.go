package differential

import (
	"testing"
)

// TestLanguage: the executor does what the machine does, feature by feature.
func TestLanguage(t *testing.T) {
	rows, err := Package(t.Context(), "./symexec/testdata/lang", Options{Dir: "../..", Inputs: 10, Seed: 1, Temp: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 90 {
		t.Errorf("%d functions, want at least 90", len(rows))
	}
	for _, r := range rows {
		for _, g := range r.Gaps {
			t.Errorf("%s: %d of %d inputs: %s: %s", r.Func, g.Count, r.Inputs, g.Reason, g.Input)
		}
		if r.Agreed == 0 {
			t.Errorf("%s: no input of %d to compare", r.Func, r.Inputs)
		}
	}
}
