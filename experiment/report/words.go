package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
	"nearmiss/experiment/task"
)

// Sentence is the verdict in a few words.
func (v *Verdict) Sentence(level float64) string {
	equal := fmt.Sprintf("equal within %v", v.Contrast.Margin)
	if v.least() > 0 {
		equal = fmt.Sprintf("%v times within a factor of %v", v.Contrast.Least, v.Contrast.Margin)
	}
	but := ""
	if v.Equality.Holm <= level {
		but = ", but " + equal
	}
	switch v.Word {
	case Exploratory:
		return "exploratory"
	case Holds:
		return "holds" + but
	case Reversed:
		return "the other way round" + but
	case Equal:
		return equal
	case DoesNotHold:
		return "does not hold"
	case Undecided:
		return "not decided"
	}
	return "no verdict"
}

// mark says whether the contrast was not there before the first row.
func (v *Verdict) mark() string {
	if v.Planned {
		return ""
	}
	return ", not as named before the first row"
}

// difference prints the difference of a subject.
func (s *Subject) difference(print func(float64) string) string {
	switch {
	case s.Level:
		return "level"
	case same(s.Arm, s.Against):
		return print(0)
	}
	return print(s.Arm - s.Against)
}

// A meaning says what a word of the report means.
type meaning struct{ Word, Text string }

// meanings explains the words and the columns of verdicts.
func (r *Report) meanings() []meaning {
	a := r.Campaign.Analysis
	list := []meaning{
		{"holds", fmt.Sprintf("the arm has more of the measure than the other one, over subjects: "+
			"p after Holm is at most %v.", a.Level)},
		{"the other way round", "the other arm has more, by the same test."},
		{"equal within the margin", "the difference over subjects is less than the margin: two one-sided tests (TOST) " +
			"reject a larger one, after Holm. Single subjects may differ by more; how many do is said."},
		{"does not hold", "the arm does not have more by the margin: the one of these tests rejects that, after Holm."},
		{"not decided", "nothing of this is shown. That is no sign of equality."},
		{"no verdict", "rows are missing."},
		{"subjects", "each counts once, by the medians of both arms over its seeds. Level are those on which all arms " +
			"of the campaign have the same median, or mean where that counts, and no run is better, or none worse: all at the optimum, for example. " +
			"They take no part in the rest."},
		{"difference", fmt.Sprintf("median over subjects of the difference of the arms' medians, with the %v interval "+
			"of a cluster bootstrap (subjects, then seeds; %d resamples). With fewer than ten subjects the interval "+
			"is too narrow.", percent(1-a.Level), resamples)},
		{"p", fmt.Sprintf("exact paired Wilcoxon signed-rank test over subjects, two-sided; then by Holm's procedure "+
			"over %s. The p of the tests of equality is corrected in the same way.",
			count(len(a.Primary), "primary contrast"))},
		{"Â12", "share of the pairs of seeds in which the arm has more, equal ones counted as halves: " +
			"0.5 is no difference. It describes one subject, and is no test."},
	}
	all := slices.Concat(a.Primary, a.Secondary)
	if slices.ContainsFunc(all, func(c campaign.Contrast) bool { return c.Groups }) {
		list = append(list, meaning{"by group", "such contrasts count a group of subjects once, as a subject, by means over " +
			"its subjects and seeds in place of medians."})
	}
	if slices.ContainsFunc(all, func(c campaign.Contrast) bool { return c.Groups || c.Single != "" }) {
		list = append(list, meaning{"single", "subjects by themselves that have more, and less, by the test over seeds that the contrast names, " +
			"or McNemar's of pairs of one seed where the measure is 0 or 1; after Holm over these subjects."})
	}
	if slices.ContainsFunc(all, func(c campaign.Contrast) bool { return c.Censored != "" }) {
		list = append(list, meaning{"times", "a run that was stopped before its target has the budget as its time. " +
			"In contrasts of times a subject counts by the means of both arms in place of the medians: the restricted " +
			"means of their Kaplan-Meier curves."})
	}
	if slices.ContainsFunc(all, func(c campaign.Contrast) bool { return c.Ratio }) {
		list = append(list, meaning{"×", "such contrasts compare ratios of the arms: the differences of their logarithms."})
	}
	return list
}

const noContrasts = "The campaign file names no contrasts, so there are no verdicts."

const exploratory = "Contrasts that are not primary. Their p-values are not corrected for their number: " +
	"reasons to measure again, no verdicts."

// caption says what a table of medians shows.
func (r *Report) caption(budget campaign.Part, measures ...task.Measure) string {
	published, censored, names := "", "", []string{}
	for _, m := range measures {
		names = append(names, fmt.Sprintf("%s (%s)", m.Name, m.Doc))
		if m.Censored != "" && !r.grouped() {
			censored = " Medians of Kaplan and Meier; (11/20): 11 of 20 runs reach their target within the budget."
		}
		for _, p := range r.Campaign.Published {
			if p.Measure == m.Name && p.Against == "" {
				published += " Published: " + p.Source + "."
			}
		}
	}
	of := "median over"
	if r.grouped() {
		of = "mean over the subjects of each group and"
	}
	return fmt.Sprintf("%s, %s: %s %s.%s%s%s", strings.Join(names, ", "), budget.Name, of,
		count(len(r.Campaign.Seeds), "seed"), r.once(), censored, published)
}

// equal says whether the arms are equal within the margin, and p.
func (v *Verdict) equal(level float64) string {
	if v.Equality.Holm <= level {
		return "yes, " + probability(v.Equality.Holm)
	}
	return "no, " + probability(v.Equality.Holm)
}

// changes says what was changed after the first row, nothing if nothing was.
func (r *Report) changes() (sentences []string) {
	c, first := r.Campaign, r.First
	if !r.Changed {
		return nil
	}
	sentences = append(sentences, "The campaign file has changed since the first row.")
	if len(c.Analysis.Primary) == 0 {
		return sentences
	}
	if first == nil {
		return append(sentences, "What it was cannot be read any more: treat all verdicts as exploratory.")
	}
	var more []string
	for _, of := range []struct {
		what     string
		was, now int
	}{{"seed", len(first.Seeds), len(c.Seeds)}, {"subject", len(first.Subjects), len(c.Subjects)}} {
		if of.was != of.now {
			more = append(more, fmt.Sprintf("%d in place of %s", of.now, count(of.was, of.what)))
		}
	}
	if len(more) > 0 {
		const warning = ": if that was decided by the rows, the p-values are too small."
		sentences = append(sentences, strings.Join(more, ", ")+warning)
	}
	return sentences
}

// progress says how many rows are there.
func (r *Report) progress() string {
	text := fmt.Sprintf("%d of %d rows, %s.", len(r.Rows), r.All(), r.Made())
	if n := r.Campaign.LeftOut; n > 0 {
		text += fmt.Sprintf(" The first %d of %d seeds.", len(r.Campaign.Seeds), len(r.Campaign.Seeds)+n)
	}
	var lacks []string
	if n := r.All() - len(r.Rows); n > 0 {
		lacks = append(lacks, fmt.Sprintf("%d missing", n))
	}
	if n := len(r.Failed()); n > 0 {
		lacks = append(lacks, fmt.Sprintf("%d with an error", n))
	}
	if len(lacks) > 0 {
		text += " Not measured: " + strings.Join(lacks, ", ") + "."
	}
	return text
}

// lacks says which rows of a contrast have no value.
func (r Rows) lacks(measure string) string {
	var list []string
	for _, of := range []struct {
		n    int
		what string
	}{
		{r.Missing, "missing"}, {r.Failed, "with an error"}, {r.Unmeasured, "without " + measure},
	} {
		if of.n > 0 {
			list = append(list, fmt.Sprintf("%d %s", of.n, of.what))
		}
	}
	return fmt.Sprintf("of %s: %s", count(r.Wanted, "row"), strings.Join(list, ", "))
}

// details says in sentences what the row of a verdict says in columns, and the rest.
func (v *Verdict) details(level float64) (sentences []string) {
	c := v.Contrast
	sentences = []string{
		fmt.Sprintf("%s against %s, %s, %s: %s.", c.Arm, c.Against, c.Measure, c.Budget, v.Sentence(level)),
	}
	if v.Rows.Lacking() > 0 {
		return append(sentences, "No verdict, "+v.Rows.lacks(c.Measure)+".")
	}
	n := len(v.Subjects) - v.Level
	sentences = append(sentences, fmt.Sprintf("%s, of which %d level; on %d %s has more, on %d less, on %d as much.",
		count(len(v.Subjects), "subject"), v.Level, v.For, c.Arm, v.Opposed, v.Same))
	if h := c.Hard; h.Arm != "" {
		sentences = append(sentences, fmt.Sprintf("Only subjects take part on which %s has a median of %s of at least %v, and the arms are not level.",
			h.Arm, h.Measure, h.Least))
	}
	if n == 0 {
		return append(sentences, "All arms are level everywhere: these subjects cannot tell the arms apart.")
	}
	sentences = append(sentences,
		fmt.Sprintf("Difference %s, rank-biserial correlation %.2f.", span(v.Difference, v.effect()), v.RankBiserial),
		fmt.Sprintf("Signed-rank test: p %s.", v.Differ),
		fmt.Sprintf("Tests of equality within %v: p %s; of them, that the arm does not have %v more: p %s. "+
			"%s by more than that.", c.Margin, v.Equality, c.Margin, v.NotMore, differ(v.Outside)))
	if s := v.Single; s != nil {
		sentences = append(sentences, fmt.Sprintf("Single subjects, %s: on %d the arm has more, on %d less.", s.words(), s.More, s.Less))
	}
	if least := int(math.Ceil(1 - math.Log2(level))); n < least {
		sentences = append(sentences,
			fmt.Sprintf("%s cannot decide this: it needs at least %d that are not level.", count(n, "subject"), least))
	}
	return sentences
}

// counts says on how many units the arm has more, and less than the claim says, and of how many single subjects a
// test says so.
func (v *Verdict) counts() string {
	text := fmt.Sprintf("%d, %d", v.For, v.Opposed)
	if s := v.Single; s != nil {
		text += fmt.Sprintf("; single %d, %d", s.More, s.Less)
	}
	return text
}

func differ(n int) string {
	if n == 1 {
		return "1 subject differs"
	}
	return fmt.Sprintf("%d subjects differ", n)
}

// String returns both p-values, or one if they are the same.
func (p PValue) String() string {
	if p.Raw == p.Holm {
		return probability(p.Raw)
	}
	return probability(p.Raw) + ", after Holm " + probability(p.Holm)
}

// probability prints a p-value with four decimals.
func probability(p float64) string {
	if p < 0.00005 {
		return "< 0.0001"
	}
	return strconv.FormatFloat(p, 'f', 4, 64)
}

// span prints an interval, and only the estimate if it has no limits.
func span(i stats.Interval, print func(float64) string) string {
	if i.Level == 0 {
		return print(i.Estimate)
	}
	return fmt.Sprintf("%s [%s, %s]", print(i.Estimate), print(i.Low), print(i.High))
}

// effect prints a difference: below 1 with three digits.
func effect(x float64) string {
	if x != 0 && math.Abs(x) < 0.9995 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return figure(x)
}

// factor prints the logarithm of a ratio.
func factor(x float64) string { return "× " + strconv.FormatFloat(math.Exp2(x), 'f', 3, 64) }

// effect returns how differences of the contrast are printed.
func (v *Verdict) effect() func(float64) string {
	if v.Contrast.Ratio {
		return factor
	}
	return effect
}

// value returns how the centre of an arm is printed.
func (v *Verdict) value(x float64) string {
	if v.Contrast.Ratio {
		x = math.Exp2(x)
	}
	return figure(x)
}

// twoDecimals prints Â12.
func twoDecimals(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 3, 64) + " %" }

// count prints a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// figure prints a number with three decimals, or none if it is whole.
func figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// Line returns a text as one line of at most 300 bytes.
func Line(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if len(line) > 300 {
		line = strings.ToValidUTF8(line[:300], "") + "…"
	}
	return line
}

// once names the arms that have one row for all seeds.
func (r *Report) once() string {
	var names []string
	for _, arm := range r.Campaign.Arms {
		if !r.Campaign.Draws(arm) {
			names = append(names, arm.Name)
		}
	}
	if len(names) == 0 || len(r.Campaign.Seeds) == 1 {
		return ""
	}
	return " Draws nothing, so that one run is enough: " + strings.Join(names, ", ") + "."
}
