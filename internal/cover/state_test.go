package cover

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
)

func testSaver(t *testing.T) *saver {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	v, err := newSaver(&Options{Common: subject.Common{Dir: "."}, Patterns: []string{"path"}})
	if err != nil || v == nil {
		t.Fatalf("no saver: %v", err)
	}
	return v
}

func TestStateRoundTrip(t *testing.T) {
	v := testSaver(t)
	if finds, err := v.read(); finds != nil || err != nil {
		t.Fatalf("before any run: %v, %v", finds, err)
	}
	want := savedFind{"path", "Match", []uint64{1, ^uint64(0), 0}}
	v.begin()
	v.add(want)
	v.end(false)
	finds, err := v.read()
	if err != nil || len(finds) != 1 || finds[0].Func != "Match" || finds[0].Vector[1] != ^uint64(0) {
		t.Fatalf("read %v, %v", finds, err)
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(v.file), "*"))
	if len(files) != 1 {
		t.Errorf("beside the state there are %v", files)
	}
	v.begin()
	v.end(true)
	if _, err := os.Stat(v.file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a finished run left its state: %v", err)
	}
}

func TestStateRefused(t *testing.T) {
	v := testSaver(t)
	if err := os.MkdirAll(filepath.Dir(v.file), 0o777); err != nil {
		t.Fatal(err)
	}
	good, err := json.Marshal(savedState{Finds: []savedFind{{"path", "Match", []uint64{1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"empty": {}, "cut": good[:20]} {
		if err := os.WriteFile(v.file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := v.read(); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: error %v; want a refusal", name, err)
		}
	}
	if err := os.WriteFile(v.file, good, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := v.read(); err != nil {
		t.Errorf("a good state is refused: %v", err)
	}
}

// TestResumeAfterKill kills a search in a process of its own, which is this test once more, and
// takes it up again.
func TestResumeAfterKill(t *testing.T) {
	if testing.Short() {
		t.Skip("the process that is killed has no race detector")
	}
	run := func(dir, algo string, evals int, resume bool) int {
		t.Helper()
		r, err := Run(t.Context(), Options{Common: subject.Common{Dir: dir}, Patterns: []string{"."}, Evals: evals, Parallel: 2, Algo: algo, Resume: resume})
		if err != nil {
			t.Fatal(err)
		}
		return r.Totals.Covered
	}
	const name, finds = "NEARMISS_TEST_KILLED", 30
	if dir := os.Getenv(name); dir != "" {
		run(dir, "auto", 1_000_000_000, false)
		return
	}
	var source strings.Builder
	source.WriteString("package m\n\nfunc Keys(n int64, s string) (found int) {\n")
	for i := range finds {
		fmt.Fprintf(&source, "\tif n*7 == %d && len(s) == %d {\n\t\tfound++\n\t}\n", 7*(100_003+37*i), i%5)
	}
	source.WriteString("\treturn found\n}\n\nfunc Hidden(n, m uint64) bool { return n%m == 0x123456789 && n*m%0xfedcba987 == m^n }\n")
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n", "m.go": source.String()})
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	t.Setenv("GOCACHE", string(bytes.TrimSpace(out)))
	t.Setenv("XDG_CACHE_HOME", cache)
	fresh := run(dir, "search", 1, false)
	if err := os.RemoveAll(filepath.Join(cache, "nearmiss")); err != nil {
		t.Fatal(err)
	}

	long := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKill$")
	long.Env = append(os.Environ(), name+"="+dir, "TMPDIR="+t.TempDir())
	if err := long.Start(); err != nil {
		t.Fatal(err)
	}
	var saved savedState
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && len(saved.Finds) < finds; time.Sleep(50 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(cache, "nearmiss", "state", "*.json"))
		if len(files) == 1 {
			data, err := os.ReadFile(files[0])
			if err != nil || json.Unmarshal(data, &saved) != nil {
				t.Fatalf("the state is not whole: %v\n%s", err, data)
			}
		}
	}
	if err := long.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	long.Wait()
	if len(saved.Finds) < finds {
		t.Fatalf("after a minute only %d inputs were saved", len(saved.Finds))
	}
	resumed := run(dir, "search", 1, true)
	if resumed <= fresh {
		t.Errorf("taken up again it covers %d branches, afresh %d", resumed, fresh)
	}
	if again := run(dir, "search", 1, true); again < resumed {
		t.Errorf("taken up a second time it covers %d branches, less than %d", again, resumed)
	}
}
