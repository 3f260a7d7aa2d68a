package report

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

// A Prediction is what the rows say about a predictor: the rank correlation, over subjects, of the difference of
// two arms with a measure of an arm. Subjects count by medians over seeds, level ones take no part.
type Prediction struct {
	Predictor campaign.Predictor
	Rows      Rows
	N         int // subjects
	Rho       float64
	P         PValue // of a permutation test
	Without   string // why there is no correlation, empty if there is one
}

// permutations is the number of permutations of the test of a correlation.
const permutations = 20_000

// Predictions returns what the rows say about the predictors of the campaign file, corrected for their number.
func (r *Report) Predictions() ([]Prediction, error) {
	list := make([]Prediction, len(r.Campaign.Analysis.Predictors))
	if len(list) == 0 {
		return nil, nil
	}
	var claims []string
	raw := map[string]float64{}
	for i, p := range r.Campaign.Analysis.Predictors {
		list[i] = r.predict(p)
		claims = append(claims, p.Claim)
		raw[p.Claim] = list[i].P.Raw
	}
	adjusted, err := stats.Holm(claims, raw, r.Campaign.Analysis.Level)
	if err != nil {
		return nil, err
	}
	for i, a := range adjusted {
		list[i].P.Holm = a.Adjusted
	}
	return list, nil
}

// predict returns the numbers of a predictor, without correction.
func (r *Report) predict(p campaign.Predictor) Prediction {
	out := Prediction{Predictor: p, P: PValue{1, 1}}
	arm, against, of := r.arm(p.Arm), r.arm(p.Against), r.arm(p.Of)
	var x, y []float64
	for _, name := range p.Subjects {
		one, other := r.sample(p.Measure, name, arm, p.Budget), r.sample(p.Measure, name, against, p.Budget)
		by := r.sample(p.Predictor, name, of, p.Budget)
		out.Rows = out.Rows.plus(one.rows).plus(other.rows).plus(by.rows)
		if out.Rows.Lacking() == 0 && !r.level(p.Contrast, name) {
			x, y = append(x, median(by.values)), append(y, median(one.values)-median(other.values))
		}
	}
	if out.Rows.Lacking() > 0 {
		return out
	}
	s, err := stats.Spearman(x, y, permutations, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		out.Without = err.Error()
		return out
	}
	out.N, out.Rho, out.P = s.N, s.Rho, PValue{s.P, s.P}
	return out
}

// predictionTable has the predictors.
func predictionTable(list []Prediction) table {
	t := table{Head: columns(3, "claim", "difference of", "with", "subjects", "ρ", "p", "p (Holm)")}
	for _, p := range list {
		c := p.Predictor
		row := []entry{plain(c.Claim), plain(fmt.Sprintf("%s: %s − %s", c.Measure, c.Arm, c.Against)), plain(c.Predictor + " of " + c.Of)}
		switch {
		case p.Rows.Lacking() > 0:
			row = append(row, plain(p.Rows.lacks(c.Measure+" or "+c.Predictor)))
		case p.Without != "":
			row = append(row, plain("none: "+p.Without))
		default:
			row = append(row, number(float64(p.N), strconv.Itoa(p.N)), number(p.Rho, twoDecimals(p.Rho)),
				number(p.P.Raw, probability(p.P.Raw)), number(p.P.Holm, probability(p.P.Holm)))
		}
		t.add(row)
	}
	return t
}

const predictors = "Spearman's rank correlation, over subjects that are not level, of the difference of two arms with a measure; " +
	"p of a permutation test, then by Holm's procedure over these claims. A correlation is no cause."
