package testgen

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// texts is the golden of results that are compared by their texts: a module of
// its own, its suite as verified, and the faults that are to be found.
func texts(t *testing.T) (dir string, s *Suite, faults []string) {
	t.Helper()
	a, err := txtar.ParseFile("testdata/texts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) string {
		i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
		return string(a.Files[i].Data)
	}
	pkg := module(t, map[string]string{"a.go": part("a.go") + local})
	s, err = emit(pkg, parseChoices(t, pkg, part("alts")).cases(t, pkg, part("cases")+localCase), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	s, report := verified(t, s, quick)
	for _, d := range report.Dropped {
		if d.Func != "Local" {
			t.Errorf("%s/%s: %s", d.Func, d.Case, d.Reason)
		}
	}
	return pkg.Dir, s, strings.Split(part("faults")+localFault, "\n")
}

// A function with a result that says something else in another time zone.
const (
	local      = "\nfunc Local(n int64) time.Time { return time.Unix(n, 0) }\n"
	localCase  = "func Local\ncase 7 => 1 1 \"1970-01-01 00:00:07 +0000 UTC\"\n"
	localFault = "time.Unix(n, 0) => time.Unix(n, 1) => TestLocalBranches"
)

// TestTextsCatch: tests that compare by texts hold, in another time zone too,
// and each fails when the function that it is for is changed.
func TestTextsCatch(t *testing.T) {
	dir, s, faults := texts(t)
	if _, err := Write(s.Files, dir); err != nil {
		t.Fatal(err)
	}
	run := func() string {
		cmd := exec.Command("go", "test", "-shuffle=on")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TZ=Asia/Kathmandu")
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if out := run(); strings.Contains(out, "FAIL") {
		t.Fatalf("the tests fail\n%s\n%s", out, text(s, TestFile))
	}
	name := filepath.Join(dir, "a.go")
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := string(source)
	var names []string
	for _, f := range faults {
		p := strings.Split(f, " => ")
		if strings.Count(changed, p[0]) != 1 {
			t.Fatalf("%q does not stand once in the source", p[0])
		}
		changed, names = strings.Replace(changed, p[0], p[1], 1), append(names, p[2])
	}
	if err := os.WriteFile(name, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	out := run()
	for _, test := range names {
		if !strings.Contains(out, "--- FAIL: "+test+" (") {
			t.Errorf("%s does not fail", test)
		}
	}
	if !strings.Contains(text(s, TestFile), "Local(7).UTC().String()") {
		t.Error("a time in the local zone is not compared in UTC")
	}
	if t.Failed() {
		t.Logf("%s\n%s", out, text(s, TestFile))
	}
}
