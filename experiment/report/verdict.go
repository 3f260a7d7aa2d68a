package report

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
)

// A Word is a verdict in short.
type Word int

// Words. All p-values that they depend on are those after Holm's correction for the number of primary contrasts.
const (
	NoVerdict   Word = iota // rows are missing
	Exploratory             // the contrast is secondary
	Holds                   // signed-rank test: the arm has more
	Reversed                // signed-rank test: the other arm has more
	Equal                   // both one-sided tests: less than the margin apart
	DoesNotHold             // one one-sided test: the arm does not have more by the margin
	Undecided               // nothing of this is shown
)

// A Verdict is what the rows say about a contrast. The unit is the subject, which counts once by the medians of both
// arms over its seeds, or by the means of censored times, or the group of subjects, which counts once by the means. Those on which all arms of the campaign
// are level are counted, and take no part in the rest.
type Verdict struct {
	Contrast campaign.Contrast
	Planned  bool // the campaign file had it as it is before the first row
	Word     Word
	Rows     Rows // of both arms

	// The rest needs all rows.
	Subjects                  []Subject
	For, Opposed, Same, Level int            // subjects
	Difference                stats.Interval // median over subjects of the difference of both medians
	RankBiserial              float64        // effect of the signed-rank test: 1 if the arm has more everywhere, -1 less
	Differ                    PValue         // exact paired signed-rank test
	Equality                  PValue         // two one-sided tests of a difference of the margin or more
	NotMore                   PValue         // the one of them that the arm has more by the margin
	Outside                   int            // subjects that differ by more than the margin
	Single                    *Single        // nil without a test of single subjects
	Reached                   *Reached       // of a contrast of times; else nil
}

// A PValue is the outcome of a test, before and after Holm's correction. Of exploratory contrasts both are the same.
type PValue struct{ Raw, Holm float64 }

// A Subject is one subject of a contrast.
type Subject struct {
	Name         string
	Arm, Against float64        // medians over seeds
	A12          stats.Interval // over seeds, that the arm has more
	Level        bool           // no arm of the campaign can win there
}

// resamples is the number of resamples of the cluster bootstrap.
const resamples = 10_000

// Verdicts returns the verdicts on the primary contrasts, and the numbers of the secondary ones.
func (r *Report) Verdicts() (primary, secondary []Verdict, err error) { return r.verdicts(resamples) }

func (r *Report) verdicts(resamples int) (primary, secondary []Verdict, err error) {
	a := r.Campaign.Analysis
	contrasts := slices.Concat(a.Primary, a.Secondary)
	all := make([]Verdict, len(contrasts))
	for i, c := range contrasts {
		if all[i], err = r.measure(c, resamples); err != nil {
			return nil, nil, fmt.Errorf("the contrast %q: %w", c.Claim, err)
		}
	}
	primary, secondary = all[:len(a.Primary)], all[len(a.Primary):]
	if err := correct(primary, a.Level); err != nil {
		return nil, nil, err
	}
	for i := range primary {
		primary[i].Planned = r.planned(primary[i].Contrast)
		primary[i].Word = primary[i].word(a.Level)
	}
	for i := range secondary {
		if secondary[i].Rows.Lacking() == 0 {
			secondary[i].Word = Exploratory
		}
	}
	return primary, secondary, nil
}

// planned reports whether a primary contrast is as it was before the first row.
func (r *Report) planned(c campaign.Contrast) bool {
	return r.First != nil && r.First.Analysis.Level == r.Campaign.Analysis.Level &&
		slices.ContainsFunc(r.First.Analysis.Primary, func(p campaign.Contrast) bool { return reflect.DeepEqual(p, c) })
}

// measure returns the numbers of a contrast, without a word, and without correction.
func (r *Report) measure(c campaign.Contrast, resamples int) (Verdict, error) {
	v := Verdict{Contrast: c, Differ: PValue{1, 1}, Equality: PValue{1, 1}, NotMore: PValue{1, 1}}
	arm, against := r.arm(c.Arm), r.arm(c.Against)
	var seeds [][]pair // of the subjects that are not level
	var x, y []float64 // their medians
	alpha := r.Campaign.Analysis.Level
	of := centre(c)
	for _, u := range r.units(c) {
		if len(u.subjects) == 0 {
			v.Subjects, v.Level = append(v.Subjects, Subject{Name: u.name, Level: true}), v.Level+1
			continue
		}
		one, other := r.unitSample(c, u, arm), r.unitSample(c, u, against)
		v.Rows = v.Rows.plus(one.rows).plus(other.rows)
		if v.Rows.Lacking() > 0 {
			continue
		}
		s := Subject{Name: u.name, Arm: of(one.values), Against: of(other.values)}
		s.Level = !slices.ContainsFunc(u.subjects, func(name string) bool { return !r.level(c, name) })
		var err error
		if s.A12, err = stats.A12(one.values, other.values, 1-alpha); err != nil {
			return v, fmt.Errorf("subject %s: %w", u.name, err)
		}
		v.Subjects = append(v.Subjects, s)
		held := s.Against + v.least()
		switch {
		case s.Level:
			v.Level++
			continue
		case same(s.Arm, held):
			v.Same++
		case s.Arm > held:
			v.For++
		default:
			v.Opposed++
		}
		x, y, seeds = append(x, s.Arm), append(y, held), append(seeds, pairs(one.values, other.values))
	}
	var err error
	if c.Censored != "" && v.Rows.Lacking() == 0 {
		if v.Reached, v.Rows.Unmeasured, err = r.reached(c); err != nil {
			return v, err
		}
	}
	if v.Rows.Lacking() > 0 {
		v.Subjects, v.For, v.Opposed, v.Same, v.Level = nil, 0, 0, 0, 0
		return v, nil
	}
	if len(x) == 0 {
		return v, nil
	}
	if v.Single, err = r.single(c, alpha); err != nil {
		return v, err
	}
	return v, v.test(x, y, seeds, alpha, resamples)
}

// test makes the tests of the medians of two arms.
func (v *Verdict) test(x, y []float64, seeds [][]pair, alpha float64, resamples int) error {
	differ, err := stats.SignedRank(x, y, 1-alpha)
	if err != nil {
		return err
	}
	equal, err := stats.TOST(x, y, v.margin(), alpha)
	if err != nil {
		return err
	}
	v.Differ = PValue{differ.P, differ.P}
	v.Equality = PValue{equal.P, equal.P}
	v.NotMore = PValue{equal.PUpper, equal.PUpper}
	v.RankBiserial, v.Outside = differ.RankBiserial, equal.Outside
	v.Difference, err = interval(seeds, medianDifference(centre(v.Contrast)), 1-alpha, resamples)
	return err
}

// A pair has the values of two arms with one seed.
type pair struct{ arm, against float64 }

// pairs returns the values of two arms seed by seed. An arm that draws nothing has one value for all seeds.
func pairs(arm, against []float64) (list []pair) {
	for i := range max(len(arm), len(against)) {
		list = append(list, pair{arm[min(i, len(arm)-1)], against[min(i, len(against)-1)]})
	}
	return list
}

// interval returns a statistic of subjects, with the interval of a bootstrap of subjects and of their seeds: BCa, or by
// percentiles where that is not defined. With one subject it has no limits.
func interval(
	subjects [][]pair, statistic func([][]pair) float64, level float64, resamples int,
) (stats.Interval, error) {
	if len(subjects) == 1 {
		return stats.Interval{Estimate: statistic(subjects)}, nil
	}
	r, err := stats.ClusterBootstrap(subjects, statistic, resamples, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		return stats.Interval{}, err
	}
	if i, err := r.BCa(level); err == nil {
		return i, nil
	}
	return r.Percentile(level)
}

// medianDifference returns the statistic that is the median over subjects of the difference of the centres of both
// arms.
func medianDifference(centre func([]float64) float64) func([][]pair) float64 {
	var arm, against []float64
	return func(subjects [][]pair) float64 {
		differences := make([]float64, len(subjects))
		for i, seeds := range subjects {
			arm, against = arm[:0], against[:0]
			for _, p := range seeds {
				arm, against = append(arm, p.arm), append(against, p.against)
			}
			differences[i] = centre(arm) - centre(against)
		}
		return sortedMedian(differences)
	}
}

// correct corrects the p-values of the primary contrasts for their number. A contrast that lacks rows stays in the
// family with p = 1.
func correct(primary []Verdict, level float64) error {
	if len(primary) == 0 {
		return nil
	}
	for _, of := range []func(*Verdict) *PValue{
		func(v *Verdict) *PValue { return &v.Differ },
		func(v *Verdict) *PValue { return &v.Equality },
		func(v *Verdict) *PValue { return &v.NotMore },
	} {
		var claims []string
		raw := map[string]float64{}
		for i := range primary {
			claims = append(claims, primary[i].Contrast.Claim)
			raw[claims[i]] = of(&primary[i]).Raw
		}
		adjusted, err := stats.Holm(claims, raw, level)
		if err != nil {
			return err
		}
		for i, a := range adjusted {
			of(&primary[i]).Holm = a.Adjusted
		}
	}
	return nil
}

// word returns the verdict in short.
func (v *Verdict) word(level float64) Word {
	switch {
	case v.Rows.Lacking() > 0:
		return NoVerdict
	case v.Differ.Holm <= level && v.RankBiserial > 0:
		return Holds
	case v.Differ.Holm <= level && v.least() > 0: // less than the factor, and perhaps more
		return DoesNotHold
	case v.Differ.Holm <= level:
		return Reversed
	case v.Equality.Holm <= level:
		return Equal
	case v.NotMore.Holm <= level:
		return DoesNotHold
	}
	return Undecided
}

// arm returns the arm of a name.
func (r *Report) arm(name string) campaign.Part {
	for _, a := range r.Campaign.Arms {
		if a.Name == name {
			return a
		}
	}
	panic("report: BUG: a contrast names no arm: " + name)
}
