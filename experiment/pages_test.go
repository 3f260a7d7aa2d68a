package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of the pages")

const end = "<!-- end -->"

// markers are the beginnings of tables that come from kept rows: <!-- report NAME --> has the verdicts,
// <!-- medians NAME MEASURE --> the medians of a measure, of all without one, and
// <!-- subjects NAME CLAIM --> the subjects of a contrast, <!-- made NAME --> how many rows there are, by which revisions and where. NAME:3 is the first three seeds.
var markers = regexp.MustCompile(`(?s)<!-- (report|medians|subjects|made) ([^ ]+) (?:([^\n]+?) )?-->\n(.*?)<!-- end -->`)

// cells are verdicts within a table of a page: <!-- verdict NAME CLAIM --> … <!-- end -->.
var cells = regexp.MustCompile(`<!-- verdict ([^ ]+) ([^\n]+?) -->([^\n]*?)<!-- end -->`)

// TestPages asserts that the tables between the markers of a page are those of the kept rows that the
// first marker names. With -update it writes them.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(err)
	}
	checked, reports := 0, map[string]string{}
	report := func(name string) string {
		if reports[name] == "" {
			reports[name] = markdown(t, name)
		}
		return reports[name]
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		fresh := markers.ReplaceAllFunc(text, func(all []byte) []byte {
			found++
			m := markers.FindSubmatch(all)
			kind, name, measure, table := string(m[1]), string(m[2]), string(m[3]), string(m[4])
			var want string
			switch kind {
			case "made":
				want = made(t, report(name))
			case "medians":
				want = medians(t, report(name), measure)
			case "subjects":
				want = subjects(t, report(name), measure)
			default:
				want = verdicts(t, report(name))
			}
			if table != want && !*update {
				t.Errorf("%s: the %s of %s is\n%s\nwant\n%s", page, kind, name, table, want)
			}
			return []byte(strings.TrimSuffix(string(all), table+end) + want + end)
		})
		fresh = cells.ReplaceAllFunc(fresh, func(all []byte) []byte {
			found++
			m := cells.FindSubmatch(all)
			name, claim, cell := string(m[1]), string(m[2]), string(m[3])
			want := verdict(t, report(name), claim)
			if cell != want && !*update {
				t.Errorf("%s: the verdict of %s on %q is %q, want %q", page, name, claim, cell, want)
			}
			return []byte(strings.TrimSuffix(string(all), cell+end) + want + end)
		})
		if n := strings.Count(string(text), end); n != found {
			t.Errorf("%s: %d tables between markers, and %d ends", page, found, n)
		}
		if checked += found; *update {
			if err := os.WriteFile(page, fresh, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if checked == 0 {
		t.Error("no page has a report")
	}
}

// figures begin a cell of a table that has a figure.
var figures = regexp.MustCompile(`\|\s*\**[<>≈×~−-]?\s*\d`)

// TestTables asserts that a table with figures stands between markers, and so comes from kept rows, or below <!-- paper -->, if it has those of a
// paper. Figures of such a table that are not the paper's are verdicts between markers.
func TestTables(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if lines := unmarked(string(text)); len(lines) > 0 {
			t.Errorf("%s has figures without rows:\n%s", page, strings.Join(lines, "\n"))
		}
	}
	made := "<!-- medians x cost -->\n| a |\n|--:|\n| 1 |\n<!-- end -->\n"
	for text, want := range map[string]int{
		made: 0, "<!-- paper -->\n| a |\n|---|\n| 1 |\n": 0, "| a |\n|---|\n| `1`, a flag |\n": 0, "| a |\n|---|\n| 1 |\n| x | **× 2.5** |\n": 2,
		"<!-- paper -->\n\n| a |\n|---|\n| < 3 |\n": 1, made + "| -1.5 |\n": 1, "| <!-- verdict x claim -->1 of 2<!-- end --> |\n": 0,
	} {
		if got := unmarked(text); len(got) != want {
			t.Errorf("%q: figures in %q", text, got)
		}
	}
}

// unmarked returns the lines of tables with figures that are neither between markers nor below <!-- paper -->.
func unmarked(text string) (lines []string) {
	text = cells.ReplaceAllString(markers.ReplaceAllString(text, ""), "")
	above := ""
	for line := range strings.Lines(text) {
		switch inside := strings.HasPrefix(line, "|"); {
		case !inside:
			above = line
		case !strings.HasPrefix(above, "<!-- paper -->") && figures.MatchString(line):
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// TestLengths asserts that pages stay short enough to be read, and rows small enough to be fetched with the repository.
func TestLengths(t *testing.T) {
	for page, most := range map[string]int{"baars": 200, "claims": 200, "ese": 200, "fitnex": 200, "operators": 200, "pyse": 200, "results": 300, "tardis": 200} {
		text, err := os.ReadFile("../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > most {
			t.Errorf("docs/%s.md has %d lines, %d are the limit", page, n, most)
		}
	}
	files, err := filepath.Glob("rows/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no rows", err)
	}
	size := int64(0)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	const most = 10 << 20
	if size > most {
		t.Errorf("the rows have %d bytes, %d are the limit", size, most)
	}
}

// markdown returns the report of kept rows, of the first seeds if the name ends with a colon and their number.
func markdown(t *testing.T, name string) string {
	t.Helper()
	name, limit, _ := strings.Cut(name, ":")
	r, err := load(t.Context(), filepath.Join("rows", name+".db.zst"))
	if err != nil {
		t.Fatal(err)
	}
	seeds, _ := strconv.Atoi(limit)
	if err := r.Limit(seeds); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// made returns the line of a report on its rows.
func made(t *testing.T, report string) string {
	t.Helper()
	_, text, _ := strings.Cut(report, "\n\n")
	line, _, ok := strings.Cut(text, "\n")
	if !ok || !strings.Contains(line, " rows, revision ") {
		t.Fatalf("no line on the rows in\n%s", report)
	}
	return line + "\n"
}

// verdicts returns the tables of contrasts of a report.
func verdicts(t *testing.T, report string) string {
	t.Helper()
	_, text, ok := strings.Cut(report, "## Verdicts\n\n")
	text, _, ends := strings.Cut(text, "- **holds**")
	if !ok || !ends {
		t.Fatalf("no verdicts in\n%s", report)
	}
	return strings.NewReplacer("\n## Exploratory\n", "\nExploratory:\n", "\n## Predictors\n", "\nPredictors:\n",
		"\n## Reached\n", "\nReached:\n").Replace(text)
}

// verdict returns the verdict on a claim of a report, with its numbers: subjects for and against, difference with
// interval, and p.
func verdict(t *testing.T, report, claim string) string {
	t.Helper()
	for line := range strings.Lines(report) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if strings.TrimSpace(cells[0]) != claim {
			continue
		}
		switch len(cells) {
		case 8:
			return fmt.Sprintf("%s; for, against: %s of %s level; %s; p %s after Holm", cells[1], cells[3], cells[2], cells[4], cells[6])
		case 5:
			return fmt.Sprintf("exploratory; for, against: %s of %s level; %s; p %s", cells[2], cells[1], cells[3], strings.TrimSpace(cells[4]))
		}
		return strings.Join(cells[1:], "; ")
	}
	t.Fatalf("no claim %q", claim)
	return ""
}

// subjects returns the table of the subjects of a claim.
func subjects(t *testing.T, report, claim string) string {
	t.Helper()
	_, text, ok := strings.Cut(report, "\n### "+claim+"\n")
	_, text, there := strings.Cut(text, "\n\n| subject |")
	text, _, ends := strings.Cut(text, "\n\n")
	if !ok || !there || !ends {
		t.Fatalf("no subjects of %q", claim)
	}
	return "| subject |" + text + "\n\n"
}

// medians returns the captions and tables of a measure, of all measures without a name.
func medians(t *testing.T, report, measure string) (tables string) {
	t.Helper()
	_, text, _ := strings.Cut(report, "\n## Medians\n\n")
	text, _, _ = strings.Cut(text, "\nNot measured:\n")
	parts := strings.Split(text, "\n\n")
	for i := 0; i+1 < len(parts); i += 2 {
		if measure == "" || strings.HasPrefix(parts[i], measure+" (") {
			tables += parts[i] + "\n\n" + strings.TrimSuffix(parts[i+1], "\n") + "\n\n"
		}
	}
	if tables == "" {
		t.Fatalf("no medians of %s in\n%s", measure, report)
	}
	return tables
}
