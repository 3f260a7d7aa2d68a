package load

import (
	"fmt"
	"nearmiss/internal/testdir"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestBuildDependencies checks that the packages that a package and its tests import are in the build
// cache afterwards, and the package itself is not.
func TestBuildDependencies(t *testing.T) {
	dir := t.TempDir()
	own := fmt.Sprintf("\n// %s\n", dir) // no other test has built these packages
	files := map[string]string{
		"go.mod":        "module example.test/m\n\ngo 1.21\n",
		"a.go":          "package m\n\nimport \"example.test/m/dep\"\n\nvar X = dep.Y\n",
		"a_test.go":     "package m\n\nimport _ \"example.test/m/fortests\"\n",
		"dep/d.go":      "package dep\n\nvar Y = 1\n",
		"fortests/f.go": "package fortests\n",
		"broken/b.go":   "package broken\n\nvar X int = \"\"\n",
	}
	for name := range files {
		files[name] += own
	}
	testdir.Write(t, dir, files)
	BuildDependencies(t.Context(), dir, os.Environ(), ".", "./broken")
	for path, want := range map[string]bool{"dep": false, "fortests": false, ".": true} {
		cmd := exec.Command("go", "build", "-x", "-o", os.DevNull, "./"+path)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", path, err, out)
		}
		if compiles := strings.Contains(string(out), "/compile"); compiles != want {
			t.Errorf("%s was compiled once more: %v, want %v", path, compiles, want)
		}
	}
}
