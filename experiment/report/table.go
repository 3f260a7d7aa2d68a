package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
	"nearmiss/experiment/task"
)

// A table is a table of the report, whatever the form of the report.
type table struct {
	Head []column
	Rows [][]entry
}

type column struct {
	Title  string
	Number bool
}

// An entry of a table.
type entry struct {
	Text  string
	Value string // number that the entry is sorted by, empty for the text
	Link  string // section of a page that is behind it, empty for none
	Mark  bool   // a verdict
}

// columns returns the head of a table with n columns of text before those of numbers.
func columns(n int, titles ...string) (head []column) {
	for i, title := range titles {
		head = append(head, column{title, i >= n})
	}
	return head
}

func plain(s string) entry { return entry{Text: s} }

func number(x float64, s string) entry {
	return entry{Text: s, Value: strconv.FormatFloat(x, 'g', -1, 64)}
}

func estimate(i stats.Interval, print func(float64) string) entry {
	return number(i.Estimate, span(i, print))
}

// primaryTable has the verdicts on primary contrasts.
func (r *Report) primaryTable(verdicts []Verdict) table {
	t := table{Head: columns(2, "claim", "verdict", "subjects, level", "for, against", "difference", "p", "p (Holm)",
		"equal, p (Holm)")}
	for _, v := range verdicts {
		level := r.Campaign.Analysis.Level
		row := []entry{plain(v.Contrast.Claim), {Text: v.Sentence(level) + v.mark(), Mark: true}}
		if row = append(row, v.numbers()...); v.Rows.Lacking() == 0 {
			row = append(row, number(v.Differ.Holm, probability(v.Differ.Holm)), number(v.Equality.Holm, v.equal(level)))
		}
		t.add(row)
	}
	return t
}

// secondaryTable has the numbers of secondary contrasts.
func (r *Report) secondaryTable(verdicts []Verdict) table {
	t := table{Head: columns(1, "claim", "subjects, level", "for, against", "difference", "p")}
	for _, v := range verdicts {
		t.add(append([]entry{plain(v.Contrast.Claim)}, v.numbers()...))
	}
	return t
}

// add adds a row, and empty entries up to the last column.
func (t *table) add(row []entry) {
	t.Rows = append(t.Rows, append(row, make([]entry, len(t.Head)-len(row))...))
}

// numbers returns the entries that primary and secondary contrasts have.
func (v *Verdict) numbers() []entry {
	if v.Rows.Lacking() > 0 {
		return []entry{plain(v.Rows.lacks(v.Contrast.Measure))}
	}
	difference := plain("")
	if v.Level < len(v.Subjects) {
		difference = estimate(v.Difference, v.effect())
	}
	return []entry{
		number(float64(len(v.Subjects)), fmt.Sprintf("%d, %d", len(v.Subjects), v.Level)),
		number(float64(v.For), v.counts()),
		difference,
		number(v.Differ.Raw, probability(v.Differ.Raw)),
	}
}

// subjectTable has the subjects of a contrast.
func (r *Report) subjectTable(v *Verdict) table {
	c := v.Contrast
	t := table{Head: columns(1, "subject", c.Arm, c.Against, "difference", "Â12")}
	published := func(unit string) (entry, string) {
		x, source, ok := r.Campaign.PublishedOf(c.Measure, unit, c.Arm, c.Against)
		switch {
		case !ok || c.Hard.Arm != "": // papers have no figures of hard subjects alone
			return entry{}, ""
		case c.Ratio:
			return number(x, factor(math.Log2(x))), source
		}
		return number(x, effect(x)), source
	}
	for _, s := range v.Subjects {
		if _, source := published(s.Name); source != "" {
			t.Head = append(t.Head, column{source, true})
			break
		}
	}
	for _, s := range v.Subjects {
		if s.A12.Level == 0 && s.Level { // no hard subject
			t.add([]entry{plain(s.Name), plain(""), plain(""), plain(s.difference(v.effect()))})
			continue
		}
		one, other := number(s.Arm, v.value(s.Arm)), number(s.Against, v.value(s.Against))
		if !c.Groups {
			one.Link, other.Link = r.cellID(s.Name, c.Arm, c.Budget), r.cellID(s.Name, c.Against, c.Budget)
		}
		difference := number(s.Arm-s.Against, s.difference(v.effect()))
		row := []entry{plain(s.Name), one, other, difference, estimate(s.A12, twoDecimals)}
		if x, source := published(s.Name); source != "" {
			row = append(row, x)
		}
		t.add(row)
	}
	return t
}

// A medianColumn is a column of a table of medians.
type medianColumn struct {
	measure task.Measure
	arm     campaign.Part
}

func byArm(c medianColumn) string { return c.arm.Name }

func byMeasure(c medianColumn) string { return c.measure.Name }

// medians returns the tables of medians of a budget and a measure, with a column for each arm; where there is one arm, of
// a budget, with a column for each measure.
func (r *Report) medians() (list []section) {
	numbers := slices.DeleteFunc(slices.Clone(r.Campaign.Measures), func(m task.Measure) bool { return m.Curve })
	if len(r.Campaign.Arms) == 1 && !r.grouped() {
		for _, budget := range r.Campaign.Budgets {
			t := r.medianTable(budget.Name, byMeasure, r.medianColumns(numbers...)...)
			list = append(list, section{Title: r.caption(budget, numbers...), Table: t})
		}
		return list
	}
	for _, m := range numbers {
		for _, budget := range r.Campaign.Budgets {
			s := section{Title: r.caption(budget, m)}
			if r.grouped() {
				s.Table = r.meanTable(m, budget.Name)
			} else {
				s.Table = r.medianTable(budget.Name, byArm, r.medianColumns(m)...)
			}
			list = append(list, s)
		}
	}
	return list
}

// medianColumns returns the columns of measures for all arms.
func (r *Report) medianColumns(measures ...task.Measure) (list []medianColumn) {
	for _, m := range measures {
		for _, arm := range r.Campaign.Arms {
			list = append(list, medianColumn{m, arm})
		}
	}
	return list
}

// medianTable has the medians of columns over seeds, and below them the sums of those that add up.
func (r *Report) medianTable(budget string, title func(medianColumn) string, of ...medianColumn) table {
	t := table{Head: columns(1, "subject")}
	published := r.addColumns(&t, title, of...)
	for _, subject := range r.Campaign.Subjects {
		row := []entry{plain(subject.Name)}
		for _, c := range of {
			e := r.median(c.measure, subject, c.arm, budget)
			e.Link = r.cellID(subject.Name, c.arm.Name, budget)
			row = append(append(row, e), published(subject.Name, c)...)
		}
		t.add(row)
	}
	sums, some := []entry{plain("sum")}, false
	for _, c := range of {
		e := plain("")
		if some = some || c.measure.Sum; c.measure.Sum {
			e = r.sum(c, budget)
		}
		sums = append(append(sums, e), published("", c)...)
	}
	if some && len(r.Campaign.Subjects) > 1 {
		t.add(sums)
	}
	return t
}

// addColumns adds columns to a table, and behind each one for its published figures if it has any. The function returns
// the entries of this second column.
func (r *Report) addColumns(t *table, title func(medianColumn) string, of ...medianColumn) (published func(name string, c medianColumn) []entry) {
	has := map[[2]string]bool{} // by measure and arm
	for _, c := range of {
		t.Head = append(t.Head, column{title(c), true})
		for _, s := range r.Campaign.Subjects {
			for _, name := range []string{s.Name, s.Group} {
				_, _, ok := r.Campaign.PublishedOf(c.measure.Name, name, c.arm.Name, "")
				has[[2]string{c.measure.Name, c.arm.Name}] = has[[2]string{c.measure.Name, c.arm.Name}] || ok
			}
		}
		if has[[2]string{c.measure.Name, c.arm.Name}] {
			t.Head = append(t.Head, column{"published", true})
		}
	}
	return func(name string, c medianColumn) []entry {
		x, _, ok := r.Campaign.PublishedOf(c.measure.Name, name, c.arm.Name, "")
		switch {
		case ok:
			return []entry{number(x, figure(x))}
		case has[[2]string{c.measure.Name, c.arm.Name}]:
			return []entry{plain("")}
		}
		return nil
	}
}

// sum is the sum of the medians of all subjects.
func (r *Report) sum(p medianColumn, budget string) entry {
	sum := 0.0
	for _, subject := range r.Campaign.Subjects {
		if s := r.sample(p.measure.Name, subject.Name, p.arm, budget); len(s.values) > 0 {
			sum += median(s.values)
		}
	}
	return number(sum, figure(sum))
}

// grouped reports whether subjects of the file stand for several.
func (r *Report) grouped() bool {
	return slices.ContainsFunc(r.Campaign.Subjects, func(s campaign.Part) bool { return s.Group != s.Name })
}

// meanTable has the means of a measure over the subjects of a group and over seeds.
func (r *Report) meanTable(measure task.Measure, budget string) table {
	t := table{Head: columns(1, "group", "subjects")}
	of := r.medianColumns(measure)
	published := r.addColumns(&t, byArm, of...)
	all := campaign.Contrast{Measure: measure.Name, Budget: budget, Groups: true}
	for _, s := range r.Campaign.Subjects {
		all.Subjects = append(all.Subjects, s.Name)
	}
	for _, u := range r.units(all) {
		row := []entry{plain(u.name), number(float64(len(u.subjects)), fmt.Sprint(len(u.subjects)))}
		for _, c := range of {
			e := plain("")
			if s := r.unitSample(all, u, c.arm); s.rows.Lacking() == 0 {
				m := mean(s.values)
				e = number(m, strconv.FormatFloat(m, 'f', 2, 64))
			}
			row = append(append(row, e), published(u.name, c)...)
		}
		t.add(row)
	}
	return t
}

// median is the median of a measure, and of how many seeds if not of all.
func (r *Report) median(measure task.Measure, subject, arm campaign.Part, budget string) entry {
	s := r.sample(measure.Name, subject.Name, arm, budget)
	if len(s.values) == 0 {
		return plain("")
	}
	m := median(s.values)
	text := figure(m)
	if curve, ok := r.survival(measure, subject, arm, budget); ok {
		m, text = curveMedian(curve)
	}
	if s.rows.Lacking() > 0 {
		text = fmt.Sprintf("%s (%d of %d)", text, len(s.values), s.rows.Wanted)
	}
	return number(m, text)
}

// cellID names the section of the rows of a subject, an arm and a budget. It needs no escaping anywhere.
func (r *Report) cellID(subject, arm, budget string) string {
	c := r.Campaign
	index := func(parts []campaign.Part, name string) int {
		return slices.IndexFunc(parts, func(p campaign.Part) bool { return p.Name == name })
	}
	return fmt.Sprintf("cell-%d-%d-%d", index(c.Subjects, subject), index(c.Arms, arm), index(c.Budgets, budget))
}
