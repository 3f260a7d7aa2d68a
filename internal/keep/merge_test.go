package keep_test

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"nearmiss/internal/keep"
)

var update = flag.Bool("update", false, "rewrite the expected results")

// TestMerge merges the files of each archive in testdata: old/ and new/ into want/. The comment
// of an archive lists failing and broken places, searched tests and options; the remarks and
// counts are in want/remarks.
func TestMerge(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, len(paths))
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { testArchive(t, path) })
	}
}

func testArchive(t *testing.T, path string) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dirs := map[string]map[string][]byte{"old": {}, "new": {}, "want": {}}
	for _, f := range a.Files {
		dir, name, _ := strings.Cut(f.Name, "/")
		dirs[dir][name] = f.Data
	}
	check, opt := directives(t, string(a.Comment))
	old := parse(t, dirs["old"])
	if strings.Contains(string(a.Comment), "stamped\n") {
		if old, err = keep.Stamp(old, opt.Path); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(string(a.Comment)) {
		if change, ok := strings.CutPrefix(line, "edit "); ok { // by hand
			from, to, _ := strings.Cut(strings.TrimSpace(change), " => ")
			texts := old.Texts()
			texts["nearmiss_test.go"] = []byte(strings.Replace(string(texts["nearmiss_test.go"]), from, to, 1))
			old = parse(t, texts)
		}
	}
	r, err := keep.Merge(old, parse(t, dirs["new"]), check, opt)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Set.Texts()
	got["remarks"] = []byte(remarks(r))
	if *update {
		var files []txtar.File
		for _, f := range a.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				files = append(files, f)
			}
		}
		for _, name := range sortedKeys(got) {
			files = append(files, txtar.File{Name: "want/" + name, Data: got[name]})
		}
		if err := os.WriteFile(path, txtar.Format(&txtar.Archive{Comment: a.Comment, Files: files}), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	same(t, dirs["want"], got)
	for name, text := range got {
		if f, err := format.Source(text); strings.HasSuffix(name, ".go") && (err != nil || string(f) != string(text)) {
			t.Errorf("%s is not formatted: %v", name, err)
		}
	}
	// The same again changes nothing.
	if len(check.Failing)+len(check.Broken) == 0 {
		again, err := keep.Merge(r.Set, parse(t, dirs["new"]), check, opt)
		if err != nil {
			t.Fatal(err)
		}
		same(t, r.Set.Texts(), again.Set.Texts())
	}
}

// directives reads lines such as "failing TestA/row", "failing TestA/row => message", "broken TestB", "searched TestA", "prune".
func directives(t *testing.T, comment string) (keep.Check, keep.Options) {
	c := keep.Check{Broken: map[keep.Place]string{}, Failing: map[keep.Place]string{}}
	o := keep.Options{Path: "example.test/p"}
	var searched []string
	for line := range strings.Lines(comment) {
		word, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
		decl, row, _ := strings.Cut(arg, "/")
		switch word {
		case "failing":
			row, why, ok := strings.Cut(row, " => ")
			if !ok {
				why = "it fails"
			}
			c.Failing[keep.Place{Decl: decl, Row: row}] = why
		case "broken":
			c.Broken[keep.Place{Decl: decl, Row: row}] = "undefined: X"
		case "searched":
			searched = append(searched, arg)
			o.Searched = func(test string) bool { return strings.Contains(strings.Join(searched, " "), test) }
		case "prune":
			o.Prune = true
		case "accept":
			o.Accept = true
		case "forgive":
			o.Forgive = true
		case "#", "", "stamped", "edit":
		default:
			t.Fatalf("unknown directive %s", word)
		}
	}
	return c, o
}

func remarks(r *keep.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "kept %d, added %d, replaced %d, removed %d, failing %d\n", r.Kept, r.Added, r.Replaced, r.Removed, r.Failing)
	for _, x := range r.Remarks {
		fmt.Fprintf(&b, "%s: %s\n", x.Place, x.Text)
	}
	for _, p := range r.Broken {
		fmt.Fprintf(&b, "broken: %s\n", p)
	}
	return b.String()
}
