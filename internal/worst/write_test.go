package worst

import (
	"os"
	"path/filepath"
	"testing"
)

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
