package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/stats"
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

// medianTable has the medians of a measure over seeds.
func (r *Report) medianTable(measure, budget string) table {
	if r.grouped() {
		return r.meanTable(measure, budget)
	}
	t := table{Head: columns(1, "subject")}
	published := r.addArms(&t, measure)
	for _, subject := range r.Campaign.Subjects {
		row := []entry{plain(subject.Name)}
		for _, arm := range r.Campaign.Arms {
			e := r.median(measure, subject, arm, budget)
			e.Link = r.cellID(subject.Name, arm.Name, budget)
			row = append(append(row, e), published(subject.Name, arm)...)
		}
		t.add(row)
	}
	return t
}

// addArms adds a column for each arm to a table of a measure, and one for its published figures if it has any. The
// function returns the entries of this second column.
func (r *Report) addArms(t *table, measure string) (published func(name string, arm campaign.Part) []entry) {
	has := map[string]bool{}
	for _, arm := range r.Campaign.Arms {
		t.Head = append(t.Head, column{arm.Name, true})
		for _, s := range r.Campaign.Subjects {
			for _, name := range []string{s.Name, s.Group} {
				_, _, ok := r.Campaign.PublishedOf(measure, name, arm.Name, "")
				has[arm.Name] = has[arm.Name] || ok
			}
		}
		if has[arm.Name] {
			t.Head = append(t.Head, column{"published", true})
		}
	}
	return func(name string, arm campaign.Part) []entry {
		x, _, ok := r.Campaign.PublishedOf(measure, name, arm.Name, "")
		switch {
		case ok:
			return []entry{number(x, figure(x))}
		case has[arm.Name]:
			return []entry{plain("")}
		}
		return nil
	}
}

// grouped reports whether subjects of the file stand for several.
func (r *Report) grouped() bool {
	return slices.ContainsFunc(r.Campaign.Subjects, func(s campaign.Part) bool { return s.Group != s.Name })
}

// meanTable has the means of a measure over the subjects of a group and over seeds.
func (r *Report) meanTable(measure, budget string) table {
	t := table{Head: columns(1, "group", "subjects")}
	published := r.addArms(&t, measure)
	all := campaign.Contrast{Measure: measure, Budget: budget, Groups: true}
	for _, s := range r.Campaign.Subjects {
		all.Subjects = append(all.Subjects, s.Name)
	}
	for _, u := range r.units(all) {
		row := []entry{plain(u.name), number(float64(len(u.subjects)), fmt.Sprint(len(u.subjects)))}
		for _, arm := range r.Campaign.Arms {
			e := plain("")
			if s := r.unitSample(all, u, arm); s.rows.Lacking() == 0 {
				m := mean(s.values)
				e = number(m, strconv.FormatFloat(m, 'f', 2, 64))
			}
			row = append(append(row, e), published(u.name, arm)...)
		}
		t.add(row)
	}
	return t
}

// median is the median of a measure, and of how many seeds if not of all.
func (r *Report) median(measure string, subject, arm campaign.Part, budget string) entry {
	s := r.sample(measure, subject.Name, arm, budget)
	if len(s.values) == 0 {
		return plain("")
	}
	m := median(s.values)
	if s.rows.Lacking() > 0 {
		return number(m, fmt.Sprintf("%s (%d of %d)", figure(m), len(s.values), s.rows.Wanted))
	}
	return number(m, figure(m))
}

// cellID names the section of the rows of a subject, an arm and a budget. It needs no escaping anywhere.
func (r *Report) cellID(subject, arm, budget string) string {
	c := r.Campaign
	index := func(parts []campaign.Part, name string) int {
		return slices.IndexFunc(parts, func(p campaign.Part) bool { return p.Name == name })
	}
	return fmt.Sprintf("cell-%d-%d-%d", index(c.Subjects, subject), index(c.Arms, arm), index(c.Budgets, budget))
}
