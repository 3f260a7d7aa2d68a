package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nearmiss/experiment/store"
)

// groups is a campaign of groups with some subjects each, and a contrast of x and y.
func groups(n, seeds int, contrast string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name = 'groups'\ntask = 'fake'\nseeds = %d\nmeasures = ['value']\n", seeds)
	for i := range n {
		fmt.Fprintf(&b, "[[subject]]\nname = 'g%d'\nparts = %d\n", i, i%3+1)
	}
	b.WriteString("[[arm]]\nname = 'x'\n[[arm]]\nname = 'y'\n[[budget]]\nsleep = '1ms'\n")
	b.WriteString("[[analysis.primary]]\nclaim = 'c'\nmeasure = 'value'\narm = 'x'\nagainst = 'y'\nby = 'group'\n" + contrast)
	return b.String()
}

// groupRows has the rows of such a campaign.
func groupRows(n, seeds int, value func(group, part, seed int, arm string) float64) (rows []*store.Row) {
	for i := range n {
		for part := range i%3 + 1 {
			for seed := range seeds {
				for _, arm := range []string{"x", "y"} {
					name := fmt.Sprintf("g%d/part%d", i, part+1)
					rows = append(rows, row(name, arm, uint64(seed+1), "1ms", value(i, part, seed, arm)))
				}
			}
		}
	}
	return rows
}

// A group counts once, by the mean of its subjects. Groups whose means have a ratio of 4 are four times as
// much by each single seed, so that the interval is a point: at least twice as much, and not eight times. The
// campaign of the rows needs no look at what the subjects of the file stand for.
func TestRatioOfGroups(t *testing.T) {
	value := func(group, part, seed int, arm string) float64 {
		y := 10 + float64(group) + float64(part*part) + float64(seed)
		if arm == "x" { // the same sum over the parts, otherwise spread
			n := float64(group%3 + 1)
			mean := 0.0
			for p := range group%3 + 1 {
				mean += (10 + float64(group) + float64(p*p) + float64(seed)) / n
			}
			return 4*mean + float64(2*part) - (n - 1)
		}
		return y
	}
	for _, tt := range []struct {
		least string
		want  Word
		ahead int
	}{{"", Holds, 12}, {"least = 2\n", Holds, 12}, {"least = 8\n", DoesNotHold, 0}} {
		r := loadedFrom(t, groups(12, 3, "ratio = true\nmargin = 1.05\n"+tt.least), groupRows(12, 3, value)...)
		primary, _, err := r.verdicts(200)
		if err != nil {
			t.Fatal(err)
		}
		v := primary[0]
		if v.Word != tt.want || len(v.Subjects) != 12 || v.For != tt.ahead || v.Opposed != 12-tt.ahead || v.Single != nil {
			t.Errorf("%q: %v, %d groups, for %d, against %d; single %v", tt.least, v.Word, len(v.Subjects), v.For, v.Opposed, v.Single)
		}
		for _, x := range []float64{v.Difference.Estimate, v.Difference.Low, v.Difference.High} {
			if math.Abs(x-2) > 1e-9 {
				t.Errorf("%q: logarithm of the ratio %+v, want 2", tt.least, v.Difference)
			}
		}
		if got := factor(v.Difference.Estimate); got != "× 4.000" {
			t.Errorf("printed %s", got)
		}
	}
}

// Of values 0 and 1 single subjects are tested: with eight of eight pairs one way p is 1/128, times the number of
// subjects; six of six are too few for two subjects or more.
func TestSingleSubjects(t *testing.T) {
	value := func(group, part, seed int, arm string) float64 {
		success := map[string]bool{
			"0x": true, "0y": false, // more
			"1x": seed < 2, "1y": true, // 6 pairs one way
			"2x": part > 0, "2y": true, // one part less
		}[fmt.Sprint(group, arm)]
		if success {
			return 1
		}
		return 0
	}
	r := loadedFrom(t, groups(3, 8, ""), groupRows(3, 8, value)...)
	primary, _, err := r.verdicts(200)
	if err != nil {
		t.Fatal(err)
	}
	if v := primary[0]; v.Single == nil || v.Single.More != 1 || v.Single.Less != 1 || len(v.Single.Subjects) != 6 {
		t.Errorf("%+v", v.Single)
	} else if v.For != 1 || v.Opposed != 2 || v.Subjects[1].Arm != 0.25 || v.Subjects[2].Arm != 2.0/3 {
		t.Errorf("%+v", v)
	}
	var b strings.Builder
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| 1, 2; single 1, 1 |", "| group | subjects | x | y |", "\n| g2 | 3 | 0.67 | 1.00 |\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}

// Only subjects take part of which an arm has a median that is high enough, and on which the arms are not level: they decide
// the mean of their group. Groups without such are level.
func TestHard(t *testing.T) {
	value := func(group, part, seed int, arm string) float64 {
		switch {
		case part == 0: // level
			return 1000
		case part == 1: // easy
			return map[string]float64{"x": 5, "y": 1}[arm]
		}
		return map[string]float64{"x": 400, "y": 200}[arm] + float64(seed)
	}
	r := loadedFrom(t, groups(9, 3, "hard = { arm = 'y', measure = 'value', least = 100 }\n"), groupRows(9, 3, value)...)
	primary, _, err := r.verdicts(200)
	if err != nil {
		t.Fatal(err)
	}
	v := primary[0]
	if len(v.Subjects) != 9 || v.Level != 6 || v.For != 3 || v.Difference.Estimate != 200 || v.Subjects[2].Arm != 401 {
		t.Errorf("%+v", v)
	}
}

// A contrast of means is not level where an arm is ahead in fewer than half of its runs: all medians are 0 there.
func TestLevelByMeans(t *testing.T) {
	value := func(group, part, seed int, arm string) float64 {
		if group > 0 && arm == "x" && seed == 0 {
			return 1
		}
		return 0
	}
	r := loadedFrom(t, groups(3, 4, ""), groupRows(3, 4, value)...)
	primary, _, err := r.verdicts(200)
	if err != nil {
		t.Fatal(err)
	}
	if v := primary[0]; v.Level != 1 || v.For != 2 || v.Subjects[1].Arm != 0.25 {
		t.Errorf("%+v", v)
	}
}
