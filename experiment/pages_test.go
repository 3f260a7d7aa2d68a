package main

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages asserts that the tables between the markers of a page are those of the kept rows that the
// first marker names.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(err)
	}
	checked := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		rest := string(text)
		for {
			_, after, ok := strings.Cut(rest, "<!-- report ")
			if !ok {
				break
			}
			name, after, _ := strings.Cut(after, " -->\n")
			table, after, ended := strings.Cut(after, "<!-- end -->")
			if !ended {
				t.Fatalf("%s: no end of the report of %s", page, name)
			}
			checked, rest = checked+1, after
			if want := tables(t, name); table != want {
				t.Errorf("%s: the report of %s is\n%s\nwant\n%s", page, name, table, want)
			}
		}
	}
	if checked == 0 {
		t.Error("no page has a report")
	}
}

// tables returns the verdicts that the kept rows give.
func tables(t *testing.T, name string) string {
	t.Helper()
	in, err := os.Open(filepath.Join("rows", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.db"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := load(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(b.String(), "## Verdicts\n\n")
	text, _, ends := strings.Cut(text, "- **holds**")
	if !ok || !ends {
		t.Fatalf("no verdicts in\n%s", b.String())
	}
	return strings.NewReplacer("\n## Exploratory\n", "\nExploratory:\n", "\n## Predictors\n", "\nPredictors:\n").Replace(text)
}
