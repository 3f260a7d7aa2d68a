//go:build linux || darwin

package cover

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/testgen"

	"nearmiss/internal/subject"
)

// Of two runs that are to write the same file the second ends before its
// search; when the first is over it may write.
func TestOneWriter(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n",
		"m.go":   "package m\n\nfunc Sign(n int) bool { return n < 0 }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	unlock, err := testgen.Lock(out)
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Common: subject.Common{Dir: dir}, Patterns: []string{"."}, Evals: 50, Out: out, Verify: true}
	r, err := Run(context.Background(), opt)
	if want := filepath.Join(out, testgen.TestFile) + ": cannot write the tests: another run of nearmiss"; r != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("beside another: %v, %v; want %s…", r, err, want)
	}
	unlock()
	if _, err := Run(context.Background(), opt); err != nil {
		t.Error(err)
	}
	if unlock, err = testgen.Lock(out); err != nil {
		t.Errorf("the lock is still held: %v", err)
	}
	unlock()
	if _, err := os.Stat(filepath.Join(out, testgen.TestFile)); err != nil {
		t.Error(err)
	}
}
