package kinds

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/task"
)

// module writes a module with a package whose own test covers one of two branches, and returns its directory.
func module(t *testing.T) string {
	return files(t, map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.24\n",
		"sign/sign.go":      "package sign\n\nfunc Sign(n int) string {\n\tif n == 77001 {\n\t\treturn \"it\"\n\t}\n\treturn \"no\"\n}\n",
		"sign/sign_test.go": "package sign\n\nimport \"testing\"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(1) != \"no\" {\n\t\tt.Fatal()\n\t}\n}\n",
	})
}

// files writes files by name into a directory.
func files(t *testing.T, texts map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fromRoot returns a directory from that of the repository, as campaigns name it.
func fromRoot(t *testing.T, dir string) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	local, err := filepath.Rel(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	return local
}

// signed returns the package of a module of its own as a subject, and the directory of the module.
func signed(t *testing.T) (subject task.Options, dir string) {
	t.Helper()
	dir = module(t)
	local := fromRoot(t, dir)
	return task.Options{"module": "./" + local, "package": "sign"}, dir
}

// measured runs cells of a kind on a subject, one for each arm.
func measured(t *testing.T, kind *task.Kind, subject task.Options, budget string, arms ...task.Options) (all []map[string]float64) {
	t.Helper()
	session, err := kind.Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	for _, arm := range arms {
		m, err := session.Run(t.Context(), task.Cell{Subject: subject, Arm: arm, Budget: task.Options{"time": budget}, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m.Numbers)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	return all
}

// TestCoverInside covers a package that cannot be built outside of the standard library: what is found is measured, and the tests do not run.
func TestCoverInside(t *testing.T) {
	subject, arm := task.Options{"package": "path"}, task.Options{"flags": "-parallel 1 -evals 500"}
	got := measured(t, coverage(), subject, "10s", arm)[0]
	if _, run := got["statements"]; run || got["found"] < 1 || got["written"] > got["found"] || got["branches"] < got["found"] {
		t.Errorf("%v", got)
	}
	session, err := coverage().Open(t.Context(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	_, err = session.Run(t.Context(), task.Cell{Subject: subject, Arm: arm, Budget: task.Options{"time": "10s", "runs": int64(1)}, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "cannot be built outside of the standard library, where its tests would run") {
		t.Error(err)
	}
}

// TestFoundOver reads the lines of progress: what was found at which time, and the mean over time.
func TestFoundOver(t *testing.T) {
	const said = "cover: elapsed: 3s, building\ncover: elapsed: 6s, searching, branches: 10/50, evaluations: 7 (2/sec)\n" +
		"cover: elapsed: 9s, searching, branches: 10/50, evaluations: 9 (2/sec)\ncover: elapsed: 1m12s, searching (Ctrl-C gives up), branches: 40/50, evaluations: 99 (2/sec)\n" +
		"cover: elapsed: 1m45s, checking tests, branches: 45/50\nnearmiss: a note\n"
	curve := foundOver(said, 100*time.Second, 42)
	if want := (task.Curve{{0, 0}, {6, 10}, {72, 40}, {100, 42}}); !slices.Equal(curve, want) {
		t.Errorf("%v, want %v", curve, want)
	}
	if got, want := meanOver(curve), (66*10+28*40)/100.0; got != want {
		t.Errorf("mean %v, want %v", got, want)
	}
	if got := meanOver(foundOver("", 0, 5)); got != 0 {
		t.Errorf("mean %v of no time", got)
	}
}

// TestMutants asserts how many changes of a package its own tests and written ones notice.
func TestMutants(t *testing.T) {
	subject, _ := signed(t)
	keep := t.TempDir()
	local := fromRoot(t, keep)
	got := measured(t, mutation(), subject, "5m", task.Options{"tests": own, "keep": local}, task.Options{"tests": emitted, "flags": "-parallel 1"})
	want := map[string]float64{"mutants": 1, "killed": 1, "timed_out": 0, "lived": 0, "not_covered": 0, "coverage": 100, "efficacy": 100, "score": 100}
	for i, numbers := range got {
		if numbers["per_second"] <= 0 || (numbers["cover_per_second"] > 0) != (i == 1) {
			t.Errorf("arm %d: %v, want changes a second of the referee, and of cover where cover writes the tests", i, numbers)
		}
		delete(numbers, "per_second")
		delete(numbers, "cover_per_second")
		if !maps.Equal(numbers, want) {
			t.Errorf("arm %d: %v, want %v", i, numbers, want)
		}
	}
	if list, _ := filepath.Glob(filepath.Join(keep, "*", "*")); len(list) != 2 {
		t.Errorf("%q is kept, and not the changes that lived and the test", list)
	}
}

// TestDeletions asserts how many deleted statements of a package written tests notice, and its own ones: calls without an effect, one that only the written tests notice, and one without which the package does not compile.
func TestDeletions(t *testing.T) {
	dir := files(t, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"count/count.go": `package count

import (
	"runtime"
	"sort"
)

func Count(list []int) (n int) {
	runtime.KeepAlive(list)
	for range list {
		n++
	}
	return n
}

func Sign(n int) string {
	sign := "plus"
	if n < 0 {
		sign = "minus"
	}
	return sign
}

func Two() int {
	sort.Ints(nil)
	runtime.KeepAlive(2)
	return 2
}
`,
		"count/count_test.go": "package count\n\nimport \"testing\"\n\nfunc TestCount(t *testing.T) {\n\tif Count([]int{1}) != 1 || Sign(1) != \"plus\" {\n\t\tt.Fatal()\n\t}\n}\n",
	})
	local := fromRoot(t, dir)
	got := measured(t, deletions(), task.Options{"module": "./" + local, "package": "count"}, "5m", task.Options{"flags": "-parallel 1 -evals 2000"})[0]
	delete(got, "lines")
	want := map[string]float64{"deletions": 4, "noticed": 2, "own": 1, "beyond": 1, "missed": 3, "share": 50, "own_share": 25}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestReferee asserts the branches that three kinds of tests take, of a package that gobco judges and of one that the probes
// judge.
func TestReferee(t *testing.T) {
	subject, _ := signed(t)
	written := task.Options{"tests": emitted, "flags": "-parallel 1 -evals 300"}
	all := measured(t, refereed(), subject, "5m", task.Options{"tests": own}, written)
	all = append(all, measured(t, refereed(), subject, "1s", task.Options{"tests": fuzz}, task.Options{"tests": own})...)
	for i, m := range all {
		taken := []float64{1, 2, 1, 1}[i]
		if m["branches"] != 2 || m["taken"] != taken || m["percent"] != 50*taken || m["gobco"] != 1 || m["failing"] != 0 {
			t.Errorf("cell %d: %v", i, m)
		}
	}
	if testing.Short() {
		t.Skip("builds a package of the standard library")
	}
	for _, m := range measured(t, refereed(), task.Options{"package": "path"}, "5m", written) {
		if m["branches"] < 200 || m["percent"] < 50 || m["gobco"] != 0 || m["failing"] != 0 || m["wrong"] != 0 {
			t.Errorf("path: %v", m)
		}
	}
}

// TestCover asserts what one call leaves, and that the module of the user stays as it is.
func TestCover(t *testing.T) {
	subject, dir := signed(t)
	session, err := coverage().Open(context.Background(), "../..", subject)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		cell := task.Cell{Subject: subject, Arm: task.Options{"flags": "-goals branches -parallel 1"}, Budget: task.Options{"time": "20s"}, Seed: seed + 1}
		cell.Clock = func() time.Duration { return 0 }
		m, err := session.Run(context.Background(), cell)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]float64{"branches": 2, "found": 2, "written": 2, "statements": 100, "withheld": 0, "acting": 0, "code_lines": 8, "unevaluated": 0} {
			if m.Numbers[name] != want {
				t.Errorf("seed %d: %s is %v, want %v", seed+1, name, m.Numbers[name], want)
			}
		}
		if m.Numbers["megabytes"] < 1 && runtime.GOOS == "linux" || m.Numbers["test_lines"] != 8*m.Numbers["lines"] {
			t.Errorf("seed %d: %v", seed+1, m.Numbers)
		}
		if _, run := m.Numbers["failures"]; run {
			t.Errorf("tests were run: %v", m.Numbers)
		}
		if own := m.Numbers["own"]; own < 60 || own > 70 || m.Numbers["ahead"] != 100-own || m.Numbers["tests"] < 2 || m.Numbers["lines"] <= 0 {
			t.Errorf("seed %d: %v", seed+1, m.Numbers)
		}
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "sign", "*")); len(list) != 2 {
		t.Errorf("the module has %v", list)
	}
}

// TestCoverErrors asserts that what cannot be measured is an error in words.
func TestCoverErrors(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		subject task.Options
		want    string
	}{
		{task.Options{}, "needs a module or a package"},
		{task.Options{"module": "./no/such/directory"}, "no such file"},
		{task.Options{"module": "./experiment", "package": "no"}, ""},
	} {
		session, err := coverage().Open(ctx, "../..", tt.subject)
		if err == nil {
			_, err = session.Run(ctx, task.Cell{Subject: tt.subject, Arm: task.Options{"tool": "no-such-revision"}, Budget: task.Options{"time": "1s"}, Seed: 1})
			session.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v", tt.subject, err)
		}
	}
}

// A subject may stand for all packages of its module.
func TestCoverExpand(t *testing.T) {
	subject, dir := signed(t)
	for name, text := range map[string]string{
		"m.go": "package m\n", "none/none_test.go": "package none\n", "testdata/x.go": "package x\n", "a/b/b.go": "package b\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	all := maps.Clone(subject)
	all["package"] = "./..."
	missing := task.Options{"module": "./nothing", "package": "./..."}
	list := coverage().Expand(t.Context(), "../..", []task.Options{subject, all, missing})
	if len(list[0].Subjects) > 0 || list[0].Err != nil {
		t.Errorf("one package stands for %v, %v", list[0].Subjects, list[0].Err)
	}
	var names []string
	for _, s := range list[1].Subjects {
		if s.Options.Text("package") != s.Name || s.Options["module"] != subject["module"] {
			t.Errorf("%s has the options %v", s.Name, s.Options)
		}
		names = append(names, s.Name)
	}
	if want := []string{".", "a/b", "sign"}; !slices.Equal(names, want) || list[1].Err != nil {
		t.Errorf("packages %q, %v, want %q", names, list[1].Err, want)
	}
	if list[2].Err == nil {
		t.Error("a module that is not there has packages")
	}
}
