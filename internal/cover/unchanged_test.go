package cover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// TestUnchanged counts what a second call builds and searches after changes.
func TestUnchanged(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	const source = "package %s\n\nfunc Sign(n int) bool { return n < 0 }\n"
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.test/m\n\ngo 1.26\n")
	for _, p := range []string{"a", "b", "c"} {
		write(p+"/p.go", fmt.Sprintf(source, p))
	}
	write("c/q.go", "package c\n\nimport \"example.test/m/a\"\n\nfunc Both(n int) bool { return a.Sign(n) && n != -7 }\n")
	var mu sync.Mutex
	var built []string
	opt := Options{
		Common: subject.Common{Dir: dir, Seed: 1}, Patterns: []string{"./..."}, Evals: 200, Parallel: 2, Algo: "search", Write: true, Verify: true,
		Log: func(format string, args ...any) {
			if _, at, ok := strings.Cut(fmt.Sprintf(format, args...), "built the worker of "); ok {
				mu.Lock()
				defer mu.Unlock()
				built = append(built, at)
			}
		},
	}
	call := func(what string, change func(o *Options), want ...string) *report.Report {
		t.Helper()
		o := opt
		if change != nil {
			change(&o)
		}
		built = nil
		s, err := newSession(o)
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		s.verify = func(_ context.Context, suite *testgen.Suite, _ testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
			return suite, testcheck.Report{Count: testcheck.Repetitions, Race: true}, nil
		}
		r, err := s.call(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var searched, left []string
		for _, p := range r.Packages {
			searched = append(searched, filepath.Base(p.Path))
		}
		for _, p := range r.Unchanged {
			left = append(left, filepath.Base(p))
		}
		if len(built) != len(want) || !slices.Equal(searched, want) || o.Patterns[0] == "./..." && len(left)+len(want) != 3 {
			t.Errorf("%s: built %q, searched %q, left out %q; want %q", what, built, searched, left, want)
		}
		return r
	}
	call("first", nil, "a", "b", "c")
	if r := call("second", nil); r.Totals.Evaluations != 0 || r.Stopped != report.StoppedDone {
		t.Errorf("a call with nothing to search: %+v, %s", r.Totals, r.Stopped)
	}
	write("b/p.go", fmt.Sprintf(source, "b")+"\nfunc Even(n int) bool { return n%2 == 0 }\n")
	call("after a change of b", nil, "b")
	write("a/a_test.go", "package a\n")
	call("after a new own test of a", nil, "a")
	write("a/p.go", fmt.Sprintf(source, "a")+"\nvar X = 1\n")
	call("after a change of a, which c imports", nil, "a", "c")
	tests, err := os.ReadFile(filepath.Join(dir, "c", "nearmiss_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	write("c/nearmiss_test.go", string(tests)+"\n// by hand\n")
	call("after an edit of the tests of c", nil, "c")
	call("with another seed", func(o *Options) { o.Seed = 2 }, "a", "b", "c")
	call("with -again", func(o *Options) { o.Seed, o.Again = 2, true }, "a", "b", "c")
	call("for one package", func(o *Options) { o.Patterns = []string{"./b"} }, "b")
}

// TestCut: where nothing has changed, only packages are searched whose search the clock ended; and after
// a change, only what has changed.
func TestCut(t *testing.T) {
	alone(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := twoPackages(t, failingSource)
	left := func(change bool) (patterns, unchanged []string) {
		if change {
			if err := os.WriteFile(filepath.Join(dir, "b", "new.go"), []byte("package b\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s, err := newSession(Options{Common: subject.Common{Dir: dir}, Patterns: []string{"./..."}, Write: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		s.patterns = s.opt.Patterns
		s.leaveOut(t.Context())
		for path, p := range s.records.prints {
			ended := strings.HasSuffix(path, "/a")
			text := fmt.Sprintf(`{"sum":%q,"tests":%q,"ended":%t}`, s.records.sum(p), testsSum(p.Dir), ended)
			if err := replaceFile(s.records.file(s, p), []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		return s.patterns, s.unchanged
	}
	const a, b = "example.com/closed/a", "example.com/closed/b"
	for i, c := range []struct {
		change    bool
		patterns  []string
		unchanged []string
	}{{false, []string{"./..."}, nil}, {false, []string{b}, []string{a}}, {true, []string{b}, []string{a}}} {
		if patterns, unchanged := left(c.change); !slices.Equal(patterns, c.patterns) || !slices.Equal(unchanged, c.unchanged) {
			t.Errorf("call %d searches %q, leaves out %q; want %q, %q", i, patterns, unchanged, c.patterns, c.unchanged)
		}
	}
}

// TestFingerprint: each option changes the fingerprint, but those that have no effect on the tests.
func TestFingerprint(t *testing.T) {
	without := []string{"Patterns", "Parallel", "Again", "Prune", "Write", "Out", "Verify", "Log", "Command", "Dir", "Abandon", "Progress", "Sandbox", "Func", "Exclude"}
	base := Options{}.fingerprint()
	var fields func(v reflect.Value, o *Options)
	fields = func(v reflect.Value, o *Options) {
		for i := range v.NumField() {
			name, f := v.Type().Field(i).Name, v.Field(i)
			if name == "Common" {
				fields(f, o)
				continue
			}
			if !v.Type().Field(i).IsExported() { // a fuzz target, of which nothing is remembered
				continue
			}
			old := reflect.New(f.Type()).Elem()
			old.Set(f)
			switch f.Kind() {
			case reflect.Bool:
				f.SetBool(true)
			case reflect.String:
				f.SetString("x")
			case reflect.Int, reflect.Int64:
				f.SetInt(7)
			case reflect.Uint64:
				f.SetUint(7)
			case reflect.Slice:
				f.Set(reflect.ValueOf([]string{"x"}))
			case reflect.Map:
				f.Set(reflect.ValueOf(map[string]string{"x": "1..2"}))
			default:
				continue
			}
			if same := o.fingerprint() == base; same != slices.Contains(without, name) {
				t.Errorf("a change of %s leaves the fingerprint: %v", name, same)
			}
			f.Set(old)
		}
	}
	o := Options{}
	fields(reflect.ValueOf(&o).Elem(), &o)
}
