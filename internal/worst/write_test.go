package worst

import (
	"os"
	"path/filepath"
	"testing"

	"nearmiss/input"
)

// TestCasesWithoutRuns: a result without a worst input has no case, and one without a typical
// input has no typical case.
func TestCasesWithoutRuns(t *testing.T) {
	s := open(t, "IsPalindrome")
	v := input.Vector{2, 7}
	runs, err := s.subject.Measure(t.Context(), true, v)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.testCases(t.Context(), s.subject, []*Result{{Size: 1}, {Size: 2, vector: v, run: &runs[0]}})
	if err != nil || len(x.Func.Cases) != 1 || x.Func.Cases[0].Name != "worst/2" {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestWriteCurveLink: the curve is not written through a link that leads out of the
// directory.
func TestWriteCurveLink(t *testing.T) {
	top := t.TempDir()
	dir, other := filepath.Join(top, "out"), filepath.Join(top, "other")
	if err := os.WriteFile(other, []byte("theirs"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := writeCurve(dir, []byte("<svg/>")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, curveFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(dir, curveFile)); err != nil {
		t.Fatal(err)
	}
	if err := writeCurve(dir, []byte("<svg/>")); err == nil {
		t.Error("written through a link")
	}
	if data, _ := os.ReadFile(other); string(data) != "theirs" {
		t.Errorf("the other file is now %q", data)
	}
}
