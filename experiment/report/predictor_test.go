package report

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// predicting is a campaign in which "more" has more than "base" by the square of the number of the subject, and
// "measure" has that number, "falls" the negative of it. On the first subject all arms are level.
func predicting() scripted {
	predictor := func(claim, of string) string {
		return contrast("predictor", claim, "more", "base") + fmt.Sprintf("predictor = 'value'\nof = %q\n", of)
	}
	return scripted{
		subjects: numbered("s", 9), seeds: []int{1, 2, 3}, arms: []string{"base", "more", "measure", "falls", "none"},
		analysis: predictor("rises", "measure") + predictor("falls", "falls") + predictor("nothing", "none"),
		value: func(subject, arm string, seed int) float64 {
			n := float64(subject[1] - '0')
			if n == 1 {
				return 5
			}
			return map[string]float64{"base": 1, "more": 1 + n*n, "measure": n + float64(seed)/10, "falls": -n, "none": 2}[arm]
		},
	}
}

// TestPredictions asserts the correlations of a campaign in which they are known.
func TestPredictions(t *testing.T) {
	list, err := predicting().report(t).Predictions()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		rho     float64
		n       int
		without string
	}{{1, 8, ""}, {-1, 8, ""}, {0, 0, "the same for all subjects"}} {
		p := list[i]
		if math.Abs(p.Rho-want.rho) > 1e-12 || p.N != want.n || !strings.Contains(p.Without, want.without) || (p.Without == "") != (want.without == "") {
			t.Errorf("%s: %+v", p.Predictor.Claim, p)
		}
		if want.n > 0 && (p.P.Raw > 0.001 || math.Abs(p.P.Holm-3*p.P.Raw) > p.P.Raw) || want.n == 0 && p.P.Holm != 1 {
			t.Errorf("%s: p %+v", p.Predictor.Claim, p.P)
		}
	}
}

// TestPredictionsLack asserts that a missing row of any of the three arms is no correlation.
func TestPredictionsLack(t *testing.T) {
	for _, missing := range []string{"base", "more", "measure"} {
		s := predicting()
		all := s.value
		s.value = func(subject, arm string, seed int) float64 {
			if subject == "s4" && arm == missing && seed == 2 {
				return math.NaN()
			}
			return all(subject, arm, seed)
		}
		r := s.report(t)
		list, err := r.Predictions()
		if err != nil {
			t.Fatal(err)
		}
		if list[0].N != 0 || list[0].Rows.Missing != 1 || list[0].P.Holm != 1 {
			t.Errorf("without a row of %s: %+v", missing, list[0])
		}
		var b strings.Builder
		if err := r.Markdown(&b); err != nil || !strings.Contains(b.String(), "1 missing") || !strings.Contains(b.String(), "## Predictors") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
}
