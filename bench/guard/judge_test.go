package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func verdicts(lines []line) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.what+": "+string(l.verdict))
	}
	return strings.Join(all, "\n")
}

func TestLossIsAShareOrACount(t *testing.T) {
	tests := []struct {
		stored, now, share, count float64
		want                      verdict
	}{
		{1000, 997, 0.003, 0, fine},
		{1000, 996.9, 0.003, 0, worse},
		{1000, 990, 0.01, 1, fine},
		{1000, 989, 0.01, 1, worse},
		{24, 23, 0.01, 1, fine}, // one branch is more than one percent
		{24, 22.9, 0.01, 1, worse},
		{24, 30, 0.01, 1, fine},
		{math.NaN(), 3, 0.01, 1, unstored},
	}
	for _, tt := range tests {
		if got := loss("x", tt.stored, tt.now, tt.share, tt.count).verdict; got != tt.want {
			t.Errorf("from %v to %v with %v, %v: %v, want %v", tt.stored, tt.now, tt.share, tt.count, got, tt.want)
		}
	}
}

func TestGainAndFewest(t *testing.T) {
	if got := gain("x", 20, 21, 0.05).verdict; got != fine {
		t.Errorf("5 %% more: %v", got)
	}
	if got := gain("x", 20, 21.1, 0.05).verdict; got != worse {
		t.Errorf("5.5 %% more: %v", got)
	}
	if got := fewest("x", 27, 26).verdict; got != worse {
		t.Errorf("26 in place of 27: %v", got)
	}
	if got := report("x", 27, 1).verdict; got != reported {
		t.Errorf("no rule: %v", got)
	}
}

func TestJudgeReal(t *testing.T) {
	stored := samples{"a": {200, 202, 204}, "b": {1000, 1000, 1000}}
	// a may lose 2.02 in the mean and b 10, but the sum no more than 3.6.
	got := judgeReal(stored, samples{"a": {200, 200, 200}, "b": {998, 999, 1000}})
	if want := "a: ok\nb: ok\nbranches, sum: ok"; verdicts(got) != want {
		t.Errorf("%s\nwant\n%s", verdicts(got), want)
	}
	got = judgeReal(stored, samples{"a": {199, 199, 199}, "b": {995, 995, 995}})
	if want := "a: WORSE\nb: ok\nbranches, sum: WORSE"; verdicts(got) != want {
		t.Errorf("%s\nwant\n%s", verdicts(got), want)
	}
}

func TestFewerSeedsAreComparedWithTheSameSeeds(t *testing.T) {
	stored := samples{"a": {100, 500, 500}, "b": {1}, "d": {9}}
	was, is := alike(stored, samples{"a": {101}, "c": {7, 8}, "d": {9, 1, 1}})
	if fmt.Sprint(was) != "map[a:[100] c:[NaN] d:[9]]" || fmt.Sprint(is) != "map[a:[101] c:[7 8] d:[9]]" {
		t.Errorf("%v, %v", was, is)
	}
}

func TestTally(t *testing.T) {
	const no = fitnexRuns + 1
	s := samples{
		"fifth/A":  {10, 20, no, 30, 40}, // the median is 30
		"fifth/B":  {no, no, no, 5, 5},   // not reached in the median, which counts as fitnexRuns
		"fourth/C": {1},
	}
	got := tally(s, s, "fifth")
	if got.reached != 1 || got.searches != 6 {
		t.Errorf("reached %v, searches %v; want 1, 6", got.reached, got.searches)
	}
	if want := math.Sqrt(30 * fitnexRuns); math.Abs(got.runs-want) > 1e-6 {
		t.Errorf("geometric mean %v, want %v", got.runs, want)
	}
}

func TestJudgeFitnex(t *testing.T) {
	stored := samples{"fourth/A": {10}, "fifth/B": {10}, "first/C": {10}}
	got := verdicts(judgeFitnex(stored, samples{"fourth/A": {10}, "fifth/B": {fitnexRuns + 1}, "first/C": {999}}))
	for _, want := range []string{
		"fourth: targets reached in the median: ok", "fourth: geometric mean of runs: ok",
		"fifth: targets reached in the median: WORSE", "fifth: geometric mean of runs: WORSE",
		"first: geometric mean of runs: reported",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestJudgeESEIsByTheManualCost(t *testing.T) {
	now, low := samples{}, ""
	for _, p := range programs() {
		for i, n := range p.sizes {
			now[p.name(n)] = []float64{p.manual[i] + 1, p.manual[i]}
			low = p.name(n)
		}
	}
	now[low][1]--
	for _, l := range judgeESE(alike(nil, now)) {
		want := fine
		if l.what == low {
			want = worse
		}
		if l.verdict != want {
			t.Errorf("%s: %v, want %v", l.what, l.verdict, want)
		}
	}
}

func TestJudgeSpeedIsByTheOldCommand(t *testing.T) {
	got := judgeSpeed(nil, samples{
		"a": {91, 1, 99}, "a" + oldSuffix: {100, 100, 1000},
		"b": {89, 89, 300}, "b" + oldSuffix: {100, 100, 100},
	})
	if want := "a: ok\nb: WORSE"; verdicts(got) != want {
		t.Errorf("%s\nwant\n%s", verdicts(got), want)
	}
}

func TestJudgeClockIsByTheOldCommandInTheSameRun(t *testing.T) {
	now := samples{
		"a": {97, 99}, "a, old": {100, 100}, "a" + unevaluated: {0, 0}, "a" + unevaluated + oldSuffix: {5, 5},
		"b": {96, 97}, "b, old": {100, 100}, "b" + unevaluated: {0, 1}, "b" + unevaluated + oldSuffix: {0, 0},
	}
	want := "a: ok\na" + unevaluated + ": ok\nb: WORSE\nb" + unevaluated + ": WORSE\nbranches written in 1m0s, sum: WORSE"
	if got := verdicts(judgeClock(nil, now)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestReadLaw(t *testing.T) {
	s, err := readLaw("package  functions\nhtml  3  3\nall      10        8      1              2     0                   1990\n\nKnown gaps:\n")
	if err != nil || s["functions"][0] != 10 || s["functions that agree"][0] != 8 || s["functions with gaps"][0] != 2 || s["inputs"][0] != 1990 {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := readLaw("nothing"); err == nil {
		t.Error("no error of a text without sums")
	}
}

func TestTimelessLeavesWhatCounts(t *testing.T) {
	report := map[string]any{
		"command": "x", "elapsed_ms": 5.0, "seed": 1.0,
		"packages": []any{map[string]any{"elapsed_ms": 3.0, "files": []any{"/tmp/d/a_test.go"}}},
	}
	got, err := timeless(report, "/tmp/d")
	if want := `{"packages":[{"files":["/a_test.go"]}],"seed":1}`; got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}
