package report

import (
	"strings"
	"testing"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

// measured returns a row with numbers and a curve of the numbers of paths.
func measured(subject, arm string, seed uint64, budget string, numbers map[string]float64, taken ...float64) *store.Row {
	r := &store.Row{Key: campaign.Key{Subject: subject, Arm: arm, Seed: seed, Budget: budget}, Measured: task.Measured{Numbers: numbers}}
	if taken != nil {
		curve := task.Curve{}
		for i, path := range taken {
			curve = append(curve, [2]float64{float64(i), path})
		}
		r.Curves = map[string]task.Curve{"taken": curve}
	}
	return r
}

// The area is divided by the number of different paths in all rows of a subject, and by those of the first seeds if only
// they are shown. Rows of before, without the paths, have no share.
func TestUnion(t *testing.T) {
	const text = `
name = "union"
task = "states"
seeds = 2
measures = ["known"]
[[subject]]
type = ["bytes.Buffer", "bytes.Reader"]
[[arm]]
strategy = ["fifo", "random"]
[[budget]]
sequences = 100
`
	area := func(x float64) map[string]float64 { return map[string]float64{"area": x} }
	r := loadedFrom(t, text,
		measured("bytes.Buffer", "fifo", 1, "sequences=100", area(2), 11, 12, 13),
		measured("bytes.Buffer", "random", 1, "sequences=100", area(1), 12, 14),
		measured("bytes.Buffer", "fifo", 2, "sequences=100", area(3), 11, 15, 16, 12),
		measured("bytes.Buffer", "random", 2, "sequences=100", area(4)),
		measured("bytes.Reader", "fifo", 1, "sequences=100", area(0.5), 11),
		measured("bytes.Reader", "random", 1, "sequences=100", area(0), []float64{}...),
	)
	known := func(subject, arm string, seed uint64) float64 {
		x, ok := r.Rows[campaign.Key{Subject: subject, Arm: arm, Seed: seed, Budget: "sequences=100"}].Number("known")
		if !ok {
			return -1
		}
		return x
	}
	for seeds, want := range [][4]float64{{2.0 / 6, 1.0 / 6, 3.0 / 6, -1}, {2.0 / 4, 1.0 / 4}} { // 0 are all seeds
		if err := r.Limit(seeds); err != nil {
			t.Fatal(err)
		}
		got := [4]float64{known("bytes.Buffer", "fifo", 1), known("bytes.Buffer", "random", 1)}
		if seeds == 0 {
			got[2], got[3] = known("bytes.Buffer", "fifo", 2), known("bytes.Buffer", "random", 2)
		}
		if got != want || known("bytes.Reader", "fifo", 1) != 0.5 {
			t.Errorf("%d seeds: %v, want %v", seeds, got, want)
		}
	}
}

// A search that gets to the reference counts with what it took, with or without training; any other with its budget.
func TestUntil(t *testing.T) {
	const text = `
name = "until"
task = "worst"
seeds = 3
measures = ["until", "searched"]
[[subject]]
func = "sort.Ints"
[[arm]]
algo = "ese"
[[budget]]
paths = 300
evals = 300
`
	r := loadedFrom(t, text,
		measured("sort.Ints", "ese", 1, "paths=300 evals=300", map[string]float64{"share": 1, "explorations": 50, "evaluations": 7, "training": 20}),
		measured("sort.Ints", "ese", 2, "paths=300 evals=300", map[string]float64{"share": 0.9, "explorations": 50, "evaluations": 7, "training": 20}),
		measured("sort.Ints", "ese", 3, "paths=300 evals=300", map[string]float64{"explorations": 50}),
	)
	for seed, want := range map[uint64][2]float64{1: {57, 37}, 2: {300, 300}} {
		row := r.Rows[campaign.Key{Subject: "sort.Ints", Arm: "ese", Seed: seed, Budget: "paths=300 evals=300"}]
		until, _ := row.Number("until")
		searched, _ := row.Number("searched")
		if until != want[0] || searched != want[1] {
			t.Errorf("seed %d: %v, %v, want %v", seed, until, searched, want)
		}
	}
	if s := r.sample("until", "sort.Ints", r.Campaign.Arms[0], "paths=300 evals=300"); len(s.values) != 2 || s.rows.Unmeasured != 1 {
		t.Errorf("%+v", s)
	}
}

// Figures of groups stand in the table of means, and figures of a contrast in the table of its groups.
func TestPublishedGroups(t *testing.T) {
	text := groups(3, 2, "ratio = true\nmargin = 1.05\n") + `
[[published]]
source = 'Table 1'
measure = 'value'
values.g2 = { y = 7.5 }

[[published]]
source = 'Table 2'
measure = 'value'
against = 'y'
values.g1 = { x = 1.25 }
`
	r := loadedFrom(t, text, groupRows(3, 2, func(_, _, _ int, arm string) float64 { return map[string]float64{"x": 4, "y": 2}[arm] })...)
	var b strings.Builder
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| group | subjects | x | y | published |\n|---|--:|--:|--:|--:|\n| g0 | 1 | 4.00 | 2.00 |  |\n| g1 | 2 | 4.00 | 2.00 |  |\n| g2 | 3 | 4.00 | 2.00 | 7.500 |\n",
		"| subject | x | y | difference | Â12 | Table 2 |\n",
		"| g1 | 4 | 2 | × 2.000 | 1.00 [0.39, 1.00] | × 1.250 |\n", "| g0 | 4 | 2 | × 2.000 | 1.00 [0.39, 1.00] |  |\n",
		"2 seeds. Published: Table 1.\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}
