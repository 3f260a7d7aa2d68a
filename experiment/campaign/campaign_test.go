package campaign

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"nearmiss/experiment/kinds"
)

var update = flag.Bool("update", false, "write golden files")

const small = `
name = "small"
task = "fake"
seeds = 2
measures = ["value", "curve"]

[[subject]]
name = "s"
scale = [1, 2.5]

[[arm]]
name = "a"

[[arm]]
style = ["plain", "fancy"]
fixed = true

[[budget]]
sleep = "1ms"

[[analysis.primary]]
claim = "fancy is more"
measure = "value"
arm = "fancy/fixed"
against = "a"
`

func parse(t testing.TB, text string) *Campaign {
	t.Helper()
	c, err := Parse("c.toml", text, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParse(t *testing.T) {
	c := parse(t, small)
	var names []string
	for _, list := range [][]Part{c.Subjects, c.Arms, c.Budgets} {
		for _, p := range list {
			names = append(names, fmt.Sprintf("%s %s line %d", p.Name, p.Options, p.line))
		}
	}
	want := []string{
		`s/1 {"scale":1} line 7`, `s/2.5 {"scale":2.5} line 7`,
		`a {} line 11`, `plain/fixed {"fixed":true,"style":"plain"} line 14`,
		`fancy/fixed {"fixed":true,"style":"fancy"} line 14`,
		`sleep=1ms {"sleep":"1ms"} line 18`,
	}
	if !slices.Equal(names, want) {
		t.Errorf("parts\n%s\nwant\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
	all := []string{"s/1", "s/2.5"}
	analysis := Analysis{Level: 0.05, Primary: []Contrast{{
		Claim: "fancy is more", Measure: "value", Arm: "fancy/fixed", Against: "a", Budget: "sleep=1ms", Subjects: all, Margin: 0.01,
	}}}
	if !reflect.DeepEqual(c.Analysis, analysis) {
		t.Errorf("analysis %+v, want %+v", c.Analysis, analysis)
	}
}

func TestAnalysis(t *testing.T) {
	text := strings.Replace(small, `"1ms"`, `["1ms", "2ms"]`, 1)
	text = strings.Replace(text, "[[analysis.primary]]", "[analysis]\nmargin = 2\nlevel = 0.1\n[[analysis.primary]]\nbudget = 'sleep=2ms'\n", 1) + `
[[analysis.secondary]]
claim = "plain is more"
measure = "value"
arm = "plain/fixed"
against = "a"
budget = "sleep=1ms"
subjects = ["*.5", "s/2*"]
margin = 0.5
censored = "twice"
`
	want := Analysis{
		Level: 0.1,
		Primary: []Contrast{{
			Claim: "fancy is more", Measure: "value", Arm: "fancy/fixed", Against: "a", Budget: "sleep=2ms",
			Subjects: []string{"s/1", "s/2.5"}, Margin: 2,
		}},
		Secondary: []Contrast{{
			Claim: "plain is more", Measure: "value", Arm: "plain/fixed", Against: "a", Budget: "sleep=1ms",
			Subjects: []string{"s/2.5"}, Margin: 0.5, Censored: "twice",
		}},
	}
	if got := parse(t, text).Analysis; !reflect.DeepEqual(got, want) {
		t.Errorf("analysis %+v, want %+v", got, want)
	}
}

// A pattern matches as the regular expression does in which * is .* and all else stands for itself.
func TestMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[ab/.]{0,6}").Draw(t, "text")
		pattern := rapid.StringMatching("[ab/.*]{0,5}").Draw(t, "pattern")
		r := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") + "$")
		if got, want := matches(text, pattern), r.MatchString(text); got != want {
			t.Errorf("%q matches %q: %v, want %v", text, pattern, got, want)
		}
	})
}

// Cells come seed by seed, and an arm that draws nothing has one seed.
func TestCells(t *testing.T) {
	var got []string
	for _, cell := range parse(t, small).Cells() {
		got = append(got, cell.Key().String())
	}
	want := []string{
		"s/1 a seed 1 sleep=1ms", "s/1 plain/fixed seed 0 sleep=1ms", "s/1 fancy/fixed seed 0 sleep=1ms",
		"s/2.5 a seed 1 sleep=1ms", "s/2.5 plain/fixed seed 0 sleep=1ms", "s/2.5 fancy/fixed seed 0 sleep=1ms",
		"s/1 a seed 2 sleep=1ms", "s/2.5 a seed 2 sleep=1ms",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFaults parses each campaign file of testdata and compares the errors.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse("c.toml", string(a.Files[0].Data), kinds.All())
			if err == nil {
				t.Fatal("no error")
			}
			got := err.Error() + "\n"
			if *update {
				a.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if want := string(a.Files[1].Data); got != want {
				t.Errorf("errors\n%swant\n%s", got, want)
			}
		})
	}
}

// A campaign that gets more seeds, subjects, arms and budgets keeps its cells.
func TestMoreKeepsCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scales := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 2, 5, rapid.ID).Draw(t, "scales")
		shifts := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 2, 5, rapid.ID).Draw(t, "shifts")
		sleeps := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 2, 3, rapid.ID).Draw(t, "sleeps")
		seeds := rapid.SliceOfNDistinct(rapid.IntRange(1, 99), 2, 5, rapid.ID).Draw(t, "seeds")
		fixed := rapid.Bool().Draw(t, "fixed")
		build := func(a, b, c, d int) map[Key]bool {
			var sleep []string
			for _, n := range sleeps[:c] {
				sleep = append(sleep, fmt.Sprintf("'%dms'", n))
			}
			list := func(v []int) string { return strings.ReplaceAll(fmt.Sprint(v), " ", ", ") }
			text := fmt.Sprintf("name='n'\ntask='fake'\nseeds=%s\nmeasures=['value']\n"+
				"[[subject]]\nscale=%s\n[[arm]]\nshift=%s\nfixed=%v\n[[budget]]\nsleep=[%s]\n",
				list(seeds[:d]), list(scales[:a]), list(shifts[:b]), fixed, strings.Join(sleep, ", "))
			c2, err := Parse("c.toml", text, kinds.All())
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			keys := map[Key]bool{}
			for _, cell := range c2.Cells() {
				if keys[cell.Key()] {
					t.Fatalf("%v comes twice", cell.Key())
				}
				keys[cell.Key()] = true
			}
			per := d
			if fixed {
				per = 1
			}
			if len(keys) != a*b*c*per {
				t.Fatalf("%d cells of %d subjects, %d arms, %d budgets, %d seeds", len(keys), a, b, c, per)
			}
			return keys
		}
		less := func(n int) int { return rapid.IntRange(1, n).Draw(t, "less") }
		few := build(less(len(scales)), less(len(shifts)), less(len(sleeps)), less(len(seeds)))
		all := build(len(scales), len(shifts), len(sleeps), len(seeds))
		slices.Reverse(seeds) // their order does not matter
		if turned := build(len(scales), len(shifts), len(sleeps), len(seeds)); !reflect.DeepEqual(turned, all) {
			t.Fatalf("seeds %v have other cells than in reverse", seeds)
		}
		for key := range few {
			if !all[key] {
				t.Fatalf("%v is lost", key)
			}
		}
	})
}

// The line of each key is that on which it was written.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		want, at, n, counts := map[string]int{}, "", 1, map[string]int{}
		line := func(format string, args ...any) {
			fmt.Fprintf(&b, format+"\n", args...)
			n++
		}
		for i := range rapid.IntRange(1, 20).Draw(t, "lines") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				line("# comment [[arm]]")
			case 1:
				line("")
			case 2:
				name := rapid.SampledFrom([]string{"arm", "subject", "analysis.primary"}).Draw(t, "array")
				at = fmt.Sprintf("%s[%d]", name, counts[name])
				counts[name]++
				want[at] = n
				line("[[%s]]", name)
			case 3:
				key := fmt.Sprintf("key%d", i)
				want[below(at, key)] = n
				line("%s = %q", key, "= [[arm]] #")
			case 4:
				key := fmt.Sprintf("key%d", i)
				want[below(at, key)], want[below(at, key)+"[0]"] = n, n+1
				line("%s = [", key)
				line("  1,")
				line("]")
			case 5:
				key := fmt.Sprintf("key%d", i)
				want[below(at, key)], want[below(at, key)+".a"] = n, n
				line("%s = { a = 1, b = 2 }", key)
			}
		}
		got := lines([]byte(b.String()))
		for path, line := range want {
			if got[path] != line {
				t.Fatalf("%s is in line %d, want %d, of\n%s", path, got[path], line, b.String())
			}
		}
	})
}

func TestSuggestion(t *testing.T) {
	names := []string{"ese", "rand", "dfs-false", "dfs"}
	for name, want := range map[string]string{
		"esse": "did you mean ese?", "RAND": "did you mean rand?", "dfs-flase": "did you mean dfs-false?",
		"simulated": "these are known: ese, rand, dfs-false, dfs",
	} {
		if got := Suggestion(name, names); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Parse returns a campaign or an error that names the file, whatever the text.
func FuzzParse(f *testing.F) {
	f.Add(small)
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		if a, err := txtar.ParseFile(name); err == nil {
			f.Add(string(a.Files[0].Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse("c.toml", text, kinds.All())
		if err != nil && !strings.HasPrefix(err.Error(), "c.toml:") {
			t.Errorf("%v", err)
		}
		if err == nil && len(c.Cells()) == 0 {
			t.Error("no cells")
		}
	})
}

// TestPublished asserts that figures of a paper are found by measure, subject and arm.
func TestPublished(t *testing.T) {
	c := parse(t, small+`
[[published]]
source = "Table 1"
measure = "value"
values."s/1" = { a = 3, "plain/fixed" = 0.5 }

[[published]]
source = "Table 2"
measure = "value"
values."s/2.5" = { a = 4 }

[[published]]
source = "Table 3"
measure = "value"
against = "plain/fixed"
values."s/1" = { a = 7 }
`)
	for _, tt := range []struct {
		measure, subject, arm, against string
		want                           float64
		source                         string
	}{
		{"value", "s/1", "a", "", 3, "Table 1"}, {"value", "s/1", "plain/fixed", "", 0.5, "Table 1"}, {"value", "s/2.5", "a", "", 4, "Table 2"},
		{"value", "s/2.5", "plain/fixed", "", 0, ""}, {"curve", "s/1", "a", "", 0, ""},
		{"value", "s/1", "a", "plain/fixed", 7, "Table 3"}, {"value", "s/2.5", "a", "plain/fixed", 0, ""},
	} {
		if got, source, ok := c.PublishedOf(tt.measure, tt.subject, tt.arm, tt.against); got != tt.want || source != tt.source || ok != (source != "") {
			t.Errorf("%+v: %v, %v", tt, got, source)
		}
	}
}
