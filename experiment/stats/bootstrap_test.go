package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// grandMean is the mean of the subjects' means.
func grandMean(subjects [][]float64) float64 {
	means := make([]float64, len(subjects))
	for i, rows := range subjects {
		means[i] = stat.Mean(rows, nil)
	}
	return stat.Mean(means, nil)
}

// each makes every value a subject of one row.
func each(values []float64) [][]float64 {
	subjects := make([][]float64, len(values))
	for i, v := range values {
		subjects[i] = []float64{v}
	}
	return subjects
}

// Spatial perception of 26 children, test A: Efron, Tibshirani, An introduction to the bootstrap, 1993, 14.2-14.3.
// The variance is 171.5, the acceleration 0.061; the intervals of level 0.9 are percentile 100.8 to 233.9 and BCa
// 115.8 to 259.6, of 2000 resamples of theirs, so that the limits agree up to the error of a simulation.
func TestBootstrapSpatial(t *testing.T) {
	a := []float64{48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41}
	variance := func(subjects [][]float64) float64 {
		return stat.PopVariance(slices.Concat(subjects...), nil)
	}
	r := must[Replicates](t)(ClusterBootstrap(each(a), variance, 20_000, rand.New(rand.NewPCG(1, 2))))
	printed(t, "variance", r.Estimate, "171.5")
	printed(t, "acceleration", r.acceleration(), "0.061")
	percentile := must[Interval](t)(r.Percentile(0.9))
	bca := must[Interval](t)(r.BCa(0.9))
	for _, limit := range []struct{ got, want float64 }{
		{percentile.Low, 100.8}, {percentile.High, 233.9}, {bca.Low, 115.8}, {bca.High, 259.6},
	} {
		if math.Abs(limit.got-limit.want) > 6 {
			t.Errorf("limit %.1f, want about %.1f", limit.got, limit.want)
		}
	}
}

// Two subjects of two rows have 64 draws of like probability, among them 13 different means.
func TestBootstrapEnumerated(t *testing.T) {
	subjects := [][]float64{{0, 1}, {10, 30}}
	want := map[float64]float64{}
	for draw := range 64 {
		bit := func(i int) int { return draw >> i & 1 }
		first, second := subjects[bit(0)], subjects[bit(1)]
		want[(first[bit(2)]+first[bit(3)]+second[bit(4)]+second[bit(5)])/4] += 1.0 / 64
	}
	const resamples = 100_000
	r := must[Replicates](t)(ClusterBootstrap(subjects, grandMean, resamples, rand.New(rand.NewPCG(3, 4))))
	got := map[float64]float64{}
	for _, v := range r.Values {
		got[v]++
	}
	if len(got) != len(want) {
		t.Errorf("%d different means, want %d", len(got), len(want))
	}
	for mean, p := range want {
		if z := (got[mean] - resamples*p) / math.Sqrt(resamples*p*(1-p)); math.Abs(z) > 4.5 {
			t.Errorf("mean %v drawn %v times, want about %v", mean, got[mean], resamples*p)
		}
	}
	if !slices.Equal(r.LeftOut, []float64{20, 0.5}) {
		t.Errorf("left out: %v", r.LeftOut)
	}
}

// Davison, Hinkley 1997, 3.8: the variance of the mean is that of the subjects' means and, once more, that
// within subjects, both divided by the number of subjects, the latter by that of rows, too.
func TestBootstrapVariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const k, m = 8, 5
	subjects := make([][]float64, k)
	means, within := make([]float64, k), 0.0
	for i := range subjects {
		subject := 3 * rng.NormFloat64()
		for range m {
			subjects[i] = append(subjects[i], subject+4*rng.NormFloat64())
		}
		means[i] = stat.Mean(subjects[i], nil)
		within += stat.PopVariance(subjects[i], nil) / k
	}
	want := stat.PopVariance(means, nil)/k + within/(k*m)
	r := must[Replicates](t)(ClusterBootstrap(subjects, grandMean, 50_000, rng))
	if got := stat.PopVariance(r.Values, nil); math.Abs(got/want-1) > 0.03 {
		t.Errorf("variance %v, want %v", got, want)
	}
}

// The unit is the subject: ten times the seeds of subjects that differ make the interval no narrower, where rows
// taken as units would make it narrower by √10.
func TestBootstrapUnitIsSubject(t *testing.T) {
	width := func(seeds int) float64 {
		subjects := make([][]float64, 10)
		for i := range subjects {
			for s := range seeds {
				subjects[i] = append(subjects[i], float64(i)+0.01*float64(s%2))
			}
		}
		r := must[Replicates](t)(ClusterBootstrap(subjects, grandMean, 4000, rand.New(rand.NewPCG(7, 8))))
		i := must[Interval](t)(r.BCa(0.95))
		return i.High - i.Low
	}
	if few, many := width(2), width(20); many < 0.9*few {
		t.Errorf("width %v with 2 seeds, %v with 20", few, many)
	}
}

func TestBootstrapDeterministic(t *testing.T) {
	subjects := [][]float64{{1, 2, 3}, {2, 9}, {4}}
	run := func() (Replicates, uint64) {
		rng := rand.New(rand.NewPCG(9, 9))
		return must[Replicates](t)(ClusterBootstrap(subjects, grandMean, 500, rng)), rng.Uint64()
	}
	a, nextA := run()
	b, nextB := run()
	if a.Estimate != b.Estimate || !slices.Equal(a.Values, b.Values) || !slices.Equal(a.LeftOut, b.LeftOut) ||
		nextA != nextB {
		t.Error("one seed, two results")
	}
	if len(a.Values) != 500 || !slices.IsSorted(a.Values) {
		t.Errorf("%d values", len(a.Values))
	}
}

// Resamples keep what a resample keeps: as many subjects, rows of one subject together, and their number.
func TestBootstrapResamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 4), 2, 6).Draw(t, "sizes")
		subjects := make([][][2]int, len(sizes))
		for i, size := range sizes {
			for j := range size {
				subjects[i] = append(subjects[i], [2]int{i, j})
			}
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		statistic := func(drawn [][][2]int) float64 {
			for _, rows := range drawn {
				subject := rows[0][0]
				if len(rows) != sizes[subject] {
					t.Errorf("%d rows of subject %d, want %d", len(rows), subject, sizes[subject])
				}
				for _, row := range rows {
					if row[0] != subject || row[1] >= sizes[subject] {
						t.Errorf("row %v in subject %d", row, subject)
					}
				}
			}
			return float64(len(drawn))
		}
		r := must[Replicates](t)(ClusterBootstrap(subjects, statistic, 20, rng))
		n := float64(len(sizes))
		if r.Estimate != n || r.Values[0] != n || r.Values[19] != n || r.LeftOut[0] != n-1 ||
			len(r.LeftOut) != len(sizes) {
			t.Errorf("%+v", r)
		}
	})
}

// numbered returns the replicates 1 … 1000, so that a limit tells the quantile.
func numbered(estimate float64, leftOut ...float64) Replicates {
	r := Replicates{Estimate: estimate, LeftOut: leftOut}
	for i := range 1000 {
		r.Values = append(r.Values, float64(i+1))
	}
	return r
}

// R 4.2.2 computes the quantiles from Efron's formula, with qnorm and pnorm: z₀ = 0.2533471031,
// a = -0.1158946722, quantiles 0.0304623700 and 0.9780382888.
func TestBCaFormula(t *testing.T) {
	r := numbered(600.3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30)
	printed(t, "acceleration", r.acceleration(), "-0.1158946722")
	i := must[Interval](t)(r.BCa(0.95))
	if math.Abs(i.Low-30.4623700) > 1 || math.Abs(i.High-978.0382888) > 1 {
		t.Errorf("%+v", i)
	}
}

// A replicate equal to the estimate is half below it.
func TestBCaEqualReplicates(t *testing.T) {
	for estimate, want := range map[float64]float64{1: 0.0005, 500: 0.4995, 1000: 0.9995} {
		near(t, "share below", numbered(estimate).shareBelow(), want)
	}
}

// Without bias and skewness BCa is the percentile interval.
func TestBCaUnbiased(t *testing.T) {
	for _, leftOut := range [][]float64{{1, 2, 3}, {4, 4}} {
		r := numbered(500.5, leftOut...)
		bca, percentile := must[Interval](t)(r.BCa(0.95)), must[Interval](t)(r.Percentile(0.95))
		near(t, "low", bca.Low, percentile.Low)
		near(t, "high", bca.High, percentile.High)
		if math.Abs(percentile.Low-25) > 1 || math.Abs(percentile.High-975) > 1 {
			t.Errorf("%+v", percentile)
		}
	}
}

// An increasing function of the statistic maps the limits of the percentile interval, up to interpolation.
func TestBootstrapMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfNDistinct(rapid.Float64Range(0.1, 10), 5, 15, rapid.ID).Draw(t, "values")
		seed := rapid.Uint64().Draw(t, "seed")
		run := func(f func(float64) float64) Replicates {
			statistic := func(subjects [][]float64) float64 { return f(grandMean(subjects)) }
			return must[Replicates](t)(ClusterBootstrap(each(values), statistic, 400, rand.New(rand.NewPCG(seed, 1))))
		}
		plain, logarithm := run(func(v float64) float64 { return v }), run(math.Log)
		for i, v := range plain.Values {
			near(t, "replicate", logarithm.Values[i], math.Log(v))
		}
		p := must[Interval](t)(plain.Percentile(0.9))
		if !(plain.Values[0] <= p.Low && p.Low <= p.High && p.High <= plain.Values[399]) {
			t.Errorf("%+v", p)
		}
	})
}

// Normal subjects and seeds: both intervals of the mean cover it about as often as they should.
func TestBootstrapCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const runs, level = 300, 0.9
	covered := map[string]int{}
	for range runs {
		subjects := make([][]float64, 20)
		for i := range subjects {
			subject := 5 + rng.NormFloat64()
			for range 5 {
				subjects[i] = append(subjects[i], subject+rng.NormFloat64())
			}
		}
		r := must[Replicates](t)(ClusterBootstrap(subjects, grandMean, 300, rng))
		for name, i := range map[string]Interval{
			"percentile": must[Interval](t)(r.Percentile(level)),
			"BCa":        must[Interval](t)(r.BCa(level)),
		} {
			if i.Low <= 5 && 5 <= i.High {
				covered[name]++
			}
		}
	}
	for _, name := range []string{"percentile", "BCa"} {
		if share := float64(covered[name]) / runs; share < 0.83 || share > 0.97 {
			t.Errorf("%s interval of level %v covers %v", name, level, share)
		}
	}
}

func TestBootstrapBad(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	subjects := [][]float64{{1}, {2}}
	for _, test := range []struct {
		subjects  [][]float64
		resamples int
		rng       *rand.Rand
		part      string
	}{
		{nil, 10, rng, "at least two"},
		{subjects[:1], 10, rng, "at least two"},
		{[][]float64{{1}, {}}, 10, rng, "subject 1 has no rows"},
		{subjects, 0, rng, "0 resamples"},
		{subjects, 10, nil, "generator"},
	} {
		_, err := ClusterBootstrap(test.subjects, grandMean, test.resamples, test.rng)
		refused(t, err, test.part)
	}
	_, err := ClusterBootstrap(subjects, func(s [][]float64) float64 { return 1 / float64(len(s)-1) }, 10, rng)
	refused(t, err, "statistic is +Inf")

	r := must[Replicates](t)(ClusterBootstrap(subjects, grandMean, 199, rng))
	_, err = r.Percentile(0.95)
	refused(t, err, "take at least 200")
	_, err = r.BCa(0.95)
	refused(t, err, "take at least 200")
	_, err = numbered(0, 1, 2).BCa(0.95)
	refused(t, err, "one side of the estimate")

	skewed := Replicates{Estimate: 99_999, LeftOut: make([]float64, 50)}
	skewed.LeftOut[0] = -1
	for i := range 100_000 {
		skewed.Values = append(skewed.Values, float64(i))
	}
	_, err = skewed.BCa(0.999)
	refused(t, err, "acceleration")
}
