package effects

import (
	"go/build"
	"path/filepath"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

// TestDangerousSource: the source tree is found, so that buildProgram can drop bodies, even if the
// first import is dangerous.
func TestDangerousSource(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n\nimport \"os\"\n\nfunc F() error { return os.Remove(\"x\") }\n"})
	bad, src, err := dangerous(t.Context(), dir, load.Options{}, []string{"m"})
	if want := filepath.Join(build.Default.GOROOT, "src"); err != nil || len(bad) != 1 || src != want {
		t.Errorf("%q, source tree %q, %v; want %q", bad, src, err, want)
	}
}
