package report

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

var update = flag.Bool("update", false, "write golden files")

const text = `
name = "small"
task = "fake"
seeds = 3
measures = ["value", "processor_s", "curve"]
[[subject]]
scale = [1, 2]
[[arm]]
name = "a"
[[arm]]
name = "fixed"
fixed = true
[[budget]]
sleep = ["1ms", "2ms"]
`

// loaded returns the report of rows.
func loaded(t testing.TB, rows ...*store.Row) *Report {
	t.Helper()
	return loadedFrom(t, text, rows...)
}

func loadedFrom(t testing.TB, text string, rows ...*store.Row) *Report {
	t.Helper()
	c, err := campaign.Parse("c.toml", text, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, r := range rows {
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Load(context.Background(), s, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func row(subject, arm string, seed uint64, budget string, value float64) *store.Row {
	return &store.Row{
		Key:      campaign.Key{Subject: subject, Arm: arm, Seed: seed, Budget: "sleep=" + budget},
		Measured: task.Measured{Numbers: map[string]float64{"value": value}}, Revision: "abc", Machine: "here",
	}
}

func TestMarkdown(t *testing.T) {
	failed := row("2", "a", 3, "1ms", 99)
	failed.Error = "it\nfails"
	other := row("1", "a", 2, "2ms", 0.25)
	other.Processor = 1500 * time.Millisecond
	other.Revision, other.Machine, other.Numbers = "def", "there", nil
	r := loaded(t,
		row("1", "a", 1, "1ms", 3), row("1", "a", 2, "1ms", 5), row("1", "a", 3, "1ms", 4.5), row("1", "fixed", 0, "1ms", 7),
		row("2", "a", 1, "1ms", 1), row("2", "a", 2, "1ms", 2), failed, other, row("9", "a", 1, "1ms", 1),
	)
	if r.Others != 1 || r.All() != 16 || len(r.Failed()) != 1 {
		t.Errorf("%d others, %d in all, %d failed", r.Others, r.All(), len(r.Failed()))
	}
	var got bytes.Buffer
	if err := r.Markdown(&got); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/small.md"
	if *update {
		os.WriteFile(golden, got.Bytes(), 0o666)
	}
	if want, err := os.ReadFile(golden); err != nil || got.String() != string(want) {
		t.Errorf("%v: got\n%s\nwant\n%s", err, got.String(), want)
	}
}

// A campaign with one arm has a table with a column for each measure, and sums of those that add up.
func TestOneArm(t *testing.T) {
	const text = `
name = "one"
task = "fake"
seeds = 2
measures = ["value", "twice", "curve"]
[[subject]]
scale = [1, 2]
[[arm]]
name = "a"
[[budget]]
sleep = "1ms"
[[published]]
source = "a paper"
measure = "value"
values."2" = { a = 30 }
`
	both := func(subject string, seed uint64, value, twice float64) *store.Row {
		r := row(subject, "a", seed, "1ms", value)
		r.Numbers["twice"] = twice
		return r
	}
	r := loadedFrom(t, text, both("1", 1, 1, 2), both("1", 2, 3, 4), both("2", 1, 10, 20))
	var got strings.Builder
	if err := r.Markdown(&got); err != nil {
		t.Fatal(err)
	}
	_, tables, _ := strings.Cut(got.String(), "## Medians\n\n")
	const want = `value (drawn), twice (twice the value), sleep=1ms: median over 2 seeds. Published: a paper.

| subject | value | published | twice |
|---|--:|--:|--:|
| 1 | 2 |  | 3 |
| 2 | 10 (1 of 2) | 30 | 20 (1 of 2) |
| sum |  |  | 23 |
`
	if tables != want {
		t.Errorf("got\n%s\nwant\n%s", tables, want)
	}
}

// CSV and JSON have all rows, to the last digit.
func TestExports(t *testing.T) {
	empty := loaded(t)
	rapid.Check(t, func(rt *rapid.T) {
		var rows []*store.Row
		for _, subject := range []string{"1", "2"} {
			for seed := range uint64(3) {
				if rapid.Bool().Draw(rt, "there") {
					r := row(subject, "a", seed+1, "2ms", rapid.Float64Range(-1e300, 1e300).Draw(rt, "value"))
					r.Error = rapid.String().Draw(rt, "error")
					r.Wall, r.Processor = time.Duration(rapid.IntRange(0, 1e15).Draw(rt, "wall")), time.Second/8
					if rapid.Bool().Draw(rt, "more") {
						r.Numbers["more"] = 0.1
						r.Curves = map[string]task.Curve{"c": {{1, rapid.Float64().Draw(rt, "y")}}}
					}
					rows = append(rows, r)
				}
			}
		}
		rep := &Report{Campaign: empty.Campaign, Rows: map[campaign.Key]*store.Row{}}
		for _, r := range rows {
			rep.Rows[r.Key] = r
		}
		var text bytes.Buffer
		if err := rep.JSON(&text); err != nil {
			rt.Fatal(err)
		}
		var list []*store.Row
		if err := json.Unmarshal(text.Bytes(), &list); err != nil || len(list) != len(rows) {
			rt.Fatalf("%d rows of %d; %v", len(list), len(rows), err)
		}
		text.Reset()
		if err := rep.CSV(&text); err != nil {
			rt.Fatal(err)
		}
		lines, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(lines) != len(rows)+1 {
			rt.Fatalf("%d lines of %d; %v", len(lines), len(rows)+1, err)
		}
		for _, j := range list {
			at := slices.IndexFunc(rows, func(r *store.Row) bool { return r.Subject == j.Subject && r.Seed == j.Seed })
			r := rows[at]
			if !reflect.DeepEqual(j, r) {
				rt.Errorf("row %+v, want %+v", j, r)
			}
			line := lines[slices.IndexFunc(lines, func(l []string) bool {
				return l[0] == r.Subject && l[2] == strconv.FormatUint(r.Seed, 10)
			})]
			for name, want := range r.Numbers {
				if x, err := strconv.ParseFloat(line[slices.Index(lines[0], name)], 64); err != nil || x != want {
					rt.Errorf("%s is %v, want %v; %v", name, x, want, err)
				}
			}
		}
	})
}

// As many values are below the median as above it.
func TestMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 20).Draw(t, "values")
		m, below, above := median(values), 0, 0
		for _, x := range values {
			if x < m {
				below++
			} else if x > m {
				above++
			}
		}
		if below > len(values)/2 || above > len(values)/2 || len(values)%2 == 1 && !slices.Contains(values, m) {
			t.Errorf("median %v of %v", m, values)
		}
	})
}

func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{3: "3", -3: "-3", 0.5: "0.500", 1e9: "1000000000", 2.0 / 3: "0.667",
		math.Pi * 1000: "3141.593",
	} {
		if got := figure(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
