package testgen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestStandardLibrary emits external tests with bridges for packages that
// package testing stands on, and runs them in place through an overlay.
func TestStandardLibrary(t *testing.T) {
	paths, err := filepath.Glob("testdata/std/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no goldens", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			pkg := loadOne(t, ".", strings.Fields(string(a.Comment))[0])
			golden := map[string]string{}
			for _, f := range a.Files {
				golden[f.Name] = string(f.Data)
			}
			s := emitted(t, pkg, golden["cases"])
			if !s.prepared.external {
				t.Error("not external")
			}
			got := map[string]string{"dropped": reasons(s.Dropped)}
			for _, f := range s.Files {
				got[f.Name] = string(f.Data)
			}
			next, report := verified(t, s, quick)
			if len(report.Dropped) != 0 || len(next.Funcs) != len(s.Funcs) {
				t.Errorf("verification dropped\n%s", reasons(report.Dropped))
			}
			same := true
			for _, name := range []string{TestFile, PanicFile, BridgeFile, "dropped"} {
				if got[name] != golden[name] {
					same = false
					if !*update {
						t.Errorf("%s:\n%s\nwant:\n%s", name, got[name], golden[name])
					}
				}
			}
			if same || !*update {
				return
			}
			a.Files = []txtar.File{{Name: "cases", Data: []byte(golden["cases"])}}
			for _, name := range []string{TestFile, PanicFile, BridgeFile, "dropped"} {
				if got[name] != "" {
					a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(got[name])})
				}
			}
			if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}
